"""An enrolled deck: what it adds to the readers, kept in a folder, and taken away again."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import tomlkit

from engine.faults import Cause, CausedError
from vision.deck_head import Head
from vision.network import Floats
from vision.registry import Weights

ABOUT: Final = "deck.toml"
ARRAYS: Final = "deck.npz"
FORMAT: Final = "kozyr-deck/1"


class DeckError(CausedError):
    """A deck that is not enrolled here, or was enrolled with other readers; the message says so."""


def _absent(name: str, folder: Path) -> DeckError:
    told = f"there is no enrolled deck {name} in {folder}"
    return DeckError(told, Cause("deck-none", name), str(folder))


@dataclass(frozen=True, slots=True)
class Expected:
    """How well a deck will be read, measured by leaving out: parts read right and read wrong."""

    views: int
    again: bool
    """Every card was seen more than once; otherwise the figures are less than the truth."""
    before: tuple[float, float]
    after: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """What a deck adds to the readers, and the prints of its backs."""

    name: str
    whole: Head
    index: Head
    temperature: float
    backs: tuple[Floats, ...]
    expected: Expected


def keep_deck(folder: Path, deck: Deck, networks: Mapping[str, Weights], at: str) -> Path:
    """Keep a deck under its name, whole or not at all; raises OSError."""
    place, draft = folder / deck.name, folder / f".{deck.name}.new"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    np.savez_compressed(
        draft / ARRAYS,
        whole=deck.whole.weights,
        whole_bias=deck.whole.bias,
        index=deck.index.weights,
        index_bias=deck.index.bias,
        backs=np.array(deck.backs, np.float32),
    )
    (draft / ABOUT).write_text(tomlkit.dumps(_about(deck, networks, at)), encoding="utf-8")
    if place.exists():
        shutil.rmtree(place)
    draft.rename(place)
    return place


def _about(deck: Deck, networks: Mapping[str, Weights], at: str) -> dict[str, object]:
    expected = deck.expected
    return {
        "format": FORMAT,
        "name": deck.name,
        "enrolled": at,
        "temperature": deck.temperature,
        "readers": {name: networks[name].sha256 for name in ("whole", "index")},
        "expected": {
            "views": expected.views,
            "again": expected.again,
            "before": list(expected.before),
            "after": list(expected.after),
        },
    }


def load_deck(folder: Path, name: str, networks: Mapping[str, Weights]) -> Deck:
    """Load a deck; raises DeckError when it is not there, damaged, or of other readers."""
    place = folder / name
    try:
        about = tomlkit.parse((place / ABOUT).read_text(encoding="utf-8")).unwrap()
        arrays = np.load(place / ARRAYS)
        wrong = [n for n, sha in about["readers"].items() if networks[n].sha256 != sha]
        if wrong:
            told = f"deck {name} was enrolled with other readers: enrol it again"
            raise DeckError(told, Cause("deck-other-readers", name))
        expected = about["expected"]
        return Deck(
            name=about["name"],
            whole=Head(arrays["whole"], arrays["whole_bias"]),
            index=Head(arrays["index"], arrays["index_bias"]),
            temperature=float(about["temperature"]),
            backs=tuple(arrays["backs"]),
            expected=Expected(
                expected["views"],
                expected["again"],
                (expected["before"][0], expected["before"][1]),
                (expected["after"][0], expected["after"][1]),
            ),
        )
    except FileNotFoundError:
        raise _absent(name, folder) from None
    except (OSError, KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, DeckError):
            raise
        told = f"deck {name} in {folder} is damaged: {error}"
        raise DeckError(told, Cause("deck-damaged", name), str(error)) from error


def enrolled_decks(folder: Path) -> tuple[str, ...]:
    """Name the decks that are enrolled."""
    return tuple(sorted(p.parent.name for p in folder.glob(f"*/{ABOUT}")))


def enrolled_at(folder: Path, name: str) -> str:
    """Return when a deck was enrolled, as it was written down; empty where that is unreadable."""
    try:
        about = tomlkit.parse((folder / name / ABOUT).read_text(encoding="utf-8")).unwrap()
    except (OSError, ValueError):
        return ""
    return str(about.get("enrolled", ""))


def remove_deck(folder: Path, name: str) -> None:
    """Take a deck away; the readers are then as they were. Raises DeckError for an unknown one."""
    if name not in enrolled_decks(folder):
        raise _absent(name, folder)
    shutil.rmtree(folder / name)
