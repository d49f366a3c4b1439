"""Pages that are printed: headings, tables, pictures and bars in the words of typst."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import typst

from dealer_ui.prompts import Catalogue
from journal.statistics import Rate

INK, PALE, RED = '"#1b1b1b"', '"#d9d9d9"', '"#c0221b"'
BAR_MM = 60.0

_HEAD = """\
#set document(title: {title}, date: none)
#set page(paper: "a4", margin: (x: 16mm, y: 15mm), numbering: "1 / 1")
#set text(lang: "{lang}", size: 9.5pt, font: ("Libertinus Serif", "DejaVu Sans Mono"))
#set par(justify: false)
#set table(stroke: 0.4pt + rgb({pale}), inset: 4pt)
#show heading: set block(above: 14pt, below: 7pt, sticky: true)
#show regex("[0-9A-ZА-Я]{{0,2}}[♥♦]"): set text(fill: rgb({red}))
"""


class Paper:
    """A document that grows from top to bottom."""

    def __init__(self, words: Catalogue, title: str) -> None:
        """Begin with a title."""
        lang = str(words.language)
        self._lines = [_HEAD.format(title=quoted(title), lang=lang, pale=PALE, red=RED)]
        self._lines.append(f"#text(17pt, weight: 700)[{said(title)}]")

    def heading(self, text: str, level: int = 1) -> None:
        """Begin a part."""
        self._lines.append(f"#heading(level: {level})[{said(text)}]")

    def line(self, text: str) -> None:
        """Write a paragraph."""
        self._lines.append(f"#par[{said(text)}]")

    def small(self, text: str) -> None:
        """Write a paragraph of little weight."""
        self._lines.append(f"#par[#text(8pt, fill: luma(90))[{said(text)}]]")

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]], widths: str) -> None:
        """Write a table; widths are typst's, such as ``auto, 1fr``."""
        cells = [", ".join(f"[{said(cell)}]" for cell in row) for row in rows]
        if not cells:
            return
        named = ", ".join(f"[#strong[{said(name)}]]" for name in head)
        body = ",\n  ".join(cells)
        self._lines.append(
            f"#table(columns: ({widths}), align: left,\n  table.header({named}),\n  {body})"
        )

    def hashes(self, head: Sequence[str], rows: Iterable[Sequence[object]], widths: str) -> None:
        """Write a table of long codes, small and of one width."""
        self._lines.append('#[#set text(7pt, font: ("DejaVu Sans Mono", "Libertinus Serif"))')
        self.table(head, rows, widths)
        self._lines.append("]")

    def picture(self, path: Path, root: Path, width_mm: float) -> None:
        """Show a picture that lies below the root."""
        inside = quoted(f"/{path.relative_to(root).as_posix()}")
        self._lines.append(f"#image({inside}, width: {width_mm}mm)")

    def pictures(self, paths: Iterable[Path], root: Path, height_mm: float) -> None:
        """Show small pictures in a row."""
        shown = [quoted(f"/{path.relative_to(root).as_posix()}") for path in paths]
        if shown:
            images = ", ".join(f"image({one}, height: {height_mm}mm)" for one in shown)
            self._lines.append(f"#stack(dir: ltr, spacing: 3mm, {images})")

    def bars(self, rates: dict[str, Rate]) -> None:
        """Draw parts as bars, each with the band in which the true part lies."""
        most = max((rate.band[1] for rate in rates.values()), default=0.0)
        if not most:
            return
        cells = []
        for name, rate in rates.items():
            low, high = rate.band
            ends = [v / most * BAR_MM for v in (rate.part, low, high)]
            cells.append(f"[#text(8pt)[{said(name)}]], {_bar(*ends)}")
        body = ",\n  ".join(cells)
        self._lines.append(
            f"#grid(columns: (auto, {BAR_MM}mm), column-gutter: 4mm, row-gutter: 1.6mm,\n  {body})"
        )

    def signatures(self, names: Sequence[str]) -> None:
        """Leave lines to sign on."""
        cells = ", ".join(f"[#v(14mm) #line(length: 100%, stroke: 0.4pt) {said(n)}]" for n in names)
        self._lines.append(f"#grid(columns: {len(names)}, column-gutter: 10mm, {cells})")

    def begin_block(self) -> None:
        """Begin a part that stays on one page."""
        self._lines.append("#block(breakable: false, width: 100%)[")

    def end_block(self) -> None:
        """End a part that stays on one page."""
        self._lines.append("]")

    @property
    def source(self) -> str:
        """Return the source of the document."""
        return "\n\n".join(self._lines) + "\n"

    def pdf(self, root: Path) -> bytes:
        """Set the document; pictures are found below the root."""
        # The library's own types want the root in the type of the source.
        made = typst.compile(  # type: ignore[call-overload]
            self.source.encode(), format="pdf", root=str(root), ignore_system_fonts=True
        )
        return bytes(made)


def _bar(part: float, low: float, high: float) -> str:
    """Draw one bar and its band, in millimetres."""
    bar = f"rect(width: {max(part, 0.2):.2f}mm, height: 3mm, fill: rgb({INK}))"
    band = (
        f"line(start: ({low:.2f}mm, 1.5mm), end: ({high:.2f}mm, 1.5mm), stroke: 1pt + rgb({RED}))"
    )
    return f"box(height: 3mm)[#place({bar}) #place({band})]"


def said(value: object) -> str:
    """Return a text as typst content in which no sign is read as a command."""
    return f"#{quoted(str(value))}"


def quoted(text: str) -> str:
    """Return a text as a typst string."""
    plain = re.sub(r"[\x00-\x1f]", " ", text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
