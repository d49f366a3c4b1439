"""Opens a table's side of the floor, where its settings name a pass."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from dealer_ui.commands import CommandSink
from dealer_ui.floor.subjects import lacking
from dealer_ui.live import Hub
from dealer_ui.settings import Settings
from dealer_ui.workshop.model_shelf import ModelShelf


def belong_to_floor(
    settings: Settings,
    journal: Path | None,
    by: tuple[CommandSink, ModelShelf, Hub],
    say: Callable[[str], None],
    stack: ExitStack,
) -> None:
    """Let a table belong to its floor until the stack ends, where its settings name a pass.

    `by` is what it does by what the floor tells it, and by what it shows how it stands.

    Raises FloorError where what it needs is not installed and for a file that is no pass of a
    table, and OSError.
    """
    if settings.floor is None or journal is None:
        return
    try:
        from dealer_ui.floor.joining import FloorThread, Joined  # noqa: PLC0415 - an extra
        from dealer_ui.floor.obeying import Hands  # noqa: PLC0415
        from dealer_ui.floor.passes import read_pass  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise lacking(str(error.name)) from None
    given = read_pass(settings.floor, "tables")
    commands, models, hub = by
    hands = Hands(commands, models, settings.rules)
    folder = floor_folder(settings.data, given.name)
    thread = FloorThread(Joined(given, folder, journal, hands, lambda: hub.latest), say)
    stack.callback(thread.stop)


def floor_folder(data: Path, table: str) -> Path:
    """Return where a table keeps its leaf and how far it has come."""
    return data / "floor" / table
