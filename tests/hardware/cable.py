"""A cable between our end and a shoe, in a time of its own: quick, exact, and as bad as wanted."""

from random import Random

from hardware.endpoint import MisbehavedError
from hardware.shoe_host import Done, Event, Greeted, Lost, ShoeHost
from hardware.simulators.noise import Noise

STEP_S = 0.02


class ShoeCable:
    """Carries bytes both ways and notes what our end was told."""

    def __init__(self, device, rate: float = 0.0, chance: Random | None = None) -> None:
        chance = chance or Random(1)
        self.device = device
        self.noise = Noise(chance, rate)
        self.now = 100.0
        self.news = []
        self.broken = []
        self.frames = 0
        sessions = iter(range(1, 1_000_000))
        self.host = ShoeHost(lambda: next(sessions), self.news.append)
        self.is_cut = self.is_deaf = False
        device.power_up(self.now)
        self.host.begin(self.now)

    def turn(self) -> bool:
        """Let both ends say what they have to say now; tell whether anything was said."""
        try:
            down = self.host.send(self.now)
            self.host.sent(self.now)
        except MisbehavedError as error:
            self.broken.append(error.trouble)
            self.host.begin(self.now)
            return True
        self.frames += down.count(0) // 2
        heard = b"" if self.is_deaf else self._through(down)
        up = b"".join(self.device.take(byte, self.now) for byte in heard)
        up += self.device.tick(self.now)
        self.frames += up.count(0) // 2
        arrived = self._through(up)
        if arrived:
            self.host.receive(arrived, self.now)
        return bool(down or up)

    def _through(self, data: bytes) -> bytes:
        return b"" if self.is_cut else self.noise.through(data)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        ends_at = self.now + seconds
        while self.now < ends_at:
            while self.turn():
                pass
            self.now += STEP_S

    def until(self, condition, within_s: float = 20.0) -> bool:
        """Let time pass until something holds; tell whether it did in time."""
        ends_at = self.now + within_s
        while not condition():
            if self.now > ends_at:
                return False
            if not self.turn():
                self.now += STEP_S
        return True

    def of(self, kind):
        """Return the news of a kind."""
        return [news for news in self.news if isinstance(news, kind)]

    @property
    def events(self):
        return self.of(Event)

    @property
    def done(self):
        return self.of(Done)

    @property
    def lost(self):
        return self.of(Lost)

    @property
    def greetings(self):
        return self.of(Greeted)
