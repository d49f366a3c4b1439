"""The position line: a whole game state in one line of text, both directions.

``A6/B5(Kc,9c)|9h|t17|d8|6c:9c 9d:-|atk=A def=B ds=6 cap=6|bout 3``: hands with the cards that are
known, trump card (in brackets once it is drawn), talon, discard, pairs, roles, number of the bout.
Whatever is not as usual follows as a word: who laid a card (``9d@B``), loose cards (``+Kc@B``),
``take``, ``touched``, ``pass=2``, ``done=C``, ``shown=7h``, ``at=C`` (the seat that is defended),
``skip=B2``, ``last=ABbeaten`` (``@C``: at which seat, ``!``: the attack was two sixes),
``dealt=A``, ``drew=A2``, ``out=C7`` (with which bout), ``trumped=B6h8c``, ``says=A7h``,
``stall=3``, ``award=A/B`` (the inspector's ruling), ``ruled=A``, ``dealer=B``, ``won=A``,
``strap=6c``, ``hung=AB``, ``game=2``, ``prev=A``, ``calls``, ``match=SF2/9/3-2/1/0/``
(target, wins, draws, fees that lack, wrong seats).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.bout import Bout
from engine.cards import Card
from engine.matches import print_match
from engine.position_reading import NotationError, parse_position
from engine.seats import Actor
from engine.state import Ended, Game, Result

__all__ = ["NotationError", "parse_position", "print_position"]


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
    if bout.touched:
        yield "touched"
    if bout.passed:
        yield f"pass={bout.passed}"
    if bout.seat is not None:
        yield f"at={bout.seat}"
    yield from (f"done={seat}" for seat in bout.done)
    yield from (f"shown={card}" for card in bout.shown)
    yield from (f"skip={due.seat}{due.count}" for due in bout.skipped)


def _history_words(game: Game) -> Iterator[str]:
    if game.last is not None:
        yield _last_word(game.last)
    if game.memory.dealt_to is not None:
        yield f"dealt={game.memory.dealt_to}"
    for seat, hand in zip(game.players, game.hands, strict=True):
        if hand.drawn:
            yield f"drew={seat}{hand.drawn}"
    yield from (f"out={gone.seat}{gone.bout_no}" for gone in game.memory.exits)
    yield from (f"trumped={t.seat}{t.card}{t.attack}" for t in game.memory.trumped)
    yield from (f"says={said.seat}{said.card or ''}" for said in game.memory.declared)
    yield from (f"strap={card}" for card in game.memory.straps)
    if game.memory.hung_by is not None:
        yield f"hung={game.memory.hung_by}{game.memory.hung_on}"
    if game.memory.takings:
        yield f"stall={game.memory.takings}"
    if game.memory.ruled is not None:
        yield f"award={_award(game.memory.ruled)}"
    yield from _match_words(game)


def _last_word(last: Ended) -> str:
    place = "" if last.seat is None else f"@{last.seat}"
    return f"last={last.attacker}{last.defender}{last.how}{place}{'!' if last.two_sixes else ''}"


def _award(ruled: Result) -> str:
    """Return who won and who lost, ``A/B`` or ``/B``; else the team, or ``draw``."""
    if ruled.loser is not None:
        return f"{ruled.winner or ''}/{ruled.loser}"
    return "".join(ruled.team) or "draw"


def _match_words(game: Game) -> Iterator[str]:
    """Yield what the game knows of the match."""
    if game.game_no != 1:
        yield f"game={game.game_no}"
    named = {
        "ruled": game.memory.appointed,
        "dealer": game.setting.dealer,
        "prev": game.previous_winner,
        "won": game.setting.last_winner
        if game.setting.last_winner != game.previous_winner
        else None,
    }
    yield from (f"{word}={seat}" for word, seat in named.items() if seat is not None)
    if game.calls_heard:
        yield "calls"
    if game.setting.match is not None:
        yield f"match={print_match(game.setting.match)}"
