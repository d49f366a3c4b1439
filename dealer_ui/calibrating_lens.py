"""Measuring a lens from any source: views are collected until they are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.text import Text

from calibration.board import Board, BoardTrouble, board_in, see_board, why_no_board
from calibration.lens_fit import LensFit, LensFlaw, Views, fit_lens
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from vision.camera import open_source
from vision.frames import Frame, Picture

ENOUGH_VIEWS = 30
ENOUGH_COVERAGE = 0.95
LEAST_GOOD_VIEWS = 15
LOOK_EVERY_S = 0.25
"""A film is looked at so often: a board in a hand does not change faster."""

SHADES = "·░▒▓█"


@dataclass(slots=True)
class Collected:
    """What a source has shown so far: views, and what was wrong with the other pictures."""

    board: Board | None
    views: Views = field(default_factory=Views)
    troubles: Counter[BoardTrouble] = field(default_factory=Counter)
    alike: int = 0

    def look(self, picture: Picture) -> None:
        """Take a picture in; the first board seen is the one that is looked for."""
        self.board = self.board or board_in(picture)
        seen = see_board(picture, self.board) if self.board else why_no_board(picture)
        if isinstance(seen, BoardTrouble):
            self.troubles[seen] += 1
        elif not self.views.offer(seen):
            self.alike += 1

    @property
    def is_enough(self) -> bool:
        """Whether more views would bring little."""
        count = len(self.views.kept)
        covered = float((self.views.covered > 0).mean())
        return count >= ENOUGH_VIEWS or (count >= LEAST_GOOD_VIEWS and covered >= ENOUGH_COVERAGE)


def collect(
    frames: Iterable[Frame],
    board: Board | None,
    show: Callable[[Collected], None],
    every_s: float = LOOK_EVERY_S,
) -> Collected:
    """Look at frames until there is enough, or they are over; `show` is told of every look."""
    collected, due_at = Collected(board), 0.0
    for frame in frames:
        if frame.taken_at < due_at:
            continue
        due_at = frame.taken_at + every_s
        collected.look(frame.image)
        show(collected)
        if collected.is_enough:
            break
    return collected


def watch_board(source: str, board: Board | None, words: Catalogue) -> Collected:
    """Collect from a source, drawing the coverage map while somebody watches the terminal.

    Ctrl-C ends it. Raises CameraError for a wrong source.
    """
    console, kept = Console(highlight=False), Collected(board)
    every_s = 0.0 if Path(source).is_dir() else LOOK_EVERY_S
    with closing(open_source(source)) as camera, Live(console=console, transient=True) as live:

        def show(now: Collected) -> None:
            nonlocal kept
            kept = now
            if console.is_terminal:
                live.update(Text(picture_of(now, words)))

        with suppress(KeyboardInterrupt):
            collect(camera.frames(), board, show, every_s)
    console.print(Text(picture_of(kept, words)))
    return kept


def measured(collected: Collected, words: Catalogue) -> LensFit:
    """Return the measured lens; raises BadInputError that says what is wrong and what to do."""
    if collected.board is None or not collected.views.kept:
        raise BadInputError(_told(words, _worst(collected)))
    fit = fit_lens(collected.views.kept, collected.board)
    if isinstance(fit, LensFlaw):
        told = [_told(words, fit)]
        if fit is LensFlaw.TOO_FEW_VIEWS and collected.troubles:
            told.append(_told(words, _worst(collected)))
        raise BadInputError(" ".join(told))
    if fit.flaws:
        raise BadInputError(" ".join(_told(words, flaw) for flaw in fit.flaws))
    return fit


def picture_of(collected: Collected, words: Catalogue) -> str:
    """Draw the coverage map with what has been kept and what was left out."""
    counts = words.text(
        "calibrate.lens.seen",
        views=len(collected.views.kept),
        alike=collected.alike,
        other=sum(collected.troubles.values()),
    )
    return "\n".join([*map_lines(collected.views), counts])


def map_lines(views: Views) -> list[str]:
    """Draw which parts of the picture the board has been in: the fuller, the darker."""
    return [
        " ".join(SHADES[min(len(SHADES) - 1, (int(count) + 2) // 3)] * 2 for count in row)
        for row in views.covered
    ]


def _worst(collected: Collected) -> BoardTrouble:
    common = collected.troubles.most_common(1)
    return common[0][0] if common else BoardTrouble.NOT_SEEN


def _told(words: Catalogue, flaw: BoardTrouble | LensFlaw) -> str:
    key = f"calibrate.{'board' if isinstance(flaw, BoardTrouble) else 'lens'}.{flaw}"
    return f"{words.text(f'{key}.sentence')} {words.text(f'{key}.remedy')}"
