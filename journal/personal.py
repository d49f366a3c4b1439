"""Names and notes of people: a row holds a token, the text stands apart and can be forgotten.

The token is the SHA-256 of a salt and the text. While the text is kept, the chain proves it; once
text and salt are gone, the token tells nobody anything, and the chain is as whole as before.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from sqlalchemy import Connection, delete, inspect, select

from journal.layout import PERSONAL
from journal.rows import Row, canonical_json

FIELD = "personal"
"""How a row names a token: ``{"by": {"personal": "3f…"}}``."""
ERASED = "erased"
"""The kind of the row that says what was forgotten, when, and who did it."""
FORGOTTEN = "—"
"""What stands in the place of a text that was forgotten."""
NOTES = frozenset({"note", "why"})
"""Fields in which people write what they like; every other field that is marked is one name."""
MENTION = re.compile(rf'"{FIELD}":"([0-9a-f]{{64}})"')

Salts = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Personal:
    """A text in a payload that its person may have forgotten one day."""

    text: str
    token: str = ""
    """By what the text is kept already, where rows that speak of one person name one token."""

    def __str__(self) -> str:
        """Return the text, for what is no journal."""
        return self.text


@dataclass(frozen=True, slots=True)
class Told:
    """A text as it is kept."""

    token: str
    salt: str
    text: str


LINE_NAMES = {"let-go": "by"}
"""Fields that name a person in rows of the line itself, which knows nothing of journals."""


def token_of(salt: str, text: str) -> str:
    """Return the name of a text.

    >>> token_of("5a", "Anna")[:8]
    '06d4084d'
    """
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def marked(kind: str, payload: Mapping[str, object]) -> Mapping[str, object]:
    """Return a payload with the name marked that the line wrote into it, if it wrote one."""
    name = payload.get(LINE_NAMES.get(kind, ""))
    return (
        {**payload, LINE_NAMES[kind]: Personal(name)} if isinstance(name, str) and name else payload
    )


def parted(payload: Mapping[str, object], salts: Salts) -> tuple[dict[str, object], list[Told]]:
    """Part a payload into what the chain keeps, and the texts that stand apart."""
    told: list[Told] = []

    def kept(value: object) -> object:
        match value:
            case Personal(token=token) if token:
                return {FIELD: token}
            case Personal(text=text):
                salt = salts()
                told.append(Told(token_of(salt, text), salt, text))
                return {FIELD: told[-1].token}
            case dict():
                return {key: kept(one) for key, one in value.items()}
            case list() | tuple():
                return [kept(one) for one in value]
            case _:
                return value

    return {key: kept(value) for key, value in payload.items()}, told


def mentioned(payload: str) -> Iterator[str]:
    """Yield the tokens that the text of a row names."""
    if FIELD in payload:
        yield from MENTION.findall(payload)


def texts_in(connection: Connection) -> dict[str, str]:
    """Return every text that is still known, by its token; none in a journal of old."""
    return {found["token"]: found["text"] for found in kept_in(connection)}


def kept_in(connection: Connection) -> list[dict[str, str]]:
    """Return every text as it is kept; none in a journal of old."""
    if not inspect(connection).has_table(PERSONAL.name):
        return []
    return [dict(found) for found in connection.execute(select(PERSONAL)).mappings()]


def unfit_in(connection: Connection) -> tuple[set[str], str]:
    """Return the tokens of all texts that are kept, and one whose text is not what it was."""
    kept = [Told(**found) for found in kept_in(connection)]
    unfit = (one.token for one in kept if token_of(one.salt, one.text) != one.token)
    return {one.token for one in kept}, next(unfit, "")


def forget(connection: Connection, tokens: Collection[str]) -> None:
    """Delete texts and salts."""
    connection.execute(delete(PERSONAL).where(PERSONAL.c.token.in_(tokens)))


def naming(rows: Iterable[Row], texts: Mapping[str, str], name: str) -> list[str]:
    """Return the tokens of all texts that are a name, and of the notes that hold it."""
    found = {
        token
        for row in rows
        if FIELD in row.payload
        for field, token in _marked_in(row.content, "")
        if (text := texts.get(token)) is not None
        and (name in text if field in NOTES else name == text)
    }
    return sorted(found)


def _marked_in(value: object, field: str) -> Iterator[tuple[str, str]]:
    """Yield each token in a payload, with the field that it stands in."""
    match value:
        case {"personal": str(token), **more} if not more:
            yield field, token
        case dict():
            for key, one in value.items():
                yield from _marked_in(one, key)
        case list():
            for one in value:
                yield from _marked_in(one, field)
        case _:
            return


def dash(_token: str) -> str:
    """Say that something was forgotten, and not what."""
    return FORGOTTEN


def told(
    rows: Iterable[Row], texts: Mapping[str, str], instead: Callable[[str], str] = dash
) -> tuple[Row, ...]:
    """Return rows as people read them: with texts in the place of tokens.

    Their hashes are still those of the rows as they were written.
    """
    return tuple(
        replace(
            row,
            payload=canonical_json(cast("dict[str, object]", known(row.content, texts, instead))),
        )
        if f'"{FIELD}"' in row.payload
        else row
        for row in rows
    )


def known(value: object, texts: Mapping[str, str], instead: Callable[[str], str] = dash) -> object:
    """Return a value of a payload with texts in the place of tokens, and else what is `instead`."""
    match value:
        case {"personal": str(token), **more} if not more:
            return texts[token] if token in texts else instead(token)
        case dict():
            return {key: known(one, texts, instead) for key, one in value.items()}
        case list():
            return [known(one, texts, instead) for one in value]
        case _:
            return value
