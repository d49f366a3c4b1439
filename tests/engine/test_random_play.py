"""Laws that hold in every game: 36 cards, each somewhere once; honest play earns no flag."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from engine.game import apply, new_game
from engine.ledger import broken_laws, may_hold, must_hold
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from engine.notation import parse_move, parse_position, print_move, print_position
from engine.outlook import outlook
from engine.referee import judge
from engine.seats import Actor
from engine.state import Phase
from engine.verdict import Code, Severity, Verdict
from tests.engine.builders import CASINO
from tests.engine.table import A, B, OpenTable

CARD = st.sampled_from(sorted(DECK))
CARDS = st.lists(CARD, max_size=4).map(tuple)
SOME_CARDS = st.lists(CARD, min_size=1, max_size=4).map(tuple)
SEAT = st.sampled_from([A, B, A, B, Actor.DEALER, Actor.UNKNOWN])
COUNT = st.integers(-1, 7)
ANY_MOVE = st.one_of(
    st.builds(Deal, SEAT, COUNT),
    st.builds(ShowTrump, CARD),
    st.builds(Lead, SEAT, SOME_CARDS),
    st.builds(ThrowIn, SEAT, SOME_CARDS),
    st.builds(Beat, SEAT, CARD, CARD),
    st.builds(SayBeaten, SEAT),
    st.builds(SayTakes, SEAT),
    st.builds(Take, SEAT, CARDS),
    st.builds(Sweep, SEAT, CARDS),
    st.builds(Draw, SEAT, COUNT, CARDS),
    st.builds(Withdraw, SEAT, CARD),
    st.builds(Return, SEAT, COUNT),
)


def lawful_games(steps):
    """Return tables after some lawful moves."""
    return st.tuples(st.randoms(use_true_random=True), st.integers(0, steps)).map(
        lambda drawn: played_on(OpenTable(drawn[0]), drawn[1])
    )


def played_on(table, steps):
    while steps and table.game.phase is not Phase.OVER:
        table.play(table.move())
        steps -= 1
    return table


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=True))
def test_honest_play_earns_no_flag_and_ends_in_the_right_result(chance):
    table = OpenTable(chance)
    for _ in range(600):
        if table.game.phase is Phase.OVER:
            break
        move = table.move()
        for violation in judge(table.game, move):
            if violation.code is not Code.ENDLESS_TAKING:
                assert violation.verdict is Verdict.UNVERIFIABLE, (print_move(move), violation)
                assert violation.severity is Severity.LOG
        table.play(move)
        assert broken_laws(table.game) == ()
        assert [h.count for h in table.game.hands] == [len(table.hands[A]), len(table.hands[B])]
        assert table.game.talon == len(table.pack)
    if table.game.phase is Phase.OVER:
        out = [seat for seat in (A, B) if not table.hands[seat]]
        assert table.game.result.winner == (out[0] if len(out) == 1 else None)


@settings(max_examples=40, deadline=None)
@given(lawful_games(200))
def test_the_ledger_claims_nothing_about_hands_that_is_not_so(table):
    for seat in (A, B):
        held = frozenset(table.hands[seat])
        assert must_hold(table.game, seat, DECK) <= held <= may_hold(table.game, seat, DECK)
    assert table.game.discard.known == table.out


def unlawful_cards(table):
    """Return every single card that a player could lay wrongly now, each as a move."""
    game = table.game
    for seat in (A, B):
        for card in sorted(table.hands[seat]):
            moves = [ThrowIn(seat, (card,)), *(Beat(seat, card, c) for c in game.bout.cards)]
            yield from (
                (move, Withdraw(seat, card))
                for move in moves
                if any(v.severity >= Severity.STOP for v in judge(game, move))
                and apply(game, move) != game
            )


@settings(max_examples=40, deadline=None)
@given(lawful_games(150))
def test_a_card_laid_unlawfully_and_taken_back_leaves_the_game_as_it_was(table):
    for wrong, back in unlawful_cards(table):
        laid = apply(table.game, wrong)

        assert judge(laid, back) == ()
        if not laid.bout.early:
            assert without_knowledge(apply(laid, back)) == without_knowledge(table.game)


def without_knowledge(game):
    """Return a game without what was seen of hands: whoever takes a card back has shown it."""
    hands = tuple(replace(h, known=frozenset()) for h in game.hands)
    return replace(game, hands=hands, memory=replace(game.memory, trumped=()))


@settings(max_examples=100, deadline=None)
@given(lawful_games(60), st.lists(ANY_MOVE, max_size=25))
def test_no_move_breaks_the_laws_or_the_referee(table, moves):
    game = table.game
    for move in moves:
        for violation in judge(game, move):
            assert violation.verdict is not Verdict.LEGAL
        game = apply(game, move)
        assert broken_laws(game) == (), print_move(move)
        assert outlook(game).phase is game.phase
        assert parse_position(print_position(game), CASINO) == game


@settings(max_examples=40, deadline=None)
@given(ANY_MOVE)
def test_a_move_is_read_back_from_its_word(move):
    assume(getattr(move, "count", 0) >= 0)

    assert parse_move(print_move(move)) == move


@given(st.sampled_from([1, 2]), st.sampled_from([A, B, None]))
def test_a_new_game_starts_whole(game_no, winner):
    assert broken_laws(new_game(CASINO, game_no=game_no, previous_winner=winner)) == ()
