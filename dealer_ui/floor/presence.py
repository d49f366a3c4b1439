"""A table says now and then that it lives; the answer says what the floor lacks of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from dealer_ui.floor.subjects import FloorError

BEAT_S = 1.0
SILENT_S = 3.0
"""A table of which nothing was heard for so long is absent."""


class Beat(BaseModel):
    """What a table says of itself; `seq` is how far its rows are published."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    journal: str = ""
    seq: int = 0
    software: str = ""
    wall: str = ""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Behind which row of which journal the floor wants everything again."""

    journal: str
    after: int


def read_beat(text: bytes) -> Beat:
    """Read what a table says of itself; raises FloorError."""
    try:
        return Beat.model_validate_json(text)
    except ValidationError as error:
        raise FloorError(f"no beat: {error.error_count()}") from None


def written_lacking(lacking: Mapping[str, int]) -> bytes:
    """Return the floor's answer: journals, and behind which row each is wanted again."""
    return json.dumps(lacking).encode()


def read_lacking(text: bytes) -> tuple[Lacking, ...]:
    """Read the floor's answer; raises FloorError."""
    try:
        return tuple(Lacking(str(name), int(after)) for name, after in json.loads(text).items())
    except (ValueError, AttributeError, TypeError):
        raise FloorError("no answer of a floor") from None
