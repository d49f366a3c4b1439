"""What happens in a tournament, as records: each is a row of the journal, in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from engine.prizes import EmptyPlaces
from engine.rows import Row


@dataclass(frozen=True, slots=True)
class Opened:
    """The tournament is announced: the fee in minor units, the fund's part of the fees.

    `fund_part` is in hundredths of a per cent; `decimals` says how many figures of an amount are
    minor units of the currency.
    """

    title: str
    rules: str
    fee: int
    fund_part: int
    currency: str = ""
    decimals: int = 2


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody enters; names tell entrants apart."""

    who: str


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody leaves before the draw and has the fee back."""

    who: str


@dataclass(frozen=True, slots=True)
class FeePaid:
    """The cash desk received a fee, or a part of it, in minor units."""

    who: str
    amount: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Lots were drawn: the order of the bracket, and who rests in its first round.

    `lot` is the word that the order was computed from; empty where lots were drawn by hand.
    """

    order: tuple[str, ...]
    resting: tuple[str, ...] = ()
    lot: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """Two sit down to a match; `target` is the number of wins that was told to them."""

    match: str
    first: str
    second: str
    table: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a match ended; without a winner it was a draw."""

    match: str
    winner: str | None


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """The score board of a match says so, in the order of the bracket."""

    match: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class CalledOver:
    """The dealer calls a match over."""

    match: str
    winner: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """The inspector gives a match to a side, where the rules say nothing (one did not come)."""

    match: str
    winner: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class SharesChosen:
    """The manager chose who gets the shares of empty places (A14)."""

    choice: EmptyPlaces
    by: str


@dataclass(frozen=True, slots=True)
class PaidOut:
    """The prizes were paid, in the order of the places, in minor units."""

    names: tuple[str, ...]
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier record does not hold; everything after it is judged anew."""

    undoes: int
    by: str
    why: str


Event = (
    Opened
    | Entered
    | Left
    | FeePaid
    | Drawn
    | Seated
    | Played
    | ScoreShown
    | CalledOver
    | Awarded
    | SharesChosen
    | PaidOut
    | Corrected
)


@dataclass(frozen=True, slots=True)
class Record:
    """An event with its number; `at` is the time of day as it was written, in UTC."""

    number: int
    event: Event
    at: str = ""


NAMES: Mapping[str, type[Event]] = {
    "opened": Opened,
    "entered": Entered,
    "left": Left,
    "fee-paid": FeePaid,
    "drawn": Drawn,
    "seated": Seated,
    "played": Played,
    "score-shown": ScoreShown,
    "called-over": CalledOver,
    "awarded": Awarded,
    "shares-chosen": SharesChosen,
    "paid-out": PaidOut,
    "corrected": Corrected,
}
"""The events by the name that is stored."""
KINDS: Mapping[type[Event], str] = {kind: name for name, kind in NAMES.items()}


class RowError(ValueError):
    """A row that is no record of a tournament; the message names the part."""


def event_row(event: Event) -> Row:
    """Return the journal row of an event.

    >>> event_row(Entered("Anna"))
    {'event': 'entered', 'who': 'Anna'}
    """
    return {"event": KINDS[type(event)], **asdict(event)}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"a text is wanted, not {value!r}")  # noqa: TRY004 - named below
    return value


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"a number is wanted, not {value!r}")  # noqa: TRY004 - named below
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"a list is wanted, not {value!r}")  # noqa: TRY004 - named below
    return tuple(_text(item) for item in value)


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"a list is wanted, not {value!r}")  # noqa: TRY004 - named below
    return tuple(_number(item) for item in value)


FIELDS: Mapping[str, Callable[[object], object]] = {
    **dict.fromkeys(("title", "rules", "currency", "who", "lot", "match", "table"), _text),
    **dict.fromkeys(("by", "why"), _text),
    **dict.fromkeys(("fee", "fund_part", "decimals", "amount", "undoes"), _number),
    **dict.fromkeys(("order", "resting", "names"), _texts),
    "amounts": _numbers,
    "choice": lambda value: EmptyPlaces(_text(value)),
    "target": lambda value: None if value is None else _number(value),
    "winner": lambda value: None if value is None else _text(value),
    "first": lambda value: value if isinstance(value, str) else _number(value),
    "second": lambda value: value if isinstance(value, str) else _number(value),
}


def parse_event(row: Mapping[str, object]) -> Event:
    """Read the row of an event; raises RowError naming the part that is wrong."""
    kind = NAMES.get(str(row.get("event")))
    if kind is None:
        raise RowError(f"no event of a tournament: {row.get('event')!r}")
    values: dict[str, object] = {}
    for name, value in row.items():
        if name == "event":
            continue
        if name not in kind.__dataclass_fields__:
            raise RowError(f"{row['event']}: there is no {name}")
        try:
            values[name] = FIELDS[name](value)
        except ValueError as error:
            raise RowError(f"{row['event']}: {name}: {error}") from None
    try:
        return kind(**values)  # type: ignore[arg-type] # each was read by its name
    except TypeError:
        raise RowError(f"{row['event']}: a part is missing") from None
