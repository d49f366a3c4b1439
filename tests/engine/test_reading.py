"""The move reader: which moves explain what has settled on the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from engine.cards import parse_card
from engine.game import apply, new_game
from engine.notation import print_move
from engine.ports import Doubt
from engine.reading import MoveReader
from engine.seats import Actor
from engine.table import Cover, HandSeen, Lifted, LyingCard, Passage, Spot, TableState, Zone
from tests.engine.builders import CASINO, played, position

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER
LED = "A5/B6|9h|t24|d0|7c:-|atk=A def=B ds=6"
FREE = "A6/B6|9h|t24|d0|-|-"
ACTORS = {"A": A, "B": B, "d": DEALER, "?": Actor.UNKNOWN}


@dataclass
class Told:
    """A table that changes bit by bit, read as it does."""

    game: object
    now: float = 0.0
    lying: dict[int, LyingCard] = field(default_factory=dict)
    hands: list[HandSeen] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    last_key: int = 0

    def __post_init__(self):
        self.reader = MoveReader()

    def lay(self, who, name, *, on=None, probability=0.99, x=None, zone=Zone.BATTLE, held=False,
            candidates=None, share=0.5):  # fmt: skip
        """Lay a card; `on` names the keys of the cards that it covers."""
        self.last_key += 1
        card = parse_card(name)
        covers = tuple(Cover(key, share) for key in (on or ()))
        self.lying[self.last_key] = LyingCard(
            self.last_key,
            card,
            Spot(100.0 + 130 * self.last_key if x is None else x, 300),
            0.0,
            zone,
            probability,
            ((card, probability),) if candidates is None else candidates,
            covers,
            ACTORS[who],
            self.now,
            held,
        )
        return self.look()

    def lift(self, who, *keys):
        lifted = tuple(
            Lifted(k, self.lying[k].card, self.lying.pop(k).zone, ACTORS[who]) for k in keys
        )
        self.hands = [HandSeen(ACTORS[who], frozenset({Zone.BATTLE}))]
        self.look(lifted=lifted)
        self.hands = []
        return self

    def carry(self, who, source, target, count=1, *, probability=0.95, cards=()):
        faces = tuple(parse_card(c) for c in cards)
        return self.look(
            passages=(Passage(ACTORS[who], source, target, count, probability, faces),)
        )

    def let_go(self, key):
        self.lying[key] = replace(self.lying[key], held=False)
        return self

    def look(self, seconds=0.2, **news):
        """Let time pass and read the table."""
        self.now += seconds
        cards = tuple(self.lying.values())
        state = TableState(self.now, int(15 * self.now), cards, tuple(self.hands), **news)
        for sighting in self.reader.read(state, self.game):
            assert sighting.taken_at == self.now
            if sighting.move is None:
                self.doubts.append(sighting.doubt)
                continue
            self.words.append(print_move(sighting.move))
            self.game = apply(self.game, sighting.move)
        return self

    def wait(self, seconds):
        for _ in range(round(seconds / 0.2)):
            self.look()
        return self


LAST_DRAW = "A5/B6|9h|t1|d24|-|-|bout 9 last=ABbeaten"


def told(line):
    return Told(position(line))


def with_lead(line=FREE):
    return told(line).lay("A", "7c")


# Laying


@pytest.mark.parametrize(
    ("probability", "words"), [(0.87, []), (0.999, ["B:8d/7c"])], ids=["half seen", "plainly seen"]
)
def test_what_looks_like_a_third_card_on_a_beaten_pair_must_be_seen_plainly(probability, words):
    told_so_far = with_lead().lay("B", "9c", on=[1])
    known = list(told_so_far.words)
    table = told_so_far.lay("B", "8d", on=[1, 2], probability=probability).wait(1)
    assert table.words == known + words


@pytest.mark.parametrize(
    ("name", "share", "words"),
    [
        ("9c", 0.9, []),
        ("9c", 0.5, ["B:9c/7c"]),
        ("Tc", 0.9, ["B:Tc/7c"]),
    ],
    ids=["itself beside itself", "the face once more", "another card"],
)
def test_a_card_that_is_found_twice_in_one_place_was_laid_once(name, share, words):
    table = with_lead().lay("B", "9c", on=[1])
    told_so_far = list(table.words)
    table.lay("B", name, on=[2], share=share, probability=0.9999).wait(1)
    assert table.words == told_so_far + words


def test_the_first_card_on_an_empty_table_is_the_lead():
    assert with_lead().words == ["A>7c"]


def test_who_led_a_card_that_nobody_was_seen_to_lay_is_told_by_who_beats_it():
    table = told(FREE).lay("?", "7c").wait(1)
    assert table.words == []
    assert table.lay("A", "9c", on=[1]).words == ["B>7c", "A:9c/7c"]


def test_who_led_a_card_that_nobody_beats_is_asked():
    table = told(FREE).lay("?", "7c").wait(4)
    assert [d.question for d in table.doubts] == ["who-led"]
    assert [print_move(m) for m in table.doubts[0].answers] == ["A>7c", "B>7c"]


def test_a_card_is_told_once():
    assert with_lead().wait(2).words == ["A>7c"]


def test_cards_of_a_rank_laid_one_after_the_other_join_the_attack():
    assert with_lead().lay("A", "7d").words == ["A>7c", "A+7d"]


def test_the_defenders_card_over_the_attack_beats_it():
    assert with_lead().lay("B", "9c", on=[1]).words == ["A>7c", "B:9c/7c"]


def test_a_card_over_two_beats_the_one_that_it_covers_more():
    table = with_lead().lay("A", "7d")
    table.last_key += 1
    nine = parse_card("9d")
    table.lying[3] = LyingCard(
        3, nine, Spot(240, 300), 0, Zone.BATTLE, 0.99, ((nine, 0.99),),
        (Cover(1, 0.25), Cover(2, 0.5)), B, table.now,
    )  # fmt: skip
    assert table.look().words[-1] == "B:9d/7d"


def test_a_card_over_an_open_and_a_beaten_attack_is_meant_for_the_open_one():
    table = with_lead().lay("B", "9c", on=[1]).lay("A", "9d")
    table.lay("B", "Td", on=[2, 3], share=0.3)
    assert table.words[-1] == "B:Td/9d"


def test_a_third_card_on_a_pair_lies_over_the_beaten_attack():
    table = with_lead().lay("B", "9c", on=[1]).lay("B", "Tc", on=[2]).wait(1)
    assert table.words[-1] == "B:Tc/7c"


def test_a_defence_that_misses_its_attack_by_a_little_is_still_meant_for_it():
    assert with_lead().lay("B", "9c", x=300).words[-1] == "B:9c/7c"


def test_a_card_of_the_defender_far_from_the_attack_is_thrown_in_by_him():
    assert with_lead().lay("B", "9c", x=600).wait(1).words[-1] == "B+9c"


def test_where_no_hand_was_seen_the_turn_tells_whose_card_it_is():
    table = told(FREE)
    table.lay("A", "7c").lay("?", "9c", on=[1]).lay("?", "9d")
    assert table.words == ["A>7c", "B:9c/7c", "A+9d"]


def test_r060_the_attackers_card_that_touches_another_is_thrown_in_where_it_fits():
    assert with_lead().lay("A", "7d", on=[1]).words[-1] == "A+7d"


def test_125_6_the_attackers_card_over_another_that_fits_no_rank_is_a_beat_by_the_wrong_player():
    assert with_lead().lay("A", "9c", on=[1]).wait(1).words[-1] == "A:9c/7c"


def test_a_card_that_hardly_touches_another_does_not_lie_over_it():
    assert with_lead().lay("B", "9c", on=[1], share=0.1, x=600).wait(1).words[-1] == "B+9c"


def test_a_lead_that_no_hand_was_seen_to_lay_is_of_whoever_must_lead():
    assert told("A6/B6|9h|t22|d2|-|-|bout 2 last=ABbeaten").lay("?", "7c").words == ["B>7c"]


def test_people_put_things_right_a_card_that_the_dealer_laid_is_let_be_for_a_while():
    table = told("A6/B6|9h|t22|d2|-|-|bout 2 last=ABbeaten").lay("d", "7c")
    assert table.words == []
    assert table.wait(2).words == ["B>7c"]


def test_125_7_a_lead_beside_a_beaten_bout_opens_the_next_one_and_the_old_cards_are_no_news():
    table = told("A5/B5|(9h)|t0|d24|-|-|bout 8 last=BAbeaten").lay("A", "7c").lay("B", "9c", on=[1])
    table.game = played(table.game, "A.")
    table.lay("B", "6d", x=600).wait(1)
    assert table.words == ["A>7c", "B:9c/7c", "B+6d"]
    assert table.game.bout.attacker is B
    table.lift("d", 1, 2).wait(2)
    assert table.lay("A", "8d", on=[3]).words[3:] == ["A:8d/6d"]
    assert table.doubts == []


# What is unlawful is told only once it is certain


@pytest.mark.parametrize(
    ("name", "word"), [("6c", "B:6c/7c"), ("Ks", "B:Ks/7c")]
)  # fmt: skip
def test_125_6_a_wrong_defence_is_told_when_the_hand_has_let_go(name, word):
    table = with_lead().lay("B", name, on=[1], held=True).wait(1)
    assert table.words == ["A>7c"]
    table.let_go(2).wait(0.8)
    assert table.words == ["A>7c", word]


def test_a_false_start_is_no_move():
    table = with_lead().lay("B", "6c", on=[1], held=True).wait(0.6)
    table.lift("B", 2).wait(2)
    assert table.words == ["A>7c"]
    assert table.doubts == []


def test_a_wrong_card_that_a_hand_will_not_leave_is_told_at_last():
    assert with_lead().lay("B", "6c", on=[1], held=True).wait(5).words[-1] == "B:6c/7c"


def test_a_lawful_card_is_told_while_the_hand_is_still_on_it():
    assert with_lead().lay("B", "9c", on=[1], held=True).words[-1] == "B:9c/7c"


# Poor reading


def test_a_poor_reading_that_would_break_a_rule_gives_way_to_a_lawful_one():
    candidates = ((parse_card("6c"), 0.7), (parse_card("8c"), 0.25))
    table = with_lead().lay("B", "6c", on=[1], probability=0.7, candidates=candidates).wait(1)
    assert table.words[-1] == "B:8c/7c" or table.words == ["A>7c"]
    assert "B:6c/7c" not in table.words


def test_a_clear_reading_that_breaks_a_rule_is_the_finding():
    assert with_lead().lay("B", "6c", on=[1], probability=0.995).wait(1).words[-1] == "B:6c/7c"


def test_a_card_that_is_in_the_discard_is_doubted_before_it_is_believed():
    line = "A6/B6|9h|t22|d2(Qh,8s)|-|-"
    candidates = ((parse_card("Qh"), 0.6), (parse_card("Qd"), 0.35))
    table = told(line).lay("A", "Qh", probability=0.6, candidates=candidates).wait(0.6)
    assert table.words in ([], ["A>Qd"])


def test_a_face_that_lies_there_already_is_doubted_before_it_is_believed():
    candidates = ((parse_card("7c"), 0.6), (parse_card("9c"), 0.35))
    table = with_lead().lay("B", "7c", on=[1], probability=0.6, candidates=candidates).wait(0.6)
    assert table.words == ["A>7c", "B:9c/7c"]


def test_what_nobody_can_read_is_asked_once():
    candidates = ((parse_card("8c"), 0.4), (parse_card("9c"), 0.35))
    table = with_lead().lay("B", "8c", on=[1], probability=0.4, candidates=candidates).wait(6)
    assert table.words == ["A>7c"]
    assert [d.question for d in table.doubts] == ["which-card"]
    assert [print_move(m) for m in table.doubts[0].answers] == ["B:8c/7c", "B:9c/7c"]


@pytest.mark.parametrize(
    ("zone", "answers"),
    [
        (Zone.TALON, ["&noticed=BOXED_CARD:dealer:Kc", "&noticed=PEEK_TALON:B:"]),
        (Zone.DISCARD, ["&noticed=DISCARD_SPILLED_OPEN:B:Kc", "&discard=B"]),
    ],
)
def test_h11_a_card_of_a_closed_pile_that_lies_open_is_asked_about_once(zone, answers):
    table = with_lead().lay("B", "Kc", zone=zone).wait(2)
    assert table.doubts == []
    table.wait(3)
    assert table.words == ["A>7c"]
    assert [d.question for d in table.doubts] == ["card-exposed"]
    assert [print_move(m) for m in table.doubts[0].answers] == answers


@pytest.mark.parametrize(
    ("line", "how"),
    [
        (FREE, {"name": "9h", "zone": Zone.TALON}),
        (FREE, {"name": "Kc", "zone": Zone.TALON, "held": True}),
        (FREE, {"name": "Kc", "zone": Zone.TRUMP}),
        ("A4/B4|-|t28|d0|-|-", {"name": "Kc", "zone": Zone.TALON}),
    ],
    ids=["the trump card", "under a hand", "in another zone", "while cards are dealt"],
)
def test_what_may_lie_open_is_not_asked_about(line, how):
    table = told(line).lay("d", how.pop("name"), **how).wait(5)
    assert table.doubts == []


# Lifting


def test_125_7_cards_that_the_dealer_takes_are_swept_once_he_has_left():
    table = with_lead().lay("B", "9c", on=[1])
    table.lift("d", 1, 2)
    assert table.words[-1] == "B:9c/7c"
    table.carry("d", Zone.BATTLE, Zone.DISCARD, 2)
    assert table.words[-1] == "=[7c9c]"


def test_125_7_cards_that_the_defender_takes_are_taken():
    table = with_lead().lay("B", "9c", on=[1]).lay("A", "9d")
    assert table.lift("B", 3, 2, 1).wait(0.4).words[-1] == "=B[7c9c9d]"


def test_a_lone_attack_that_the_defender_picks_up_is_taken():
    assert with_lead().lift("B", 1).wait(0.4).words[-1] == "=B[7c]"


def test_a_lone_attack_that_its_owner_picks_up_is_taken_back():
    assert with_lead().lift("A", 1).wait(0.4).words[-1] == "~A:7c"


def test_a_defence_that_its_owner_picks_up_is_taken_back():
    table = with_lead().lay("B", "6c", on=[1]).wait(0.8)
    assert table.lift("B", 2).wait(0.4).words[-1] == "~B:6c"


def test_125_7_unbeaten_cards_that_went_with_nobody_are_taken():
    assert with_lead().lift("?", 1).wait(2).words[-1] == "=B[7c]"


def test_125_7_cards_that_went_with_nobody_went_with_whoever_brought_them_to_the_discard():
    table = with_lead()
    table.lift("?", 1)
    table.carry("d", Zone.BATTLE, Zone.DISCARD)
    assert table.words[-1] == "=[7c]"


def test_a_part_of_the_cards_is_taken_only_when_no_more_follows():
    table = with_lead().lay("B", "9c", on=[1]).lay("A", "9d")
    table.lift("B", 1, 2)
    assert table.words[-1] == "A+9d"
    assert table.wait(2).words[-1] == "=B[7c9c]"


def test_cards_that_are_pushed_together_and_seen_again_are_not_gone():
    table = with_lead().lay("B", "9c", on=[1])
    table.lift("d", 1)
    table.lay("d", "7c").wait(2)
    assert table.words == ["A>7c", "B:9c/7c"]


# Dealing, drawing


def dealt(*packets):
    table = Told(new_game(CASINO))
    for zone, count in packets:
        table.carry("d", Zone.TALON, zone, count)
    return table


PACKETS = [(Zone.HAND_A, 2), (Zone.HAND_B, 2)] * 3


def test_125_4_packets_are_dealt_and_the_thirteenth_card_is_the_trump():
    table = dealt(*PACKETS).lay("d", "9h", zone=Zone.TRUMP)
    assert table.words == ["deal A2", "deal B2"] * 3 + ["^9h"]


def test_the_trump_card_is_told_when_the_dealer_shows_it_and_not_once_more_when_it_lies():
    table = dealt(*PACKETS).lay("d", "9h", held=True)
    assert table.words[-1] == "^9h"
    words = list(table.words)
    assert table.lift("d", 1).lay("d", "9h", zone=Zone.TRUMP).wait(1).words == words


def test_125_4_a_packet_of_three_is_told():
    assert dealt((Zone.HAND_A, 3)).words == ["deal A3"]


def test_125_4_what_a_hand_lacks_when_the_trump_was_opened_early_is_dealt():
    table = dealt(*PACKETS[:5]).lay("d", "9h", zone=Zone.TRUMP)
    table.carry("d", Zone.TALON, Zone.HAND_B, 1, probability=0.95)
    assert table.words == ["deal A2", "deal B2", "deal A2", "deal B2", "deal A2", "^9h", "deal B2"]
    words = list(table.words)
    assert table.carry("d", Zone.TALON, Zone.HAND_A, 1, probability=0.6).words == words


def test_a_packet_that_was_badly_seen_counts_as_the_packet_of_the_house():
    table = Told(new_game(CASINO)).carry("d", Zone.TALON, Zone.HAND_A, 3, probability=0.6)
    assert table.words == ["deal A2"]


def test_a_card_that_a_player_lays_while_he_is_dealt_to_is_a_lead_out_of_place():
    assert dealt((Zone.HAND_A, 2)).lay("A", "7c").wait(1).words[-1] == "A>7c"


def test_a_face_among_a_players_cards_is_no_trump_card():
    assert dealt(*PACKETS).lay("A", "9h", zone=Zone.HAND_A).words == ["deal A2", "deal B2"] * 3


def test_cards_that_go_where_nobody_sits_are_neither_dealt_nor_drawn():
    assert dealt((Zone.HAND_C, 2)).words == []


def test_where_no_talon_is_left_nothing_is_drawn():
    table = told("A5/B5|(9h)|t0|d26|-|-|bout 9 last=ABbeaten")
    assert table.carry("A", Zone.TALON, Zone.HAND_A).words == []


def drawing():
    table = told("A6/B6|9h|t22|d0|-|-").lay("A", "7c").lay("B", "9c", on=[1])
    return table.lift("d", 1, 2).carry("d", Zone.BATTLE, Zone.DISCARD, 2)


def test_125_8_each_card_that_the_dealer_brings_is_drawn():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A).carry("d", Zone.TALON, Zone.HAND_B)
    assert table.words[-2:] == ["d A1", "d B1"]


def test_125_8_a_player_who_reaches_for_the_talon_draws():
    assert drawing().carry("A", Zone.TALON, Zone.HAND_A, probability=0.5).words[-1] == "d A1"


def test_b7_a_drawn_card_whose_face_shows_is_asked_about_once():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A, cards=["Kd"]).wait(3)
    assert table.words[-1] == "d A1"
    assert [d.question for d in table.doubts] == ["card-shown"]
    assert [print_move(move) for move in table.doubts[0].answers] == ["A![Kd]"]


@pytest.mark.parametrize("face", ["9h", "7c"], ids=["the trump card", "a card of the bout"])
def test_b7_a_face_that_may_show_is_not_asked_about(face):
    line = "A5/B6|9h|t1|d23|7c:-|atk=A def=B ds=6" if face == "7c" else LAST_DRAW
    table = told(line).carry("d", Zone.TALON, Zone.HAND_A, cards=[face]).wait(3)
    assert table.words[-1].startswith("d A1")
    assert table.doubts == []


def full_hand_given(probability=0.5):
    """Let the dealer's hand go once more to a player who has drawn all that he was due."""
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A)
    return table.carry("d", Zone.TALON, Zone.HAND_A, probability=probability)


@pytest.mark.parametrize("way", [(Zone.TALON, Zone.HAND_A), (Zone.HAND_A, Zone.TALON)])
def test_125_8_a_card_too_many_of_which_nothing_showed_is_told_when_it_is_put_back(way):
    table = full_hand_given().wait(4).carry("A", *way, probability=0.5)
    assert table.words[-3:] == ["d A1", "d A1", "~d A1"]


def test_125_8_who_lacks_a_card_brings_none_back_whatever_one_look_saw_in_his_hand():
    table = drawing().carry("A", Zone.HAND_A, Zone.TALON, probability=0.6)
    assert table.words[-1] == "d A1"


def test_what_one_look_saw_brought_back_by_a_hand_that_drew_nothing_is_no_move():
    table = told("A6/B6|9h|t22|d2|-|-")
    assert table.carry("A", Zone.HAND_A, Zone.TALON, probability=0.6).words == []


@pytest.mark.parametrize(("who", "seconds"), [("B", 4), ("A", 14)], ids=["another", "too late"])
def test_a_hand_of_the_dealer_that_nothing_comes_of_brought_nothing(who, seconds):
    table = full_hand_given()
    words = list(table.words)
    way = (Zone.TALON, Zone.HAND_A if who == "A" else Zone.HAND_B)
    table.wait(seconds).carry(who, *way, probability=0.5)
    assert [w for w in table.words[len(words) :] if "A" in w] == []


def test_a_hand_near_the_talon_that_has_nothing_to_draw_draws_nothing():
    table = drawing().carry("A", Zone.TALON, Zone.HAND_A)
    words = list(table.words)
    assert table.carry("A", Zone.TALON, Zone.HAND_A, probability=0.5).words == words


def test_125_8_a_draw_too_many_that_is_plainly_seen_is_told():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A).carry("d", Zone.TALON, Zone.HAND_A)
    assert table.words[-2:] == ["d A1", "d A1"]


def test_a_hand_that_holds_too_many_goes_to_the_talon_to_return_one():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A).carry("d", Zone.TALON, Zone.HAND_A)
    table.carry("A", Zone.TALON, Zone.HAND_A, probability=0.5)
    assert table.words[-1] == "~d A1"


def test_a_card_that_goes_back_is_returned():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A).carry("d", Zone.TALON, Zone.HAND_A)
    assert table.carry("A", Zone.HAND_A, Zone.TALON).words[-1] == "~d A1"


@pytest.mark.parametrize(("drawn", "words"), [(True, ["~d B1"]), (False, [])])
def test_a_card_drawn_during_the_bout_goes_back_though_it_is_half_seen(drawn, words):
    table = with_lead()
    if drawn:
        table.carry("d", Zone.TALON, Zone.HAND_B)
    told_so_far = list(table.words)
    table.carry("d", Zone.HAND_B, Zone.TALON, probability=0.7)
    assert table.words == told_so_far + words


def test_r028_the_trump_card_that_was_moved_and_lies_there_again_was_not_drawn():
    table = drawing().lay("d", "9h", zone=Zone.TRUMP)
    place = max(table.lying)
    table.lift("d", place).lay("d", "9h", zone=Zone.TRUMP)
    assert table.carry("d", Zone.TALON, Zone.HAND_A).words[-1] == "d A1"


def test_r028_the_trump_card_is_drawn_with_its_face():
    table = told("A6/B6|9h|t2|d22|-|-")
    table.lay("d", "9h", zone=Zone.TRUMP)
    table.lay("A", "7c").lay("B", "9c", on=[2]).lift("d", 2, 3)
    table.carry("d", Zone.BATTLE, Zone.DISCARD, 2).carry("d", Zone.TALON, Zone.HAND_A)
    table.lift("d", 1).carry("d", Zone.TALON, Zone.HAND_B, cards=["9h"])
    assert table.words[-2:] == ["d A1", "d B1[9h]"]


# Laws


def test_what_has_no_news_is_no_move():
    table = told(LED)
    assert table.wait(3).words == []


def test_cards_outside_the_battle_are_no_moves():
    table = told(FREE).lay("A", "7c", zone=Zone.HAND_A).lay("A", "8c", zone=Zone.OUTSIDE)
    assert table.wait(3).words == []


# What was never read surely, and play went past

UNSURE = ((parse_card("7c"), 0.6), (parse_card("Qc"), 0.15))


def with_unsure_lead(by="A"):
    return told(FREE).lay(by, "7c", probability=0.6, candidates=UNSURE)


def test_a_lead_that_cannot_be_read_surely_is_not_told_by_itself():
    assert with_unsure_lead().wait(2).words == []


def test_a_card_of_which_nothing_can_be_read_is_asked_about_and_never_guessed_at():
    table = told(FREE).lay("A", "7c", probability=0.0, candidates=()).wait(3)
    assert table.words == []
    assert [d.answers for d in table.doubts] == [()]
    assert table.lift("d", 1).wait(2).words == []


def test_a_card_that_another_is_laid_over_was_the_lead():
    assert with_unsure_lead().lay("B", "9c", on=[1]).words == ["A>7c", "B:9c/7c"]


@pytest.mark.parametrize(
    ("over", "share"), [(0.7, 0.5), (0.99, 0.1)], ids=["read poorly itself", "lies beside"]
)
def test_what_does_not_plainly_lie_over_it_makes_nothing_certain(over, share):
    table = with_unsure_lead().lay("B", "9c", on=[1], probability=over, share=share)
    assert "A>7c" not in table.words


def test_an_unsure_lead_that_the_dealer_carries_off_was_played():
    assert with_unsure_lead().lift("d", 1).wait(2).words == ["A>7c", "=[7c]"]


def test_who_lays_a_card_and_picks_it_up_again_has_not_played_it():
    assert with_unsure_lead().lift("A", 1).wait(2).words == []


def test_a_third_card_on_a_beaten_pair_is_not_guessed_at():
    table = with_lead().lay("B", "9c", on=[1])
    likely = ((parse_card("8d"), 0.7),)
    table.lay("B", "8d", on=[1, 2], probability=0.7, candidates=likely).lift("d", 1, 2, 3).wait(2)
    assert "B:8d/7c" not in table.words


def test_an_unsure_offence_is_never_guessed_at():
    likely = ((parse_card("9s"), 0.7),)
    table = with_lead().lay("A", "9s", probability=0.7, candidates=likely)
    assert table.lift("d", 1, 2).wait(2).words == ["A>7c", "=[7c]"]


# A card laid squarely on others: nothing shows but the way of the dealer's hand


def test_a_draw_that_nothing_shows_is_believed_while_it_is_due():
    table = drawing().carry("d", Zone.TALON, Zone.HAND_A, probability=0.5)
    assert table.words[-1] == "d A1"
    words = list(table.words)
    assert table.carry("d", Zone.TALON, Zone.HAND_A, probability=0.5).words == words


@pytest.mark.parametrize("before", [(), PACKETS[:2], PACKETS])
def test_a_packet_that_nothing_shows_is_not_dealt_to_who_is_due_none(before):
    table = dealt(*before)
    words = list(table.words)
    assert table.carry("d", Zone.TALON, Zone.HAND_B, probability=0.5).words == words


def test_125_4_a_packet_that_nothing_shows_is_dealt_to_whose_turn_it_is():
    table = dealt(*PACKETS[:5]).carry("d", Zone.TALON, Zone.HAND_B, probability=0.5)
    assert table.words == ["deal A2", "deal B2"] * 3


@pytest.mark.parametrize(
    ("zone", "whose"), [(Zone.TALON, "unknown"), (Zone.HAND_A, "A"), (Zone.BATTLE, "unknown")]
)
def test_a_back_of_another_deck_is_told_of_whoever_has_it(zone, whose):
    told = Told(position(FREE)).look(strange_backs=(zone,))
    assert told.words == [f"&noticed=BACK_MISMATCH:{whose}:"]
