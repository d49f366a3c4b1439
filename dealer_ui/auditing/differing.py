"""Two audits of the same recordings: which moves, flags and results changed, with their clips."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from dealer_ui.auditing.journals import difference_line
from dealer_ui.auditing.run import SITTINGS, SUMMARY
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from engine.faults import Cause
from engine.row_reading import Fields, read_violation
from engine.rows import Row as Payload
from journal.comparing import Difference, Telling, Told, differences, flag_word

FORMAT = "kozyr-audit-diff/1"
NEAR_S = 0.5
NOTHING = Telling((), (), "")


@dataclass(frozen=True, slots=True)
class Changed:
    """One difference: in which recording and game, and the clips that show it."""

    sitting: str
    game: int
    difference: Difference
    clips: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two audits differ in; sittings that only one of them has are named apart."""

    changed: tuple[Changed, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.changed or self.only_before or self.only_after)


def compare(before: Path, after: Path) -> Comparison:
    """Compare two folders that audits left; raises BadInputError for a folder that is none."""
    one, other = _sittings(before), _sittings(after)
    both = [name for name in one if name in other]
    return Comparison(
        tuple(changed for name in both for changed in _games(name, one[name], other[name])),
        tuple(sorted(one.keys() - other.keys())),
        tuple(sorted(other.keys() - one.keys())),
    )


def _sittings(folder: Path) -> dict[str, tuple[Path, list[Fields]]]:
    """Return the games of every sitting by the name of its folder."""
    try:
        summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
        return {
            one["folder"]: (
                folder / SITTINGS / one["folder"],
                [_json(folder / SITTINGS / one["folder"] / game) for game in one["games"]],
            )
            for one in summary["sittings"]
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInputError(Cause("audit-foreign", str(folder)), str(error)) from error


def _json(path: Path) -> Fields:
    return cast("Fields", json.loads(path.read_text(encoding="utf-8")))


def _games(
    name: str, one: tuple[Path, list[Fields]], other: tuple[Path, list[Fields]]
) -> Iterator[Changed]:
    folders, counts = (one[0], other[0]), (len(one[1]), len(other[1]))
    for number in range(max(counts)):
        pair = [games[number] if number < len(games) else None for games in (one[1], other[1])]
        tellings = [NOTHING if game is None else _telling(game) for game in pair]
        for difference in differences(*tellings):
            clips = tuple(
                clip
                for folder, game in zip(folders, pair, strict=True)
                if game is not None
                for clip in _clips(folder, game, difference.taken_at)
            )
            yield Changed(name, number + 1, difference, clips)


def _telling(game: Fields) -> Telling:
    """Return what the JSON of a game tells."""
    moves = cast("list[Mapping[str, object]]", game["moves"])
    flags = [
        Told(flag_word(read_violation(flag)), float(str(move["t"])))
        for move in moves
        for flag in cast("list[Fields]", move["flags"])
    ]
    actions = tuple(Told(str(move["word"]), float(str(move["t"]))) for move in moves)
    return Telling(actions, tuple(flags), str(game["result"]), float(str(game["to"])))


def _clips(folder: Path, game: Fields, at: float) -> Iterator[Path]:
    """Yield the clips of what was flagged or asked at a time."""
    for incident in cast("list[Fields]", game["incidents"]):
        if abs(float(str(incident["from"])) - at) > NEAR_S:
            continue
        for evidence in cast("list[Fields]", incident["evidence"]):
            if isinstance(clip := evidence.get("clip"), dict):
                sha = str(clip["sha256"])
                yield folder / "audit.evidence" / sha[:2] / f"{sha}{clip['suffix']}"


def told_lines(comparison: Comparison, words: Catalogue, names: tuple[str, str]) -> Iterator[str]:
    """Say what differs, a line each, and the clips below."""
    if comparison.is_same:
        yield words.text("audit.same")
    for name in comparison.only_before:
        yield words.text("audit.only-in", name=name, where=names[0])
    for name in comparison.only_after:
        yield words.text("audit.only-in", name=name, where=names[1])
    for changed in comparison.changed:
        told = difference_line(changed.difference, words)
        yield f"{changed.sitting} {changed.game}{told}"
        yield from (f"    {clip}" for clip in changed.clips)


def comparison_json(comparison: Comparison) -> Payload:
    """Return what differs as plain values."""
    return {
        "format": FORMAT,
        "only_before": list(comparison.only_before),
        "only_after": list(comparison.only_after),
        "changed": [
            {
                "sitting": changed.sitting,
                "game": changed.game,
                "fact": str(changed.difference.fact),
                "t": round(changed.difference.taken_at, 4),
                "before": changed.difference.before,
                "after": changed.difference.after,
                "clips": [str(clip) for clip in changed.clips],
            }
            for changed in comparison.changed
        ],
    }
