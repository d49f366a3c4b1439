"""Correction: a person says what a move truly was, and everything after it is judged anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, parse_card
from engine.correcting import after_correction, after_truth
from engine.deeds import Deed, deed_of
from engine.game import new_game
from engine.ledger import broken_laws
from engine.moves import Beat, Sweep, Take
from engine.notation import parse_move, print_move
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.standing import Standing, after_acknowledging, after_sighting
from engine.truths import TELLABLE, Truth, faces_laid
from tests.engine.builders import AFTER_DEAL, CASINO
from tests.engine.table import OpenTable

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER
DEALT = (*AFTER_DEAL, "^6h")
FIRST = len(DEALT) + 1
"""The number of the first move after the deal."""


def cards(names):
    return tuple(parse_card(name) for name in names.split())


def read(*words, game=None):
    """Return the standing after these moves were read off the table."""
    start = new_game(CASINO) if game is None else game
    return seen(Standing(start=start, game=start), *(parse_move(word) for word in words))


def seen(standing, *moves):
    for move in moves:
        standing = after_sighting(standing, Sighting(move, standing.taken_at + 1, 0))
    return standing


def words(standing):
    """Return the moves as they stand after the deal; what was none is left out."""
    return [print_move(s.move) for s in standing.steps if s.number >= FIRST and not s.is_void]


def codes(standing):
    """Return the flags that hold after the deal, with the number of their move."""
    return [
        (step.number - FIRST, str(flag.violation.code))
        for step, flag in standing.flags.values()
        if step.number >= FIRST
    ]


@dataclass(frozen=True, slots=True)
class Case:
    """Moves as they were read, which of them was wrong and how, and what follows."""

    name: str
    read: tuple[str, ...]
    wrong: int
    truth: Truth | None
    moves: tuple[str, ...]
    flags: tuple[tuple[int, str], ...] = ()
    withdrawn: tuple[tuple[int, str], ...] = ()


CASES = (
    Case(
        "a beat was read in a wrong suit",
        ("A>7c", "B:9s/7c"),
        1,
        Truth(cards=cards("9c")),
        ("A>7c", "B:9c/7c"),
        withdrawn=((1, "BEAT_WRONG_SUIT"),),
    ),
    Case(
        "the attack was another card, and whatever beat it or took it knew it by the wrong name",
        ("A>7c", "B:9s/7c", "="),
        0,
        Truth(cards=cards("7s")),
        ("A>7s", "B:9s/7s", "="),
        withdrawn=((1, "BEAT_WRONG_SUIT"),),
    ),
    Case(
        "the attack was another card, and now the beat is wrong",
        ("A>7c", "B:9c/7c"),
        0,
        Truth(cards=cards("Tc")),
        ("A>Tc", "B:9c/Tc"),
        flags=((1, "BEAT_NOT_HIGHER"),),
    ),
    Case(
        "a card that was taken back is known by its true name",
        ("A>7c", "B:9s/7c", "~B:9s"),
        1,
        Truth(cards=cards("8s")),
        ("A>7c", "B:8s/7c", "~B:8s"),
        flags=((1, "BEAT_WRONG_SUIT"),),
    ),
    Case(
        "somebody else threw in",
        ("A>7c", "B:9c/7c", "B+9d"),
        2,
        Truth(seat=A),
        ("A>7c", "B:9c/7c", "A+9d"),
        withdrawn=((2, "THROW_BY_DEFENDER"),),
    ),
    Case(
        "a card was laid beside and not over",
        ("A>7c", "A:7d/7c"),
        1,
        Truth(deed=Deed.THROW, seat=A),
        ("A>7c", "A+7d"),
        withdrawn=((1, "BEAT_NOT_DEFENDER"),),
    ),
    Case(
        "what was read as sweeping was a take",
        ("A>7c", "=[7c]"),
        1,
        Truth(deed=Deed.TAKE),
        ("A>7c", "=B[7c]"),
        withdrawn=((1, "SWEEP_UNBEATEN"),),
    ),
    Case(
        "a glint was no card, and was not taken either",
        ("A>7c", "A+9d", "=B[7c9d]"),
        1,
        None,
        ("A>7c", "=B[7c]"),
        withdrawn=((1, "THROW_RANK_NOT_ON_TABLE"),),
    ),
    Case(
        "the lead was no move, so the next card led",
        ("A>7c", "A+7d", "B:9d/7d"),
        0,
        None,
        ("A>7d", "B:9d/7d"),
    ),
    Case(
        "a beat over what never lay there makes no sense, is flagged and survived",
        ("A>7c", "B:9c/7c", "=[7c9c]"),
        0,
        None,
        ("B:9c/7c", "=[7c9c]"),
        flags=((1, "MOVE_OUT_OF_PLACE"), (2, "MOVE_OUT_OF_PLACE")),
    ),
    Case(
        "a face that lies there already lies there twice",
        ("A>7c", "B:9c/7c"),
        1,
        Truth(cards=cards("7c")),
        ("A>7c", "B:7c/7c"),
        flags=((1, "CARD_DUPLICATE_SEEN"),),
    ),
    Case(
        "the table was not swept, so the next lead came too soon",
        ("A>7c", "B:9c/7c", "=[7c9c]", "B>6d"),
        2,
        None,
        ("A>7c", "B:9c/7c", "B>6d"),
        flags=((3, "SWEEP_MISSED"), (3, "DRAW_SKIPPED")),
    ),
    Case(
        "the cards were not taken, so the next lead was thrown in",
        ("A>7c", "=B[7c]", "A>6d"),
        1,
        None,
        ("A>7c", "A+6d"),
        flags=((2, "THROW_RANK_NOT_ON_TABLE"),),
    ),
    Case(
        "what was heard was a card that was thrown in, and it was taken with the others",
        ("A>7c", "A.", "=B[7c]"),
        1,
        Truth(deed=Deed.THROW, cards=cards("7d")),
        ("A>7c", "A+7d", "=B[7c7d]"),
    ),
    Case(
        "a take is of the cards that a person names, whatever lay there",
        ("A>7c", "A."),
        1,
        Truth(deed=Deed.TAKE, seat=B, cards=cards("Td")),
        ("A>7c", "=B[Td]"),
        flags=((1, "TAKE_PARTIAL"),),
    ),
    Case(
        "what cannot be told leaves the move as it was",
        ("A>7c", "=B[7c]"),
        1,
        Truth(deed=Deed.LEAD),
        ("A>7c", "=B[7c]"),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_follows_from_a_correction(case):
    before = read(*DEALT, *case.read)
    after = after_truth(before, FIRST + case.wrong, case.truth)
    assert words(after) == [print_move(parse_move(word)) for word in case.moves]
    assert set(case.flags) <= set(codes(after))
    assert not set(case.withdrawn) & set(codes(after))
    fallen = [(step, flag.violation) for step in after.steps for flag in step.withdrawn]
    assert set(case.withdrawn) <= {(step.number - FIRST, str(v.code)) for step, v in fallen}
    assert not any(v in [f.violation for f in step.flags] for step, v in fallen)
    assert broken_laws(after.game) == ()


def test_of_two_cards_that_went_by_one_name_the_open_one_was_beaten():
    told = read(*DEALT, "A>7c", "B:9c/7c", "A+9d", "B:Td/9d")
    for place, card in ((2, "7c"), (3, "Qc"), (0, "7s")):
        told = after_truth(told, FIRST + place, Truth(cards=cards(card)))
    assert words(told) == ["A>7s", "B:9c/7s", "A+7c", "B:Qc/7c"]


def doubted(standing, *answers):
    doubt = Doubt("which-card", tuple(parse_move(word) for word in answers))
    return after_sighting(standing, Sighting(None, standing.taken_at + 1, 0, doubt=doubt))


def test_a_doubt_that_is_asked_again_is_the_same_doubt():
    asked = doubted(read(*DEALT, "A>7c"), "B:9c/7c", "B:Tc/7c")

    assert doubted(asked, "B:9c/7c", "B:Tc/7c").doubt == asked.doubt


def test_a_correction_with_a_doubt_open_drops_the_doubt_and_no_move():
    asked = doubted(read(*DEALT, "A>7c"), "B:9c/7c", "B:Tc/7c")

    after = after_correction(asked)

    assert after.doubt is None
    assert words(after) == ["A>7c"]


@pytest.mark.parametrize(
    ("truth", "answers"),
    [
        (Truth(cards=cards("8c")), ["B:9c/8c", "B:Tc/8c"]),
        (Truth(seat=B), ["B:9c/7c", "B:Tc/7c"]),
    ],
    ids=["the card that it asks about is another", "the card is what it was"],
)
def test_an_open_question_names_the_cards_that_truly_lie_there(truth, answers):
    asked = doubted(read(*DEALT, "A>7c"), "B:9c/7c", "B:Tc/7c")

    after = after_truth(asked, FIRST, truth)

    assert [print_move(move) for move in after.doubt.doubt.answers] == answers
    assert (after.doubt == asked.doubt) is (truth.cards is None)


def test_what_is_acknowledged_twice_or_was_never_found_changes_nothing():
    wrong = read(*DEALT, "A>7c", "B:9s/7c")
    seen_once = after_acknowledging(wrong, wrong.open[0].id)

    assert after_acknowledging(seen_once, wrong.open[0].id) == seen_once
    assert after_acknowledging(wrong, 99) == wrong


PLAYERS_OR_NOBODY = st.sampled_from([None, A, B])
TRUTHS = st.none() | st.builds(
    Truth,
    deed=st.none() | st.sampled_from(sorted(TELLABLE)),
    seat=PLAYERS_OR_NOBODY,
    cards=st.none() | st.lists(st.sampled_from(sorted(DECK)), max_size=2).map(tuple),
    on=st.none() | st.sampled_from(sorted(DECK)),
    count=st.none() | st.integers(1, 4),
)
GAMES = st.builds(Random, st.integers(0, 999))


@dataclass
class Misreading:
    """A lawful game, and how an eye told it that takes some cards for others."""

    chance: Random
    length: int

    def __post_init__(self):
        self.table = OpenTable(self.chance, calls_heard=True)
        self.told = self.right = Standing(start=self.table.game, game=self.table.game)
        self.names = {}
        """What the cards on the table were taken for."""
        self.wrong = {}
        """The moves that were told wrong, by number, as they truly were."""
        while len(self.right.steps) < self.length and self.table.game.result is None:
            self.step(self.table.move())

    def step(self, move):
        self.table.play(move)
        self.right = seen(self.right, move)
        read = self.misread(move)
        self.told = seen(self.told, read)
        if self.named(move) != read:
            self.wrong[self.told.moved] = move
        if not self.table.game.bout.runs:
            self.names = {}

    def named(self, move):
        """Return a move under the names that the cards on the table go by."""
        names = lambda cards: tuple(self.names.get(card, card) for card in cards)  # noqa: E731
        match move:
            case Beat(attack=attack):
                return replace(move, attack=self.names.get(attack, attack))
            case Take(cards=lying) | Sweep(cards=lying):
                return replace(move, cards=names(lying))
            case _:
                return move

    def misread(self, move):
        """Return what the eye makes of a move: now and then another card is laid.

        It sees no face twice at once: where one is taken already, the card is misread again.
        """
        named, lying = self.named(move), set(self.told.game.bout.cards)
        card = next(iter(faces_laid(move)), None)
        if card is not None and (card in lying or self.chance.random() < 0.2):
            free = DECK - lying - set(faces_laid(move))
            self.names[card] = self.chance.choice(sorted(free))
            if isinstance(move, Beat):
                return replace(named, card=self.names[card])
            return replace(named, cards=(self.names[card], *move.cards[1:]))
        return named

    def rule(self):
        """Let people acknowledge some of what is open, and call some of it wrong."""
        for finding in self.told.open:
            if self.chance.random() < 0.3:
                self.told = after_acknowledging(self.told, finding.id)
        if self.chance.random() < 0.3 and any(not f.acknowledged for f in self.told.open):
            self.told = after_correction(self.told)


def essence(standing):
    """Return everything that a standing says, but for numbers."""
    return (
        standing.game,
        [(s.number, None if s.is_void else s.move, held(standing, s)) for s in standing.steps],
        [(f.step, f.violation, f.acknowledged) for f in standing.open],
        standing.signal,
    )


def held(standing, step):
    return [flag.violation for flag in step.flags if flag.id not in standing.dismissed]


def truth_of(step):
    """Return what to say so that a step becomes again what it is now."""
    move = step.move
    part = {name: getattr(move, name, None) for name in ("seat", "to", "by", "cards", "card")}
    one = () if part["card"] is None else (part["card"],)
    return Truth(
        deed=deed_of(move),
        seat=part["seat"] or part["to"] or part["by"] or DEALER,
        cards=part["cards"] if one == () else one,
        on=getattr(move, "attack", None),
        count=getattr(move, "count", None),
    )


@settings(deadline=None, max_examples=40)
@given(GAMES, st.integers(1, 60), st.lists(st.tuples(st.integers(0, 60), TRUTHS), max_size=4))
def test_after_any_correction_every_card_is_somewhere_once(chance, length, corrections):
    standing = Misreading(chance, length).told
    for place, truth in corrections:
        number = standing.steps[place % len(standing.steps)].number
        standing = after_truth(standing, number, truth)
        assert broken_laws(standing.game) == ()
        assert [step.number for step in standing.steps] == list(range(1, standing.moved + 1))


@settings(deadline=None, max_examples=40)
@given(GAMES, st.integers(1, 60), st.lists(st.tuples(st.integers(0, 60), TRUTHS), max_size=3))
def test_correcting_back_gives_the_same_standing_but_for_numbers(chance, length, corrections):
    game = Misreading(chance, length)
    game.rule()
    standings = [game.told]
    steps = []
    for place, truth in corrections:
        steps.append(standings[-1].steps[place % len(game.told.steps)])
        standings.append(after_truth(standings[-1], steps[-1].number, truth))
    back = standings.pop()
    while steps:
        step, before = steps.pop(), standings.pop()
        back = after_truth(back, step.number, None if step.is_void else truth_of(step))
        assert essence(back) == essence(before)


@settings(deadline=None, max_examples=40)
@given(GAMES, st.integers(1, 120), st.randoms(use_true_random=False))
def test_whatever_was_misread_a_person_can_put_right(chance, length, order):
    game = Misreading(chance, length)
    numbers = sorted(game.wrong)
    order.shuffle(numbers)
    standing = game.told
    for number in numbers:
        card = faces_laid(game.wrong[number])
        standing = after_truth(standing, number, Truth(cards=card))
    assert [step.move for step in standing.steps] == [step.move for step in game.right.steps]
    assert standing.game == game.right.game
    assert codes(standing) == codes(game.right)
    assert standing.signal is game.right.signal
