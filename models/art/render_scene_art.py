"""Draw the card art of the scene anew: 36 faces with Latin and Cyrillic indices, and our backs.

Run by hand:  npm pack @heruka_urgyen/react-playing-cards
              python models/art/render_scene_art.py heruka_urgyen-react-playing-cards-0.5.0.tgz
Needs `rsvg-convert` (librsvg2-bin). Writes WebP pictures to vision/scene/art.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from pathlib import Path

import cv2
import numpy as np

ART = Path(__file__).parents[2] / "vision" / "scene" / "art"
SIZE = (252, 352)
"""Width and height of a face: 4 px a millimetre for a card of 63 x 88 mm."""

OVERSAMPLING = 4
QUALITY = 88
INSIDE = "package/src/images/2color/{name}.svg"

CYRILLIC_STROKES = {
    "J": "M-200 -460L-200 460M-300 -460L60 -460C330 -460 330 -20 60 -20L-200 -20"
    "M60 -20C390 -20 390 460 60 460L-300 460",
    "Q": "M-320 460L-320 290L320 290L320 460M-230 290C-120 90 -110 -160 -110 -460"
    "M-190 -460L290 -460M200 -460L200 290",
    "A": "M-290 -300L-290 -460L290 -460L290 -300M0 -460L0 460M-120 460L120 460",
}
"""Our own drawing of В, Д and Т in the deck's stroke; К is the deck's K."""


def svg_of(archive: tarfile.TarFile, name: str) -> str:
    """Read one face of the npm package, without its outline and in printer's red."""
    member = archive.extractfile(INSIDE.format(name=name))
    if member is None:
        raise FileNotFoundError(name)
    text = member.read().decode()
    text = text.replace('fill="white" stroke="black"', 'fill="#fdfdfb"')
    return text.replace('"red"', '"#d3121f"').replace('"black"', '"#121214"')


def with_cyrillic_index(svg: str, rank: str) -> str:
    """Swap the strokes of the index; the letter is one symbol that both corners use."""
    strokes = CYRILLIC_STROKES.get(rank)
    if strokes is None:
        return svg
    return re.sub(r'(<symbol id="V[^>]*><path d=")[^"]*', rf"\g<1>{strokes}", svg, count=1)


def rendered(svg: str) -> np.ndarray:
    """Render large and average down, so that thin strokes keep their weight."""
    width, height = (side * OVERSAMPLING for side in SIZE)
    size = ["-w", str(width), "-h", str(height)]
    png = subprocess.run(  # a fixed command on a picture that we wrote
        ["rsvg-convert", *size, "-f", "png"],
        input=svg.encode(),
        capture_output=True,
        check=True,
    ).stdout
    large = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    return shrunk(large)


def shrunk(large: np.ndarray) -> np.ndarray:
    """Average a large BGRA picture down to the size of a face, alpha weighing the colours."""
    alpha = large[..., 3:].astype(np.float32) / 255
    premultiplied = np.dstack([large[..., :3] * alpha, alpha * 255])
    small = cv2.resize(premultiplied, SIZE, interpolation=cv2.INTER_AREA)
    weight = np.maximum(small[..., 3:] / 255, 1e-3)
    paper = np.where(weight > 0.02, small[..., :3] / weight, 253)
    return np.dstack([paper, small[..., 3:]]).clip(0, 255).round().astype(np.uint8)


def lattice(x: np.ndarray, y: np.ndarray, pitch: float) -> np.ndarray:
    """Ink of crossing diagonals with a dot in every cell (0 to 1), in millimetres."""
    u, v = (x + y) / pitch, (x - y) / pitch
    lines = np.minimum(np.abs(u - np.round(u)), np.abs(v - np.round(v))) < 0.13
    dots = np.hypot(u % 1 - 0.5, v % 1 - 0.5) < 0.17
    return (lines | dots).astype(np.float32)


def waves(x: np.ndarray, y: np.ndarray, pitch: float) -> np.ndarray:
    """Ink of two families of interfering waves."""
    first = np.sin(2 * np.pi * (x / pitch + 0.4 * np.sin(y / pitch)))
    second = np.sin(2 * np.pi * (y / pitch + 0.4 * np.sin(x / pitch)))
    return (first * second > 0).astype(np.float32)


def rosette(x: np.ndarray, y: np.ndarray, pitch: float) -> np.ndarray:
    """Ink of rings and petals about the middle."""
    radius, angle = np.hypot(x, y * 0.8), np.arctan2(y * 0.8, x)
    petals = np.cos(angle * 12 + 2 * np.sin(radius / pitch)) * 0.35
    return (np.sin(2 * np.pi * (radius / pitch + petals)) > 0.05).astype(np.float32)


def basket(x: np.ndarray, y: np.ndarray, pitch: float) -> np.ndarray:
    """Ink of a basket weave."""
    turned = (np.floor(x / pitch) + np.floor(y / pitch)) % 2 == 0
    bands = np.where(turned, x, y) % (pitch / 2) < pitch * 0.32
    return bands.astype(np.float32)


BACKS = (
    (lattice, 3.6, "#27509b"),
    (lattice, 5.2, "#a91d2b"),
    (waves, 4.4, "#1d6b4a"),
    (rosette, 4.0, "#7a1f4b"),
    (basket, 4.4, "#2a2f6b"),
    (rosette, 6.5, "#33363d"),
)
"""Our own backs: the pattern, its pitch in millimetres and its ink."""


def back(number: int) -> np.ndarray:
    """Draw one back at the size of a face."""
    pattern, pitch, colour = BACKS[number]
    width, height = (side * OVERSAMPLING for side in SIZE)
    step = 63 / width
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (x - width / 2) * step, (y - height / 2) * step
    ink = pattern(x, y, pitch)
    edge = np.minimum(31.5 - np.abs(x), 44 - np.abs(y))
    ink = np.where(edge < 5.0, 1.0, ink) * (edge > 4.0)
    medallion = np.hypot(x, y)
    ink = np.where((medallion < 8) & (number % 2 == 1), (medallion > 6.6) | (medallion < 3), ink)
    return shrunk(printed(ink, colour, rounded(x, y)))


def rounded(x: np.ndarray, y: np.ndarray, radius: float = 3.2) -> np.ndarray:
    """Tell which points (mm from the middle) lie on a card with round corners."""
    dx, dy = np.abs(x) - (31.4 - radius), np.abs(y) - (43.9 - radius)
    inside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) < radius
    return inside & (dx < radius) & (dy < radius)


def printed(ink: np.ndarray, colour: str, on_card: np.ndarray) -> np.ndarray:
    """Print ink of one colour (#rrggbb) on white stock; the result is BGRA."""
    bgr = np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)], np.float32)
    paper = np.array([250, 252, 252], np.float32)
    mixed = paper + (bgr - paper) * ink[..., None]
    return np.dstack([mixed, on_card * 255.0])


def save(name: str, picture: np.ndarray) -> None:
    """Write one WebP picture into the art folder."""
    path = ART / f"{name}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def main(package: str) -> None:
    """Draw every face and back."""
    with tarfile.open(package) as archive:
        for rank in "6789TJQKA":
            for suit in "cdhs":
                svg = svg_of(archive, rank + suit.upper())
                save(f"latin/{rank}{suit}", rendered(svg))
                if rank in "JQKA":
                    save(f"cyrillic/{rank}{suit}", rendered(with_cyrillic_index(svg, rank)))
    for number in range(len(BACKS)):
        save(f"back/{number}", back(number))


if __name__ == "__main__":
    main(sys.argv[1])
