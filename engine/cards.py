"""Cards of the 36-card deck, their names, and which card beats which."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import total_ordering


class Suit(StrEnum):
    """A suit, valued by the letter that notation uses."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Rank(IntEnum):
    """A rank, valued by its strength (125.1: the six is lowest, the ace highest)."""

    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """Return the letter that notation uses."""
        return "6789TJQKA"[self - Rank.SIX]


RANKS_BY_NAME = {
    **{rank.letter: rank for rank in Rank},
    "10": Rank.TEN,
    "В": Rank.JACK,
    "Д": Rank.QUEEN,
    "К": Rank.KING,
    "Т": Rank.ACE,
}
SUITS_BY_NAME = {
    **{suit.value: suit for suit in Suit},
    "♣": Suit.CLUBS,
    "♦": Suit.DIAMONDS,
    "♥": Suit.HEARTS,
    "♠": Suit.SPADES,
}


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, init=False)
class Card:
    """One card of the deck; its face is its identity: each face is one object and no more."""

    rank: Rank
    suit: Suit

    def __new__(cls, rank: Rank, suit: Suit) -> Card:  # noqa: PYI034 - there is one object for each face
        """Return the one card of this face."""
        card = _FACES.get((rank, suit))
        if card is None:
            card = _FACES[rank, suit] = object.__new__(cls)
            object.__setattr__(card, "rank", rank)
            object.__setattr__(card, "suit", suit)
        return card

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        """Copy to the same object, and come back from a pickle as the one card of this face."""
        return Card, (self.rank, self.suit)

    def __lt__(self, other: Card) -> bool:
        """Order by rank, and then by suit."""
        return (self.rank, self.suit) < (other.rank, other.suit)

    def __str__(self) -> str:
        """Return the two-letter name, such as ``Th``."""
        return f"{self.rank.letter}{self.suit}"


_FACES: dict[tuple[Rank, Suit], Card] = {}

DECK: frozenset[Card] = frozenset(Card(rank, suit) for rank in Rank for suit in Suit)


OF_SUIT: dict[Suit, frozenset[Card]] = {
    suit: frozenset(card for card in DECK if card.suit is suit) for suit in Suit
}
HIGHER: dict[Card, frozenset[Card]] = {
    card: frozenset(c for c in DECK if c.suit == card.suit and c.rank > card.rank) for card in DECK
}
"""The cards of its suit that are higher than a card."""


def parse_card(name: str) -> Card:
    """Read a card name: ``Th``, ``10h``, ``10♥`` or, with a Russian index, ``Т♥`` for the ace.

    >>> parse_card("10h") == parse_card("Th")
    True
    >>> str(parse_card("Д♠"))
    'Qs'
    """
    text = name.strip()
    try:
        return Card(RANKS_BY_NAME[text[:-1]], SUITS_BY_NAME[text[-1:]])
    except KeyError:
        raise ValueError(f"not a card of the 36-card deck: {name!r}") from None


def beats(defence: Card, attack: Card, trump: Suit) -> bool:
    """Tell whether a defence card beats an attack card (125.6, R050-R052).

    >>> beats(parse_card("9s"), parse_card("7s"), Suit.HEARTS)
    True
    >>> beats(parse_card("6h"), parse_card("As"), Suit.HEARTS)
    True
    >>> beats(parse_card("Ad"), parse_card("7s"), Suit.HEARTS)
    False
    """
    if defence.suit == attack.suit:
        return defence.rank > attack.rank
    return defence.suit == trump
