"""From how the table stands to what the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from dealer_ui.contested import contested
from dealer_ui.snapshot import (
    Condition,
    DrawStep,
    Feed,
    HandShown,
    Health,
    MatchShown,
    MoveLine,
    OpenDoubt,
    OpenFault,
    OpenNotice,
    PairShown,
    Phase,
    Prompt,
    Result,
    Snapshot,
    TableShown,
    ThinkingShown,
)
from dealer_ui.telling import prompt_for, tell
from engine.choices import options_for
from engine.faults import Fault
from engine.findings import Finding, is_shown
from engine.game import match_now
from engine.outlook import outlook
from engine.parameters import Clock
from engine.seats import Actor
from engine.standing import AskedDoubt, Standing, Step
from engine.state import Game
from engine.state import Phase as GamePhase
from engine.thinking import limit_of
from engine.timekeeping import is_running
from engine.watch import JOURNAL_FAULTS

MOVES_SHOWN = 10
NOTICE_S = 60.0
"""A notice is shown for so long."""

CAMERA_FAULTS = frozenset(fault for fault in Fault if fault.startswith("camera-"))
LIGHT_FAULTS = frozenset({Fault.LIGHT_LOST})
SHOE_FAULTS = frozenset({Fault.SHOE_LOST, Fault.SHOE_JAMMED, Fault.SHOE_OPEN})
MODEL_FAULTS = frozenset({Fault.MODEL_BROKEN})

PHASES = {
    GamePhase.BEFORE_DEAL: Phase.SETUP,
    GamePhase.DEALING: Phase.DEAL,
    GamePhase.FIRST_LEAD: Phase.LEAD,
    GamePhase.DRAWING: Phase.DRAW,
    GamePhase.NEXT_LEAD: Phase.LEAD,
    GamePhase.OVER: Phase.OVER,
}


class SnapshotSink(Protocol):
    """Where snapshots go."""

    def publish(self, snapshot: Snapshot) -> None:
        """Show a snapshot."""
        ...


@dataclass(frozen=True, slots=True)
class Sign:
    """What every snapshot of one table carries."""

    table_id: str
    rules: str
    names: tuple[str, ...] = ()
    """Who sits at A and B, where a tournament is played."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a table has beside its camera."""

    light: bool = False
    shoe: bool = False
    journal: bool = False


class ShownTable:
    """A page that turns every standing into a snapshot for the hub."""

    def __init__(
        self,
        sign: Sign,
        has: Equipment,
        sink: SnapshotSink,
        wall_clock: Callable[[], datetime],
    ) -> None:
        """Give the snapshots numbers from 1, and dates by the wall clock."""
        self._has = has
        self.health = Health()
        self.feed = Feed.LIVE
        self.handled_command = 0
        self.seen_at = 0.0
        """Camera time of the newest frame, in seconds."""
        self.dealer_now: Callable[[], str] = str
        """Says who deals; nothing where that is not known."""
        self._sign = sign
        self._sink = sink
        self._wall_clock = wall_clock
        self._sequence = 0

    def publish(self, standing: Standing) -> None:
        """Show how the table stands now."""
        self._sequence += 1
        self._sink.publish(
            replace(
                snapshot_of(standing, self._sign.names),
                sequence=self._sequence,
                wall_time=self._wall_clock(),
                table_id=self._sign.table_id,
                rules=self._sign.rules,
                feed=self.feed,
                notices=tuple(self._notices(standing)),
                health=self._health_now(standing),
                handled_command=self.handled_command,
                dealer=self.dealer_now(),
            )
        )

    def _notices(self, standing: Standing) -> Iterator[OpenNotice]:
        """Yield what was noticed a short while ago."""
        for note in standing.noted:
            if self.seen_at - note.taken_at <= NOTICE_S:
                yield OpenNotice(note.notice, note.taken_at, note.figures)

    def _health_now(self, standing: Standing) -> Health:
        broken = {thing.fault for thing in standing.faults}
        return replace(
            self.health,
            camera=_condition(broken, CAMERA_FAULTS),
            light=_condition(broken, LIGHT_FAULTS, present=self._has.light),
            shoe=_condition(broken, SHOE_FAULTS, present=self._has.shoe),
            journal=_condition(broken, JOURNAL_FAULTS, present=self._has.journal),
            model=_condition(broken, MODEL_FAULTS),
        )


def _condition(
    broken: AbstractSet[Fault], faults: AbstractSet[Fault], *, present: bool = True
) -> Condition:
    if not present:
        return Condition.ABSENT
    return Condition.FAULTY if broken & faults else Condition.WORKING


def snapshot_of(standing: Standing, names: tuple[str, ...] = ()) -> Snapshot:
    """Return what a page shows of a standing; the caller numbers and dates it."""
    gravest_first = sorted(standing.open, key=lambda f: (-f.violation.severity, f.id))
    return Snapshot(
        sequence=0,
        taken_at=standing.taken_at,
        wall_time=datetime.min,  # noqa: DTZ901 - the caller dates it
        table_id="",
        rules="",
        signal=standing.signal,
        phase=phase_of(standing.game),
        prompts=(
            *(_prompt(finding, standing.game) for finding in gravest_first),
            *map(_contested, contested(standing)),
        ),
        doubt=None if standing.doubt is None else _doubt(standing.doubt),
        faults=tuple(
            OpenFault(b.fault, b.detail, b.zones, b.figures, b.cause) for b in standing.faults
        ),
        table=replace(table_of(standing), match=_match(standing.game, names)),
        result=_result_of(standing.game),
        moves=tuple(_line(step, standing) for step in standing.steps[-MOVES_SHOWN:]),
        moves_from=standing.steps[0].number if standing.steps else 0,
    )


def _contested(finding: Finding) -> Prompt:
    told = prompt_for(finding.violation, finding.id, acknowledged=True)
    return replace(told, contested=True)


def _prompt(finding: Finding, game: Game) -> Prompt:
    violation = finding.violation
    choices = options_for(game, violation)
    return prompt_for(violation, finding.id, acknowledged=finding.acknowledged, choices=choices)


def _doubt(asked: AskedDoubt) -> OpenDoubt:
    return OpenDoubt(asked.id, asked.doubt.question, tuple(map(tell, asked.doubt.answers)))


def phase_of(game: Game) -> Phase:
    """Say what the table waits for."""
    if game.phase is not GamePhase.BOUT:
        return PHASES[game.phase]
    if game.bout.taking:
        return Phase.TAKE
    if game.bout.unbeaten:
        return Phase.BEAT
    return Phase.SWEEP if outlook(game).actor is Actor.DEALER else Phase.THROW


def table_of(standing: Standing) -> TableShown:
    """Return the small table of a standing."""
    game = standing.game
    ahead = outlook(game)
    return TableShown(
        pairs=tuple(PairShown(pair.attack, pair.defence) for pair in game.bout.pairs),
        trump=game.trump,
        trump_card=game.trump_card if game.trump_lies else None,
        talon=game.talon,
        discard=game.discard.count,
        hands=tuple(HandShown(seat, max(0, game.hand(seat).count)) for seat in game.players),
        attacker=game.bout.attacker,
        defender=game.bout.defender,
        turn=ahead.actor,
        cap_left=ahead.cap_left if game.bout.attacker is not None else None,
        draws=_draws_of(game),
        thinking=_thinking(standing),
        is_paused=standing.thinking.is_paused,
        is_called=standing.is_called,
    )


def _match(game: Game, names: tuple[str, ...]) -> MatchShown | None:
    """Return the match as it stands, a game that is over counted."""
    now = match_now(game)
    if now is None:
        return None
    return MatchShown(now.name, names, now.wins, now.draws, now.target, now.is_over)


def _thinking(standing: Standing) -> ThinkingShown | None:
    clock, limit_s = standing.thinking, limit_of(standing.game)
    if clock.seat is None or limit_s is None:
        return None
    return ThinkingShown(
        clock.seat,
        int(clock.used_s),
        limit_s,
        is_over=clock.is_over,
        is_running=is_running(standing),
        is_soft=standing.game.rules.clock is Clock.SOFT,
    )


def _draws_of(game: Game) -> tuple[DrawStep, ...]:
    """Return the draw order between bouts: what was drawn is ticked off, what is due is not."""
    if not game.is_between_bouts or game.last is None:
        return ()
    due = {step.seat: step.count for step in game.due()}
    steps = []
    around = [seat for seat in game.clockwise(game.last.attacker) if seat != game.last.defender]
    for seat in (*around, game.last.defender):
        if drawn := game.hand(seat).drawn:
            steps.append(DrawStep(seat, drawn, done=True))
        if seat in due:
            steps.append(DrawStep(seat, due[seat]))
    return tuple(steps)


def _result_of(game: Game) -> Result | None:
    if game.result is None:
        return None
    first = () if game.result.winner is None else (game.result.winner,)
    return Result(game.result.team or first, game.result.loser)


def _line(step: Step, standing: Standing) -> MoveLine:
    shown = [flag for flag in (*step.flags, *step.withdrawn) if is_shown(flag.violation)]
    hold = dict.fromkeys(f.violation.code for f in shown if f.id in standing.flags)
    withdrawn = dict.fromkeys(f.violation.code for f in shown if f.violation.code not in hold)
    return MoveLine(
        step.number,
        step.taken_at,
        tell(step.move),
        next(iter(hold), None),
        tuple(withdrawn),
        is_void=step.is_void,
        is_corrected=len(step.namings) > 1 or step.revision > 0,
    )
