"""The position line: a whole game state in one line of text, both directions.

``A6/B5(Kc,9c)|9h|t17|d8|6c:9c 9d:-|atk=A def=B ds=6 cap=6|bout 3``: hands with the cards that are
known, trump card (in brackets once it is drawn), talon, discard, pairs, roles, number of the bout.
Whatever is not as usual follows as a word: who laid a card (``9d@B``), loose cards (``+Kc@B``),
``take``, ``pass=2``, ``skip=B2``, ``last=ABbeaten``, ``dealt=A``, ``drew=A2``, ``game=2``,
``prev=A``, ``calls``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.bout import NO_BOUT, Bout, Due, Loose, Pair
from engine.cards import Card, parse_card
from engine.house import HouseRules
from engine.seats import PLAYERS, Actor
from engine.state import Discard, Ended, Ending, Game, Hand


class NotationError(ValueError):
    """Text that is no notation; the message says which part."""


def print_position(game: Game) -> str:
    """Return the position line of a game.

    >>> from engine.game import new_game
    >>> from engine.house import load_rules
    >>> print_position(new_game(load_rules("casino-by-2001")))
    'A0/B0|-|t36|d0|-|-|bout 1'
    """
    hands = "/".join(
        f"{seat}{_pile(hand.count, hand.known)}"
        for seat, hand in zip(game.players, game.hands, strict=True)
    )
    fields = (
        hands,
        _trump_text(game),
        f"t{game.talon}",
        f"d{_pile(game.discard.count, game.discard.known)}",
        " ".join(_table_words(game.bout)) or "-",
        " ".join(_role_words(game)) or "-",
        " ".join((f"bout {game.bout_no}", *_history_words(game))),
    )
    return "|".join(fields)


def _pile(count: int, known: Iterable[Card]) -> str:
    faces = ",".join(str(card) for card in sorted(known))
    return f"{count}({faces})" if faces else str(count)


def _trump_text(game: Game) -> str:
    if game.trump_card is None:
        return "-"
    return str(game.trump_card) if game.trump_lies else f"({game.trump_card})"


def _table_words(bout: Bout) -> Iterator[str]:
    for pair in bout.pairs:
        attack = _laid(pair.attack, pair.by, bout.attacker)
        defence = (
            "-"
            if pair.defence is None
            else _laid(pair.defence, pair.beaten_by or bout.defender, bout.defender)
        )
        yield f"{attack}:{defence}"
    for loose in bout.loose:
        yield f"+{loose.card}@{loose.by}"


def _laid(card: Card, by: Actor, usual: Actor) -> str:
    return str(card) if by == usual else f"{card}@{by}"


def _role_words(game: Game) -> Iterator[str]:
    bout = game.bout
    if not bout.runs:
        return
    cap = game.cap_left + len(bout.pairs)
    yield f"atk={bout.attacker} def={bout.defender} ds={bout.start} cap={cap}"
    if bout.taking:
        yield "take"
    if bout.passed:
        yield f"pass={bout.passed}"
    for due in bout.skipped:
        yield f"skip={due.seat}{due.count}"


def _history_words(game: Game) -> Iterator[str]:
    if game.last is not None:
        yield f"last={game.last.attacker}{game.last.defender}{game.last.how}"
    if game.dealt_to is not None:
        yield f"dealt={game.dealt_to}"
    for seat, hand in zip(game.players, game.hands, strict=True):
        if hand.drawn:
            yield f"drew={seat}{hand.drawn}"
    if game.game_no != 1:
        yield f"game={game.game_no}"
    if game.previous_winner is not None:
        yield f"prev={game.previous_winner}"
    if game.calls_heard:
        yield "calls"


HAND = re.compile(r"([A-F])(-?\d+)(?:\(([^()]*)\))?")
PILE = re.compile(r"d(\d+)(?:\(([^()]*)\))?")
TALON = re.compile(r"t(\d+)")
TRUMP = re.compile(r"-|(\w+)|\((\w+)\)")
LAID = re.compile(r"(\w+)(?:@([A-F]))?")
SEAT_COUNT = re.compile(r"([A-F])(\d+)")
ROLE_WORDS = frozenset({"atk", "def", "ds", "cap", "take", "pass", "skip"})
HISTORY_WORDS = frozenset({"bout", "last", "dealt", "drew", "game", "prev", "calls"})
LAST = re.compile(r"([A-F])([A-F])(\w+)")


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
        rules,
        players,
        hands,
        game_no=_int(past.get("game", "1")),
        previous_winner=_seat(past.get("prev")),
        calls_heard="calls" in past,
        talon=_int(_match(TALON, talon)[1]),
        trump_card=trump_card,
        trump_lies=trump_match[1] is not None,
        discard=Discard(_int(discard_match[1]), _cards(discard_match[2])),
        bout=_parse_bout(table, told, roles),
        bout_no=_int(past.get("bout", "1")),
        dealt_to=_seat(past.get("dealt")),
        last=_parse_last(past.get("last")),
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
        _parse_pair(word, attacker, defender, 2 * n)
        for n, word in enumerate(w for w in words if not w.startswith("+"))
    )
    loose = tuple(
        Loose(_card(m[1]), _seat(m[2]) or defender, 2 * len(pairs))
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
        turns=2 * len(pairs) + 1,
    )


def _parse_pair(word: str, attacker: Actor, defender: Actor, turn: int) -> Pair:
    attack, colon, defence = word.partition(":")
    if not colon:
        raise NotationError(f"not a pair: {word!r}")
    laid = _match(LAID, attack)
    by = _seat(laid[2]) or attacker
    if defence == "-":
        return Pair(_card(laid[1]), by, turn=turn)
    over = _match(LAID, defence)
    return Pair(_card(laid[1]), by, _card(over[1]), _seat(over[2]) or defender, turn, turn + 1)


def _parse_last(text: str | None) -> Ended | None:
    if text is None:
        return None
    match = _match(LAST, text)
    try:
        return Ended(Actor(match[1]), Actor(match[2]), Ending(match[3]))
    except ValueError:
        raise NotationError(f"no bout ends like this: {text!r}") from None


def _words(text: str, names: frozenset[str]) -> dict[str, str]:
    """Return the values by name; a word without one has an empty value."""
    words = [word.partition("=") for word in text.split() if word != "-"]
    for name, _, value in words:
        if name not in names:
            raise NotationError(f"not understood: {name + value!r}")
    return {name: value for name, _, value in words}


def _seat_counts(text: str, name: str) -> Iterator[tuple[Actor, int]]:
    for word in text.split():
        if word.startswith(f"{name}="):
            match = _match(SEAT_COUNT, word.removeprefix(f"{name}="))
            yield Actor(match[1]), int(match[2])


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
    if text is None:
        return None
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
