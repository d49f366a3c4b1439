"""Draw decks of our own: every index alphabet, many fonts, plain pips, borrowed or no courts.

``python -m models.draw.own_decks`` writes them beside the fetched decks. Courts of real decks
differ in every print, indices hardly do: these decks teach the index.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.draw.decks import DECKS, HEIGHT, RANKS, SUITS

FONTS = Path("/usr/share/fonts")
ALPHABETS = {
    "latin": dict(zip("TJQKA", ("10", "J", "Q", "K", "A"), strict=True)),
    "russian": dict(zip("TJQKA", ("10", "В", "Д", "К", "Т"), strict=True)),
    "german": dict(zip("TJQKA", ("10", "B", "D", "K", "A"), strict=True)),
    "french": dict(zip("TJQKA", ("10", "V", "D", "R", "1"), strict=True)),
}
GLYPHS = dict(zip(SUITS, "♣♦♥♠", strict=True))
SUIT_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSerif-Bold.ttf",
    "LinLibertine_R.otf",
    "Symbola.ttf",
    "Symbola_hint.ttf",
)
PIPS = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.2), (0.5, 0.8)),
    "3": ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    "4": ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)),
    "5": ((0.3, 0.2), (0.7, 0.2), (0.5, 0.5), (0.3, 0.8), (0.7, 0.8)),
    "6": tuple((x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)),
    "7": (*((x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)), (0.5, 0.35)),
    "8": (*((x, y) for x in (0.3, 0.7) for y in (0.2, 0.5, 0.8)), (0.5, 0.35), (0.5, 0.65)),
    "9": (*((x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.5)),
    "T": (*((x, y) for x in (0.3, 0.7) for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.3), (0.5, 0.7)),
}


@dataclass(frozen=True)
class Style:
    """How the cards of one deck look."""

    width: int
    names: dict[str, str]
    font: str
    suit_font: str
    index_px: int
    index_x: float
    index_y: float
    squeeze: float
    suit_scale: float
    pip_px: int
    colours: dict[str, tuple[int, int, int]]
    paper: tuple[int, int, int]
    courts: Path | None
    two_way: bool


def usable_fonts() -> list[str]:
    """List font files that have the Cyrillic index letters."""
    found = []
    for path in sorted([*FONTS.rglob("*.ttf"), *FONTS.rglob("*.otf")]):
        name = path.name.lower()
        if any(
            part in name
            for part in ("italic", "oblique", "symbola", "math", "initials", "keyboard")
        ):
            continue
        font = ImageFont.truetype(str(path), 40)
        if font.getmask("Д").getbbox() and font.getmask("Д").size != font.getmask("\uffff").size:
            found.append(str(path))
    return found


def suit_fonts() -> list[str]:
    """List font files that have the four suits."""
    return [str(p) for name in SUIT_FONTS for p in FONTS.rglob(name)]


def random_style(rng: random.Random, alphabet: str, fonts: list[str], courts: list[Path]) -> Style:
    """Choose how a deck looks."""
    red, black = (
        (rng.randint(170, 235), rng.randint(0, 40), rng.randint(10, 50)),
        (rng.randint(0, 45),) * 3,
    )
    colours = {"c": black, "s": black, "d": red, "h": red}
    if rng.random() < 0.2:
        colours |= {"c": (0, rng.randint(90, 140), 30), "d": (20, 60, rng.randint(150, 230))}
    elif rng.random() < 0.1:
        colours |= {"s": (0, rng.randint(90, 140), 30), "d": (230, rng.randint(120, 170), 10)}
    jumbo = rng.random() < 0.25
    return Style(
        width=round(HEIGHT * rng.uniform(0.635, 0.735)),
        names=ALPHABETS[alphabet],
        font=rng.choice(fonts),
        suit_font=rng.choice(suit_fonts()),
        index_px=rng.randint(95, 140) if jumbo else rng.randint(50, 82),
        index_x=rng.uniform(0.085, 0.12) + (0.05 if jumbo else 0),
        index_y=rng.uniform(0.035, 0.06),
        squeeze=rng.uniform(0.7, 1.0),
        suit_scale=rng.uniform(0.6, 1.0),
        pip_px=rng.randint(62, 100),
        colours=colours,
        paper=(255 - rng.randint(0, 14), 255 - rng.randint(0, 16), 255 - rng.randint(0, 30)),
        courts=rng.choice(courts) if rng.random() < 0.85 else None,
        two_way=rng.random() < 0.1,
    )


def glyph(text: str, font: str, px: int, colour: tuple[int, int, int]) -> Image.Image:
    """Draw a text tightly cut on a transparent ground."""
    face = ImageFont.truetype(font, px)
    box = face.getbbox(text)
    image = Image.new("RGBA", (max(1, box[2] - box[0]), max(1, box[3] - box[1])), (*colour, 0))
    ImageDraw.Draw(image).text((-box[0], -box[1]), text, font=face, fill=(*colour, 255))
    return image


def centred(card: Image.Image, mark: Image.Image, x: float, y: float) -> None:
    """Paste a mark with its middle at a place given in parts of the card."""
    card.alpha_composite(
        mark,
        (
            max(0, round(x * card.width - mark.width / 2)),
            max(0, round(y * card.height - mark.height / 2)),
        ),
    )


def draw_index(card: Image.Image, style: Style, rank: str, suit: str) -> None:
    """Draw rank and suit in the upper left corner."""
    colour = style.colours[suit]
    text = glyph(style.names.get(rank, rank), style.font, style.index_px, colour)
    narrow = style.squeeze * (0.72 if rank == "T" else 1)
    text = text.resize((max(4, round(text.width * narrow)), text.height), Image.Resampling.LANCZOS)
    top = style.index_y * card.height
    centred(
        card,
        text,
        max(style.index_x, (text.width / 2 + 6) / card.width),
        (top + text.height / 2) / card.height,
    )
    mark = glyph(GLYPHS[suit], style.suit_font, round(style.index_px * style.suit_scale), colour)
    centred(card, mark, style.index_x, (top + text.height * 1.12 + mark.height / 2) / card.height)


def draw_middle(card: Image.Image, style: Style, rank: str, suit: str) -> None:
    """Draw pips, or a court borrowed from another deck without its indices."""
    if rank in "JQK":
        if style.courts is not None:
            source = Image.open(style.courts / f"{rank}{suit}.png").convert("RGBA")
            inner = source.crop(
                tuple(
                    round(v)
                    for v in (
                        source.width * 0.2,
                        source.height * 0.1,
                        source.width * 0.8,
                        source.height * 0.9,
                    )
                )
            )
            inner = inner.resize(
                (round(card.width * 0.62), round(card.height * 0.8)), Image.Resampling.LANCZOS
            )
            card.alpha_composite(
                inner, ((card.width - inner.width) // 2, (card.height - inner.height) // 2)
            )
        return
    mark = glyph(
        GLYPHS[suit], style.suit_font, style.pip_px * (2 if rank == "A" else 1), style.colours[suit]
    )
    for x, y in PIPS[rank]:
        turned = mark.rotate(180) if y > 0.5 else mark
        centred(card, turned, 0.5 + (x - 0.5) * 0.95, 0.5 + (y - 0.5) * 1.05)


def draw_card(style: Style, rank: str, suit: str) -> Image.Image:
    """Draw one card of a deck."""
    card = Image.new("RGBA", (style.width, HEIGHT), (*style.paper, 255))
    draw_middle(card, style, rank, suit)
    for _ in range(2):
        draw_index(card, style, rank, suit)
        card = card.rotate(180)
    if style.two_way:
        mirrored = Image.new("RGBA", card.size, (0, 0, 0, 0))
        for _ in range(2):
            draw_index(mirrored, style, rank, suit)
            mirrored = mirrored.rotate(180)
        card.alpha_composite(mirrored)
    return card


def rounded(card: Image.Image, radius: int) -> Image.Image:
    """Cut the corners of a card round."""
    mask = Image.new("L", card.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, card.width - 1, card.height - 1), radius, fill=255
    )
    card.putalpha(mask)
    return card


def reindexed(folder: Path, style: Style, rank: str, suit: str) -> Image.Image:
    """Put other indices on a card of a fetched deck."""
    card = Image.open(folder / f"{rank}{suit}.png").convert("RGBA").resize((style.width, HEIGHT))
    base = np.array(card)
    paper = tuple(int(v) for v in base[HEIGHT // 2, 6, :3])
    for _ in range(2):
        corner = (0, 0, round(style.width * 0.19), round(HEIGHT * 0.27))
        ImageDraw.Draw(card).rectangle(corner, fill=(*paper, 255))
        draw_index(card, style, rank, suit)
        card = card.rotate(180)
    return card


def draw_back(rng: random.Random, width: int) -> np.ndarray:
    """Draw a back: a lattice in one or two colours inside a border, or none."""
    back = np.full((HEIGHT, width, 3), 255, np.uint8)
    margin = rng.choice((0, 8, 14, 20, 26))
    field = back[margin : HEIGHT - margin, margin : width - margin]
    ink = np.array([rng.randint(0, 255) for _ in range(3)])
    ink[rng.randrange(3)] //= 4
    paper = 255 if rng.random() < 0.6 else np.array([rng.randint(120, 255) for _ in range(3)])
    ys, xs = np.mgrid[: field.shape[0], : field.shape[1]]
    step, kind = rng.randint(8, 44), rng.randrange(6)
    wave = {
        0: np.sin((xs + ys) * 6.28 / step) * np.sin((xs - ys) * 6.28 / step),
        1: np.sin(xs * 6.28 / step) * np.sin(ys * 6.28 / step),
        2: np.sin((xs + ys) * 6.28 / step) + np.sin((xs - ys) * 6.28 / step),
        3: np.sin(np.hypot(xs - width / 2, ys - HEIGHT / 2) * 6.28 / step),
        4: np.ones_like(xs) * 1.0,
        5: np.sin(xs * 6.28 / step + 3 * np.sin(ys * 6.28 / (step * 2))),
    }[kind]
    field[:] = np.where((wave > rng.uniform(-0.5, 0.4))[..., None], ink, paper)
    if rng.random() < 0.4:
        centre = (width // 2, HEIGHT // 2)
        cv2.ellipse(
            back,
            centre,
            (rng.randint(20, 90), rng.randint(20, 120)),
            0,
            0,
            360,
            [int(v) for v in 255 - ink],
            rng.choice((-1, 4, 10)),
        )
    return back


def write_own_decks(seed: int = 1) -> None:
    """Write our own decks, decks with other indices, and backs."""
    rng = random.Random(seed)
    fonts = usable_fonts()
    fetched = [
        p
        for p in sorted(DECKS.iterdir())
        if not p.name.startswith(("own-", "re-", "openclipart-backs"))
    ]
    courts = [p for p in fetched if "oxygen" not in p.name and (p / "Kh.png").exists()]
    plan = [("own", a, n) for a in ALPHABETS for n in range({"latin": 14, "russian": 14}.get(a, 5))]
    plan += [("re", a, n) for a in ALPHABETS for n in range({"latin": 6, "russian": 14}.get(a, 4))]
    for kind, alphabet, n in plan:
        folder = DECKS / f"{kind}-{alphabet}-{n}"
        folder.mkdir(exist_ok=True)
        style = random_style(rng, alphabet, fonts, courts)
        source = rng.choice(courts)
        for rank in RANKS:
            for suit in SUITS:
                card = (
                    draw_card(style, rank, suit)
                    if kind == "own"
                    else reindexed(source, style, rank, suit)
                )
                rounded(card, 18).save(folder / f"{rank}{suit}.png")
    backs = DECKS / "own-backs"
    backs.mkdir(exist_ok=True)
    for n in range(60):
        width = round(HEIGHT * rng.uniform(0.64, 0.73))
        picture = Image.fromarray(draw_back(rng, width)).convert("RGBA")
        rounded(picture, 18).save(backs / f"back{n}.png")


if __name__ == "__main__":
    write_own_decks()
