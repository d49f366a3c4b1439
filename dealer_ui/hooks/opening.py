"""Opens the hooks of a table that runs."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

from dealer_ui.hooks.courier import Courier, Table, Ways
from dealer_ui.hooks.store import HookStore


def carry_to_hooks(file: Path, table: str, journal: Path, stack: ExitStack) -> None:
    """Carry a table's rows to its hooks until the stack ends; raises OSError."""
    store = HookStore(file)
    stack.callback(store.close)
    ways = Ways(Courier(store, Table(table, journal), time.time))
    stack.callback(ways.stop)
