"""What the floor tells a table to do: signed, named, for one table and one journal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dealer_ui.commands import Correct
from dealer_ui.floor.signing import SigningKey, is_signed_by
from dealer_ui.floor.subjects import FloorError
from engine.documents import json_of
from engine.faults import Cause
from journal.rulings import Decision, Reason

FORMAT = b"kozyr-command-1\n"
"""What is signed begins with this, so that no signature serves for something else."""


@unique
class Refusal(StrEnum):
    """Why a table does not do what it was told; the value is stored and translated."""

    UNREADABLE = "unreadable"
    FORGED = "forged"
    OTHER_TABLE = "other-table"
    OTHER_JOURNAL = "other-journal"
    NOT_HERE = "not-here"
    """The table cannot do this kind of thing: it keeps no models, say."""
    REFUSED = "refused"
    """What it is about does not allow it; the row says why."""
    BROKEN_OFF = "broken-off"
    """The table's program ended while it did this: somebody has to look."""


class RefusedError(Exception):
    """Something that is not done; says why, and more for people."""

    def __init__(self, why: Refusal, more: str = "") -> None:
        """Say why."""
        super().__init__(f"{why} {more}".strip())
        self.why, self.more = why, more


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TellRuling(_Told):
    """Rule an incident, as `kozyr journal rule` does; truths as m12=A>7c."""

    kind: Literal["ruling"] = "ruling"
    incident: str
    decision: Decision
    reason: Reason = Reason.OTHER
    note: str = ""
    truths: tuple[str, ...] = ()
    winner: Literal["", "A", "B", "C", "D", "E", "F", "draw"] = ""


class TellCorrection(_Told):
    """Say what a move truly was, as the dealer's page does."""

    kind: Literal["correction"] = "correction"
    said: Correct


class TellRules(_Told):
    """Play by other house rules from the next start on: a profile's name, or a file's text."""

    kind: Literal["rules"] = "rules"
    profile: str = ""
    text: str = ""


class TellPromotion(_Told):
    """Put a candidate of the models live from the next start on."""

    kind: Literal["promotion"] = "promotion"
    candidate: str
    why: str
    insists: bool = False


class TellClip(_Told):
    """Send the clip of an incident; that somebody sees it is a row of the table's journal."""

    kind: Literal["clip"] = "clip"
    incident: str


Tell = Annotated[
    TellRuling | TellCorrection | TellRules | TellPromotion | TellClip,
    Field(discriminator="kind"),
]

Name = Annotated[str, Field(min_length=1, max_length=100)]
TELL: TypeAdapter[Tell] = TypeAdapter(Tell)


class _By(_Told):
    by: Name


class FloorOrder(_Told):
    """Something to be done once: by whose word, at which table, about which journal."""

    id: str = Field(min_length=8, max_length=64)
    table: str
    journal: str
    by: Name
    at: str
    tell: Tell


def told_to(table: str, told: Mapping[str, object], by: str) -> Tell:
    """Return what somebody tells a table; raises FloorError that names what cannot be so."""
    try:
        _By(by=by)
        return TELL.validate_python(told)
    except ValidationError as error:
        first = error.errors()[0]
        where = str(first["loc"][-1]) if first["loc"] else str(told.get("kind"))
        cause = Cause("floor-order-wrong", table)
        raise FloorError(f"{table}: {where}: {first['msg']}", cause, where) from None


@dataclass(frozen=True, slots=True)
class Signed:
    """An order as it travels."""

    text: str
    signature: str

    def written(self) -> bytes:
        """Return it for the broker."""
        return json.dumps({"text": self.text, "signature": self.signature}).encode()


def signed(order: FloorOrder, key: SigningKey) -> Signed:
    """Sign an order."""
    text = order.model_dump_json()
    return Signed(text, key.sign(FORMAT + text.encode()))


def read_order(came: bytes, key: str, table: str) -> FloorOrder:
    """Read an order that the floor with this key gave to this table; raises RefusedError."""
    try:
        told = json_of(came)
        text, signature = str(told["text"]), str(told["signature"])
    except (ValueError, KeyError, TypeError):
        raise RefusedError(Refusal.UNREADABLE) from None
    if not is_signed_by(key, signature, FORMAT + text.encode()):
        raise RefusedError(Refusal.FORGED)
    try:
        order = FloorOrder.model_validate_json(text)
    except ValidationError as error:
        raise RefusedError(Refusal.UNREADABLE, str(error.errors()[0]["msg"])) from None
    if order.table != table:
        raise RefusedError(Refusal.OTHER_TABLE, order.table)
    return order
