"""A journal replayed without its video: every state, verdict and flag derived anew from its rows.

What happened goes in (moves as they were read, what people said, faults); what followed from it
(flags, retractions, closings) is derived again and can be compared with what was written then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from engine.deeds import deed_of
from engine.faults import Fault, Figures, Noted, Notice
from engine.findings import actor_of
from engine.game import new_game, next_game
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    Happening,
    InspectorCalled,
    Mended,
    Retold,
    Said,
)
from engine.house import HouseRules
from engine.moves import Beat, Deal, Draw, Move, Return, SayBeaten, SayTakes
from engine.notation import NotationError, parse_position
from engine.ports import Sighting
from engine.row_reading import Fields, RowError, cards_in, read_doubt, read_move, read_violation
from engine.rows import move_row
from engine.seats import Actor
from engine.standing import Standing
from engine.state import Game
from engine.table import Zone
from engine.truths import Truth
from engine.watch import follow
from journal.rows import Row

Rulebook = Callable[[str], HouseRules]
"""Finds the house rules that a label such as ``casino-by-2001@1`` names."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: its rows, and how the table stood at its end, derived from them.

    `run` is the row with which the run of the program began; the first row is the `game` row.
    """

    run: Row
    rows: tuple[Row, ...]
    standing: Standing

    @property
    def seq(self) -> int:
        """Return the number of the row with which the game begins: it names the game."""
        return self.rows[0].seq

    @property
    def table(self) -> str:
        """Return the name of the table."""
        return str(self.run.content.get("table", ""))

    @property
    def source(self) -> str:
        """Return what was watched."""
        return str(self.run.content.get("source", ""))

    @property
    def is_played(self) -> bool:
        """Whether any card was dealt or laid."""
        return bool(self.standing.steps)


@dataclass(slots=True)
class Replay:
    """Takes the rows of a journal in their order, and keeps the games that they tell."""

    rules: Rulebook
    games: list[PlayedGame] = field(default_factory=list)
    _run: Row | None = None
    _rows: list[Row] = field(default_factory=list)
    _standing: Standing | None = None
    _flags: dict[str, int] = field(default_factory=dict)
    """Which flag derived here is the one that the journal knows by a number."""

    @property
    def standing(self) -> Standing | None:
        """Return how the table stands now; None before the first game."""
        return self._standing

    def take(self, row: Row) -> None:
        """Follow one row; raises RowError naming the row that makes no sense."""
        try:
            match row.kind:
                case "start":
                    self.finish()
                    self._run, self._standing = row, None
                case "game":
                    self._begin(row)
                case _ if self._standing is not None:
                    self._rows.append(row)
                    self._standing = self._after(self._standing, row)
                case _:
                    return
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise RowError(f"row {row.seq}: {error}") from error

    def finish(self) -> None:
        """Close the game that is under way."""
        if self._run is not None and self._standing is not None and self._rows:
            self.games.append(PlayedGame(self._run, tuple(self._rows), self._standing))
        self._rows, self._flags = [], {}

    def _begin(self, row: Row) -> None:
        self.finish()
        self._rows = [row]
        game = self._game(row)
        before = self._standing or Standing(start=game, game=game, unseen=frozenset(Zone))
        self._standing = Standing(
            start=game,
            game=game,
            taken_at=before.taken_at,
            frame=before.frame,
            faults=before.faults,
            unseen=before.unseen,
            moved=before.moved,
            found=before.found,
            asked=before.asked,
            named=before.named,
        )

    def _game(self, row: Row) -> Game:
        """Return the game that begins; older rows do not tell its position."""
        content = row.content
        rules = self.rules(str(content["rules"]))
        if "position" in content:
            try:
                return parse_position(str(content["position"]), rules)
            except NotationError as error:
                raise RowError(str(error)) from error
        if self._standing is not None and self._standing.game.result is not None:
            return next_game(self._standing.game)
        seats = tuple(Actor(seat) for seat in cast("list[str]", content["players"]))
        return new_game(rules, seats, int(str(content.get("game", 1))))

    def _after(self, standing: Standing, row: Row) -> Standing:
        if row.kind == "flag":
            self._name_flag(standing, row.content)
            return standing
        if row.kind == "action":
            number = step_number(str(row.content["id"]))
            if "." in str(row.content["id"]) or number <= standing.moved:
                return standing  # it followed from a correction or an answer
            standing = replace(standing, moved=number - 1)
        happening = self._happening(standing, row)
        return standing if happening is None else follow(standing, happening)

    def _happening(  # noqa: PLR0911 - one line for each kind of row
        self, standing: Standing, row: Row
    ) -> Happening | None:
        content, taken_at = row.content, row.taken_at
        match row.kind:
            case "action":
                return _acted(content, taken_at)
            case "doubt":
                return Sighting(None, taken_at, standing.frame, doubt=read_doubt(content))
            case "acknowledged":
                return Acknowledged(self._flags.get(str(content["flag"]), 0), taken_at)
            case "answer":
                asked = standing.doubt.id if standing.doubt else 0
                return Answered(asked, int(str(content["choice"])), taken_at)
            case "correction":
                return _corrected(content, taken_at)
            case "call":
                return InspectorCalled(taken_at)
            case "notice":
                return Noted(Notice(str(content["notice"])), taken_at, _figures(content))
            case "fault":
                return _broke(content, taken_at)
            case "mended":
                return Mended(Fault(str(content["fault"])), taken_at)
            case _:
                return None

    def _name_flag(self, standing: Standing, content: Fields) -> None:
        """Remember which derived flag a recorded one is: numbers may differ between versions."""
        told = read_violation(content)
        for number, (step, flag) in standing.flags.items():
            same_face = (flag.violation.code, flag.violation.cards) == (told.code, told.cards)
            if same_face and step.number == step_number(str(content["action"])):
                self._flags[str(content["id"])] = number


def replay(rows: Iterable[Row], rules: Rulebook) -> tuple[PlayedGame, ...]:
    """Return every game that rows tell; raises RowError, and RulesError for unknown rules."""
    again = Replay(rules)
    for row in rows:
        again.take(row)
    again.finish()
    return tuple(again.games)


def step_number(name: str) -> int:
    """Return the number of a move by its name in the journal.

    >>> step_number("m12.3")
    12
    """
    return int(name.removeprefix("m").partition(".")[0])


def truth_of(move: Move) -> Truth:
    """Return everything that a person would say to name a move."""
    on = move.attack if isinstance(move, Beat) else None
    count = move.count if isinstance(move, Deal | Draw | Return) else None
    return Truth(deed_of(move), actor_of(move), cards_in(move_row(move)), on, count)


def _acted(content: Fields, taken_at: float) -> Happening:
    move = read_move(content)
    probability = float(str(content.get("probability", 1.0)))
    if isinstance(move, SayBeaten | SayTakes) and probability == 1.0:
        return Said(move, taken_at)
    return Sighting(move, taken_at, int(str(content.get("frame", 0))), probability)


def _corrected(content: Fields, taken_at: float) -> Happening | None:
    who = Actor(str(content["who"]))
    if "move" not in content:
        return Corrected(taken_at)
    if content.get("changed") is False:
        return None
    after = cast("Mapping[str, object] | None", content.get("after"))
    truth = None if after is None else truth_of(read_move(after))
    return Retold(int(str(content["move"])), truth, taken_at, who)


def _broke(content: Fields, taken_at: float) -> Broke:
    zones = tuple(Zone(name) for name in cast("list[str]", content.get("zones") or ()))
    detail = str(content.get("detail", ""))
    return Broke(Fault(str(content["fault"])), detail, taken_at, zones, _figures(content))


def _figures(content: Fields) -> Figures:
    return tuple((name, value) for name, value in content.items() if isinstance(value, float))
