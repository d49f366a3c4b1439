"""House rules: the points on which games of durak differ, read from versioned profiles."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib.resources import files
from typing import TypeVar

from engine.cards import Suit
from engine.contradictions import contradictions
from engine.documents import toml_of
from engine.faults import Cause, CausedError
from engine.parameters import (
    Choice,
    Clock,
    Dealing,
    DrawOrder,
    FirstPacket,
    FirstUntil,
    HouseRules,
    LeadAfterPartnerOut,
    NextGameLead,
    ResultModel,
    Teams,
    TeamWin,
    ThrowOnTake,
    ThrowOrder,
    ThrowRanks,
    ThrowWho,
    TransferTeams,
    TrumpBeat,
    TrumpReveal,
)

__all__ = [
    "PARAMETERS",
    "DrawOrder",
    "FirstUntil",
    "HouseRules",
    "NextGameLead",
    "RulesError",
    "ThrowOnTake",
    "ThrowRanks",
    "ThrowWho",
    "TrumpBeat",
    "adjusted",
    "load_rules",
    "make_rules",
    "parse_rules",
    "profile_names",
]


class RulesError(CausedError):
    """A profile that cannot be used; the message names the parameter."""

    def within(self, place: str) -> RulesError:
        """Return the same, told of a place around it: a parameter of a profile, a file."""
        cause = self.cause
        thing = "" if cause is None else f"{place}: {cause.thing}".removesuffix(": ")
        inner = None if cause is None else Cause(cause.code, thing)
        return RulesError(f"{place}: {self}", inner, self.more, self.figures)


def _unwanted(wanted: str, code: str, value: object) -> RulesError:
    cause = Cause(f"rules-wants-{code}", "")
    return RulesError(f"{wanted} is wanted, not {value!r}", cause, repr(value))


T = TypeVar("T")


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _unwanted("a number above 0", "number", value)
    return value


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise _unwanted("a list of numbers", "numbers", value)
    return tuple(_number(item) for item in value)


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise _unwanted("true or false", "bool", value)
    return value


def _choices(value: object) -> tuple[Choice, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise _unwanted("a list of choices", "choices", value)
    return tuple(Choice(item) for item in value)


def _percents(value: object) -> tuple[int, ...]:
    """Read shares in per cent: whole numbers, nothing below nought."""
    if not isinstance(value, list | tuple):
        raise _unwanted("a list of per cents", "percents", value)
    return tuple(_share(item) for item in value)


def _share(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _unwanted("a number from 0", "share", value)
    return value


def _named(read: Callable[[object], T]) -> Callable[[object], Mapping[str, T]]:
    """Return a reader of a table whose values are all of one kind."""

    def table(value: object) -> Mapping[str, T]:
        if not isinstance(value, Mapping):
            raise _unwanted("a table", "table", value)
        return {str(name): read(item) for name, item in value.items()}

    return table


def _or_none(read: Callable[..., T]) -> Callable[[object], T | None]:
    """Return a reader of a value that may be missing."""
    return lambda value: None if value is None else read(value)


PARAMETERS: Mapping[str, Callable[..., object]] = {
    "players": _numbers,
    "teams": _or_none(Teams),
    "dealer": Dealing,
    "deal_packets": _numbers,
    "first_packet": FirstPacket,
    "trump_reveal": TrumpReveal,
    "next_game_lead": NextGameLead,
    "no_trump_choices": _choices,
    "after_draw_choices": _choices,
    "max_lead": _number,
    "cap": _number,
    "first_until": FirstUntil,
    "cap_by_defender_hand": _yes_or_no,
    "trump_beat": TrumpBeat,
    "throw_who": ThrowWho,
    "throw_order": ThrowOrder,
    "throw_ranks": ThrowRanks,
    "throw_on_take": ThrowOnTake,
    "voluntary_take": _yes_or_no,
    "draw_order": DrawOrder,
    "draw_allowed": _yes_or_no,
    "result_model": ResultModel,
    "endless_after": _number,
    "transfer": _yes_or_no,
    "transfer_show": _yes_or_no,
    "transfer_first_bout": _yes_or_no,
    "transfer_after_beat": _yes_or_no,
    "transfer_at_equality": _yes_or_no,
    "transfer_teams": TransferTeams,
    "team_win": TeamWin,
    "lead_after_partner_out": LeadAfterPartnerOut,
    "pogony_label": _yes_or_no,
    "pogony_win": _yes_or_no,
    "strap_leads": _yes_or_no,
    "clock": Clock,
    "fees_first": _yes_or_no,
    "strap_queen": _or_none(Suit),
    "clock_s": _or_none(_number),
    "cap_first": _or_none(_number),
    "cap_first_on_take": _or_none(_number),
    "prize_percent": _percents,
    "bank_percent": _named(_percents),
    "rating_points": _named(_share),
    "stage_wins": _named(_number),
}
"""Every parameter of a profile, with what reads it; a reader refuses by ValueError."""

REQUIRED = frozenset(field.name for field in fields(HouseRules) if field.default is MISSING) - {
    "profile",
    "version",
    "bank_percent",
    "rating_points",
    "stage_wins",
}


def make_rules(profile: str, version: int, parameters: Mapping[str, object]) -> HouseRules:
    """Build house rules; raises RulesError naming a parameter that is unknown, bad or missing."""
    values: dict[str, object] = {}
    for name, value in parameters.items():
        if name not in PARAMETERS:
            told = f"{profile}: no parameter is called {name}"
            raise RulesError(told, Cause("rules-no-parameter", profile), name)
        try:
            values[name] = PARAMETERS[name](value)
        except RulesError as error:
            raise error.within(f"{profile}: {name}") from None
        except ValueError as error:
            cause = Cause("rules-no-value", f"{profile}: {name}")
            raise RulesError(f"{profile}: {name}: {error}", cause, repr(value)) from None
    for name in sorted(REQUIRED - parameters.keys()):
        told = f"{profile}: the parameter {name} is missing"
        raise RulesError(told, Cause("rules-lacks", profile), name)
    rules = HouseRules(profile, version, **values)  # type: ignore[arg-type] # each was read by name
    for found in contradictions(rules):
        raise RulesError(str(found), found.cause, found.more, found.figures).within(profile)
    return rules


def adjusted(rules: HouseRules, overrides: Mapping[str, object]) -> HouseRules:
    """Return the rules with some parameters replaced, under the same label.

    Raises RulesError as `make_rules` does.
    """
    parameters = {name: getattr(rules, name) for name in PARAMETERS}
    return make_rules(rules.profile, rules.version, {**parameters, **overrides})


def parse_rules(text: str) -> HouseRules:
    """Read a profile; raises RulesError naming what is wrong.

    A profile that is `like` another one, named with its version, gives only what differs.
    """
    try:
        data = toml_of(text)
    except tomllib.TOMLDecodeError as error:
        told = f"not a profile: {error}"
        raise RulesError(told, Cause("rules-no-toml", ""), str(error)) from None
    for key in sorted(data.keys() - {"name", "version", "like", "rules"}):
        raise RulesError(f"a profile has no {key}", Cause("rules-no-key", ""), key)
    name, version, rules = data.get("name"), data.get("version"), data.get("rules")
    if not isinstance(name, str) or not isinstance(version, int) or not isinstance(rules, dict):
        told = "a profile needs a name, a version number and a table of rules"
        raise RulesError(told, Cause("rules-bare", ""))
    return make_rules(name, version, {**_like(name, data.get("like")), **rules})


def _like(name: str, like: object) -> Mapping[str, object]:
    """Return the parameters of the profile that another one is like."""
    if like is None:
        return {}
    model = load_rules(str(like).partition("@")[0])
    if model.label != like:
        told = f"{name}: it is like {like}, but there is {model.label}"
        raise RulesError(told, Cause("rules-like", name), f"{like} ≠ {model.label}")
    return {parameter: getattr(model, parameter) for parameter in PARAMETERS}


def profile_names() -> tuple[str, ...]:
    """Return the names of the profiles that ship with the engine."""
    profiles = files("engine").joinpath("profiles")
    return tuple(sorted(p.name.removesuffix(".toml") for p in profiles.iterdir()))


@cache
def load_rules(name: str) -> HouseRules:
    """Return the rules of a profile that ships with the engine; RulesError when there is none."""
    if name not in profile_names():
        known = ", ".join(profile_names())
        told = f"no profile is called {name}; there is {known}"
        raise RulesError(told, Cause("rules-none", name), known)
    profiles = files("engine").joinpath("profiles")
    return parse_rules(profiles.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
