"""Which parameters of a profile cannot hold together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.parameters import (
    Clock,
    Dealing,
    HouseRules,
    ResultModel,
    Teams,
    ThrowWho,
    TransferTeams,
)


def contradictions(rules: HouseRules) -> Iterator[str]:
    """Say which parameters contradict each other; each sentence begins with one of them."""
    return chain(
        _at_the_table(rules),
        _in_the_caps(rules),
        _between_teams(rules),
        _in_transfers(rules),
        _in_the_result(rules),
        _about_money(rules),
    )


def _at_the_table(rules: HouseRules) -> Iterator[str]:
    if max(rules.deal_packets) > 6:
        yield "deal_packets: nobody is dealt more than six cards"
    if min(rules.players) < 2 or max(rules.players) > 6:
        yield "players: two to six can play with 36 cards"
    if rules.throw_who is ThrowWho.OPPONENT and rules.players != (2,):
        yield "throw_who: there is one opponent only where two play"
    if not rules.voluntary_take:
        yield "voluntary_take: with hidden hands nobody can be made to beat"
    if rules.clock is Clock.HARD and rules.clock_s is None:
        yield "clock_s: a hard clock needs its seconds"


def _in_the_caps(rules: HouseRules) -> Iterator[str]:
    if rules.max_lead > rules.cap:
        yield f"max_lead: {rules.max_lead} is above the cap of {rules.cap}"
    if rules.cap_first is not None and rules.cap_first > rules.cap:
        yield f"cap_first: {rules.cap_first} is above the cap of {rules.cap}"
    if rules.cap_first_on_take is not None and rules.cap_first is None:
        yield "cap_first_on_take: there is no cap_first that it could replace"
    if rules.cap_first_on_take is not None and rules.cap_first_on_take > rules.cap:
        yield f"cap_first_on_take: {rules.cap_first_on_take} is above the cap of {rules.cap}"


def _between_teams(rules: HouseRules) -> Iterator[str]:
    size = {None: rules.players, Teams.TWO: (4,), Teams.THREE: (6,)}[rules.teams]
    if rules.players != size:
        yield f"players: {rules.teams} is played by {size[0]}"
    if rules.teams is None:
        if rules.throw_who is ThrowWho.OPPONENTS_OF_DEFENDER:
            yield "throw_who: there are no opponents of the defender without teams"
        if rules.dealer is Dealing.LOSING_TEAM:
            yield "dealer: there is no losing team without teams"


def _in_transfers(rules: HouseRules) -> Iterator[str]:
    if not rules.transfer:
        for name in ("transfer_show", "transfer_after_beat", "transfer_at_equality"):
            if getattr(rules, name):
                yield f"{name}: nothing is transferred in this game"
    elif rules.teams is not None and rules.transfer_teams is TransferTeams.OFF:
        yield "transfer_teams: it must be said whom a transfer reaches where teams play"


def _in_the_result(rules: HouseRules) -> Iterator[str]:
    if (rules.result_model is ResultModel.TEAM) != (rules.teams is not None):
        straps = rules.result_model is ResultModel.STRAPS
        if not straps:
            yield "result_model: a team's result and teams belong together"
    if rules.result_model is ResultModel.WIN_LOSS_DRAW and rules.players != (2,):
        yield "result_model: one wins and one loses only where two play"
    if (rules.result_model is ResultModel.STRAPS) != (rules.strap_queen is not None):
        yield "strap_queen: the chosen queen and the game of straps belong together"


def _about_money(rules: HouseRules) -> Iterator[str]:
    if rules.prize_percent and sum(rules.prize_percent) != 100:
        yield f"prize_percent: the prizes make {sum(rules.prize_percent)} per cent"
    for players, percents in rules.bank_percent.items():
        if sum(percents) != 100 or str(len(percents)) != players:
            yield f"bank_percent: {players} players share 100 per cent, one share each"
