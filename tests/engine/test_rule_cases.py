"""The worked cases beside the checkout, as far as a table for two can show them."""

import json
from pathlib import Path

import pytest

from engine.bout import NO_BOUT, Bout, Pair
from engine.cards import Suit, parse_card
from engine.game import Game, apply
from engine.house import RulesError, adjusted
from engine.moves import Beat, Deal, Draw, Lead, SayBeaten, ShowTrump, Sweep, Take, ThrowIn
from engine.referee import judge
from engine.seats import Actor
from engine.state import Discard, Ended, Ending, Hand
from engine.verdict import Severity, Verdict
from tests.engine.builders import CASINO

CASES = Path(__file__).parents[3] / "shared" / "field" / "rule-cases.json"
PLAYED = {"beat", "lead", "throw_in", "take", "sweep", "draw", "deal", "declare_next_lead"}
LATER = {
    "S077": "fees are the cash desk's",
    "S075": "a burnt card is seen by a shoe only",
}
"""Cases of these kinds that need something that is not at the table."""


def cases():
    """Return the cases for two players whose action is a move of the table."""
    if not CASES.exists():
        return []
    book = json.loads(CASES.read_text(encoding="utf-8"))
    profiles, found = book["profiles"], []
    for case in book["cases"]:
        two, played = case["players"] == 2, case["action"]["type"] in PLAYED
        if two and played and case["id"] not in LATER and case["trump"]:
            found.append(pytest.param(case, profiles[case["profile"]], id=case["id"]))
    return found


def test_the_cases_lie_beside_the_checkout():
    if not CASES.exists():
        pytest.skip(f"no worked cases to judge by: {CASES.name} is not beside the checkout")
    assert len(cases()) > 50


def rules_of(case, profile):
    """Return our rules with the case's parameters, or skip what two players cannot play."""
    known = {name: value for name, value in profile.items() if hasattr(CASINO, name)}
    known |= {"throw_who": "opponent", "next_game_lead": "winner_prev"}
    try:
        rules = adjusted(CASINO, known if case["profile"] != CASINO.profile else {})
        return adjusted(rules, case["overrides"])
    except RulesError as error:
        pytest.skip(f"not yet a profile of ours: {error}")


def game_of(case, rules, *, open_hands):
    """Return the game of a case, with the hands that it names known or hidden."""
    attacker, defender = Actor(case["attacker"]), Actor(case["defender"])
    known = case.get("known_hand", {})
    trump = parse_card(case.get("trump_card") or "9" + case["trump"])
    if "trump_card" not in case and (case["talon_count"] == 0 or names_card(case, str(trump))):
        trump = next(c for c in spare(case, Suit(case["trump"])) if not names_card(case, str(c)))
    hands = []
    for seat in case["seats"]:
        faces = case["hands"][seat]
        seen = [f for f in faces if f != "??"] if open_hands else []
        seen += [f for f in known.get(seat, []) if f not in seen]
        hands.append(Hand(len(faces), frozenset(map(parse_card, seen))))
    pairs = tuple(
        Pair(parse_card(p["attack"]), Actor(p["by"]), *beaten(p, defender), 2 * n, 2 * n + 1)
        for n, p in enumerate(case["table"])
    )
    start = case["defender_start"] or len(case["hands"][case["defender"]])
    bout = Bout(attacker, defender, start, pairs, taking=case["taking"]) if pairs else NO_BOUT
    action = case["action"]
    how = action.get("bout_result") or action.get("bout", {}).get("result") or "taken"
    last = Ended(attacker, defender, Ending(how)) if case["discard_count"] or not pairs else None
    return Game(
        rules,
        tuple(map(Actor, case["seats"])),
        tuple(hands),
        talon=case["talon_count"],
        trump_card=trump,
        trump_lies=case["talon_count"] > 0,
        discard=Discard(
            case["discard_count"], frozenset(map(parse_card, case.get("known_discard", [])))
        ),
        bout=bout,
        bout_no=case.get("bout_no", 3),
        last=last if action["type"] != "deal" else None,
    )


def spare(case, suit):
    """Return the cards of a suit, highest first: one of them stands for a trump card unnamed."""
    return [parse_card(rank + suit) for rank in "AKQJT9876"]


def names_card(case, name):
    return f'"{name}"' in json.dumps([case["hands"], case["table"], case["action"]])


def beaten(pair, defender):
    return (parse_card(pair["defence"]), defender) if pair["defence"] else (None, None)


def moves_of(case, game):  # noqa: PLR0911 - one for each kind of action
    """Return the moves of a case's action."""
    action = case["action"]
    seat = Actor(action["actor"])
    given = action.get("cards")
    cards = tuple(parse_card(c) for c in given if c != "??") if isinstance(given, list) else ()
    match action["type"]:
        case "beat":
            return [Beat(seat, cards[0], parse_card(action["target"]))]
        case "lead":
            return [Lead(seat, cards or (parse_card("6c"),))]
        case "throw_in":
            return [ThrowIn(seat, cards)]
        case "take":
            return [Take(seat, cards)]
        case "declare_next_lead":
            return [Lead(Actor(action["player"]), (parse_card("6c"),))]
        case "draw":
            trump = (game.trump_card,) if "trump_card" in action.get("drawn", []) else ()
            rows = action["sequence"]
            return [Draw(Actor(r["player"]), r["count"], trump) for r in rows]
        case "sweep":
            return list(sweep_moves(action, game))
        case "deal":
            packets = [Deal(Actor(to), count) for to, count in action["packets"]]
            return [*packets, ShowTrump(game.trump_card)]


def sweep_moves(action, game):
    if action.get("attacker_passed"):
        yield SayBeaten(game.bout.attacker)
    if action["to"] != "discard":
        yield Take(Actor(action["to"]), ())
        return
    lying = game.bout.cards
    more = action["cards_moved"] - len(lying)
    slipped = [parse_card(f"K{suit}") for suit in "cdhs"][: max(0, more)]
    yield Sweep(Actor.DEALER, (*lying, *slipped))


def judged(case, profile, *, open_hands):
    """Return the verdict and the codes that the moves of a case earn."""
    game = game_of(case, rules_of(case, profile), open_hands=open_hands)
    found = []
    if case["action"]["type"] == "deal":
        game = Game(game.rules, game.players, (Hand(),) * len(game.players))
        moves = moves_of(case, game_of(case, game.rules, open_hands=False))
    else:
        moves = moves_of(case, game)
    for move in moves:
        found += judge(game, move)
        game = apply(game, move)
    if any(v.verdict is Verdict.ILLEGAL and v.severity > Severity.HINT for v in found):
        return Verdict.ILLEGAL, [v.code for v in found if v.verdict is Verdict.ILLEGAL]
    if found:
        return found[0].verdict, [v.code for v in found]
    return Verdict.LEGAL, ["OK"]


@pytest.mark.parametrize(("case", "profile"), cases())
def test_case_with_the_named_hands_known(case, profile):
    verdict, codes = judged(case, profile, open_hands=True)

    assert verdict == case["expected"]
    assert codes[0] in {case["reason_code"], *case.get("also_ok", [])}


@pytest.mark.parametrize(("case", "profile"), cases())
def test_case_as_the_camera_sees_it(case, profile):
    verdict, _ = judged(case, profile, open_hands=False)

    assert verdict == case["camera_expected"]
