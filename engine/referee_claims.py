"""Judging what is declared, counted and noticed beside the play."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import DECK
from engine.claims import (
    INCIDENTS,
    Claim,
    Counted,
    DeckSpread,
    DiscardLookedAt,
    DrawCalled,
    GaveUp,
    LeadCalled,
    MatchCalledOver,
    MatchTold,
    Noticed,
    RedealCalled,
    Revealed,
    ScoreTold,
    StrapsCalled,
    TeamWinCalled,
    TimeUsed,
    WinCalled,
)
from engine.clauses import Clause, finding
from engine.first_lead import first_lead, is_by_lowest_trump
from engine.game import match_now
from engine.game_rulings import is_ruling
from engine.integrity import judge_faces
from engine.matches import judge_called_over, judge_score
from engine.moves import Announce
from engine.parameters import Clock
from engine.proof import judge_later_proof
from engine.referee_attack import wrong_leader
from engine.referee_results import judge_draw_called, judge_straps, judge_team_win, judge_win
from engine.seats import Actor
from engine.state import Game, Phase
from engine.verdict import Code, Severity, Verdict, Violation


def judge_claim(game: Game, claim: Claim) -> tuple[Violation, ...]:
    """List everything that is wrong with a claim, cause before consequence; never raises."""
    return tuple(_findings(game, claim))


def judge_announce(game: Game, move: Announce) -> tuple[Violation, ...]:
    """Judge what is told at the table; a ruling of the inspector is nobody's offence."""
    return () if is_ruling(move) else judge_claim(game, move.claim)


def _findings(game: Game, claim: Claim) -> Iterator[Violation]:  # noqa: C901, PLR0911, PLR0912 - one each
    match claim:
        case LeadCalled(seat=seat):
            return _judge_lead_called(game, seat)
        case WinCalled():
            return judge_win(game, claim)
        case TeamWinCalled(team=team):
            return judge_team_win(game, team)
        case DrawCalled():
            return judge_draw_called(game)
        case StrapsCalled(loser=loser):
            return judge_straps(game, loser)
        case RedealCalled():
            return _judge_redeal(game)
        case GaveUp(seat=seat):
            over = game.phase is Phase.OVER
            return iter(() if over else (finding(Code.GAME_GIVEN_UP, seat),))
        case DiscardLookedAt(seat=seat):
            return _judge_discard(game, seat)
        case Revealed(seat=seat, cards=cards):
            proofs, faces = judge_later_proof(game, seat, cards), judge_faces(game, seat, cards)
            return (found for judged in (proofs, faces) for found in judged)
        case Counted():
            return _judge_counts(game, claim)
        case DeckSpread():
            return _judge_deck(claim)
        case TimeUsed():
            return _judge_clock(game, claim)
        case MatchTold():
            return iter(())
        case ScoreTold() | MatchCalledOver():
            return _judge_match(game, claim)
        case Noticed():
            return _judge_noticed(game, claim)


def _judge_lead_called(game: Game, seat: Actor) -> Iterator[Violation]:
    """Judge who is called to lead; over hidden hands a first lead cannot be verified."""
    if game.phase is Phase.OVER:
        yield finding(Code.GAME_ALREADY_OVER, seat)
        return
    if wrong := wrong_leader(game, seat, ()):
        yield wrong
    open_first = game.leader is None and game.last is None and is_by_lowest_trump(game)
    if open_first and first_lead(game, seat).verdict is Verdict.UNVERIFIABLE:
        yield finding(
            Code.FIRST_LEAD_WRONG, seat, severity=Severity.LOG, verdict=Verdict.UNVERIFIABLE
        )


def _judge_redeal(game: Game) -> Iterator[Violation]:
    """Judge a redeal: no rule foresees one; with no trump in any hand the inspector may choose."""
    if game.phase is Phase.OVER:
        return
    nobody = is_by_lowest_trump(game) and game.last is None
    if nobody and first_lead(game, game.players[0]).verdict is Verdict.UNDEFINED:
        clause = Clause.NOBODY_HAS_A_TRUMP
        yield finding(Code.FIRST_LEAD_UNDEFINED, Actor.DEALER, clause=clause)
    else:
        yield finding(Code.REDEAL_NOT_PROVIDED, Actor.DEALER)


def _judge_match(game: Game, claim: ScoreTold | MatchCalledOver) -> Iterator[Violation]:
    """Judge what is said of the match; where nobody told which one it is, nothing can be wrong."""
    match = match_now(game)
    if match is None:
        return
    if isinstance(claim, ScoreTold):
        yield from judge_score(match, (claim.first, claim.second))
    else:
        yield from judge_called_over(match, claim.seat)


def _judge_noticed(game: Game, claim: Noticed) -> Iterator[Violation]:
    """Name what was noticed; a face of the pack that lies elsewhere too is one too many."""
    code = claim.code if claim.code in INCIDENTS else Code.MOVE_OUT_OF_PLACE
    yield finding(code, claim.seat, claim.cards)
    if code is Code.BOXED_CARD:
        yield from judge_faces(game, Actor.DEALER, claim.cards)


def _judge_discard(game: Game, seat: Actor) -> Iterator[Violation]:
    if game.phase is not Phase.OVER:
        yield finding(Code.DISCARD_INSPECTED, seat)


def _judge_counts(game: Game, claim: Counted) -> Iterator[Violation]:
    """Judge a count: the whole pack first, then each pile against the ledger."""
    on_table = len(game.bout.cards) if claim.table is None else claim.table
    seats = set(game.players)
    whole = claim.talon is not None and claim.discard is not None and set(claim.hands) == seats
    if whole and claim.talon is not None and claim.discard is not None:
        others = on_table + len(game.memory.straps)
        total = sum(claim.hands.values()) + claim.talon + claim.discard + others
        if total != len(DECK):
            code = Code.CARD_MISSING if total < len(DECK) else Code.CARD_37TH
            yield finding(code, Actor.DEALER, limit=len(DECK), count=total)
            return
    for seat, count in claim.hands.items():
        held = max(0, game.hand(seat).count)
        if count != held:
            yield finding(Code.HAND_COUNT_MISMATCH, seat, limit=held, count=count)
    if claim.talon is not None and claim.talon != game.talon:
        yield _pile_differs(Code.TALON_COUNT_MISMATCH, game.talon, claim.talon)
    if claim.discard is not None and claim.discard != game.discard.count:
        yield _pile_differs(Code.SWEEP_COUNT_MISMATCH, game.discard.count, claim.discard)


def _judge_deck(claim: DeckSpread) -> Iterator[Violation]:
    """Judge a pack before the match: 36 cards, each face once; a face may have gone unread."""
    twice = tuple(c for c in dict.fromkeys(claim.faces) if claim.faces.count(c) > 1)
    if claim.count != len(DECK):
        yield finding(Code.DECK_COUNT, Actor.DEALER, limit=len(DECK), count=claim.count)
    if twice:
        yield finding(Code.DECK_CONTENT, Actor.DEALER, twice)
    elif len(claim.faces) == claim.count == len(DECK) - 1:
        yield finding(Code.DECK_CONTENT, Actor.DEALER, tuple(DECK.difference(claim.faces)))


def _pile_differs(code: Code, by_ledger: int, counted: int) -> Violation:
    severity = Severity.CALL_INSPECTOR
    return finding(code, Actor.DEALER, limit=by_ledger, count=counted, severity=severity)


def _judge_clock(game: Game, claim: TimeUsed) -> Iterator[Violation]:
    """Judge the clock: where it is hard the game is lost, where it is soft people are reminded."""
    if claim.used_s <= claim.limit_s or game.rules.clock is Clock.NONE:
        return
    if game.rules.clock is Clock.HARD:
        yield finding(Code.TIMEOUT, claim.seat, limit=claim.limit_s, count=claim.used_s)
    else:
        yield finding(
            Code.TIMEOUT,
            claim.seat,
            limit=claim.limit_s,
            count=claim.used_s,
            severity=Severity.LOG,
            verdict=Verdict.LEGAL,
        )
