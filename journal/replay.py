"""A journal replayed without its video: every state, verdict and flag derived anew from its rows.

What happened goes in (moves as they were read, what people said, faults); what followed from it
(flags, retractions, closings) is derived again and can be compared with what was written then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import cast

from engine.correcting import after_truth
from engine.faults import Fault, Noted, Notice
from engine.game import new_game, next_game
from engine.happenings import (
    Acknowledged,
    Answered,
    Happening,
    InspectorCalled,
    LetGo,
    Mended,
    Paused,
)
from engine.house import HouseRules
from engine.moves import Move
from engine.notation import NotationError, parse_position
from engine.ports import Sighting
from engine.row_reading import Fields, RowError, read_doubt, read_move, read_violation
from engine.seats import Actor
from engine.standing import Standing
from engine.state import Game
from engine.table import Zone
from engine.watch import follow
from journal.happened import acted, broke, corrected, figures_in, step_number, truth_of
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
        """Return the name of what was watched; in which folder it lay is nobody's business."""
        return str(self.run.content.get("source", "")).rpartition("/")[2]

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
    _unnamed: list[Fields] = field(default_factory=list)
    _is_over: bool = False
    """The run has ended; a program that goes on with it may come."""
    _revised: list[tuple[int, Move]] = field(default_factory=list)
    """Moves that became others without anybody telling: the eye came to itself, say."""

    @property
    def standing(self) -> Standing | None:
        """Return how the table stands now; None before the first game."""
        return None if self._standing is None else self._settled(self._standing)

    def take(self, row: Row) -> None:
        """Follow one row; raises RowError naming the row that makes no sense."""
        try:
            match row.kind:
                case "start" if row.begins_run:
                    self.finish()
                    self._run, self._standing, self._is_over = row, None, False
                case "start":
                    self._go_on(row)
                case "game":
                    self._begin(row)
                case "end":
                    self._rows.append(row)
                    self._is_over = True  # what people write later belongs to no game
                case _ if self._standing is not None and not self._is_over:
                    self._rows.append(row)
                    self._standing = self._after(self._standing, row)
                case _:
                    return
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise RowError(f"row {row.seq}: {error}") from error

    def finish(self) -> None:
        """Close the game that is under way."""
        if self._run is not None and self._standing is not None and self._rows:
            standing = self._settled(self._standing)
            self.games.append(PlayedGame(self._run, tuple(self._rows), standing))
        self._rows, self._flags, self._unnamed, self._revised = [], {}, [], []

    def _go_on(self, row: Row) -> None:
        """Go on with a run that a crash or a stop broke off: everything is as it was."""
        if self._standing is None:
            raise RowError(f"row {row.seq}: there is no game to go on with")
        self._rows.append(row)
        self._is_over = False

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
            self._unnamed.append(row.content)
            return standing
        if row.kind == "action":
            name = str(row.content["id"])
            number = step_number(name)
            if "." in name:
                self._revised.append((number, read_move(row.content)))
            if "." in name or number <= standing.moved:
                return standing  # it followed from a correction or an answer
            standing = replace(standing, moved=number - 1)
        self._name_flags(standing)
        happening = self._happening(standing, row)
        return standing if happening is None else self._followed(standing, happening)

    def _followed(self, standing: Standing, happening: Happening) -> Standing:
        """Follow what happened; a revision that does not come of it came before it."""
        if isinstance(happening, Sighting):
            after = follow(standing, happening)
            if self._settled(after) is after:
                self._revised.clear()
                return after
        settled = self._settled(standing)
        self._revised.clear()
        self._name_flags(settled)
        return follow(settled, happening)

    def _settled(self, standing: Standing) -> Standing:
        """Return the standing with the revisions that nothing else has led to."""
        for number, move in self._revised:
            step = next((s for s in standing.steps if s.number == number), None)
            if step is not None and (step.is_void or step.move != move):
                standing = after_truth(standing, number, truth_of(move))
        return standing

    def _happening(  # noqa: C901, PLR0911 - one line for each kind of row
        self, standing: Standing, row: Row
    ) -> Happening | None:
        content, taken_at = row.content, row.taken_at
        match row.kind:
            case "action":
                return acted(content, taken_at)
            case "doubt":
                return Sighting(None, taken_at, standing.frame, doubt=read_doubt(content))
            case "acknowledged":
                return Acknowledged(self._flags.get(str(content["flag"]), 0), taken_at)
            case "let-go":
                number = self._flags.get(str(content["flag"]), 0)
                return LetGo(number, str(content.get("by", "")), taken_at)
            case "answer":
                asked = standing.doubt.id if standing.doubt else 0
                return Answered(asked, int(str(content["choice"])), taken_at)
            case "correction":
                return corrected(content, taken_at)
            case "call":
                return InspectorCalled(taken_at)
            case "pause":
                return Paused(content["begins"] is True, taken_at)
            case "notice":
                return Noted(Notice(str(content["notice"])), taken_at, figures_in(content))
            case "fault":
                return broke(content, taken_at)
            case "mended":
                return Mended(Fault(str(content["fault"])), taken_at)
            case _:
                return None

    def _name_flags(self, standing: Standing) -> None:
        """Remember which derived flag each recorded one is: numbers may differ by release."""
        left = []
        for content in self._unnamed:
            told, step_no = read_violation(content), step_number(str(content["action"]))
            same = [
                number
                for number, (step, flag) in standing.flags.items()
                if (flag.violation.code, flag.violation.cards) == (told.code, told.cards)
                and step.number == step_no
            ]
            self._flags |= {str(content["id"]): number for number in same[-1:]}
            left += [] if same else [content]
        self._unnamed = left if self._revised else []


def replay(rows: Iterable[Row], rules: Rulebook) -> tuple[PlayedGame, ...]:
    """Return every game that rows tell; raises RowError, and RulesError for unknown rules."""
    again = Replay(rules)
    for row in rows:
        again.take(row)
    again.finish()
    return tuple(again.games)
