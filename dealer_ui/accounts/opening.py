"""Opens the accounts of a house: the database, and beside it the journal of who did what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from dealer_ui.accounts.house import House
from dealer_ui.accounts.people import RefusedError
from dealer_ui.accounts.store import AccountStore
from dealer_ui.accounts.trail import JournalTrail
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue


@contextmanager
def open_house(file: Path, clock: Callable[[], float]) -> Iterator[House]:
    """Open the accounts; raises BadInputError for a file that holds none, TableError, OSError."""
    try:
        store = AccountStore(file)
    except DatabaseError:
        raise BadInputError(f"{file}: not a file of accounts") from None
    trail = JournalTrail(file.with_suffix(".journal"))
    try:
        yield House(store, trail, clock)
    finally:
        trail.close()
        store.close()


@contextmanager
def refusals_told(lang: str) -> Iterator[None]:
    """Say in a language why an account is refused."""
    try:
        yield
    except RefusedError as error:
        words = Catalogue.load(lang)
        told = words.text(f"account.refused.{error.refusal}", seconds=round(error.wait_s))
        raise BadInputError(told) from None
