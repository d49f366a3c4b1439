"""The file of a pit: where the wall is served, and where its tables are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_ui.secrets import with_secrets
from dealer_ui.settings import SettingsError
from engine.documents import toml_of
from engine.faults import Cause
from engine.system import system_cause

PATHS = ("journal", "accounts", "floor", "tls_certificate", "tls_key")
"""In the file these are meant from its folder, and so is the `ca` of a table."""


class PitTable(BaseModel):
    """One table, as its own computer serves it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^/?#%]+$")]
    address: Annotated[str, Field(pattern=r"^(https?://[^/]+/?)?$")] = ""
    """As it is typed into a browser: https://table3.local:8080/; empty where the floor tells."""
    token: str = ""
    """A token with state:read and picture:read; none where the table asks nobody for a name."""
    ca: Path | None = None
    """The authority of the house that vouches for the table's certificate (PEM)."""


class PitFile(BaseModel):
    """What a technician writes once for a pit."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["kozyr-pit/1"] = "kozyr-pit/1"
    serve: str = "127.0.0.1:8090"
    journal: Path = Path("pit.journal")
    accounts: Path | None = None
    access: Literal["kiosk", "open"] = "kiosk"
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    lang: Literal["ru", "be", "en"] = "ru"
    floor: Path | None = None
    """The wall's pass, of kozyr floor add-wall: tables without an address are followed by it."""
    tables: Annotated[tuple[PitTable, ...], Field(min_length=1)]


def read_pit(file: Path, environment: Mapping[str, str]) -> PitFile:
    """Read the file of a pit; tokens may be named as `{secret:table3}`.

    Raises SettingsError that names the file and what is wrong in it.
    """
    try:
        pit = PitFile.model_validate(_filed(file))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        told = f"{file}: {where}: {first['msg']}"
        raise SettingsError(
            told, Cause("setting-wrong", f"{file}: {where}"), first["msg"]
        ) from None
    names = [table.name for table in pit.tables]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        told = f"{file}: tables: {twice!r} is there twice"
        raise SettingsError(told, Cause("pit-twice", str(file)), twice)
    if pit.floor is None and (bare := next((t.name for t in pit.tables if not t.address), "")):
        told = f"{file}: tables: {bare!r} has no address, and there is no floor"
        raise SettingsError(told, Cause("pit-nowhere", str(file)), bare)
    known = (t.model_copy(update={"token": with_secrets(t.token, environment)}) for t in pit.tables)
    return pit.model_copy(update={"tables": tuple(known)})


def _filed(file: Path) -> dict[str, object]:
    try:
        document = toml_of(file.read_text(encoding="utf-8"))
    except OSError as error:
        told = f"{file}: cannot be read ({error.strerror})"
        raise SettingsError(told, *system_cause(error, file)) from None
    except ValueError as error:
        told = f"{file}: not a TOML file ({error})"
        raise SettingsError(told, Cause("file-no-toml", str(file)), str(error)) from None
    _from_folder(document, PATHS, file.parent)
    for table in document.get("tables", ()):
        if isinstance(table, dict):
            _from_folder(table, ("ca",), file.parent)
    document.setdefault("journal", str(file.parent / PitFile.model_fields["journal"].default))
    return document


def _from_folder(document: dict[str, object], names: tuple[str, ...], folder: Path) -> None:
    for name in names:
        if isinstance(path := document.get(name), str) and path:
            document[name] = str(folder / path)
