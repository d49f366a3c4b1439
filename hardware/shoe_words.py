"""What is told in the frames of the shoe protocol: commands to the shoe, and events from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag, unique

from engine.cards import Card, Rank, Suit
from engine.seats import PLAYERS, Actor
from hardware.shoe_frames import Frame


@unique
class Kind(IntEnum):
    """What a frame is; the shoe's own have the highest bit set, so that an echo is no message."""

    HELLO = 0x01
    ALIVE = 0x02
    ACK = 0x03
    ALLOW = 0x10
    LOCK = 0x11
    UNLOCK = 0x12
    LIGHT = 0x13
    IDENTIFY = 0x14
    ASK_COUNT = 0x15
    NEW_PACK = 0x16
    WELCOME = 0x81
    SHOE_ALIVE = 0x82
    SHOE_ACK = 0x83
    CARD_OUT = 0x90
    LID = 0x91
    JAM = 0x92
    EMPTY = 0x93
    COUNT = 0x94


COMMANDS = frozenset(kind for kind in Kind if 0x10 <= kind < 0x80)
EVENTS = frozenset(kind for kind in Kind if kind >= 0x90)


@unique
class Result(IntEnum):
    """What became of a command."""

    DONE = 0
    UNKNOWN = 1
    WRONG = 2
    CANNOT = 3


class Ability(IntFlag):
    """What a shoe can do, told in its welcome."""

    COUNTS = 0x01
    READS_FACES = 0x02
    LOCKS = 0x04
    SEAT_LIGHTS = 0x08
    LAMP = 0x10


class Flags(IntFlag):
    """How a shoe stands, told in every heartbeat."""

    GREETED = 0x01
    LOCKED = 0x02
    LID_OPEN = 0x04
    JAMMED = 0x08
    EMPTY = 0x10
    AMBER = 0x20


@unique
class ShoeLook(IntEnum):
    """What a lamp of the shoe shows; place 0 is the shoe's own lamp, 1 to 6 are the seats."""

    DARK = 0
    TURN = 1
    STOP = 2
    CLEAR = 3
    WAITING = 4
    DOUBT = 5
    FAULT = 6


NO_FACE = 0
MISREAD = 0xFE
UNKNOWN_LEFT = 0xFF
UNASKED = 0x01

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


def face_byte(card: Card | None) -> int:
    """Return the byte of a face: 1 to 36, the suits c d h s, each from the six up.

    >>> from engine.cards import parse_card
    >>> face_byte(parse_card("6c")), face_byte(parse_card("As")), face_byte(None)
    (1, 36, 0)
    """
    if card is None:
        return NO_FACE
    return 1 + SUITS.index(card.suit) * len(Rank) + list(Rank).index(card.rank)


def face_of(byte: int) -> Card | None:
    """Return the face of a byte; None for a card that was not read. Raises ValueError."""
    if byte in {NO_FACE, MISREAD}:
        return None
    suit, rank = divmod(byte - 1, len(Rank))
    if not 0 <= suit < len(SUITS):
        raise ValueError(f"{byte} is no face")
    return Card(list(Rank)[rank], SUITS[suit])


def seat_byte(seat: Actor | None) -> int:
    """Return the byte of a seat: A is 1, F is 6; nobody is 0."""
    return 0 if seat is None else 1 + PLAYERS.index(seat)


def seat_of(byte: int) -> Actor | None:
    """Return the seat of a byte; None for 0. Raises IndexError."""
    return None if byte == 0 else PLAYERS[byte - 1]


@dataclass(frozen=True, slots=True)
class Command:
    """A command to the shoe; a newer one of the same `slot` replaces it while it waits."""

    kind: Kind
    payload: bytes = b""

    @property
    def slot(self) -> tuple[str, int]:
        """Return what the command is about: of commands about one thing the last one counts."""
        match self.kind:
            case Kind.ALLOW | Kind.LOCK | Kind.UNLOCK:
                return "gate", 0
            case Kind.LIGHT:
                return "light", self.payload[0]
            case _:
                return "once", int(self.kind)

    @property
    def is_state(self) -> bool:
        """Tell whether the command sets a state, which a shoe must be told again when it is new."""
        return self.slot[0] != "once"


def allow(seat: Actor | None, count: int, *, locks_after: bool) -> Command:
    """Return the command that lets so many cards out to a seat."""
    return Command(Kind.ALLOW, bytes((seat_byte(seat), count, int(locks_after))))


LOCK = Command(Kind.LOCK)
UNLOCK = Command(Kind.UNLOCK)
ASK_COUNT = Command(Kind.ASK_COUNT)
NEW_PACK = Command(Kind.NEW_PACK)


def light(place: int, look: ShoeLook) -> Command:
    """Return the command that sets a lamp: 0 is the shoe's own, 1 to 6 are the seats."""
    return Command(Kind.LIGHT, bytes((place, look)))


def identify(seconds: int) -> Command:
    """Return the command that lets every lamp flash, so that people see which shoe it is."""
    return Command(Kind.IDENTIFY, bytes((seconds,)))


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a shoe answers to a greeting; `boot` differs after every start of the shoe."""

    session: int
    boot: int
    abilities: Ability
    seats: int
    name: str


@dataclass(frozen=True, slots=True)
class Pulse:
    """A heartbeat of the shoe, which carries its whole state."""

    boot: int
    flags: Flags
    out: int
    allowed: int


def hello(sequence: int, session: int, *, stays_locked: bool) -> Frame:
    """Return the greeting: our session, and what the shoe shall do when it hears us no more."""
    return Frame(sequence, Kind.HELLO, session.to_bytes(2, "big") + bytes((int(stays_locked),)))


def welcome_of(payload: bytes) -> Welcome:
    """Read a welcome; raises ValueError."""
    if len(payload) < 6:
        raise ValueError("a welcome has six bytes and a name")
    session, boot = int.from_bytes(payload[:2], "big"), int.from_bytes(payload[2:4], "big")
    name = payload[6:].decode("ascii", "replace")
    return Welcome(session, boot, Ability(payload[4]), payload[5], name)


def pulse_of(payload: bytes) -> Pulse:
    """Read a heartbeat; raises ValueError."""
    if len(payload) != 5:
        raise ValueError("a heartbeat has five bytes")
    return Pulse(int.from_bytes(payload[:2], "big"), Flags(payload[2]), payload[3], payload[4])
