"""A game record replayed and judged, move by move, beside what the record itself says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.claims import DrawCalled, TeamWinCalled, WinCalled
from engine.clauses import finding
from engine.faults import Cause
from engine.findings import is_shown
from engine.game import Game, apply, new_game
from engine.house import HouseRules, RulesError, load_rules
from engine.matches import counts_draws
from engine.moves import Move, SayBeaten, SayTakes
from engine.record import Entry, Flag, GameRecord, Obscured, Outcome, Undo
from engine.referee import judge
from engine.referee_claims import judge_claim
from engine.seats import PLAYERS, Actor
from engine.tournament_bracket import Stage
from engine.tournament_targets import targets_of
from engine.verdict import Code, Violation

STAGES = {
    **{str(stage): stage for stage in Stage},
    "prelim": Stage.PRELIMINARY,
    "quarter-final": Stage.QUARTERFINAL,
    "semi-final": Stage.SEMIFINAL,
    "third_place": Stage.THIRD_PLACE,
}
"""Stages by the names that a header may use."""


@dataclass(frozen=True, slots=True)
class JudgedEntry:
    """A move of the record: its part, what the referee says, and whether it was taken back."""

    part: int
    entry: Entry
    found: tuple[Violation, ...] = ()
    is_undone: bool = False

    @property
    def unflagged(self) -> tuple[Violation, ...]:
        """Findings that people should hear of and that the record does not name."""
        flagged = {flag.code for flag in self.entry.flags}
        return tuple(v for v in self.found if is_shown(v) and v.code not in flagged)

    @property
    def unfounded(self) -> tuple[Flag, ...]:
        """Flags of the record that the referee does not find, or not with that verdict."""
        found = {(violation.code, violation.verdict) for violation in self.found}
        return tuple(f for f in self.entry.flags if (f.code, f.verdict) not in found)


@dataclass(frozen=True, slots=True)
class JudgedRecord:
    """A whole record, judged; `game` is the position at its end."""

    entries: tuple[JudgedEntry, ...]
    game: Game
    frame: tuple[Violation, ...] = ()
    """What is wrong with headers, score and stage."""
    outcome_agrees: bool = True
    ending: tuple[Violation, ...] = ()
    """What is wrong with the result that it declares."""

    @property
    def agrees(self) -> bool:
        """Whether the record says what the referee says, everywhere."""
        flags = any(one.unflagged or one.unfounded for one in self.entries)
        return not flags and not self.frame and self.outcome_agrees


def rules_of(record: GameRecord) -> HouseRules:
    """Return the house rules that a record names; raises RulesError, also for another version."""
    label = record.header("Profile")
    if label is None:
        raise RulesError("the record has no header Profile", Cause("rules-headless", ""))
    rules = load_rules(label.partition("@")[0])
    if "@" in label and label != rules.label:
        told = f"the record was judged by {label}; there is {rules.label}"
        raise RulesError(told, Cause("rules-other", label), rules.label)
    return rules


def judge_record(record: GameRecord, rules: HouseRules | None = None) -> JudgedRecord:
    """Replay a record and judge every move; raises RulesError where its rules are not known."""
    start = _start(record, rules or rules_of(record))
    judged: list[JudgedEntry] = []
    game = start
    for part in record.parts:
        for entry in part.entries:
            if isinstance(entry.what, Undo):
                judged.append(JudgedEntry(part.number, entry))
                judged, game = _rejudged(start, _taken_back(judged, entry.what.move))
            else:
                one, game = _judged(game, JudgedEntry(part.number, entry))
                judged.append(one)
    agrees = _outcome_agrees(game, record.outcome)
    ending = () if agrees else _judge_outcome(game, record.outcome)
    return JudgedRecord(tuple(judged), game, tuple(_frame(record)), agrees, ending)


def _judged(game: Game, one: JudgedEntry) -> tuple[JudgedEntry, Game]:
    move = one.entry.what
    if isinstance(move, Undo | Obscured):
        return one, game
    return JudgedEntry(one.part, one.entry, judge(game, move)), apply(game, move)


def _taken_back(judged: list[JudgedEntry], move: Move) -> list[JudgedEntry]:
    """Mark the last such move; what the referee said of it then stays."""
    for number in reversed(range(len(judged))):
        one = judged[number]
        if one.entry.what == move and not one.is_undone:
            return [*judged[:number], replace(one, is_undone=True), *judged[number + 1 :]]
    return judged


def _rejudged(start: Game, judged: Iterable[JudgedEntry]) -> tuple[list[JudgedEntry], Game]:
    game, again = start, []
    for one in judged:
        if one.is_undone:
            again.append(one)
        else:
            fresh, game = _judged(game, one)
            again.append(fresh)
    return again, game


def _start(record: GameRecord, rules: HouseRules) -> Game:
    """Return the game before its deal, as the headers tell it."""
    seats = [seat for seat in PLAYERS if record.header(seat) is not None]
    players = PLAYERS[: max(len(seats), min(rules.players))]
    number = record.header("Game") or "1"
    leads, by = record.header("FirstLead"), record.header("FirstLeadBy")
    winner = Actor(leads) if by == "winner_prev" and leads in players else None
    moves = [entry.what for part in record.parts for entry in part.entries]
    return new_game(
        rules,
        players,
        int(number) if number.isdecimal() else 1,
        winner,
        calls_heard=any(isinstance(move, SayBeaten | SayTakes) for move in moves),
    )


def _frame(record: GameRecord) -> Iterator[Violation]:
    stage, target = STAGES.get((record.header("Stage") or "").lower()), record.header("Target")
    wins = targets_of(record.header("Profile") or "")
    if stage is not None and target is not None and target != str(wins[stage]):
        count = int(target) if target.isdecimal() else None
        yield finding(Code.STAGE_WRONG, Actor.DEALER, limit=wins[stage], count=count)
    yield from _score(record)


def _score(record: GameRecord) -> Iterator[Violation]:
    """Compare the score after the game with the one before it: only a win counts (R013)."""
    before = (record.header("Score") or "").partition("-")
    outcome = record.outcome
    if outcome is None or outcome.score is None or not _is_score(before):
        return
    wins = (
        int(before[0]) + (outcome.winners == (Actor.A,)),
        int(before[2]) + (outcome.winners == (Actor.B,)),
    )
    if outcome.score != wins:
        drawn = counts_draws(outcome.score, wins, int(not outcome.winners))
        code = Code.SCORE_DRAW_COUNTED if drawn else Code.SCORE_WRONG
        yield finding(code, Actor.DEALER, count=sum(outcome.score), limit=sum(wins))


def _is_score(parts: tuple[str, str, str]) -> bool:
    return parts[0].isdecimal() and parts[2].isdecimal()


def _judge_outcome(game: Game, outcome: Outcome | None) -> tuple[Violation, ...]:
    """Judge the result that a record declares; one that declares none breaks no rule."""
    if outcome is None or not outcome.is_finished:
        return ()
    if outcome.fool is not None:
        return judge_claim(game, WinCalled(None, loser=outcome.fool))
    if not outcome.winners:
        return judge_claim(game, DrawCalled())
    if game.rules.teams is not None:
        return judge_claim(game, TeamWinCalled(outcome.winners))
    return judge_claim(game, WinCalled(outcome.winners[0]))


def _outcome_agrees(game: Game, outcome: Outcome | None) -> bool:
    """Tell whether a record ends as the game does; one that is unfinished has no result."""
    if outcome is None:
        return True
    result = game.result
    if result is None or not outcome.is_finished:
        return result is None and not outcome.is_finished
    if outcome.fool is not None:
        return outcome.fool == result.loser
    won = result.team or (() if result.winner is None else (result.winner,))
    return set(outcome.winners) == set(() if result.is_draw and len(game.players) == 2 else won)
