"""WLED by JSON over serial: a strip of LEDs in segments, which says back what it shows.

A request with `"v":true` is answered by one line with the state and information about the device,
so that a strip that is stuck is found out (WLED documentation, interfaces/serial and json-api).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.documents import json_of
from engine.seats import Actor
from engine.signals import Signal
from hardware.endpoint import MisbehavedError
from hardware.looks import BLACK, LOOKS, SEAT_LOOKS, Colour, Place, Rhythm, Shown
from hardware.port import PortSettings, Trouble
from hardware.slot import Slot, Wanted

SETTINGS = PortSettings(baud=115200, settle_s=1.0)
"""An ESP board that DTR resets takes about a second until it listens."""

REFRESH_S = 1.0
ANSWER_S = 0.6
PATIENCE = 2
"""So many answers may be missing or wrong, one after the other, before the line is given up."""
LONGEST_LINE = 16384

SOLID, BLINK = 0, 1
"""Numbers of effects; every build of WLED has these two."""

SPEEDS: Mapping[Rhythm, int] = {Rhythm.STEADY: 128, Rhythm.BLINK: 128, Rhythm.FAST: 230}

Segment = dict[str, object]


@dataclass(frozen=True, slots=True)
class Strip:
    """How the LEDs of a strip are shared out: first the tower in three parts, then the seats."""

    tower: int = 30
    per_seat: int = 0
    seats: tuple[Actor, ...] = ()

    def parts(self) -> Iterator[tuple[Place | Actor, int, int]]:
        """Yield each part with its first LED and the LED after its last."""
        third = self.tower // 3
        for number, place in enumerate(Place):
            yield place, number * third, (number + 1) * third
        for number, seat in enumerate(self.seats):
            first = self.tower + number * self.per_seat
            yield seat, first, first + self.per_seat


def segments(strip: Strip, shown: Shown | None) -> list[Segment]:
    """Return every segment of a strip as it shall be; without a state all are dark."""
    look = None if shown is None else LOOKS[shown.signal]
    signs = {} if shown is None else dict(shown.seats)
    told: list[Segment] = []
    for number, (part, first, end) in enumerate(strip.parts()):
        colour, rhythm = BLACK, Rhythm.STEADY
        if isinstance(part, Actor):
            colour, rhythm = SEAT_LOOKS[signs[part]] if part in signs else (BLACK, Rhythm.STEADY)
        elif look is not None and part is look.place:
            colour, rhythm = look.colour, look.rhythm
        told.append(_segment(number, first, end, colour, rhythm))
    return told


def _segment(number: int, first: int, end: int, colour: Colour, rhythm: Rhythm) -> Segment:
    return {
        "id": number,
        "start": first,
        "stop": end,
        "on": True,
        "bri": 255,
        "col": [list(colour.rgb), [0, 0, 0], [0, 0, 0]],
        "fx": SOLID if rhythm is Rhythm.STEADY else BLINK,
        "sx": SPEEDS[rhythm],
    }


def encode(strip: Strip, shown: Shown | None, *, answers: bool = True) -> bytes:
    """Return the request that brings a strip into a state, without a transition."""
    request = {"on": True, "bri": 255, "tt": 0, "seg": segments(strip, shown)}
    if answers:
        request["v"] = True
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


HELLO = b'{"v":true}\n'


@dataclass(frozen=True, slots=True)
class Description:
    """What a strip tells about itself."""

    name: str
    version: str
    leds: int


@dataclass(slots=True)
class WledLight:
    """Our end of the line to a strip: tells it the state every second and reads it back."""

    slot: Slot
    strip: Strip
    is_up: bool = False
    answers: bool = True
    description: Description | None = None
    confirmed: Wanted | None = None
    """The state that was read back last."""
    _wanted: Wanted | None = None
    _asked: list[Segment] | None = None
    """The segments that the next answer must show; None where no answer is awaited."""
    _answer_by: float = 0.0
    _due: float = 0.0
    _failures: int = 0
    _line: bytearray = field(default_factory=bytearray)

    def begin(self, now: float) -> None:
        """Ask who is there."""
        self._wanted, self._asked, self._due = None, None, now
        self._failures = 0
        self._line.clear()
        self.is_up = False

    def receive(self, data: bytes, now: float) -> None:
        """Take in answers, line by line; raises MisbehavedError when they are wrong again."""
        self._line += data
        while (end := self._line.find(b"\n")) >= 0:
            line = bytes(self._line[:end]).strip()
            del self._line[: end + 1]
            if line.startswith(b"{"):
                self._hear(line, now)
        if len(self._line) > LONGEST_LINE:
            self._line.clear()

    def send(self, now: float) -> bytes:
        """Return the hello, a new state at once, or the state again every second."""
        if self._asked is not None and now >= self._answer_by:
            self._asked, self._due = None, now
            self._fail(Trouble.SILENT)
        wanted = self.slot.wanted(now)
        if not self.is_up or wanted is None:
            return self._again(now, HELLO, [])
        if wanted != self._wanted:
            self._wanted = wanted
            self._due = now
        return self._again(
            now, encode(self.strip, wanted.shown), segments(self.strip, wanted.shown)
        )

    def sent(self, now: float) -> None:
        """Tell the slot that its state is out."""
        if self._wanted is not None:
            self.slot.sent(self._wanted, now)

    def due(self) -> float:
        """Return when the state is to be told again, or an answer is overdue."""
        return min(self._due, self._answer_by) if self._asked is not None else self._due

    @property
    def about(self) -> str:
        """Say what the strip tells about itself."""
        known = self.description
        return "" if known is None else f"{known.name} {known.version}, {known.leds} LEDs"

    def farewell(self) -> bytes:
        """Return what puts the strip out."""
        return encode(self.strip, None, answers=False)

    def _again(self, now: float, request: bytes, expected: list[Segment]) -> bytes:
        if now < self._due:
            return b""
        self._due = now + REFRESH_S
        self._answer_by = now + ANSWER_S
        self._asked = expected
        return request

    def _hear(self, line: bytes, now: float) -> None:
        try:
            answer = json_of(line)
            state, info = answer["state"], answer["info"]
            description = Description(
                str(info["name"]), str(info["ver"]), int(info["leds"]["count"])
            )
            shown = [_read(segment) for segment in state["seg"]] if state["on"] else []
        except (ValueError, KeyError, TypeError):
            return  # half a line, or something else that the board prints
        self.description = description
        self.is_up = True
        expected, self._asked = self._asked, None
        if not expected:
            self._failures, self._due = 0, min(self._due, now)
        elif all(_read(segment) in shown for segment in expected):
            self._failures, self.confirmed = 0, self._wanted
        else:
            self._due = now
            self._fail(Trouble.WRONG_STATE)

    def _fail(self, trouble: Trouble) -> None:
        self._failures += 1
        if self._failures > PATIENCE:
            raise MisbehavedError(trouble)


def _read(segment: Mapping[str, object]) -> tuple[object, ...]:
    """Return what of a segment can be compared; a white channel that was added is left out."""
    colours = segment["col"]
    if not isinstance(colours, list) or not isinstance(colours[0], list):
        raise TypeError("a list of colours is wanted")
    where = (segment["start"], segment["stop"], segment["on"])
    return (*where, tuple(colours[0][:3]), segment["fx"])


def last_will(strip: Strip) -> bytes:
    """Return what the strip shall show when the program has died."""
    return encode(strip, Shown(Signal.FAULT), answers=False)
