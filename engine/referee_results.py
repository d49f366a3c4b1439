"""Judging results that are declared (125.5; R090-R096, R120, R121)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Rank
from engine.claims import WinCalled
from engine.clauses import finding
from engine.game import apply
from engine.moves import Sweep, Take
from engine.parameters import TeamWin
from engine.results import are_two_sixes
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Severity, Verdict, Violation


def settled(game: Game) -> Game:
    """Return the game with the bout that lies there brought to its end, where that is clear."""
    bout = game.bout
    if not bout.runs:
        return game
    if not bout.unbeaten and not bout.taking:
        return apply(game, Sweep(Actor.DEALER, bout.cards))
    return apply(game, Take(bout.defender, bout.cards))


def _early(game: Game) -> Iterator[Violation]:
    """Yield why no result can be declared yet, whatever it is."""
    bout = game.bout
    if game.talon > 0:
        yield finding(Code.RESULT_TALON_NOT_EMPTY, Actor.DEALER, count=game.talon)
    elif bout.unbeaten and not bout.taking and game.rules.draw_allowed and _may_be_drawn(game):
        yield finding(Code.LAST_CARDS_NOT_ANSWERED, bout.defender, bout.unbeaten)


def _may_be_drawn(game: Game) -> bool:
    """Tell whether the answer to the last attack decides between a win and a draw."""
    bout = game.bout
    others = [seat for seat in game.players if seat != bout.defender]
    all_out = all(game.hand(seat).count <= 0 for seat in others)
    return all_out and game.hand(bout.defender).count == len(bout.unbeaten)


def judge_win(game: Game, claim: WinCalled) -> Iterator[Violation]:
    """Judge a winner, or a loser, that was declared."""
    if early := tuple(_early(game)):
        yield from early
        return
    after = settled(game)
    result = after.result
    named = claim.winner or claim.loser or Actor.UNKNOWN
    if result is None:
        yield from _judge_unfinished(after, claim)
    elif result.is_draw and not _went_first(after, claim.winner):
        yield finding(Code.RESULT_DRAW_EXPECTED, Actor.DEALER)
    elif claim.loser is not None and claim.loser != result.loser:
        yield finding(Code.RESULT_WRONG_WINNER, claim.loser)
    elif claim.winner is not None and not _went_first(after, claim.winner):
        yield finding(Code.RESULT_WRONG_WINNER, named)


def _went_first(game: Game, seat: Actor | None) -> bool:
    """Tell whether a player is among the first who went out, or won with sixes."""
    result = game.result
    if result is None or seat is None:
        return False
    alone = len(result.places) > 1 and seat in result.places[0]
    return seat in {result.winner, *result.team} or alone


def _judge_unfinished(game: Game, claim: WinCalled) -> Iterator[Violation]:
    """Judge a win before the game is over: the first who is out has won already (R094)."""
    if claim.winner is None or claim.loser is not None:
        yield finding(Code.RESULT_NOT_REACHED, claim.loser or Actor.DEALER)
    elif game.hand(claim.winner).count > 0:
        yield from _judge_hung(game, claim.winner)
    elif game.memory.exits and game.memory.exits[0].seat != claim.winner:
        first = game.memory.exits[0].bout_no
        if all(gone.bout_no != first for gone in game.memory.exits if gone.seat == claim.winner):
            yield finding(Code.RESULT_WRONG_WINNER, claim.winner)


def _judge_hung(game: Game, winner: Actor) -> Iterator[Violation]:
    """Judge a winner who still holds cards: two sixes win where the house has it (R121)."""
    held = game.hand(winner)
    two_left = sum(hand.count > 0 for hand in game.hands) == 2
    if not (game.rules.pogony_win and two_left and held.count == 2):
        yield finding(Code.RESULT_WRONG_WINNER, winner)
    else:  # were both known to be sixes, the game would be over
        known = any(card.rank is not Rank.SIX for card in held.known)
        yield finding(
            Code.RESULT_WRONG_WINNER,
            winner,
            severity=Severity.STOP if known else Severity.LOG,
            verdict=Verdict.ILLEGAL if known else Verdict.UNVERIFIABLE,
        )


def judge_team_win(game: Game, team: tuple[Actor, ...]) -> Iterator[Violation]:
    """Judge a team that was declared the winner (R095)."""
    if early := tuple(_early(game)):
        yield from early
        return
    after = settled(game)
    left = [seat for seat in team if after.hand(seat).count > 0]
    first_wins = after.rules.team_win is TeamWin.FIRST_OUT and len(left) < len(team)
    result = after.result
    if left and not first_wins:
        yield finding(Code.RESULT_TEAM_NOT_FINISHED, left[0])
    elif result is not None and result.is_draw:
        yield finding(Code.RESULT_DRAW_EXPECTED, Actor.DEALER)
    elif result is None or set(result.team) != set(team):
        yield finding(Code.RESULT_WRONG_WINNER, team[0] if team else Actor.UNKNOWN)


def judge_draw_called(game: Game) -> Iterator[Violation]:
    """Judge a draw that was declared (R092-R094, R096)."""
    if early := tuple(_early(game)):
        yield from early
        return
    after = settled(game)
    everybody_out = all(hand.count <= 0 for hand in after.hands)
    if everybody_out and not after.rules.draw_allowed:
        yield finding(Code.RESULT_DRAW_NOT_ALLOWED, Actor.DEALER)
    elif after.result is None:
        yield finding(Code.RESULT_NOT_REACHED, Actor.DEALER)
    elif not after.result.is_draw:
        yield finding(Code.RESULT_WRONG_WINNER, after.result.loser or Actor.DEALER)


def judge_straps(game: Game, loser: Actor) -> Iterator[Violation]:
    """Judge the label of a fool with straps: the last attack on the loser was two sixes (R120)."""
    bout = game.bout
    after = settled(game)
    attacks = tuple(pair.attack for pair in bout.pairs)
    two_sixes = are_two_sixes(attacks) if bout.runs else bool(after.last and after.last.two_sixes)
    result = after.result
    lost = result is not None and result.loser == loser
    if not (after.rules.pogony_label and two_sixes and lost):
        yield finding(Code.LABEL_WRONG, loser)
