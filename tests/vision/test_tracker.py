"""What the tracker makes of a table: cards settle, are covered, hidden, pushed about, taken."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.cards import parse_card
from engine.seats import Actor
from engine.table import Passage, Zone
from tests.vision.table_scene import FPS, SCALE, Film, back, face
from vision.seen import Kind, SeenCard
from vision.tracker_piles import UNSEEN_CARD

TALON = back(140, 310)


def begun(**how):
    """A table with a talon and nothing else."""
    film = Film(**how)
    film.cards.append(TALON)
    return film.wait(0.5)


def with_attack(**how):
    """A table on which A has led the seven of clubs."""
    film = begun(**how)
    return film.reach(Actor.A, 450, 330, carrying=face("7c", 450, 300)).wait(0.6)


@pytest.mark.parametrize(("who", "y"), [(Actor.A, 330), (Actor.B, 250), (Actor.DEALER, 290)])
def test_a_card_that_is_laid_settles_and_whoever_laid_it_is_known(who, y):
    film = begun().reach(who, 450, y, carrying=face("7c", 450, 290)).wait(0.6)
    lying = film.lying("7c")
    assert lying.laid_by is who
    assert lying.zone is Zone.BATTLE
    assert (lying.at.x_mm, lying.at.y_mm) == pytest.approx((450, 290), abs=2)


def test_a_card_is_known_within_half_a_second_though_the_hand_stays_on_it():
    film = begun()
    film.reach(Actor.A, 450, 360, carrying=face("7c", 450, 300), back_again=False)
    laid_at = film.number / FPS
    film.hold(Actor.A, 450, 360, 0.5)
    assert film.faces == {"7c"}
    assert film.lying("7c").held
    known_at = next(s.taken_at for s in film.states if s.cards)
    assert known_at - laid_at <= 0.4


def test_a_card_that_is_held_and_let_go_is_no_longer_held():
    film = with_attack().wait(0.5)
    assert not film.lying("7c").held


def test_the_table_is_told_once_more_in_the_frame_after_the_hand_has_left():
    told = {state.frame: state for state in with_attack().states if state.cards}
    left = next(n for n, state in told.items() if not state.hands)
    assert left + 1 in told


def test_a_hand_over_a_card_does_not_remove_it():
    film = with_attack()
    key = film.lying("7c").key
    film.reach(Actor.B, 450, 330, back_again=False).hold(Actor.B, 450, 330, 1.0)
    assert film.lying("7c").hidden
    film.leave(Actor.B, 450, 330).wait(0.6)
    assert film.lying("7c").key == key
    assert film.lifted == []


def test_a_card_that_the_eye_no_longer_finds_stays_while_its_place_looks_the_same():
    film = with_attack()
    film.unseen.add(parse_card("7c"))
    film.reach(Actor.B, 700, 200).wait(1.0)
    assert film.faces == {"7c"}


def test_a_nudge_keeps_the_card():
    film = with_attack()
    key = film.lying("7c").key
    film.reach(Actor.B, 450, 280, back_again=False)
    film.cards[-1] = film.cards[-1].moved(8, 5, 4)
    film.leave(Actor.B, 450, 280).wait(0.6)
    lying = film.lying("7c")
    assert lying.key == key
    assert lying.at.x_mm == pytest.approx(458, abs=2)
    assert lying.laid_by is Actor.A
    assert film.lifted == []


@pytest.mark.parametrize("shift", [(20, 18, 12), (4, 3, 0), (26, -20, 90)])
def test_a_defence_card_covers_its_attack_and_both_keep_their_faces(shift):
    film = with_attack()
    film.unseen.add(parse_card("7c"))
    film.reach(Actor.B, 450, 280, carrying=face("9c", 450, 300).moved(*shift)).wait(0.6)
    attack, defence = film.lying("7c"), film.lying("9c")
    assert [cover.key for cover in defence.covers] == [attack.key]
    assert attack.covers == ()
    assert defence.laid_by is Actor.B


def test_a_covered_card_that_is_no_longer_found_keeps_its_face():
    film = with_attack()
    film.unseen.add(parse_card("7c"))
    film.reach(Actor.B, 450, 280, carrying=face("9c", 466, 318, 10)).wait(1.0)
    assert film.faces == {"7c", "9c"}


def test_a_card_that_was_missed_when_it_was_laid_over_another_is_believed_once_it_is_found():
    film = with_attack()
    film.unseen.add(parse_card("9c"))
    film.reach(Actor.B, 450, 240, carrying=face("9c", 460, 310, 4), back_again=False)
    film.hold(Actor.B, 450, 240, 0.3)
    film.unseen.clear()
    film.leave(Actor.B, 450, 240).wait(0.6)
    assert film.faces == {"7c", "9c"}


def half_read(shown, *shares):
    """Return what an eye makes of a card of which it can read too little."""
    candidates = tuple((parse_card(name), share) for name, share in shares)
    return SeenCard(shown.quad / SCALE, Kind.UNREADABLE, None, 0.4, candidates)


def test_a_half_read_look_does_not_vouch_for_the_card_that_a_hand_went_over():
    film = with_attack()
    film.unseen |= {parse_card("7c"), parse_card("9c")}
    film.dreams.append(half_read(face("7c", 455, 306), ("7c", 0.4), ("9c", 0.3)))
    film.reach(Actor.B, 450, 260, carrying=face("9c", 462, 312, 3)).wait(0.4)
    film.dreams.clear()
    film.unseen = {parse_card("7c")}
    film.wait(1.0)
    assert film.faces == {"7c", "9c"}


def test_a_card_in_its_place_may_look_otherwise_for_good():
    film = with_attack()
    shadow = face("7c", 450, 300)
    film.shade = shadow
    film.wait(1.5)
    looks = film.sight.looks
    film.wait(1.0)
    assert film.faces == {"7c"}
    assert film.sight.looks - looks <= 2


def test_a_card_that_stuck_under_another_is_not_laid_over_it():
    film = with_attack()
    film.reach(Actor.A, 450, 330, back_again=False)
    film.cards[-1:] = [face("Tc", 450, 300), film.cards[-1].moved(48, 4, 3)]
    film.leave(Actor.A, 450, 330).wait(0.8)
    assert film.faces == {"7c", "Tc"}
    assert film.lying("Tc").covers == ()


def test_a_card_laid_later_where_another_lay_before_it_was_pushed_lies_over_it():
    film = with_attack()
    film.reach(Actor.A, 450, 330, back_again=False)
    film.cards[-1] = film.cards[-1].moved(30, 4)
    film.leave(Actor.A, 450, 330).wait(1.2)
    film.reach(Actor.B, 450, 280, carrying=face("9c", 450, 300)).wait(0.6)
    assert [cover.key for cover in film.lying("9c").covers] == [film.lying("7c").key]


def test_a_defence_card_that_is_taken_back_leaves_its_attack():
    film = with_attack()
    defence = face("9c", 466, 318, 10)
    film.reach(Actor.B, 450, 280, carrying=defence).wait(0.6)
    film.take(Actor.B, [defence]).wait(0.6)
    assert film.faces == {"7c"}
    assert [(str(g.card), g.by) for g in film.lifted] == [("9c", Actor.B)]


@pytest.mark.parametrize("who", [Actor.B, Actor.DEALER])
def test_cards_that_are_taken_away_are_gone_with_whoever_took_them(who):
    film = with_attack()
    defence = face("9c", 466, 318, 10)
    film.reach(Actor.B, 450, 280, carrying=defence).wait(0.6)
    film.take(who, [face("7c", 450, 300), defence]).wait(0.6)
    assert film.faces == set()
    assert {(str(g.card), g.by) for g in film.lifted} == {("7c", who), ("9c", who)}


def test_a_card_that_a_hand_picked_up_never_looks_as_if_it_was_let_go():
    film = with_attack()
    film.reach(Actor.A, 450, 300, back_again=False)
    del film.cards[-1:]
    picked_up = film.number
    film.leave(Actor.A, 450, 300, steps=2).wait(0.6)
    told = [card for state in film.states if state.frame > picked_up for card in state.cards]
    assert told
    assert all(card.held or card.hidden for card in told)


def test_a_face_dreamt_on_bare_cloth_is_nothing():
    film = begun()
    corners = tuple((float(x), float(y)) for x, y in face("As", 600, 300).quad * 640 / 1100)
    ace = parse_card("As")
    film.dreams.append(SeenCard(corners, Kind.FACE, ace, 0.99, ((ace, 0.99),)))
    film.reach(Actor.A, 500, 400).wait(1.0)
    assert film.faces == set()


def test_a_lamp_that_dims_changes_nothing():
    film = with_attack()
    told = film.last.cards
    for light in (0.95, 0.85, 0.75, 0.65):
        film.light = light
        film.wait(0.2)
    film.wait(1.0)
    assert film.last.cards == told
    assert film.lifted == []


def test_a_knock_against_the_camera_moves_no_card():
    film = with_attack()
    told = film.lying("7c")
    film.shift_px = (9.0, -5.0)
    film.wait(0.5).reach(Actor.B, 450, 280, carrying=face("9c", 466, 318, 10)).wait(0.6)
    assert film.lifted == []
    assert film.lying("7c").key == told.key
    assert film.lying("9c").at.x_mm == pytest.approx(466, abs=3)
    assert film.lying("9c").covers[0].key == told.key


def test_a_quiet_table_is_not_looked_at():
    film = with_attack().wait(1.0)
    looks = film.sight.looks
    film.wait(3.0)
    assert film.sight.looks == looks


# Face-down cards


def dealt(film, seat, *cards):
    """Let the dealer bring a packet from the talon."""
    x, y = cards[0].x - 40, cards[0].y
    film.reach(Actor.DEALER, 140, 310, steps=3)
    film.reach(Actor.DEALER, x, y, carrying=cards[0], back_again=False)
    film.cards += cards[1:]
    return film.leave(Actor.DEALER, x, y).wait(0.8)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("zone", "y"), [(Zone.HAND_A, 545), (Zone.HAND_B, 60)])
def test_a_packet_that_is_dealt_is_counted(count, zone, y):
    packet = [back(560 + 13 * n, y + 4 * n, 5) for n in range(count)]
    film = dealt(begun(), zone, *packet)
    assert film.passages == [Passage(Actor.DEALER, Zone.TALON, zone, count, 0.95)]


def test_the_second_packet_is_counted_alone():
    film = dealt(begun(), Zone.HAND_A, back(540, 545, 5), back(553, 549, 5))
    dealt(film, Zone.HAND_A, back(600, 540, -8), back(613, 543, -8))
    assert [p.count for p in film.passages] == [2, 2]


@pytest.mark.parametrize(("zone", "y"), [(Zone.HAND_A, 545), (Zone.HAND_B, 60)])
def test_a_card_laid_squarely_on_another_is_told_by_the_way_of_the_hand(zone, y):
    film = dealt(begun(), zone, back(560, y, 5))
    dealt(film, zone, back(560, y, 5))
    assert [(p.target, p.count, p.probability) for p in film.passages] == [
        (zone, 1, 0.95),
        (zone, 1, UNSEEN_CARD),
    ]


def test_a_hand_of_the_dealer_that_comes_from_elsewhere_brings_nothing():
    film = dealt(begun(), Zone.HAND_A, back(560, 545, 5))
    told = list(film.passages)
    film.wait(1.0).reach(Actor.DEALER, 520, 545).wait(0.8)
    assert film.passages == told


def test_what_a_player_lays_down_at_his_own_edge_is_not_dealt():
    film = begun().reach(Actor.A, 560, 590, carrying=back(560, 545)).wait(0.8)
    assert film.passages == []


def test_cards_that_a_player_picks_up_are_no_passage():
    film = dealt(begun(), Zone.HAND_A, back(540, 545, 5), back(553, 549, 5))
    told = list(film.passages)
    film.take(Actor.A, film.cards[-2:]).wait(0.8)
    assert film.passages == told


def test_swept_cards_arrive_in_the_discard():
    film = with_attack()
    film.take(Actor.DEALER, [film.cards[-1]])
    film.reach(Actor.DEALER, 930, 310, carrying=back(960, 310)).wait(0.8)
    (passage,) = film.passages
    assert (passage.by, passage.source, passage.target) == (
        Actor.DEALER,
        Zone.BATTLE,
        Zone.DISCARD,
    )


def test_a_card_that_a_single_look_saw_in_the_hand_is_no_sure_sign():
    film = begun()
    trip(film, TALON, None, at_steps={4})
    (passage,) = film.passages
    assert (passage.source, passage.target) == (Zone.HAND_A, Zone.TALON)
    assert passage.probability < 0.8


@pytest.mark.parametrize(
    ("there", "back_again", "source", "target"),
    [
        (None, TALON, Zone.TALON, Zone.HAND_A),
        (TALON, None, Zone.HAND_A, Zone.TALON),
    ],
)
def test_a_player_takes_a_card_from_the_talon_or_brings_one_back(there, back_again, source, target):
    film = begun()
    trip(film, there, back_again)
    (passage,) = film.passages
    assert (passage.by, passage.source, passage.target) == (Actor.A, source, target)
    assert passage.probability > 0.8


def trip(film, there, back_again, at_steps=range(1, 9)):
    """Let A reach for the talon, with a card in hand on the way there or on the way back.

    The card shows in some steps only: step 1 is the nearest to the talon.
    """
    seen = list(film.cards)
    for carrying, way in ((there, range(8, 0, -1)), (back_again, range(1, 9))):
        for step in way:
            at = replace(carrying, x=150, y=325 + 34 * step) if carrying else None
            film.cards = [*seen, at] if at and step in at_steps else list(seen)
            film._frame([(Actor.A, 150, 350 + 34 * step)])
    film.cards = seen
    film.wait(0.8)


# Laws


def a_bout(film):
    """A small bout with a nudge, a hand that hovers, and a sweep."""
    film.cards.append(TALON)
    film.wait(0.5).reach(Actor.A, 450, 330, carrying=face("7c", 450, 300)).wait(0.4)
    film.reach(Actor.B, 450, 280, carrying=face("9c", 466, 318, 10)).wait(0.4)
    film.reach(Actor.A, 620, 330, carrying=face("9d", 620, 300, -4)).wait(0.4)
    film.reach(Actor.B, 620, 300).wait(0.4)
    return film.take(Actor.DEALER, film.cards[1:]).wait(0.6).states


def test_the_same_frames_give_the_same_states():
    assert a_bout(Film()) == a_bout(Film())


def test_the_order_in_which_cards_are_found_means_nothing():
    chance = random.Random(5)

    def shuffled(found):
        return chance.sample(found, len(found))

    assert a_bout(Film(shuffle=shuffled)) == a_bout(Film())


def test_every_key_appears_once_and_a_gone_card_is_gone():
    gone = set()
    for state in a_bout(Film()):
        keys = [card.key for card in state.cards]
        assert len(keys) == len(set(keys))
        gone |= {lifted.key for lifted in state.lifted}
        assert not gone & set(keys)
