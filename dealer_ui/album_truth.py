"""Right answers in files: our own short form, and the truth that comes with a film."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_ui.answers import Flagged, Right
from dealer_ui.texts import text_of
from engine.cards import parse_card
from engine.documents import json_of, toml_of
from engine.faults import Cause, CausedError, Fault
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    Move,
    Return,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from engine.notation import NotationError, parse_move
from engine.seats import Actor
from engine.verdict import Code


class TruthError(CausedError):
    """A right answer that cannot be used; the message names the file and the place in it."""


@dataclass(frozen=True, slots=True)
class TruthFile:
    """A right answer, and the position from which its clip begins (empty: before the deal)."""

    right: Right
    start: str = ""


class _Short(BaseModel):
    """Our own form: moves and flags in the words of game records."""

    model_config = ConfigDict(extra="forbid")

    moves: list[str]
    flags: list[str] = Field(default_factory=list)
    faults: list[Fault] = Field(default_factory=list)
    start: str = ""
    asks: list[str] = Field(default_factory=list)
    may_ask: bool = False


class _Action(BaseModel):
    """One line of a film's truth."""

    type: str
    actor: Actor
    t_rest: float
    cards: list[str] | None = None
    on: str | None = None
    count: Annotated[int, Field(ge=1)] | None = None
    to: Actor | None = None
    optional: bool = False


class _Expected(BaseModel):
    """A flag of a film's truth."""

    code: Code
    actor: Actor
    also_ok: list[Code] = Field(default_factory=list)
    any_actor: bool = False


class _Tolerated(BaseModel):
    codes: list[str]


class _FilmTruth(BaseModel):
    """A film's truth, as far as it is compared."""

    actions: list[_Action]
    flags_expected: list[_Expected]
    flags_optional: list[_Tolerated] = Field(default_factory=list)


def read_truth(path: Path) -> TruthFile:
    """Read a right answer: FILE.toml in our own form, FILE.json as it comes with films.

    Raises TruthError that names the file and the field, CausedError for what is no text, OSError
    where it cannot be read.
    """
    text, damage = text_of(path)
    if damage:
        raise damage
    try:
        return _of_film(json_of(text)) if path.suffix == ".json" else _of_short(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise _senseless(path, f"{place}: {first['msg']}") from None
    except (NotationError, ValueError) as error:
        raise _senseless(path, str(error)) from None


def _senseless(path: Path, why: str) -> TruthError:
    return TruthError(f"{path}: {why}", Cause("file-no-sense", str(path)), why)


def _of_short(text: str) -> TruthFile:
    short = _Short.model_validate(toml_of(text))
    right = Right(
        tuple(parse_move(word) for word in short.moves),
        tuple(_flag(word) for word in short.flags),
        tuple(short.faults),
        asks=tuple(short.asks),
        may_ask=short.may_ask,
    )
    return TruthFile(right, short.start)


def _flag(word: str) -> Flagged:
    code, _, actor = word.partition(" ")
    try:
        return Flagged(Code(code), Actor(actor) if actor else None)
    except ValueError:
        example = "write CODE SEAT, such as BEAT_WRONG_SUIT B"
        raise TruthError(f"no flag: {word!r}; {example}") from None


def _of_film(document: Mapping[str, object]) -> TruthFile:
    film = _FilmTruth.model_validate(document)
    acts = sorted((a for a in film.actions if not a.optional), key=lambda act: act.t_rest)
    flags = tuple(
        Flagged(flag.code, None if flag.any_actor else flag.actor, frozenset(flag.also_ok))
        for flag in film.flags_expected
    )
    named = {code for one in film.flags_optional for code in one.codes}
    tolerated = frozenset(code for code in Code if "*" in named or code in named)
    moves = tuple(move for act in acts for move in _moves(act))
    return TruthFile(Right(moves, flags, None, tolerated, may_ask=True))


def _moves(act: _Action) -> Iterator[Move]:  # noqa: C901 - one line for each kind
    """Yield the moves of a film's action; raises ValueError for one that makes no sense."""
    cards = tuple(parse_card(name) for name in act.cards or ())
    seat, count = act.actor, act.count or len(cards) or 1
    match act.type:
        case "deal":
            yield Deal(act.to or seat, count)
        case "trump":
            yield ShowTrump(*cards)
        case "lead":
            yield Lead(seat, cards)
        case "throw":
            yield ThrowIn(seat, cards)
        case "beat":
            yield Beat(seat, cards[0], parse_card(act.on or ""))
        case "withdraw":
            yield from (Withdraw(seat, card) for card in cards)
        case "take":
            yield Take(seat, cards)
        case "sweep":
            yield Sweep(Actor.DEALER, cards)
        case "draw":
            yield Draw(seat, count)
        case "return":
            yield Return(seat, count)
        case unknown:
            raise TruthError(f"no action of a game: {unknown!r}")
