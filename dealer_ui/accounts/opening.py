"""Opens the accounts of a house: the database, and beside it the journal of who did what."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from dealer_ui.accounts.house import House
from dealer_ui.accounts.people import RefusedError
from dealer_ui.accounts.store import AccountStore
from dealer_ui.accounts.trail import JournalTrail
from dealer_ui.endings import BadInputError
from dealer_ui.operating.notify import SOCKET
from dealer_ui.prompts import Catalogue
from engine.faults import Cause

FIRST_KEY = "first-key"


@contextmanager
def open_house(file: Path, clock: Callable[[], float]) -> Iterator[House]:
    """Open the accounts; raises BadInputError for a file that holds none, TableError, OSError."""
    try:
        store = AccountStore(file)
    except DatabaseError:
        raise BadInputError(Cause("accounts-foreign", str(file))) from None
    trail = JournalTrail(file.with_suffix(".journal"))
    try:
        yield House(store, trail, clock)
    finally:
        trail.close()
        store.close()


def tell_first(  # noqa: PLR0913, PLR0917 - what is told, and to whom
    house: House,
    file: Path,
    url: str,
    words: Catalogue,
    say: Callable[[str], None],
    environment: Mapping[str, str],
) -> None:
    """Tell by which key the first account is made; a service keeps it out of the log, in a file.

    The file lies beside the accounts, readable by its owner only; it is gone once there is an
    account and the program is started again. Raises OSError.
    """
    kept = file.with_name(FIRST_KEY)
    kept.unlink(missing_ok=True)
    if not house.is_new:
        return
    first = f"{url}first"
    if SOCKET not in environment:
        say(words.text("account.first-told", url=first, key=house.first_key))
        return
    with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(f"{house.first_key}\n")
    say(words.text("account.first-kept", url=first, path=kept))


@contextmanager
def refusals_told(lang: str) -> Iterator[None]:
    """Say in a language why an account is refused."""
    try:
        yield
    except RefusedError as error:
        words = Catalogue.load(lang)
        told = words.text(f"account.refused.{error.refusal}", seconds=round(error.wait_s))
        raise BadInputError(told) from None
