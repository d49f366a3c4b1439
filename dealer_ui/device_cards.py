"""What the technician reads of each device: its name, how its line is, and a few facts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum, unique

from engine.faults import Cause
from hardware.busylights import BusyLight
from hardware.indicators import LineLight
from hardware.line import Health, LineState
from hardware.shoe_words import Ability, Flags
from hardware.shoes import LineShoe
from vision.disk import GIGA, VideoStore
from vision.live import LiveCamera
from vision.recorder import Recorder


@unique
class DeviceKind(StrEnum):
    """What a card is about; the value is translated."""

    CAMERA = "camera"
    LIGHT = "light"
    SHOE = "shoe"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to know; the name is that of its sentence in the catalogue."""

    name: str
    values: dict[str, str | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A device as it is now; `since_s` is for how long its line has been so."""

    kind: DeviceKind
    name: str
    state: LineState = LineState.UP
    since_s: float = 0.0
    trouble: str = ""
    facts: tuple[Fact, ...] = ()
    cause: Cause | None = None


ENOUGH_S = 600.0
"""From less video than this nobody can tell how fast it grows: games begin quietly."""

CardMaker = Callable[[], DeviceCard]


def light_card(light: LineLight | BusyLight) -> DeviceCard:
    """Describe a light."""
    facts = []
    if isinstance(light, LineLight):
        facts.append(Fact("reads-back" if light.line.answers else "write-only"))
        facts += _line_facts(light.line.about, light.line.losses)
    return _with_health(DeviceKind.LIGHT, light.name, light.health, tuple(facts))


def shoe_card(shoe: LineShoe) -> DeviceCard:
    """Describe a shoe by its last heartbeat."""
    host, line = shoe.host, shoe.line
    facts = (*_line_facts(host.about, line.losses), *_shoe_facts(shoe))
    return _with_health(DeviceKind.SHOE, line.url, line.health, facts)


def _line_facts(about: str, losses: int) -> Iterator[Fact]:
    if about:
        yield Fact("about", {"about": about})
    if losses:
        yield Fact("losses", {"count": losses})


def _shoe_facts(shoe: LineShoe) -> Iterator[Fact]:
    pulse = shoe.host.pulse
    if pulse is not None and shoe.line.health.state is LineState.UP:
        if shoe.abilities & Ability.LOCKS:
            yield Fact("locked" if pulse.flags & Flags.LOCKED else "unlocked")
        yield Fact("out", {"number": pulse.out, "allowed": pulse.allowed})
        for flag, name in (
            (Flags.LID_OPEN, "lid-open"),
            (Flags.JAMMED, "jammed"),
            (Flags.EMPTY, "empty"),
        ):
            if pulse.flags & flag:
                yield Fact(name)
    counts = {"missed": shoe.belief.missed, "lost": shoe.lost, "damaged": shoe.host.damaged}
    yield from (Fact(name, {"count": count}) for name, count in counts.items() if count)


def _with_health(
    kind: DeviceKind, name: str, health: Health, facts: tuple[Fact, ...]
) -> DeviceCard:
    since_s = time.monotonic() - health.since
    return DeviceCard(kind, name, health.state, since_s, health.detail, facts, health.cause)


def camera_card(camera: LiveCamera) -> DeviceCard:
    """Describe a live camera: what it goes on changing by itself."""
    facts = tuple(Fact(f"loose-{name.replace(' ', '-')}") for name in camera.loose)
    return DeviceCard(DeviceKind.CAMERA, camera.name, facts=facts)


class VideoCard:
    """Describes the video: its share of the disk, and for how long that will do."""

    AGAIN_S = 5.0
    """Counting thousands of files costs: not more often than so."""

    def __init__(
        self, store: VideoStore, recorder: Recorder, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Ask a store and the recorder that fills it."""
        self._store, self._recorder, self._clock = store, recorder, clock
        self._counted_at = -self.AGAIN_S
        self._facts: tuple[Fact, ...] = ()

    def __call__(self) -> DeviceCard:
        """Return the card."""
        if self._clock() - self._counted_at >= self.AGAIN_S:
            self._counted_at, self._facts = self._clock(), tuple(self._counted())
        why = self._recorder.why
        state = LineState.UP if why is None else LineState.DOWN
        return DeviceCard(
            DeviceKind.VIDEO, str(self._store.folder), state, trouble=why or "", facts=self._facts
        )

    def _counted(self) -> Iterator[Fact]:
        told = self._store.forecast(self._store.recorded_s())
        used = {"used": self._store.used() / GIGA, "most": self._store.most / GIGA}
        yield Fact("disk", {**used, "free": self._store.free_now() / GIGA})
        if self._recorder.lost:
            yield Fact("frames-lost", {"count": self._recorder.lost})
        if told.hours_recorded * 3600 < ENOUGH_S:
            yield Fact("forecast-later", {"minutes": round(ENOUGH_S / 60)})
            return
        if told.bytes_an_hour:
            yield Fact("hourly", {"rate": told.bytes_an_hour / GIGA})
        if told.hours_until_full is not None:
            yield Fact("until-full", {"hours": told.hours_until_full})
        if told.hours_kept is not None:
            yield Fact("kept", {"hours": told.hours_kept})
