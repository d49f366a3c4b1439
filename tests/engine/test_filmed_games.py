"""The games of the acceptance films, move by move: every error is flagged once, nothing else is."""

import json
from pathlib import Path

import pytest

from engine.cards import parse_card
from engine.game import apply, new_game
from engine.ledger import broken_laws
from engine.moves import Beat, Deal, Draw, Lead, Return, ShowTrump, Sweep, Take, ThrowIn, Withdraw
from engine.notation import parse_position, print_position
from engine.referee import judge
from engine.seats import Actor
from engine.verdict import Severity
from tests.engine.builders import CASINO

FILMS = Path(__file__).parents[3] / "shared" / "films"
TRUTHS = sorted(FILMS.glob("*.truth.json"))

READERS = {
    "deal": lambda seat, cards, row: Deal(Actor(row["to"]), row["count"]),
    "trump": lambda seat, cards, row: ShowTrump(cards[0]),
    "lead": lambda seat, cards, row: Lead(seat, cards),
    "throw": lambda seat, cards, row: ThrowIn(seat, cards),
    "beat": lambda seat, cards, row: Beat(seat, cards[0], parse_card(row["on"])),
    "take": lambda seat, cards, row: Take(seat, cards),
    "sweep": lambda seat, cards, row: Sweep(seat, cards),
    "draw": lambda seat, cards, row: Draw(seat, row["count"], cards),
    "withdraw": lambda seat, cards, row: Withdraw(seat, cards[0]),
    "return": lambda seat, cards, row: Return(seat, row["count"]),
}


def rows(truth):
    """Yield each move of a film with its row; what the truth calls optional is no move."""
    for row in truth["actions"]:
        if row["type"] in READERS:
            cards = tuple(parse_card(name) for name in row.get("cards", []))
            yield READERS[row["type"]](Actor(row["actor"]), cards, row), row


def counts(game):
    talon, discard = game.talon, game.discard.count
    return {
        "talon": talon,
        "discard": discard,
        "hand_A": game.hand(Actor.A).count,
        "hand_B": game.hand(Actor.B).count,
    }


def test_the_films_lie_beside_the_checkout():
    if not TRUTHS:
        pytest.skip(f"no filmed games to judge: there is no {FILMS.name} beside the checkout")
    assert len(TRUTHS) > 5


@pytest.mark.films
@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.name[:3])
def test_a_filmed_game(path):
    truth = json.loads(path.read_text(encoding="utf-8"))
    game = new_game(CASINO)
    for move, row in rows(truth):
        loud = [str(v.code) for v in judge(game, move) if v.severity > Severity.LOG]
        assert loud == ([] if row["legal"] else [row["code"]]), row["i"]
        game = apply(game, move)
        assert counts(game) == {name: row["after"][name] for name in counts(game)}, row["i"]
        assert broken_laws(game) == ()
        assert parse_position(print_position(game), CASINO) == game
    if truth["result"]:
        assert game.result.winner == truth["result"]["winner"]
