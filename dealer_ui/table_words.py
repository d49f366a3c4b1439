"""What is wrong with a calibration of a table, in words, and what to do."""

from __future__ import annotations

from calibration.table_fit import Method, TableFlaw, TableTrouble
from dealer_ui.prompts import Catalogue


def told(words: Catalogue, flaw: TableFlaw, method: Method) -> str:
    """Say what is wrong with a calibration, and what to do."""
    key = f"calibrate.table.{flaw.trouble}"
    is_count = flaw.trouble is TableTrouble.TOO_FEW
    names = (name if is_count else _named(words, name, method) for name in flaw.seen)
    parts = {
        "seen": len(flaw.seen),
        "names": ", ".join(names) or "–",
        "things": words.text(f"calibrate.thing.{method}"),
        "percent": words.number(100 * flaw.figure, 1),
        "mm": words.number(flaw.figure, 1),
    }
    return f"{words.text(f'{key}.sentence', **parts)} {words.text(f'{key}.remedy', **parts)}"


def _named(words: Catalogue, piece: str, method: Method) -> str:
    """Name a piece: ``card 1`` beside others, ``table`` for the known markers, else its number."""
    kind, _, number = piece.rpartition(" ")
    if piece in {"table", "felt"} or kind in {"card", "board"}:
        return words.text(f"calibrate.piece.{kind or piece}", number=number.upper())
    if method in {Method.MARKERS, Method.CARDS}:
        return words.text(f"calibrate.piece.{method}", number=piece)
    return piece
