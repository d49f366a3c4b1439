"""Register maps of Modbus stack lights, as data: which coil or register is which lamp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from importlib.resources import files
from pathlib import Path

from engine.documents import toml_of
from engine.faults import Cause, CausedError
from hardware.looks import Place, Rhythm

BUZZER = "buzzer"
LAMPS = (*(str(place) for place in Place), BUZZER)


@unique
class Table(StrEnum):
    """Where the lamps are: coils are on or off, holding registers take numbers."""

    COILS = "coils"
    REGISTERS = "registers"


@dataclass(frozen=True, slots=True)
class RegisterMap:
    """A block of coils or registers that is written and read as one.

    `lamps` gives the place of each lamp in the block; `values` what a register takes for off and
    for each rhythm that the device keeps by itself.
    """

    name: str
    table: Table
    first: int
    count: int
    lamps: Mapping[str, int]
    values: Mapping[str, int]
    baud: int = 9600
    parity: str = "N"

    def block(self, lit: Mapping[str, Rhythm]) -> tuple[int, ...]:
        """Return the numbers of the whole block with some lamps lit, the others put out."""
        numbers = [self.values["off"]] * self.count
        for lamp, rhythm in lit.items():
            if lamp in self.lamps:
                numbers[self.lamps[lamp]] = self.values.get(rhythm, self.values[Rhythm.STEADY])
        return tuple(numbers)

    def keeps(self, rhythm: Rhythm) -> bool:
        """Tell whether the device keeps a rhythm by itself."""
        return rhythm in self.values


def load_map(name: str) -> RegisterMap:
    """Read a register map that ships with us, or a file; raises ValueError that names the field."""
    shipped = files("hardware") / "register_maps" / f"{name}.toml"
    path = Path(name)
    if shipped.is_file():
        text = shipped.read_text(encoding="utf-8")
    elif path.suffix == ".toml":
        text = path.read_text(encoding="utf-8")
    else:
        known = ", ".join(shipped_maps())
        told = f"there is no register map {name!r}: {known}"
        raise CausedError(told, Cause("map-none", name), known)
    return read_map(text, name)


def shipped_maps() -> tuple[str, ...]:
    """Name the register maps that ship with us."""
    folder = files("hardware") / "register_maps"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir()))


def read_map(text: str, name: str) -> RegisterMap:
    """Read the text of a register map; raises ValueError that names the field."""
    told = toml_of(text)
    try:
        table = Table(told["table"])
        values = told.get("values", {"off": 0, "steady": 1})
        known = RegisterMap(
            name=name,
            table=table,
            first=int(told["first"]),
            count=int(told["count"]),
            lamps={str(lamp): int(place) for lamp, place in told["lamps"].items()},
            values={str(key): int(value) for key, value in values.items()},
            baud=int(told.get("baud", 9600)),
            parity=str(told.get("parity", "N")),
        )
    except KeyError as error:
        raise _wrong(name, f"{error.args[0]} is missing") from error
    return _checked(known)


def _checked(known: RegisterMap) -> RegisterMap:
    """Return a map that can be used; raises ValueError that names the field."""
    if strange := set(known.lamps) - set(LAMPS):
        raise _wrong(known.name, f"lamps: no lamp is called {min(strange)!r}")
    if missing := {str(place) for place in Place} - set(known.lamps):
        raise _wrong(known.name, f"lamps: {min(missing)!r} is missing")
    if not all(0 <= place < known.count for place in known.lamps.values()):
        raise _wrong(known.name, "lamps: a place lies outside the block")
    if not {"off", "steady"} <= set(known.values):
        raise _wrong(known.name, "values: off and steady are wanted")
    if known.table is Table.COILS and set(known.values) != {"off", "steady"}:
        raise _wrong(known.name, "values: a coil is off or steady")
    return known


def _wrong(name: str, why: str) -> CausedError:
    return CausedError(f"register map {name}: {why}", Cause("map-wrong", name), why)
