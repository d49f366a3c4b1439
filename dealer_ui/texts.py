"""Text files that people wrote: as far as they are text, and where they are not."""

from __future__ import annotations

from pathlib import Path


def text_of(file: Path) -> tuple[str, str | None]:
    """Return a file's text up to the first byte that is none, and a sentence that places it.

    Raises OSError where the file cannot be read.
    """
    data = file.read_bytes()
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        whole = data.removeprefix(b"\xef\xbb\xbf")
        text = whole[: error.start].decode("utf-8")
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        return text, f"{file}: line {line}, column {column}: no text in UTF-8"
