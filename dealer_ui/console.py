"""What a terminal shows while a table is watched: each verdict as it comes, and the summary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from dealer_ui.prompts import Catalogue
from engine.faults import BrokenThing
from engine.findings import Finding
from engine.signals import Signal
from engine.standing import Standing
from engine.verdict import Severity

SHAPES = {
    Signal.CLEAR: "●",
    Signal.WAITING: "○",
    Signal.DOUBT: "?",
    Signal.STOP: "■",
    Signal.FAULT: "⚠",
}


def clock(seconds: float) -> str:
    """Write a table time as minutes and seconds.

    >>> clock(84.44)
    '01:24.4'
    """
    return f"{int(seconds // 60):02d}:{seconds % 60:04.1f}"


class Console:
    """A page of plain lines: a line for each new finding, doubt and fault."""

    def __init__(self, catalogue: Catalogue, say: Callable[[str], None]) -> None:
        """Write in the catalogue's language by `say`, one line a call."""
        self._catalogue = catalogue
        self._say = say
        self._found = 0
        self._asked = 0
        self._faults: dict[str, str] = {}
        self._noted_at = -1.0

    def publish(self, standing: Standing) -> None:
        """Write what is new."""
        for finding in standing.open:
            if finding.id > self._found:
                self._say(self._finding(finding))
        self._found = max((self._found, *(f.id for f in standing.open)))
        self._publish_doubt(standing)
        self._publish_faults(standing)
        self._publish_notices(standing)

    def _finding(self, finding: Finding) -> str:
        wording = self._catalogue.wording(finding.violation)
        clause = f" ({wording.clause})" if wording.clause else ""
        words = f"{wording.sentence}{clause}. {wording.remedy}"
        severity = finding.violation.severity
        name = self._catalogue.severity(severity).capitalize()
        shape = SHAPES[Signal.STOP] if severity >= Severity.STOP else " "
        return f"{clock(finding.taken_at)}  {shape} {name}: {words}"

    def _publish_doubt(self, standing: Standing) -> None:
        if standing.doubt is None or standing.doubt.id <= self._asked:
            return
        self._asked = standing.doubt.id
        question = self._catalogue.question(standing.doubt.doubt.question)
        words = self._catalogue.text("cli.doubt", question=question)
        self._say(f"{clock(standing.doubt.taken_at)}  {SHAPES[Signal.DOUBT]} {words}")

    def _publish_faults(self, standing: Standing) -> None:
        now = {_name(thing): self._catalogue.fault(thing).sentence for thing in standing.faults}
        for thing in standing.faults:
            if _name(thing) not in self._faults:
                words = self._catalogue.fault(thing)
                more = self._catalogue.particulars(thing)
                self._say(
                    f"{clock(standing.taken_at)}  {SHAPES[Signal.FAULT]} {words.sentence}"
                    f"{f' ({more})' if more else ''}. {words.remedy}"
                )
        for name, sentence in self._faults.items():
            if name not in now:
                words_now = self._catalogue.text("cli.mended", thing=sentence)
                self._say(f"{clock(standing.taken_at)}  {SHAPES[Signal.CLEAR]} {words_now}")
        self._faults = now

    def _publish_notices(self, standing: Standing) -> None:
        fresh = [note for note in standing.noted if note.taken_at > self._noted_at]
        for note in fresh:
            words = self._catalogue.notice(note.notice, note.figures)
            self._say(f"{clock(note.taken_at)}    {words}")
        self._noted_at = max((self._noted_at, *(note.taken_at for note in fresh)))


def _name(thing: BrokenThing) -> str:
    """Name a fault so that the same one is told once."""
    return ": ".join(filter(None, (str(thing.fault), " ".join(thing.zones), thing.detail)))


@dataclass(slots=True)
class Tally:
    """What a run has come to; latencies are from capture to signal, in seconds."""

    actions: int = 0
    doubts: int = 0
    frames: int = 0
    film_s: float = 0.0
    """Camera time of the last frame."""
    wall_s: float = 0.0
    """How long the run took."""
    busy_s: float = 0.0
    """How long the frames were in the line, all together."""
    latencies_s: list[float] = field(default_factory=list)
    _counted: set[object] = field(default_factory=set)

    @property
    def flags(self) -> int:
        """Return how many violations the light went red for, less those that were taken back."""
        return len(self._counted)

    def record(self, kind: str, taken_at: float, payload: dict[str, object]) -> int:
        """Count a journal row; hints and what is silent are no flags."""
        del taken_at
        match kind:
            case "action":
                self.actions += 1
            case "flag" if is_counted(payload):
                self._counted.add(payload["id"])
            case "retract":
                self._counted.discard(payload["retracts"])
                self.actions -= str(payload["retracts"]).startswith("m")
            case "doubt":
                self.doubts += 1
            case _:
                pass
        return 0

    def lines(self, catalogue: Catalogue) -> list[str]:
        """Say the summary in the catalogue's language."""
        counts = {
            name: catalogue.text(f"cli.{name}", count=count)
            for name, count in (
                ("actions", self.actions),
                ("flags", self.flags),
                ("doubts", self.doubts),
            )
        }
        lines = [catalogue.text("cli.summary", **counts)]
        if self.latencies_s:
            middle, late = spread(self.latencies_s)
            lines.append(catalogue.text("cli.latency", median_ms=1000 * middle, p95_ms=1000 * late))
        if self.film_s and self.wall_s:
            lines.append(catalogue.text("cli.speed", film_s=self.film_s, wall_s=self.wall_s))
        return lines


def is_counted(flag: Mapping[str, object]) -> bool:
    """Tell whether a flag's row is of a violation that stops the game, not a hint or a guess."""
    severity = flag["severity"]
    return isinstance(severity, int) and severity >= Severity.STOP and flag["verdict"] == "illegal"


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile of at least one value.

    >>> spread([1.0, 2.0, 3.0])
    (2.0, 3.0)
    """
    if len(values) < 20:
        return median(values), max(values)
    return median(values), quantiles(values, n=20)[-1]
