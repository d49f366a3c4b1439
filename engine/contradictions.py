"""Which parameters of a profile cannot hold together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.faults import Cause, CausedError
from engine.parameters import (
    Clock,
    Dealing,
    HouseRules,
    ResultModel,
    Teams,
    ThrowWho,
    TransferTeams,
)


def contradictions(rules: HouseRules) -> Iterator[CausedError]:
    """Say which parameters contradict each other; each thing is one of them."""
    return chain(
        _at_the_table(rules),
        _in_the_caps(rules),
        _between_teams(rules),
        _in_transfers(rules),
        _in_the_result(rules),
        _about_money(rules),
    )


def _at_the_table(rules: HouseRules) -> Iterator[CausedError]:
    if max(rules.deal_packets) > 6:
        yield _told("deal_packets", "nobody is dealt more than six cards", "rules-packet")
    if min(rules.players) < 2 or max(rules.players) > 6:
        yield _told("players", "two to six can play with 36 cards", "rules-players")
    if rules.throw_who is ThrowWho.OPPONENT and rules.players != (2,):
        yield _told("throw_who", "there is one opponent only where two play", "rules-one-opponent")
    if not rules.voluntary_take:
        yield _told(
            "voluntary_take", "with hidden hands nobody can be made to beat", "rules-hidden-hands"
        )
    if rules.clock is Clock.HARD and rules.clock_s is None:
        yield _told("clock_s", "a hard clock needs its seconds", "rules-hard-clock")


def _in_the_caps(rules: HouseRules) -> Iterator[CausedError]:
    if rules.max_lead > rules.cap:
        yield _above_cap("max_lead", rules.max_lead, rules.cap)
    if rules.cap_first is not None and rules.cap_first > rules.cap:
        yield _above_cap("cap_first", rules.cap_first, rules.cap)
    if rules.cap_first_on_take is not None and rules.cap_first is None:
        yield _told(
            "cap_first_on_take", "there is no cap_first that it could replace", "rules-no-first-cap"
        )
    if rules.cap_first_on_take is not None and rules.cap_first_on_take > rules.cap:
        yield _above_cap("cap_first_on_take", rules.cap_first_on_take, rules.cap)


def _between_teams(rules: HouseRules) -> Iterator[CausedError]:
    size = {None: rules.players, Teams.TWO: (4,), Teams.THREE: (6,)}[rules.teams]
    if rules.players != size:
        yield _told(
            "players", f"{rules.teams} is played by {size[0]}", "rules-team-size", str(size[0])
        )
    if rules.teams is None:
        if rules.throw_who is ThrowWho.OPPONENTS_OF_DEFENDER:
            yield _told(
                "throw_who",
                "there are no opponents of the defender without teams",
                "rules-no-teams",
            )
        if rules.dealer is Dealing.LOSING_TEAM:
            yield _told("dealer", "there is no losing team without teams", "rules-no-teams")


def _in_transfers(rules: HouseRules) -> Iterator[CausedError]:
    if not rules.transfer:
        for name in ("transfer_show", "transfer_after_beat", "transfer_at_equality"):
            if getattr(rules, name):
                yield _told(name, "nothing is transferred in this game", "rules-no-transfer")
    elif rules.teams is not None and rules.transfer_teams is TransferTeams.OFF:
        yield _told(
            "transfer_teams",
            "it must be said whom a transfer reaches where teams play",
            "rules-transfer-teams",
        )


def _in_the_result(rules: HouseRules) -> Iterator[CausedError]:
    if (rules.result_model is ResultModel.TEAM) != (rules.teams is not None):
        straps = rules.result_model is ResultModel.STRAPS
        if not straps:
            yield _told(
                "result_model", "a team's result and teams belong together", "rules-team-result"
            )
    if rules.result_model is ResultModel.WIN_LOSS_DRAW and rules.players != (2,):
        yield _told(
            "result_model", "one wins and one loses only where two play", "rules-two-result"
        )
    if (rules.result_model is ResultModel.STRAPS) != (rules.strap_queen is not None):
        yield _told(
            "strap_queen", "the chosen queen and the game of straps belong together", "rules-straps"
        )


def _about_money(rules: HouseRules) -> Iterator[CausedError]:
    if rules.prize_percent and sum(rules.prize_percent) != 100:
        yield _told(
            "prize_percent",
            f"the prizes make {sum(rules.prize_percent)} per cent",
            "rules-prizes",
            str(sum(rules.prize_percent)),
        )
    for players, percents in rules.bank_percent.items():
        if sum(percents) != 100 or str(len(percents)) != players:
            yield _told(
                "bank_percent",
                f"{players} players share 100 per cent, one share each",
                "rules-bank",
                players,
            )


def _told(parameter: str, why: str, code: str, more: str = "") -> CausedError:
    return CausedError(f"{parameter}: {why}", Cause(code, parameter), more)


def _above_cap(parameter: str, value: int, cap: int) -> CausedError:
    told = f"{parameter}: {value} is above the cap of {cap}"
    return CausedError(told, Cause("rules-above-cap", parameter), str(value), (("cap", cap),))
