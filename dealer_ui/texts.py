"""Text files that people wrote: as far as they are text, and where they are not."""

from __future__ import annotations

from pathlib import Path

from engine.faults import Cause, CausedError


def text_of(file: Path) -> tuple[str, CausedError | None]:
    """Return a file's text up to the first byte that is none, and what says where it is.

    Raises OSError where the file cannot be read.
    """
    data = file.read_bytes()
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        whole = data.removeprefix(b"\xef\xbb\xbf")
        text = whole[: error.start].decode("utf-8")
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        told = f"{file}: line {line}, column {column}: no text in UTF-8"
        place = (("line", line), ("column", column))
        return text, CausedError(told, Cause("text-not-utf8", str(file)), figures=place)
