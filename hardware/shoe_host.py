"""Our end of the line to a shoe: commands one at a time, each acknowledged or reported lost.

No port, no thread, no clock: bytes and times go in, bytes and news come out.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.endpoint import MisbehavedError
from hardware.port import Trouble
from hardware.shoe_frames import Frame, Splitter, encode
from hardware.shoe_words import (
    EVENTS,
    Command,
    Flags,
    Kind,
    Pulse,
    Result,
    Welcome,
    hello,
    pulse_of,
    welcome_of,
)

GREET_S = 0.3
GREETED_WITHIN_S = 3.0
KNOWN_AGAIN_WITHIN_S = 0.7
"""A shoe that speaks but hears nothing is given up so soon: it boots no more, it is deaf."""

REPEAT_S = 0.12
TRIES = 8
BEAT_S = 0.5
SILENT_S = 1.5
MOST_QUEUED = 32
LAST_SEQUENCE = 255


@dataclass(frozen=True, slots=True)
class Done:
    """A command was acknowledged: what became of it."""

    command: Command
    result: Result


@dataclass(frozen=True, slots=True)
class Lost:
    """A command was not acknowledged, or found no place in the queue: nobody knows if it holds."""

    command: Command


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the shoe told, once."""

    kind: Kind
    payload: bytes


@dataclass(frozen=True, slots=True)
class Greeted:
    """The shoe said who it is; after a restart it says so again."""

    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Felt:
    """The shoe told its whole state, as it does twice a second."""

    pulse: Pulse


HostNews = Done | Lost | Event | Greeted | Felt


@dataclass(slots=True)
class _Sent:
    """The command that awaits its acknowledgement."""

    command: Command
    sequence: int
    tries: int = 0
    again_at: float = 0.0


@dataclass(slots=True)
class ShoeHost:
    """Greets a shoe, keeps it in the wanted state, and takes in what it tells.

    `on_news` hears from the line's thread; `order` may be called from any thread.
    """

    sessions: Callable[[], int]
    """Gives a number from 0 to 65535 for each new conversation; the shoe tells it apart by that."""
    on_news: Callable[[HostNews], None]
    stays_locked: bool = False
    is_up: bool = False
    answers: bool = True
    welcome: Welcome | None = None
    pulse: Pulse | None = None
    _splitter: Splitter = field(default_factory=Splitter)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _queue: deque[Command] = field(default_factory=deque)
    _standing: dict[tuple[str, int], Command] = field(default_factory=dict)
    _out: deque[Frame] = field(default_factory=deque)
    _sent: _Sent | None = None
    _session: int = 0
    _sequence: int = 0
    _event: int | None = None
    _give_up_at: float = 0.0
    _heard_at: float = 0.0
    _greet_at: float = 0.0
    _beat_at: float = 0.0

    @property
    def about(self) -> str:
        """Say what the shoe tells about itself."""
        known = self.welcome
        if known is None:
            return ""
        able = (str(one.name).lower().replace("_", " ") for one in known.abilities)
        return f"{known.name}, {known.seats} seats: {', '.join(able)}"

    @property
    def damaged(self) -> int:
        """Return how many pieces came that were no frames."""
        return self._splitter.damaged

    def order(self, command: Command) -> None:
        """Queue a command; a newer one about the same thing replaces one that still waits.

        When the queue is full the command is reported lost, as are all that never got through.
        """
        dropped = None
        with self._lock:
            if command.is_state:
                self._standing[command.slot] = command
                others = [other for other in self._queue if other.slot != command.slot]
                self._queue = deque(others)
            if len(self._queue) >= MOST_QUEUED:
                dropped = command
            else:
                self._queue.append(command)
        if dropped is not None:
            self.on_news(Lost(dropped))

    def begin(self, now: float) -> None:
        """Greet anew: whoever is at the far end may know nothing of us."""
        self._splitter = Splitter(self._splitter.damaged)
        self.is_up = False
        self._heard_at = self._greet_at = now
        self._give_up_at = now + GREETED_WITHIN_S
        self._session = self.sessions() & 0xFFFF
        self._out.clear()

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came; raises MisbehavedError."""
        for frame in self._splitter.split(data):
            try:
                self._take(frame, now)
            except (ValueError, IndexError):
                continue  # a frame that is whole and says nothing: another version's, perhaps

    def send(self, now: float) -> bytes:
        """Return the frames that are due; raises MisbehavedError when the shoe is silent."""
        self._check(now)
        if not self.is_up:
            if now >= self._greet_at:
                self._greet_at = now + GREET_S
                self._out.append(hello(0, self._session, stays_locked=self.stays_locked))
        else:
            self._push(now)
            if self.is_up and now >= self._beat_at:
                self._beat_at = now + BEAT_S
                self._out.append(Frame(0, Kind.ALIVE))
        data = b"".join(map(encode, self._out))
        self._out.clear()
        return data

    def sent(self, now: float) -> None:
        """Need not know: what is not answered is said again."""

    def due(self) -> float:
        """Return when something is to be repeated, or the shoe has been silent for too long."""
        if not self.is_up:
            return min(self._greet_at, self._give_up_at)
        with self._lock:
            waits = bool(self._queue)
        if self._sent is not None:
            return min(self._beat_at, self._sent.again_at, self._heard_at + SILENT_S)
        return 0.0 if waits else min(self._beat_at, self._heard_at + SILENT_S)

    def farewell(self) -> bytes:
        """Return what leaves the shoe unlocked: people play on without us."""
        return encode(Frame(self._next(), Kind.UNLOCK)) if self.is_up else b""

    def _check(self, now: float) -> None:
        if not self.is_up and now >= self._give_up_at:
            raise MisbehavedError(Trouble.SILENT)
        if self.is_up and now - self._heard_at >= SILENT_S:
            raise MisbehavedError(Trouble.SILENT)

    def _push(self, now: float) -> None:
        """Send the next command, or the last one again."""
        if self._sent is not None and self._sent.tries >= TRIES and now >= self._sent.again_at:
            given_up, self._sent = self._sent, None
            self.on_news(Lost(given_up.command))
            self._greet_again(now)
            return
        if self._sent is None:
            with self._lock:
                command = self._queue.popleft() if self._queue else None
            if command is None:
                return
            self._sent = _Sent(command, self._next(), again_at=now)
        if now >= self._sent.again_at:
            self._sent.tries += 1
            self._sent.again_at = now + REPEAT_S
            command = self._sent.command
            self._out.append(Frame(self._sent.sequence, command.kind, command.payload))

    def _greet_again(self, now: float) -> None:
        """Ask a shoe that still speaks whether it hears us."""
        self.begin(now)
        self._give_up_at = now + KNOWN_AGAIN_WITHIN_S

    def _next(self) -> int:
        """Return the next number of a command, 1 to 255."""
        self._sequence = self._sequence % LAST_SEQUENCE + 1
        return self._sequence

    def _take(self, frame: Frame, now: float) -> None:
        kind = Kind(frame.kind)
        if kind < Kind.WELCOME:
            return  # our own words: somebody shorted the line
        self._heard_at = now
        match kind:
            case Kind.WELCOME:
                self._greeted(welcome_of(frame.payload), now)
            case Kind.SHOE_ALIVE:
                self._felt(pulse_of(frame.payload), now)
            case Kind.SHOE_ACK:
                self._acknowledged(frame)
            case _ if kind in EVENTS and self.is_up:
                self._out.append(Frame(frame.sequence, Kind.ACK))
                if frame.sequence != self._event:
                    self._event = frame.sequence
                    self.on_news(Event(kind, frame.payload))

    def _greeted(self, welcome: Welcome, now: float) -> None:
        if self.is_up or welcome.session != self._session:
            return
        if self.welcome is None or welcome.boot != self.welcome.boot:
            self._event = None
        self.welcome, self.is_up, self._beat_at = welcome, True, now
        lost, self._sent = self._sent, None
        with self._lock:
            waiting = [c for c in self._queue if not c.is_state]
            self._queue = deque([*self._standing.values(), *waiting])
        if lost is not None and not lost.command.is_state:
            self.on_news(Lost(lost.command))
        self.on_news(Greeted(welcome))

    def _felt(self, pulse: Pulse, now: float) -> None:
        """Note how the shoe stands; one that does not know us any more is greeted again."""
        self.pulse = pulse
        forgot = not pulse.flags & Flags.GREETED
        if self.is_up and (forgot or (self.welcome and pulse.boot != self.welcome.boot)):
            self._greet_again(now)
        elif self.is_up:
            self.on_news(Felt(pulse))

    def _acknowledged(self, frame: Frame) -> None:
        sent = self._sent
        if sent is None or frame.sequence != sent.sequence or len(frame.payload) != 1:
            return
        result = Result(frame.payload[0])
        self._sent = None
        self.on_news(Done(sent.command, result))
