"""A shoe that reads faces settles what a camera cannot tell; a counting one tells how many."""

from pathlib import Path
from random import Random

import pytest

from engine.cards import DECK, Suit, parse_card
from engine.cases import read_cases
from engine.cases_actions import claim_of, moves_of
from engine.claims import LeadCalled
from engine.house import load_rules
from engine.ledger import hidden_count
from engine.moves import Deal, Draw, Lead, ShowTrump
from engine.referee import judge
from engine.referee_claims import judge_claim
from engine.seats import Actor
from engine.shoe import allowance
from engine.state import HAND_SIZE, Phase
from engine.verdict import Code, Verdict
from hardware.shoe_words import Ability
from hardware.simulators.shoe import FULL_SHOE, ShoeDevice
from tests.engine.table import OpenTable
from tests.hardware.shoe_table import ShoeTable, verdicts

CASES = Path(__file__).parents[3] / "shared" / "field" / "rule-cases.json"
A, B = Actor.A, Actor.B
CASINO = load_rules("casino-by-2001")


def unverifiable_cases():
    if not CASES.exists():
        return []
    every = read_cases(CASES.read_text(encoding="utf-8"))
    return [c for c in every if c.camera is Verdict.UNVERIFIABLE is not c.expected]


def test_the_worked_cases_are_beside_the_checkout():
    if not CASES.exists():
        pytest.skip(f"NO WORKED CASES: {CASES.name} is not beside the checkout")
    assert len(unverifiable_cases()) >= 6


@pytest.fixture
def seated(link):
    """Seat players at a table with a simulated shoe."""
    tables = []

    def seat(rules, seats, **how):
        tables.append(ShoeTable(link, rules, seats, **how))
        return tables[-1]

    yield seat
    for table in tables:
        table.close()


def hands_of(case, trump_card):
    """Return the six cards of each hand: those that the case names, and spare ones."""
    named = {seat: [c for c in case.hands[seat] if c is not None] for seat in case.seats}
    for lying in case.table:
        named[case.attacker].append(lying.attack)
    taken = {card for cards in named.values() for card in cards} | {trump_card}
    spare = iter(
        sorted((c for c in DECK if c not in taken), key=lambda c: (c.suit == case.trump, c))
    )
    return {
        seat: sorted(
            [*cards, *(next(spare) for _ in range(HAND_SIZE - len(cards)))],
            key=lambda c: c == case.trump_card,
        )
        for seat, cards in named.items()
    }


def trump_of(case):
    named = {card for hand in case.hands.values() for card in hand} | {
        lying.attack for lying in case.table
    }
    return case.trump_card or max(c for c in DECK if c.suit == case.trump and c not in named)


@pytest.mark.parametrize("case", unverifiable_cases(), ids=lambda case: case.id)
def test_a_shoe_that_reads_faces_settles_what_the_camera_cannot(seated, case):
    table, trump_card = seated(case.rules, case.seats), trump_of(case)
    hands = hands_of(case, trump_card)
    while (wanted := allowance(table.game)) is not None and wanted.seat is not None:
        hand = hands[wanted.seat]
        table.serve([hand.pop(0) for _ in range(wanted.count)])
    if table.game.talon:
        table.serve([trump_card])
    else:
        table.see(ShowTrump(trump_card))
    if case.table:
        table.see(Lead(case.attacker, tuple(lying.attack for lying in case.table)))

    claim = claim_of(case)
    if claim is not None:
        found = tuple(judge_claim(table.game, claim))
    else:
        (move,) = moves_of(case, table.game)
        found = judge(table.game, move)

    verdict = next((v.verdict for v in found), Verdict.LEGAL)
    assert verdict is case.expected
    assert case.expected is Verdict.LEGAL or {str(v.code) for v in found} & case.codes
    assert isinstance(claim, LeadCalled | None)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_from_the_shoe_leaves_nothing_unverifiable(seated, seed):
    table, honest = seated(CASINO, (A, B)), OpenTable(Random(seed))
    for _ in range(600):
        if honest.game.phase is Phase.OVER:
            break
        move = honest.move()
        play_both(table, honest, move)

    assert honest.game.phase is Phase.OVER
    assert table.game.result == honest.game.result
    assert [v for v in verdicts(table.standing) if v.verdict is Verdict.UNVERIFIABLE] == []
    assert {v.code for v in verdicts(table.standing)} <= {Code.ENDLESS_TAKING}


def play_both(table, honest, move):
    """Play a move at both tables: the honest one knows which cards were dealt."""
    before = {seat: set(cards) for seat, cards in honest.hands.items()}
    honest.play(move)
    if isinstance(move, Deal | Draw):
        seat = move.to if isinstance(move, Deal) else move.seat
        serve_from_shoe(table, sorted(honest.hands[seat] - before[seat]), seat)
    elif isinstance(move, ShowTrump):
        table.serve([move.card])
    else:
        table.see(move)
    assert all(hidden_count(table.game, seat) == 0 for seat in table.game.players)


def serve_from_shoe(table, cards, seat):
    """Pull what can be pulled; the trump card lies on the table and goes to the hand last."""
    trump = table.game.trump_card
    if table.game.trump_lies and trump in cards:
        cards.remove(trump)
        cards.append(trump)
    table.serve(cards, seat=seat)


def test_a_counting_shoe_tells_how_many(seated):
    counting = ShoeDevice(abilities=Ability.COUNTS)
    table = seated(CASINO, (A, B), device=counting)

    table.serve([None, None, None], told=2)  # the camera took three cards for two

    assert table.game.hand(A).count == 3
    assert [v.code for v in verdicts(table.standing)] == [Code.DEAL_PACKET]
    assert table.game.hand(A).known == frozenset()


def test_with_the_interlock_no_card_leaves_that_the_rules_do_not_allow(seated):
    table = seated(CASINO, (A, B))
    assert table.peer.wait_for(lambda p: p.device.allowed == 2)

    assert [table.device.pull(parse_card(face)) for face in ("6c", "7c", "8c")] == [
        *(True, True),
        False,
    ]


def test_every_kind_of_shoe_says_what_it_can(seated):
    table = seated(CASINO, (A, B))
    assert table.peer.wait_for(lambda p: p.device.greeted)
    assert table.peer.wait_for(lambda p: p.device.allowed == 2)

    assert table.shoe.abilities == FULL_SHOE


def test_no_spare_card_stands_twice_in_a_case():
    for case in unverifiable_cases():
        dealt = [c for hand in hands_of(case, trump_of(case)).values() for c in hand]
        assert len(dealt) == len(set(dealt)), case.id
        assert case.trump in set(Suit)
