"""Reading the position line that `engine.position` prints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.bout import NO_BOUT, Bout, Due, Loose, Pair, in_order
from engine.cards import Card, parse_card
from engine.house import HouseRules
from engine.matches import TableMatch, parse_match
from engine.piles import Declared, Discard, Hand, Trumped
from engine.results import Ended, Ending, Exit, Result, decided
from engine.seats import PLAYERS, Actor
from engine.state import Game, Memory, Setting


class NotationError(ValueError):
    """Text that is no notation; the message says which part."""


HAND = re.compile(r"([A-F])(-?\d+)(?:\(([^()]*)\))?")
PILE = re.compile(r"d(\d+)(?:\(([^()]*)\))?")
TALON = re.compile(r"t(\d+)")
TRUMP = re.compile(r"-|(\w+)|\((\w+)\)")
LAID = re.compile(r"(\w+)(?:@([A-F]))?")
SEAT_COUNT = re.compile(r"([A-F])(\d+)")
SEAT_CARDS = re.compile(r"([A-F])(\w\w)?(\w\w)?")
ROLE_WORDS = frozenset(
    {"atk", "def", "ds", "cap", "take", "touched", "pass", "skip", "at", "done", "shown"}
)
HISTORY_WORDS = frozenset(
    {"bout", "last", "dealt", "drew", "out", "trumped", "says", "strap", "hung", "stall"}
    | {"award", "game", "ruled", "dealer", "prev", "won", "calls", "match"}
)
LAST = re.compile(r"([A-F])([A-F])([a-z]+)(?:@([A-F]))?(!)?")


def parse_position(line: str, rules: HouseRules) -> Game:
    """Read a position line; raises NotationError naming the part that is wrong."""
    fields = line.strip().split("|")
    if len(fields) != 7:
        raise NotationError(f"a position has 7 fields, not {len(fields)}: {line!r}")
    seats, trump, talon, discard, table, roles, history = (field.strip() for field in fields)
    told = _words(roles, ROLE_WORDS)
    past = _words(history.replace("bout ", "bout=", 1), HISTORY_WORDS)
    drew = dict(_seat_counts(history, "drew"))
    players, hands = _parse_hands(seats, drew)
    trump_match, discard_match = _match(TRUMP, trump), _match(PILE, discard)
    trump_name = trump_match[1] or trump_match[2]
    trump_card = _card(trump_name) if trump_name else None
    return Game(
        _parse_setting(rules, players, past),
        hands,
        talon=_int(_match(TALON, talon)[1]),
        trump_card=trump_card,
        trump_lies=trump_match[1] is not None,
        discard=Discard(_int(discard_match[1]), _cards(discard_match[2])),
        bout=_parse_bout(table, told, roles),
        bout_no=_int(past.get("bout", "1")),
        last=_parse_last(past.get("last")),
        memory=_parse_memory(history, past),
    )


def _parse_setting(rules: HouseRules, players: tuple[Actor, ...], past: dict[str, str]) -> Setting:
    previous = _seat(past.get("prev"))
    return Setting(
        rules,
        players,
        game_no=_int(past.get("game", "1")),
        previous_winner=previous,
        last_winner=_seat(past.get("won")) or previous,
        dealer=_seat(past.get("dealer")),
        calls_heard="calls" in past,
        match=_parse_match(past.get("match")),
    )


def _parse_match(text: str | None) -> TableMatch | None:
    match = None if text is None else parse_match(text)
    if match is None and text is not None:
        raise NotationError(f"no match is written like this: {text!r}")
    return match


def _parse_memory(history: str, past: dict[str, str]) -> Memory:
    says, hung = _seat_cards(history, "says"), past.get("hung")
    return Memory(
        dealt_to=_seat(past.get("dealt")),
        exits=tuple(Exit(seat, number) for seat, number in _seat_counts(history, "out")),
        trumped=_parse_trumped(history),
        declared=tuple(Declared(_player(m[1]), _card(m[2]) if m[2] else None) for m in says),
        takings=_int(past.get("stall", "0")),
        appointed=_seat(past.get("ruled")),
        straps=tuple(_card(name) for name in _values(history, "strap")),
        hung_by=_player(hung[0]) if hung else None,
        hung_on=_seat(hung[1:]) if hung else None,
        ruled=_parse_award(past.get("award")),
    )


def _parse_award(text: str | None) -> Result | None:
    """Read the result that was ruled: ``A/B``, ``/B``, a team or ``draw``."""
    if text is None or text == "draw":
        return None if text is None else Result(None)
    winner, slash, loser = text.partition("/")
    if slash:
        return decided(_seat(winner or None), _player(loser))
    return Result(None, team=tuple(_player(name) for name in text))


def _parse_trumped(history: str) -> tuple[Trumped, ...]:
    return tuple(
        Trumped(_player(m[1]), _card(m[2] or ""), _card(m[3] or ""))
        for m in _seat_cards(history, "trumped")
    )


def _parse_hands(text: str, drew: dict[Actor, int]) -> tuple[tuple[Actor, ...], tuple[Hand, ...]]:
    matches = [_match(HAND, part) for part in text.split("/")]
    players = tuple(Actor(m[1]) for m in matches)
    if players != PLAYERS[: len(players)]:
        raise NotationError(f"players are not in order: {text!r}")
    hands = tuple(Hand(_int(m[2]), _cards(m[3]), drew.get(Actor(m[1]), 0)) for m in matches)
    return players, hands


def _parse_bout(table: str, told: dict[str, str], roles: str) -> Bout:
    attacker, defender = _seat(told.get("atk")), _seat(told.get("def"))
    if attacker is None or defender is None:
        if table != "-":
            raise NotationError(f"nobody attacks or defends, yet there lies {table!r}")
        return NO_BOUT
    words = table.split()
    pairs = tuple(
        _parse_pair(word, attacker, defender) for word in words if not word.startswith("+")
    )
    loose = tuple(
        Loose(_card(m[1]), _seat(m[2]) or defender)
        for m in (_match(LAID, w[1:]) for w in words if w.startswith("+"))
    )
    return Bout(
        attacker,
        defender,
        _int(told.get("ds", "6")),
        pairs,
        loose,
        taking="take" in told,
        passed=_int(told.get("pass", "0")),
        skipped=tuple(Due(seat, count) for seat, count in _seat_counts(roles, "skip")),
        seat=_seat(told.get("at")),
        done=tuple(_player(name) for name in _values(roles, "done")),
        shown=tuple(_card(name) for name in _values(roles, "shown")),
        touched="touched" in told,
        order=in_order(pairs, loose),
    )


def _parse_pair(word: str, attacker: Actor, defender: Actor) -> Pair:
    attack, colon, defence = word.partition(":")
    if not colon:
        raise NotationError(f"not a pair: {word!r}")
    laid = _match(LAID, attack)
    by = _seat(laid[2]) or attacker
    if defence == "-":
        return Pair(_card(laid[1]), by)
    over = _match(LAID, defence)
    return Pair(_card(laid[1]), by, _card(over[1]), _seat(over[2]) or defender)


def _parse_last(text: str | None) -> Ended | None:
    if text is None:
        return None
    match = _match(LAST, text)
    try:
        how = Ending(match[3])
    except ValueError:
        raise NotationError(f"no bout ends like this: {text!r}") from None
    return Ended(_player(match[1]), _player(match[2]), how, _seat(match[4]), match[5] is not None)


def _words(text: str, names: frozenset[str]) -> dict[str, str]:
    """Return the values by name; a word without one has an empty value."""
    words = [word.partition("=") for word in text.split() if word != "-"]
    for word in words:
        if word[0] not in names:
            raise NotationError(f"not understood: {''.join(word)!r}")
    return {name: value for name, _, value in words}


def _values(text: str, name: str) -> Iterator[str]:
    """Yield the values of a word that may stand there several times."""
    for word in text.split():
        if word.startswith(f"{name}="):
            yield word.removeprefix(f"{name}=")


def _seat_counts(text: str, name: str) -> Iterator[tuple[Actor, int]]:
    for value in _values(text, name):
        match = _match(SEAT_COUNT, value)
        yield Actor(match[1]), int(match[2])


def _seat_cards(text: str, name: str) -> Iterator[re.Match[str]]:
    for value in _values(text, name):
        yield _match(SEAT_CARDS, value)


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise NotationError(f"not understood: {text!r}")
    return match


def _int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"not a number: {text!r}") from None


def _seat(text: str | None) -> Actor | None:
    return None if text is None else _player(text)


def _player(text: str) -> Actor:
    if text not in PLAYERS:
        raise NotationError(f"not a player: {text!r}")
    return Actor(text)


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except ValueError as error:
        raise NotationError(str(error)) from None


def _cards(text: str | None) -> frozenset[Card]:
    return frozenset(_card(name) for name in text.split(",")) if text else frozenset()
