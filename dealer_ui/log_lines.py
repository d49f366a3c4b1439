"""The last lines of what parts of the program say: in a file beside the journal, never growing."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Literal

from dealer_ui.striking_out import struck_out

SUFFIX = ".log"
MOST_BYTES = 1_000_000
OURS = ("engine", "vision", "hardware", "journal", "calibration", "dealer_ui")


def log_beside(journal: Path) -> Path:
    """Return where the lines of a table are.

    >>> log_beside(Path("table-7.journal")).name
    'table-7.log'
    """
    return journal.with_suffix(SUFFIX)


@contextmanager
def lines_kept(journal: Path) -> Iterator[None]:
    """Keep what our parts tell, and what others warn of; raises OSError."""
    place = RotatingFileHandler(
        log_beside(journal), maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    place.setFormatter(PlainLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    with _heard_by(place):
        yield


@contextmanager
def lines_told(how: Literal["text", "json"]) -> Iterator[None]:
    """Let a service tell the same to its journal, a JSON object a line; to people it tells less."""
    if how == "text":
        yield
        return
    place = logging.StreamHandler(sys.stderr)
    place.setFormatter(JsonLine())
    with _heard_by(place):
        yield


class PlainLine(logging.Formatter):
    """A line for people; logins, passwords and keys are struck out of it, traces included."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return struck_out(super().format(record), ())


class JsonLine(logging.Formatter):
    """A line for programs: `at`, `level`, `part`, `message`, and `trace` of what failed."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; what is secret is struck out before it is quoted."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": struck_out(record.getMessage(), ()),
        }
        if record.exc_info:
            told["trace"] = struck_out(self.formatException(record.exc_info), ())
        return json.dumps(told, ensure_ascii=False)


@contextmanager
def _heard_by(place: logging.Handler) -> Iterator[None]:
    place.addFilter(lambda record: record.levelno >= logging.WARNING or _is_ours(record.name))
    root = logging.getLogger()
    before = {name: logging.getLogger(name).level for name in OURS}
    root.addHandler(place)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(place)
        place.close()
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] in OURS


def last_lines(journal: Path, count: int) -> tuple[str, ...]:
    """Return the last lines, the oldest first; none where nothing was told."""
    now, lines = log_beside(journal), []
    for path in (now.with_name(f"{now.name}.1"), now):
        if path.is_file():
            lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
    return tuple(lines[-count:])
