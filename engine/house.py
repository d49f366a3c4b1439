"""House rules: the points on which games of durak differ, read from versioned profiles."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files


class RulesError(ValueError):
    """A profile that cannot be used; the message names the parameter."""


@unique
class TrumpBeat(StrEnum):
    """When a trump may beat another suit: only for want of that suit, or always."""

    STRICT = "strict"
    FREE = "free"


@unique
class FirstUntil(StrEnum):
    """How long the smaller cap of the beginning holds."""

    FIRST_DISCARD = "first_discard"
    FIRST_BOUT = "first_bout"


@unique
class ThrowOnTake(StrEnum):
    """Whether cards may be thrown in after the defender said that he takes."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@unique
class ThrowWho(StrEnum):
    """Who may throw in."""

    OPPONENT = "opponent"
    ALL_OTHERS = "all_others"


@unique
class ThrowRanks(StrEnum):
    """Which ranks may be thrown in."""

    ANY_ON_TABLE = "any_on_table"
    LEAD_RANK_ONLY = "lead_rank_only"


@unique
class NextGameLead(StrEnum):
    """Who leads in the games after the first one."""

    WINNER_PREV = "winner_prev"
    LOWEST_TRUMP = "lowest_trump"


@unique
class DrawOrder(StrEnum):
    """In which order players draw after a bout."""

    LEADER_THROWERS_DEFENDER = "leader_throwers_defender"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One game of durak; every field but the first two is a parameter of its profile."""

    profile: str
    version: int
    players: tuple[int, ...]
    deal_packets: tuple[int, ...]
    next_game_lead: NextGameLead
    max_lead: int
    cap: int
    first_until: FirstUntil
    cap_by_defender_hand: bool
    trump_beat: TrumpBeat
    throw_who: ThrowWho
    throw_ranks: ThrowRanks
    throw_on_take: ThrowOnTake
    draw_order: DrawOrder
    draw_allowed: bool
    cap_first: int | None = None
    cap_first_on_take: int | None = None

    @property
    def label(self) -> str:
        """Return the name that records carry, such as ``casino-by-2001@1``."""
        return f"{self.profile}@{self.version}"


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError(f"a number above 0 is wanted, not {value!r}")
    return value


def _number_or_none(value: object) -> int | None:
    return None if value is None else _number(value)


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"a list of numbers is wanted, not {value!r}")
    return tuple(_number(item) for item in value)


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"true or false is wanted, not {value!r}")  # noqa: TRY004 - caught below
    return value


PARAMETERS: Mapping[str, Callable[..., object]] = {
    "players": _numbers,
    "deal_packets": _numbers,
    "next_game_lead": NextGameLead,
    "max_lead": _number,
    "cap": _number,
    "first_until": FirstUntil,
    "cap_by_defender_hand": _yes_or_no,
    "trump_beat": TrumpBeat,
    "throw_who": ThrowWho,
    "throw_ranks": ThrowRanks,
    "throw_on_take": ThrowOnTake,
    "draw_order": DrawOrder,
    "draw_allowed": _yes_or_no,
    "cap_first": _number_or_none,
    "cap_first_on_take": _number_or_none,
}
REQUIRED = frozenset(field.name for field in fields(HouseRules) if field.default is MISSING) - {
    "profile",
    "version",
}


def make_rules(profile: str, version: int, parameters: Mapping[str, object]) -> HouseRules:
    """Build house rules; raises RulesError naming a parameter that is unknown, bad or missing."""
    for name in sorted(REQUIRED - parameters.keys()):
        raise RulesError(f"{profile}: the parameter {name} is missing")
    values: dict[str, object] = {}
    for name, value in parameters.items():
        if name not in PARAMETERS:
            raise RulesError(f"{profile}: no parameter is called {name}")
        try:
            values[name] = PARAMETERS[name](value)
        except ValueError as error:
            raise RulesError(f"{profile}: {name}: {error}") from None
    rules = HouseRules(profile, version, **values)  # type: ignore[arg-type] # each was read by name
    for contradiction in _contradictions(rules):
        raise RulesError(f"{profile}: {contradiction}")
    return rules


def _contradictions(rules: HouseRules) -> Iterator[str]:
    """Say which parameters cannot hold together."""
    if rules.cap_first is not None and rules.cap_first > rules.cap:
        yield f"cap_first: {rules.cap_first} is above the cap of {rules.cap}"
    if rules.cap_first_on_take is not None and rules.cap_first is None:
        yield "cap_first_on_take: there is no cap_first that it could replace"
    if rules.cap_first_on_take is not None and rules.cap_first_on_take > rules.cap:
        yield f"cap_first_on_take: {rules.cap_first_on_take} is above the cap of {rules.cap}"
    if max(rules.deal_packets) > 6:
        yield "deal_packets: nobody is dealt more than six cards"
    if min(rules.players) < 2 or max(rules.players) > 6:
        yield "players: two to six can play with 36 cards"
    if rules.throw_who is ThrowWho.OPPONENT and rules.players != (2,):
        yield "throw_who: there is one opponent only where two play"


def adjusted(rules: HouseRules, overrides: Mapping[str, object]) -> HouseRules:
    """Return the rules with some parameters replaced, under the same label.

    Raises RulesError as `make_rules` does.
    """
    parameters = {name: getattr(rules, name) for name in PARAMETERS}
    return make_rules(rules.profile, rules.version, {**parameters, **overrides})


def parse_rules(text: str) -> HouseRules:
    """Read a profile; raises RulesError naming what is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"not a profile: {error}") from None
    for key in sorted(data.keys() - {"name", "version", "rules"}):
        raise RulesError(f"a profile has no {key}")
    name, version, rules = data.get("name"), data.get("version"), data.get("rules")
    if not isinstance(name, str) or not isinstance(version, int) or not isinstance(rules, dict):
        raise RulesError("a profile needs a name, a version number and a table of rules")
    return make_rules(name, version, rules)


@cache
def load_rules(name: str) -> HouseRules:
    """Return the rules of a profile that ships with the engine; RulesError when there is none."""
    profiles = files("engine").joinpath("profiles")
    names = sorted(p.name.removesuffix(".toml") for p in profiles.iterdir())
    if name not in names:
        raise RulesError(f"no profile is called {name}; there is {', '.join(names)}")
    return parse_rules(profiles.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
