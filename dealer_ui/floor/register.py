"""The floor's own file: where it serves, and who may speak to it as what."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_ui.floor.credentials import write_secret
from dealer_ui.floor.subjects import FloorError, checked_name
from engine.documents import toml_of
from engine.faults import Cause

FORMAT: Literal["kozyr-floor/1"] = "kozyr-floor/1"
FILE = "floor.toml"
KINDS = ("tables", "workers", "walls", "integrators")


class Register(BaseModel):
    """A floor: `hosts` by which tables reach it, ports, and public keys by name.

    Where `mqtt_port` is 0 there is no MQTT. Of an integrator a password is kept, by bcrypt.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["kozyr-floor/1"] = FORMAT
    hosts: tuple[str, ...] = Field(min_length=1)
    listen: str = "0.0.0.0"  # noqa: S104 - tables of the house come from other computers
    port: int = Field(default=4222, ge=1, le=65535)
    leaf_port: int = Field(default=7422, ge=1, le=65535)
    mqtt_port: int = Field(default=8883, ge=0, le=65535)
    serve: str = "127.0.0.1:8092"
    """Where the floor tells how it is; empty where nobody asks."""
    database: str = ""
    days: float = Field(default=30.0, gt=0)
    """For so long the broker keeps rows, so that whoever joins later may read them."""
    floor: str
    tables: Mapping[str, str] = {}
    workers: Mapping[str, str] = {}
    walls: Mapping[str, str] = {}
    integrators: Mapping[str, str] = {}

    def with_one(self, kind: str, name: str, proof: str) -> Register:
        """Return the floor with somebody more; raises FloorError for a name that is taken."""
        known: dict[str, str] = dict(getattr(self, kind))
        if checked_name(name) in {n for k in KINDS for n in getattr(self, k)}:
            told = f"{name}: the floor knows this name already"
            raise FloorError(told, Cause("floor-name-taken", name))
        return self.model_copy(update={kind: known | {name: proof}})

    def without(self, name: str) -> Register:
        """Return the floor without somebody; raises FloorError where there is none such."""
        if not any(name in getattr(self, kind) for kind in KINDS):
            told = f"{name}: the floor knows nobody of this name"
            raise FloorError(told, Cause("floor-name-unknown", name))
        kept = {k: {n: v for n, v in getattr(self, k).items() if n != name} for k in KINDS}
        return self.model_copy(update=kept)


def read_register(folder: Path) -> Register:
    """Read a floor's file; raises OSError, and FloorError that names what is wrong."""
    path = folder / FILE
    try:
        return Register.model_validate(toml_of(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        cause = Cause("floor-file-wrong", str(path))
        raise FloorError(f"{path}: {where}: {first['msg']}", cause, where) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        cause = Cause("floor-file-no-toml", str(path))
        raise FloorError(f"{path}: not a TOML file ({error})", cause, str(error)) from None


def write_register(folder: Path, register: Register) -> None:
    """Write a floor's file whole or not at all; raises OSError."""
    write_secret(folder / FILE, tomlkit.dumps(register.model_dump(mode="json")))
