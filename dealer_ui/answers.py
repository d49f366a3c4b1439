"""The right answer to a clip or a scene, what the whole line told of it, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum, unique
from itertools import groupby

from engine.cards import Card
from engine.faults import Fault
from engine.findings import is_shown
from engine.game import apply
from engine.moves import Draw, Lead, Move, Return, Sweep, Take, ThrowIn
from engine.notation import print_move
from engine.seats import Actor
from engine.standing import Standing
from engine.state import Game
from engine.verdict import Code, Severity


@dataclass(frozen=True, slots=True)
class Flagged:
    """An offence that people hear of: its code and who is named (None: anybody).

    `also` are other codes that name it as well.
    """

    code: Code
    actor: Actor | None
    also: frozenset[Code] = frozenset()

    def __str__(self) -> str:
        """Return it as a truth file writes it."""
        return f"{self.code} {self.actor or ''}".strip()

    def is_named_by(self, told: Flagged) -> bool:
        """Tell whether a flag that was told names this offence."""
        return told.code in {self.code, *self.also} and self.actor in {None, told.actor}


@dataclass(frozen=True, slots=True)
class Right:
    """What is right for a clip: every move in its order, every flag and every fault.

    Whatever else is told is wrong, but for the codes that are tolerated. `asks` are the questions
    that must be asked, `may_ask` allows others; `may_miss` allows to tell less; where `faults` is
    None, nobody knows which there should be.
    """

    moves: tuple[Move, ...]
    flags: tuple[Flagged, ...] = ()
    faults: tuple[Fault, ...] | None = ()
    tolerated: frozenset[Code] = frozenset()
    asks: tuple[str, ...] = ()
    may_ask: bool = False
    may_miss: bool = False

    def cards_on(self, start: Game) -> frozenset[Card]:
        """Return which cards lie in the battle at the end, beginning from a game."""
        for move in self.moves:
            start = apply(start, move)
        return frozenset(start.bout.cards)


@dataclass(frozen=True, slots=True)
class Told:
    """What the line told: the moves and flags that still hold at the end, doubts, faults."""

    moves: tuple[Move, ...]
    flags: tuple[Flagged, ...] = ()
    faults: tuple[Fault, ...] = ()
    doubts: tuple[str, ...] = ()


@unique
class Kind(StrEnum):
    """How an answer differs from the right one; the value names the sentence for people."""

    MOVE_MISSED = "move-missed"
    MOVE_INVENTED = "move-invented"
    FLAG_MISSED = "flag-missed"
    FLAG_FALSE = "flag-false"
    FAULT_MISSED = "fault-missed"
    FAULT_FALSE = "fault-false"
    ASKED = "asked"
    NOT_ASKED = "not-asked"
    CARD_MISSED = "card-missed"
    CARD_INVENTED = "card-invented"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which an answer differs from the right one; `what` in the words of truths."""

    kind: Kind
    what: str


@dataclass(slots=True)
class Listener:
    """Notes how the table stands after each frame, and says in the end what was told."""

    _games: list[Standing] = field(default_factory=list)
    _faults: list[Fault] = field(default_factory=list)
    _doubts: dict[int, str] = field(default_factory=dict)

    def note(self, standing: Standing) -> None:
        """Take in how the table stands now."""
        if self._games and self._games[-1].start is standing.start:
            self._games[-1] = standing
        else:
            self._games.append(standing)
        for thing in standing.faults:
            if thing.fault not in self._faults:
                self._faults.append(thing.fault)
        if standing.doubt is not None:
            self._doubts[standing.doubt.id] = standing.doubt.doubt.question

    def told(self) -> Told:
        """Return everything that was told and still holds."""
        steps = [s for standing in self._games for s in standing.steps if not s.is_void]
        found = [f for standing in self._games for _, f in standing.flags.values()]
        flags = tuple(
            Flagged(flag.violation.code, flag.violation.actor)
            for flag in found
            if is_shown(flag.violation) and flag.violation.severity >= Severity.STOP
        )
        moves = tuple(step.move for step in steps)
        return Told(moves, flags, tuple(self._faults), tuple(self._doubts.values()))


def differences(right: Right, told: Told) -> tuple[Difference, ...]:
    """Return in what an answer differs from the right one: moves in their order, then the rest."""
    found = [
        *_moves_apart(right, told),
        *_flags_apart(right, told),
    ]
    if right.faults is not None:
        kinds = (Kind.FAULT_MISSED, Kind.FAULT_FALSE)
        found += _bags_apart(right.faults, told.faults, kinds)
    if right.may_miss:
        missed = {Kind.MOVE_MISSED, Kind.FLAG_MISSED}
        found = [difference for difference in found if difference.kind not in missed]
    asked = _bags_apart(right.asks, told.doubts, (Kind.NOT_ASKED, Kind.ASKED))
    found += (one for one in asked if one.kind is Kind.NOT_ASKED or not right.may_ask)
    return tuple(found)


def cards_apart(right: Iterable[Card], lying: Iterable[Card]) -> tuple[Difference, ...]:
    """Return in what the cards that lie on a table differ from those that should."""
    kinds = (Kind.CARD_MISSED, Kind.CARD_INVENTED)
    return tuple(_bags_apart(sorted(right), sorted(lying), kinds))


def _moves_apart(right: Right, told: Told) -> Iterator[Difference]:
    """Compare moves in their order; two people who act at once may be told either way round."""
    wanted = tuple(words_of(right.moves))
    said = [_as_wanted(word, wanted) for word in words_of(told.moves)]
    missed: list[tuple[int, str]] = []
    invented: list[tuple[int, str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, wanted, said, autojunk=False).get_opcodes():
        if tag != "equal":
            missed += ((place, wanted[place]) for place in range(a, b))
            invented += ((place, said[place]) for place in range(c, d))
    for one in list(missed):
        twin = next((i for i in invented if i[1] == one[1] and abs(i[0] - one[0]) <= 1), None)
        if twin is not None:
            missed.remove(one)
            invented.remove(twin)
    yield from (Difference(Kind.MOVE_MISSED, word) for _, word in missed)
    yield from (Difference(Kind.MOVE_INVENTED, word) for _, word in invented)


def _flags_apart(right: Right, told: Told) -> Iterator[Difference]:
    """Find for each offence a flag that names it; whatever then is left over is false."""
    left = list(told.flags)
    for offence in right.flags:
        naming = next((flag for flag in left if offence.is_named_by(flag)), None)
        if naming is None:
            yield Difference(Kind.FLAG_MISSED, str(offence))
        else:
            left.remove(naming)
    false = (flag for flag in left if flag.code not in right.tolerated)
    yield from (Difference(Kind.FLAG_FALSE, str(flag)) for flag in false)


def words_of(moves: Iterable[Move]) -> Iterator[str]:
    """Yield the words of moves, one card each; cards that one player adds in a row are sorted.

    Whether two cards were led together or one was thrown in after the other means the same.
    """
    for seat, run in groupby(moves, key=_attacks):
        if seat is None:
            yield from (word for move in run for word in _words_of(move))
            continue
        attack = [move for move in run if isinstance(move, Lead | ThrowIn)]
        cards = sorted(card for move in attack for card in move.cards)
        leads = isinstance(attack[0], Lead)
        yield from (
            f"{seat}{'>' if leads and number == 0 else '+'}{card}"
            for number, card in enumerate(cards)
        )


def _attacks(move: Move) -> Actor | None:
    """Return who adds attack cards with a move, or None."""
    return move.seat if isinstance(move, Lead | ThrowIn) else None


def _words_of(move: Move) -> list[str]:
    match move:
        case Draw(seat=seat, count=count):
            return [print_move(Draw(seat, 1))] * count
        case Return(seat=seat, count=count):
            return [print_move(Return(seat, 1))] * count
        case Take(seat=seat, cards=cards):
            return [print_move(Take(seat, tuple(sorted(cards))))]
        case Sweep(by=by, cards=cards):
            return [print_move(Sweep(by, tuple(sorted(cards))))]
        case _:
            return [print_move(move)]


def _as_wanted(word: str, wanted: Sequence[str]) -> str:
    """Leave the faces of a take or sweep out where the right answer does not name them."""
    bare = word.partition("[")[0]
    return bare if word.startswith("=") and bare in wanted else word


def _bags_apart(
    right: Sequence[object], told: Sequence[object], kinds: tuple[Kind, Kind]
) -> Iterator[Difference]:
    missed, extra = Counter(right) - Counter(told), Counter(told) - Counter(right)
    yield from (Difference(kinds[0], str(one)) for one in missed.elements())
    yield from (Difference(kinds[1], str(one)) for one in extra.elements())
