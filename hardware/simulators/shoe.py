"""A simulated card shoe: the same states as the firmware, and hands that pull cards."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engine.cards import Card, parse_card
from hardware.shoe_frames import Frame, Splitter, encode
from hardware.shoe_words import (
    MISREAD,
    NO_FACE,
    UNASKED,
    UNKNOWN_LEFT,
    Ability,
    Flags,
    Kind,
    Result,
    ShoeLook,
    face_byte,
)

BEAT_S = 0.5
SILENT_S = 2.0
REPEAT_S = 0.12
MOST_EVENTS = 48
PLACES = 7
FULL_SHOE = (
    Ability.COUNTS | Ability.READS_FACES | Ability.LOCKS | Ability.SEAT_LIGHTS | Ability.LAMP
)
SIZES = {
    Kind.HELLO: 3,
    Kind.ALLOW: 3,
    Kind.LIGHT: 2,
    Kind.IDENTIFY: 1,
}


@dataclass(slots=True)
class ShoeDevice:
    """What is inside a shoe; `hardware/PROTOCOL.md` draws its states."""

    abilities: Ability = FULL_SHOE
    name: str = "kozyr-sim"
    boot: int = 0
    greeted: bool = False
    session: int = 0
    stays_locked: bool = False
    locked: bool = False
    locks_after: bool = False
    allowed: int = 0
    seat: int = 0
    out: int = 0
    lid_open: bool = False
    jammed: bool = False
    empty: bool = False
    amber: bool = True
    looks: list[int] = field(default_factory=lambda: [int(ShoeLook.DARK)] * PLACES)
    identify_until: float = 0.0
    done: list[tuple[int, int, bytes]] = field(default_factory=list)
    """Every command that was carried out: its number, kind and payload."""
    _splitter: Splitter = field(default_factory=Splitter)
    _events: deque[Frame] = field(default_factory=deque)
    _event_sequence: int = 0
    _again_at: float = 0.0
    _last: tuple[int, int] | None = None
    """The number of the last command, and what became of it."""
    _heard_at: float = 0.0
    _beat_at: float = 0.0

    def power_up(self, now: float) -> None:
        """Begin anew: unlocked and amber, knowing nobody; cards that have left stay counted out."""
        self.boot = (self.boot + 1) & 0xFFFF
        self.greeted, self.locked, self.allowed, self.seat = False, False, 0, 0
        self.amber = True
        self.looks = [int(ShoeLook.DARK)] * PLACES
        self._splitter, self._last = Splitter(), None
        self._events.clear()
        self._heard_at = self._beat_at = now

    def take(self, byte: int, now: float) -> bytes:
        """Take in a byte and return what is answered."""
        answers = [
            answer for f in self._splitter.split(bytes((byte,))) for answer in self._hear(f, now)
        ]
        return b"".join(map(encode, answers))

    def tick(self, now: float) -> bytes:
        """Return the heartbeat and the event that are due; go amber when nobody is heard."""
        if self.greeted and now - self._heard_at >= SILENT_S:
            self.greeted, self.amber = False, True
            self.locked, self.allowed = self.stays_locked and self.locked, 0
        said = []
        if self._events and self.greeted and now >= self._again_at:
            self._again_at = now + REPEAT_S
            said.append(self._events[0])
        if now >= self._beat_at:
            self._beat_at = now + BEAT_S
            pulse = bytes((*self.boot.to_bytes(2, "big"), self._flags, self.out, self.allowed))
            said.append(Frame(0, Kind.SHOE_ALIVE, pulse))
        return b"".join(map(encode, said))

    def rows(self) -> tuple[str, ...]:
        """Describe the gate, the counts and the lamps."""
        gate = "LOCKED" if self.locked else f"ALLOWS {self.allowed}" if self.allowed else "OPEN"
        lamps = " ".join(ShoeLook(look).name for look in self.looks)
        amber = "● AMBER" if self.amber else "○ amber"
        return (f"● GATE   {gate}", f"● OUT    {self.out}", amber, f"● LAMPS  {lamps}")

    def obey(self, words: list[str], now: float) -> bool:
        """Do by hand: `card 7h`, `card ?`, `card`, `lid open`, `jam`, `free`, `empty`, `loaded`."""
        del now
        match words:
            case ["card"]:
                self.pull()
            case ["card", "?"]:
                self.pull(misread=True)
            case ["card", face]:
                self.pull(parse_card(face))
            case ["lid", "open" | "closed" as how]:
                self.lid_open = how == "open"
                self._tell(Kind.LID, self.lid_open)
            case ["jam" | "free" as how]:
                self.jammed = how == "jam"
                self._tell(Kind.JAM, self.jammed)
            case ["empty" | "loaded" as how]:
                self.empty = how == "empty"
                self._tell(Kind.EMPTY, self.empty)
            case _:
                return False
        return True

    def pull(self, card: Card | None = None, *, misread: bool = False) -> bool:
        """Pull a card out; tell whether the shoe let it go."""
        unasked = self.locked or (self.locks_after and not self.allowed)
        if self.locked and self.abilities & Ability.LOCKS:
            return False
        self.out = (self.out + 1) & 0xFF
        reads = bool(self.abilities & Ability.READS_FACES)
        face = MISREAD if misread else face_byte(card) if reads else NO_FACE
        seat = self.seat if self.allowed else 0
        self._tell(Kind.CARD_OUT, self.out, seat, face, UNASKED if unasked else 0)
        if self.allowed:
            self.allowed -= 1
            self.locked = self.locks_after and not self.allowed
        return True

    @property
    def _flags(self) -> int:
        told = {
            Flags.GREETED: self.greeted,
            Flags.LOCKED: self.locked,
            Flags.LID_OPEN: self.lid_open,
            Flags.JAMMED: self.jammed,
            Flags.EMPTY: self.empty,
            Flags.AMBER: self.amber,
        }
        return sum(int(flag) for flag, holds in told.items() if holds)

    def _tell(self, kind: Kind, *payload: int) -> None:
        if len(self._events) >= MOST_EVENTS:
            return  # the heartbeat's count tells of it all the same
        self._event_sequence = self._event_sequence % 255 + 1
        self._events.append(Frame(self._event_sequence, kind, bytes(payload)))
        self._again_at = 0.0 if len(self._events) == 1 else self._again_at

    def _hear(self, frame: Frame, now: float) -> list[Frame]:
        if frame.kind >= Kind.WELCOME:
            return []
        if frame.kind == Kind.HELLO:
            self._heard_at = now
            return self._greet(frame)
        if not self.greeted:
            return []
        self._heard_at = now
        if frame.kind == Kind.ACK:
            if self._events and self._events[0].sequence == frame.sequence:
                self._events.popleft()
                self._again_at = 0.0
            return []
        return [] if frame.kind == Kind.ALIVE else [self._command(frame, now)]

    def _greet(self, frame: Frame) -> list[Frame]:
        if len(frame.payload) != SIZES[Kind.HELLO]:
            return []
        session = int.from_bytes(frame.payload[:2], "big")
        if not self.greeted or session != self.session:
            self._last = None
        self.session, self.stays_locked = session, bool(frame.payload[2])
        self.greeted, self.amber = True, False
        told = (*session.to_bytes(2, "big"), *self.boot.to_bytes(2, "big"))
        about = bytes((*told, self.abilities, PLACES - 1)) + self.name.encode("ascii")
        return [Frame(frame.sequence, Kind.WELCOME, about)]

    def _command(self, frame: Frame, now: float) -> Frame:
        """Carry a command out, once, and say what became of it as often as it is asked."""
        if self._last is None or self._last[0] != frame.sequence:
            result = self._carry_out(frame, now)
            self._last = frame.sequence, result
            if result == Result.DONE:
                self.done.append((frame.sequence, frame.kind, frame.payload))
        return Frame(frame.sequence, Kind.SHOE_ACK, bytes((self._last[1],)))

    def _carry_out(self, frame: Frame, now: float) -> Result:
        payload = frame.payload
        try:
            kind = Kind(frame.kind)
        except ValueError:
            return Result.UNKNOWN
        if not _is_sound(kind, payload):
            return Result.WRONG
        match kind:
            case Kind.ALLOW:
                self.seat, self.allowed, self.locks_after = payload[0], payload[1], payload[2] == 1
                self.locked = False
            case Kind.LOCK if self.jammed:
                return Result.CANNOT
            case Kind.LOCK | Kind.UNLOCK:
                self.locked, self.allowed, self.locks_after = kind is Kind.LOCK, 0, False
            case Kind.LIGHT:
                self.looks[payload[0]] = payload[1]
            case Kind.IDENTIFY:
                self.identify_until = now + payload[0]
            case Kind.ASK_COUNT:
                self._tell(Kind.COUNT, self.out, UNKNOWN_LEFT)
            case Kind.NEW_PACK:
                self.out = 0
            case _:
                return Result.UNKNOWN
        return Result.DONE


def _is_sound(kind: Kind, payload: bytes) -> bool:
    """Tell whether a payload is what its kind wants."""
    if len(payload) != SIZES.get(kind, 0):
        return False
    if kind is Kind.ALLOW:
        return payload[0] < PLACES and payload[1] > 0 and payload[2] <= 1
    return kind is not Kind.LIGHT or (payload[0] < PLACES and payload[1] in set(ShoeLook))
