"""Full games of every profile as a state machine: lawful play, wrong moves that stand, corrections.

Whatever is done, every card is somewhere once, both referees agree, and the position line tells it.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.game import apply, next_game
from engine.house import adjusted, load_rules, profile_names
from engine.ledger import broken_laws, must_hold, unseen
from engine.moves import Hang
from engine.notation import parse_move, parse_position, print_move, print_position
from engine.outlook import outlook
from engine.referee import judge
from engine.state import Phase
from engine.verdict import Severity, Verdict
from tests.engine.table import OpenTable
from tests.engine.test_two_referees import agree, ends_alike

TEAM = {"teams": "2v2", "players": [4], "throw_who": "opponents_of_defender"}
MORE = {
    "pogony-in-teams": ("pogony", TEAM),
    "pogony-not-led": ("pogony", {"strap_leads": False}),
    "perevodnoy-in-teams": (
        "perevodnoy",
        {**TEAM, "result_model": "team", "transfer_teams": "opponents"},
    ),
    "team-nearest-partner": ("team-2v2", {"lead_after_partner_out": "nearest_partner"}),
    "casino-literal": ("casino-by-2001", {"cap_by_defender_hand": False}),
    "casino-free-trumps": ("casino-by-2001", {"trump_beat": "free"}),
    "neighbours-throw": ("classic-ffa", {"throw_who": "neighbours", "throw_order": "free"}),
}
GAMES = {**{name: (name, {}) for name in profile_names()}, **MORE}


class FullGame(RuleBasedStateMachine):
    """One game, from the deal to its result; the profile is a class of its own below."""

    profile, changes = "casino-by-2001", {}

    @initialize(seed=st.integers(0, 2**32), calls=st.booleans())
    def sit_down(self, seed, calls):
        chance = random.Random(seed)
        rules = adjusted(load_rules(self.profile), self.changes)
        self.chance = chance
        self.table = OpenTable(chance, rules, chance.choice(rules.players), calls_heard=calls)

    def goes_on(self):
        return self.table.game.phase is not Phase.OVER

    @precondition(goes_on)
    @rule(steps=st.integers(1, 40))
    def play(self, steps):
        """Play lawful moves: nobody is blamed for them."""
        for _ in range(steps):
            if not self.goes_on():
                return
            move = self.table.move()
            for found in judge(self.table.game, move):
                sure = found.verdict is Verdict.ILLEGAL and found.severity > Severity.HINT
                assert not sure, (print_move(move), found)
            assert parse_move(print_move(move)) == move
            self.table.play(move)

    @precondition(goes_on)
    @rule()
    def do_wrong(self):
        """Move wrongly: both referees say the same, and the move stands without a lost card."""
        game = self.table.game
        if game.trump_card is None or game.phase in {Phase.BEFORE_DEAL, Phase.DEALING}:
            return
        for move in self.table.probes():
            if self.table.game.calls_heard and not isinstance(move, Hang):
                agree(self.table, move)
            assert broken_laws(apply(game, move)) == ()

    @precondition(goes_on)
    @rule()
    def let_wrong_moves_stand(self):
        """Go on with a game in which offences stand, on a copy: it never breaks."""
        game = self.table.game
        for _ in range(4):
            for move in self.table.probes()[:2]:
                assert all(v.verdict is not Verdict.LEGAL for v in judge(game, move))
                game = apply(game, move)
        assert broken_laws(game) == ()
        assert parse_position(print_position(game), game.rules) == game

    @precondition(lambda self: not self.goes_on())
    @rule()
    def begin_the_next_game(self):
        ends_alike(self.table)
        fresh = next_game(self.table.game)
        assert (fresh.game_no, fresh.phase) == (2, Phase.BEFORE_DEAL)

    @invariant()
    def every_card_is_somewhere_once(self):
        game, slow = self.table.game, self.table.slow
        assert broken_laws(game) == ()
        assert slow.whole()
        assert [hand.count for hand in game.hands] == [len(slow.hands[s]) for s in self.table.seats]

    @invariant()
    def the_ledger_knows_nothing_wrong(self):
        game, slow = self.table.game, self.table.slow
        for seat in self.table.seats:
            assert must_hold(game, seat, unseen(game)) <= set(slow.hands[seat])

    @invariant()
    def the_line_and_the_outlook_tell_it(self):
        game = self.table.game
        assert parse_position(print_position(game), game.rules) == game
        assert outlook(game).phase is game.phase
        assert all(v.severity >= Severity.LOG for v in judge(game, parse_move("=")))


@pytest.mark.parametrize("name", GAMES)
def test_full_games(name):
    profile, changes = GAMES[name]
    kind = type(f"FullGame_{name}", (FullGame,), {"profile": profile, "changes": changes})
    case = kind.TestCase
    case.settings = settings(
        max_examples=8,
        stateful_step_count=20,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    case("runTest").runTest()
