"""What the player of a page is told: video, moves, incidents, and where it begins."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_ui.inspecting import Inspection
from dealer_ui.prompts import Catalogue
from dealer_ui.replaying import Mark, MoveAgain, began_s, marks_of, moves_again
from journal.desk import Desk as Journal
from journal.incidents import Incident
from journal.replay import PlayedGame
from vision.playback import Reel

AROUND = 12
"""So many moves are shown around an incident."""
TIMELINE = 1000
"""The width of the timeline, in its own units."""


@dataclass(frozen=True, slots=True)
class ReelShown:
    """A piece of video for the player: where it is, and from when to when (s)."""

    address: str
    from_s: float
    to_s: float


@dataclass(frozen=True, slots=True)
class Again:
    """Everything that is looked at again, on one clock: that of the camera (s)."""

    game: int
    reels: tuple[ReelShown, ...]
    moves: tuple[MoveAgain, ...]
    marks: tuple[Mark, ...]
    from_s: float
    to_s: float
    begin_s: float

    def x(self, seconds: float) -> float:
        """Return where a time is on the timeline."""
        span = max(self.to_s - self.from_s, 0.001)
        return round(TIMELINE * (seconds - self.from_s) / span, 2)

    @property
    def bouts(self) -> tuple[tuple[float, float], ...]:
        """Return where each bout begins on the timeline, and how wide it is."""
        begun = [m.at_s for n, m in enumerate(self.moves) if m.bout > _bout_before(self.moves, n)]
        ends = [*begun[1:], self.to_s]
        return tuple((self.x(a), self.x(b) - self.x(a)) for a, b in zip(begun, ends, strict=True))

    @property
    def told(self) -> dict[str, object]:
        """Return it as plain values for the player."""
        return {
            "game": self.game,
            "reels": [[reel.address, reel.from_s, reel.to_s] for reel in self.reels],
            "moves": [[m.number, m.at_s, m.bout, bool(m.flagged)] for m in self.moves],
            "marks": [[mark.id, mark.at_s] for mark in self.marks],
            "from": self.from_s,
            "to": self.to_s,
            "begin": self.begin_s,
        }


def _bout_before(moves: tuple[MoveAgain, ...], place: int) -> int:
    return moves[place - 1].bout if place else 0


def game_again(
    inspection: Inspection, journal: Journal, game: PlayedGame, words: Catalogue
) -> Again:
    """Return a whole game."""
    reels = inspection.reels.of_game(journal, game.seq)
    moves, marks = moves_again(game, words), marks_of(journal, game.seq, words)
    return _again(game.seq, reels, moves, marks)


def incident_again(
    inspection: Inspection, journal: Journal, incident: Incident, words: Catalogue
) -> Again:
    """Return an incident: its clip, or the recording around it, and the moves around it."""
    game = next((one for one in journal.games if one.seq == incident.game), None)
    clip, begin_s = inspection.reels.of_incident(journal, incident), began_s(incident, journal)
    reels = inspection.reels.of_game(journal, incident.game) if clip is None else (clip,)
    moves = () if game is None else moves_again(game, words)
    if clip is None:
        near = [r for r in reels if r.span_s[0] <= begin_s <= r.span_s[1]]
        reels = tuple(near)
    around = _around(moves, begin_s)
    marks = tuple(m for m in marks_of(journal, incident.game, words) if m.id == incident.id)
    return _again(incident.game, reels, around, marks, begin_s)


def _around(moves: tuple[MoveAgain, ...], at_s: float) -> tuple[MoveAgain, ...]:
    place = sum(move.at_s <= at_s for move in moves)
    return moves[max(0, place - AROUND) : place + AROUND]


def _again(
    seq: int,
    reels: tuple[Reel, ...],
    moves: tuple[MoveAgain, ...],
    marks: tuple[Mark, ...],
    begin_s: float | None = None,
) -> Again:
    shown = tuple(ReelShown(f"/inspector/video/{seq}/{reel.name}", *reel.span_s) for reel in reels)
    ends = [end for reel in shown for end in (reel.from_s, reel.to_s)]
    ends += [move.at_s for move in moves] if not shown or begin_s is None else []
    ends += [] if begin_s is None else [begin_s]
    first, last = min(ends, default=0.0), max(ends, default=0.0)
    begins = begin_s if begin_s is not None else (moves[0].at_s if moves else first)
    return Again(seq, shown, moves, marks, first, last, begins)
