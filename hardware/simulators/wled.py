"""A simulated WLED strip: takes JSON requests, shows segments, answers when asked to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

VERSION = "0.14.4"
LONGEST = 8192

Segment = dict[str, object]


@dataclass(slots=True)
class WledDevice:
    """What is inside a strip: its segments by number, and the request that is being read."""

    leds: int = 60
    is_on: bool = True
    segments: dict[int, Segment] = field(default_factory=dict)
    request: bytearray = field(default_factory=bytearray)

    def power_up(self, now: float) -> None:
        """Show the orange that a fresh WLED shows on one segment."""
        del now
        self.is_on = True
        self.segments = {0: _fresh(0, 0, self.leds, [255, 160, 0])}
        self.request.clear()

    def take(self, byte: int, now: float) -> bytes:
        """Collect a JSON object; whatever stands before it is no request."""
        del now
        if self.request or byte == ord("{"):
            self.request.append(byte)
        if byte != ord("}"):
            if byte == ord("\n") or len(self.request) > LONGEST:
                self.request.clear()
            return b""
        try:
            request = json.loads(self.request)
        except ValueError:
            return b""  # the end of an inner object
        self.request.clear()
        return self._obey(request)

    def _obey(self, request: dict[str, object]) -> bytes:
        self.is_on = bool(request.get("on", self.is_on))
        told = request.get("seg", [])
        for segment in told if isinstance(told, list) else []:
            number = int(segment.get("id", 0))
            before = self.segments.get(number, _fresh(number, 0, self.leds, [0, 0, 0]))
            self.segments[number] = before | segment
        return self._answer() if request.get("v") is True else b""

    def _answer(self) -> bytes:
        shown = [self.segments[number] for number in sorted(self.segments)]
        state = {"on": self.is_on, "bri": 255, "seg": shown}
        info = {"ver": VERSION, "name": "WLED", "leds": {"count": self.leds}}
        return json.dumps({"state": state, "info": info}).encode() + b"\r\n"

    def tick(self, now: float) -> bytes:
        """Say nothing without being asked."""
        del now
        return b""

    def rows(self) -> tuple[str, ...]:
        """Describe every segment."""
        return tuple(
            f"{segment['start']:>3}-{segment['stop']:<3} {_described(segment)}"
            for segment in self.segments.values()
        )

    def obey(self, words: list[str], now: float) -> bool:
        """Know nothing that could be done to it by hand."""
        del words, now
        return False


def _fresh(number: int, start: int, stop: int, colour: list[int]) -> Segment:
    return {
        "id": number,
        "start": start,
        "stop": stop,
        "on": True,
        "bri": 255,
        "col": [colour, [0, 0, 0], [0, 0, 0]],
        "fx": 0,
        "sx": 128,
    }


def _described(segment: Segment) -> str:
    colours = segment["col"]
    first = colours[0] if isinstance(colours, list) else []
    return f"{'#' + bytes(first[:3]).hex()} {'steady' if segment['fx'] == 0 else 'blinks'}"
