"""Fetch card decks by package name and render every card as a picture.

Run once before training: ``python -m models.draw.decks``. The art is used at training time only
and never committed, except that the CC0 decks may be. Debian's packages (gnome-cards-data,
kdegames-card-data-kf5, openclipart-svg, librsvg2-bin) have to be installed, for the indices of our
own decks also its fonts (see `own_decks.py`); the npm and PyPI packages are fetched by their
ordinary clients.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

WORK = Path(os.environ.get("KOZYR_MODELS_WORK", Path(__file__).parent.parent / "made"))
"""Where training keeps its files; they are never committed."""
DECKS = WORK / "decks"
FETCHED = WORK / "fetched"
HEIGHT = 420
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = "cdhs"
GNOME = Path("/usr/share/aisleriot/cards")
KDE = Path("/usr/share/carddecks")
OPENCLIPART = Path("/usr/share/openclipart/svg/recreation/games/cards")
GNOME_LEFT_OUT = {"swiss-xvii", "ornamental"}
KDE_LEFT_OUT = {
    "svg-future",
    "svg-konqi-modern",
    "svg-xskat-german",
    "svg-nicu-ornamental",
    "svg-nicu-white",
}
NPM = (
    "@heruka_urgyen/react-playing-cards@0.5.0",
    "svg-cards@4.0.2",
    "@younestouati/playing-cards-standard-deck@3.0.0",
)
Rendered = tuple[str, np.ndarray]


def trimmed(picture: np.ndarray) -> np.ndarray | None:
    """Cut a BGRA picture to what is opaque and bring it to the working height."""
    if picture.ndim != 3 or picture.shape[2] != 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    ys, xs = np.nonzero(picture[..., 3] > 128)
    if len(ys) < 100:
        return None
    cut = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    width = round(cut.shape[1] * HEIGHT / cut.shape[0])
    if not 0.55 < width / HEIGHT < 0.85:
        return None
    how = cv2.INTER_AREA if cut.shape[0] > HEIGHT else cv2.INTER_CUBIC
    return cv2.resize(cut, (width, HEIGHT), interpolation=how)


def rsvg(path: Path, *, width: int | None = None, height: int | None = None) -> np.ndarray:
    """Render an SVG file with librsvg as BGRA."""
    size = ["-w", str(width)] if width else ["-h", str(height)]
    png = subprocess.run(
        ["rsvg-convert", "--unlimited", *size, str(path)], check=True, capture_output=True
    ).stdout
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)


def gnome_decks() -> Iterator[tuple[str, Iterator[Rendered]]]:
    """Yield the decks of gnome-cards-data: sheets of 13 by 5 cells."""
    for sheet in sorted(GNOME.glob("*.svgz")):
        if sheet.stem not in GNOME_LEFT_OUT:
            yield f"gnome-{sheet.stem}", _gnome_cards(sheet)


def _gnome_cards(sheet: Path) -> Iterator[Rendered]:
    picture = rsvg(sheet, width=13 * 320)
    height, width = picture.shape[0] / 5, picture.shape[1] / 13
    names = [f"{rank}{suit}" for suit in SUITS for rank in RANKS] + ["joker1", "joker2", "back"]
    for n, name in enumerate(names):
        row, column = divmod(n, 13)
        yield (
            name,
            picture[
                round(row * height) : round((row + 1) * height),
                round(column * width) : round((column + 1) * width),
            ],
        )


def kde_decks() -> Iterator[tuple[str, Iterator[Rendered]]]:
    """Yield the decks of kdegames-card-data, drawn by Qt."""
    for folder in sorted(KDE.glob("svg-*")):
        if folder.name not in KDE_LEFT_OUT:
            yield f"kde-{folder.name[4:]}", _kde_cards(next(folder.glob("*.svgz")))


def _kde_cards(sheet: Path) -> Iterator[Rendered]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _kde_cards.app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])  # type: ignore[attr-defined]
    drawing = QSvgRenderer(str(sheet))
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
    wanted = {f"{r}{s}": f"{ranks.get(r, r)}_{suits[s]}" for r in RANKS for s in SUITS}
    for name, element in (wanted | {"back": "back", "joker1": "joker_red"}).items():
        box = drawing.boundsOnElement(element)
        if box.isEmpty():
            continue
        image = QImage(
            round(HEIGHT * box.width() / box.height()), HEIGHT, QImage.Format.Format_ARGB32
        )
        image.fill(0)
        painter = QPainter(image)
        drawing.render(painter, element, QRectF(0, 0, image.width(), image.height()))
        painter.end()
        yield (
            name,
            np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, image.width(), 4).copy(),
        )


def openclipart_decks() -> Iterator[tuple[str, Iterator[Rendered]]]:
    """Yield the public-domain decks of openclipart."""
    for style in ("bordered", "ornamental", "white", "simple"):
        yield f"openclipart-{style}", _openclipart_cards(style)
    backs = sorted((OPENCLIPART / "cardbacks").glob("*.svg"))
    yield "openclipart-backs", ((f"back{n}", rsvg(p, height=600)) for n, p in enumerate(backs))


def _openclipart_cards(style: str) -> Iterator[Rendered]:
    for rank in RANKS:
        for suit in SUITS:
            name = {"T": "10"}.get(rank, rank.lower())
            yield (
                f"{rank}{suit}",
                rsvg(OPENCLIPART / style / f"{style}_{suit}_{name}.svg", height=600),
            )


def fetched_decks() -> Iterator[tuple[str, Iterator[Rendered]]]:
    """Yield the decks that npm and PyPI packages carry."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    if not list(FETCHED.glob("*.tgz")):
        subprocess.run(["npm", "pack", *NPM], cwd=FETCHED, check=True)
    for archive in FETCHED.glob("*.tgz"):
        with tarfile.open(archive) as tar:
            tar.extractall(FETCHED / archive.stem, filter="data")
    kennard = next(FETCHED.glob("heruka*/package/src/images"))
    for style in ("2color", "2color-bf", "4color", "4color-bf"):
        yield f"kennard-{style}", _named(kennard / style, "{R}{S}.svg", {"T": "T"})
    folder = next(FETCHED.glob("younest*/package/cards"))
    numbers = {"A": "1", "T": "10", "J": "11", "Q": "12", "K": "13"}
    yield "aguilar", _named(folder, "{R}{s}.svg", numbers)
    bellot = next(FETCHED.glob("svg-cards*/package/png/2x"))
    yield "svgcards", _bellot(bellot)
    yield "kenney", _kenney()


def _named(folder: Path, pattern: str, names: dict[str, str]) -> Iterator[Rendered]:
    for rank in RANKS:
        for suit in SUITS:
            name = names.get(rank, rank)
            path = folder / pattern.format(R=name, S=suit.upper(), s=suit)
            if path.exists():
                yield f"{rank}{suit}", rsvg(path, height=600)


def _bellot(folder: Path) -> Iterator[Rendered]:
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
    for rank in RANKS:
        for suit in SUITS:
            path = folder / f"{suits[suit]}_{ranks.get(rank, rank)}.png"
            yield f"{rank}{suit}", cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    for path in folder.glob("back-*.png"):
        yield path.stem, cv2.imread(str(path), cv2.IMREAD_UNCHANGED)


def _kenney() -> Iterator[Rendered]:
    if not list(FETCHED.glob("arcade*.whl")):
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "arcade==3.3.3"]
        subprocess.run([*command, "-d", str(FETCHED)], check=True)
    suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
    with zipfile.ZipFile(next(FETCHED.glob("arcade*.whl"))) as wheel:
        base = "arcade/resources/assets/images/cards/"
        for rank in RANKS:
            for suit in SUITS:
                name = f"{base}card{suits[suit]}{'10' if rank == 'T' else rank}.png"
                yield f"{rank}{suit}", _decoded(wheel.read(name))
        for name in wheel.namelist():
            if name.startswith(base + "cardBack"):
                yield "back" + Path(name).stem[8:], _decoded(wheel.read(name))


def _decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)


def render_all() -> None:
    """Render every deck that is not rendered yet."""
    for source in (gnome_decks, kde_decks, openclipart_decks, fetched_decks):
        for deck, cards in source():
            folder = DECKS / deck
            if folder.exists():
                continue
            kept = {n: t for n, p in cards if p is not None and (t := trimmed(p)) is not None}
            folder.mkdir(parents=True)
            for name, picture in kept.items():
                cv2.imwrite(str(folder / f"{name}.png"), picture)
            print(f"{deck}: {len(kept)} pictures")


if __name__ == "__main__":
    render_all()
