"""Opens a table's side of the floor, where its settings name a pass."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from dealer_ui.endings import BadInputError


def belong_to_floor(
    file: Path, data: Path, journal: Path, say: Callable[[str], None], stack: ExitStack
) -> None:
    """Let a table belong to its floor until the stack ends.

    Raises BadInputError where what it needs is not installed, FloorError for a file that is no
    pass, and OSError.
    """
    try:
        from dealer_ui.floor.joining import FloorThread, Joined  # noqa: PLC0415 - an extra
        from dealer_ui.floor.setting_up import read_pass  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"{error.name} is not installed here: pip install kozyr[floor]"
        ) from None
    given = read_pass(file)
    thread = FloorThread(Joined(given, floor_folder(data, given.name), journal), say)
    stack.callback(thread.stop)


def floor_folder(data: Path, table: str) -> Path:
    """Return where a table keeps its leaf and how far it has come."""
    return data / "floor" / table
