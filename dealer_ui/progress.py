"""A progress bar with the time that is left, where somebody watches the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

Say = Callable[[str], None]


class Bar:
    """How far a recording has been watched; a live source has no end and no bar."""

    def __init__(self, progress: Progress, title: str) -> None:
        """Draw in a rich progress display."""
        self._progress = progress
        self._title = title
        self._task: TaskID | None = None

    def advance(self, done: int, of: int | None) -> None:
        """Say how many frames are done, and of how many where that is known."""
        if of is None:
            return
        if self._task is None:
            self._task = self._progress.add_task(self._title, total=of)
        self._progress.update(self._task, completed=done)


@contextmanager
def progress_bar(title: str, left: str) -> Iterator[tuple[Bar | None, Say]]:
    """Give a bar, if standard error is a terminal, and a way to write lines above it."""
    if not sys.stderr.isatty():
        yield None, typer.echo
        return

    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn(left),
        console=Console(stderr=True),
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
        transient=True,
    )
    with progress:
        yield Bar(progress, title), typer.echo
