"""Draw what cards lie on: felt, wood, tiles, paper, printed lines; and things that are no cards."""

from __future__ import annotations

import cv2
import numpy as np

Picture = np.ndarray
Rng = np.random.Generator


def cloud(rng: Rng, height: int, width: int, cells: int) -> Picture:
    """Draw smooth noise from -1 to 1 with about so many cells across."""
    small = rng.uniform(-1, 1, (max(2, cells * height // width), max(2, cells))).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def colour(rng: Rng) -> Picture:
    """Choose a ground colour (BGR): felt greens, reds, blues, greys, browns, or anything."""
    kind = rng.integers(7)
    bases = (
        (60, 110, 30),
        (40, 30, 130),
        (120, 70, 30),
        (90, 90, 90),
        (60, 90, 140),
        (200, 200, 205),
    )
    if kind == 6:
        return rng.uniform(10, 240, 3).astype(np.float32)
    return np.clip(
        np.array(bases[kind]) * rng.uniform(0.35, 1.25) + rng.normal(0, 14, 3), 3, 250
    ).astype(np.float32)


def felt(rng: Rng, height: int, width: int) -> Picture:
    """Draw felt or cloth: fibres and uneven colour."""
    grain = rng.standard_normal((height, width), np.float32)
    length = int(rng.integers(1, 9))
    kernel = np.zeros((9, 9), np.float32)
    cv2.line(kernel, (4 - length // 2, 4), (4 + length // 2, 4 + int(rng.integers(-4, 5))), 1)
    grain = cv2.filter2D(grain, -1, kernel / kernel.sum())
    tone = (
        1
        + grain * np.float32(rng.uniform(0.01, 0.12))
        + cloud(rng, height, width, 5) * np.float32(rng.uniform(0, 0.15))
    )
    return colour(rng) * tone[..., None]


def wood(rng: Rng, height: int, width: int) -> Picture:
    """Draw planks with a grain."""
    ys = np.arange(height, dtype=np.float32)[:, None]
    bend = cloud(rng, height, width, 4) * rng.uniform(5, 60)
    rings = (
        np.sin((ys + bend) / rng.uniform(2, 14)) * 0.5
        + np.sin((ys + bend * 2) / rng.uniform(1, 5)) * 0.3
    )
    streak = cv2.blur(
        rng.standard_normal((height, width), np.float32), (int(rng.integers(15, 80)), 1)
    )
    base = np.array((40, 80, 130), np.float32) * rng.uniform(0.3, 1.5) + rng.normal(
        0, 12, 3
    ).astype(np.float32)
    picture = base * (
        1 + (rings * rng.uniform(0.03, 0.2) + streak * rng.uniform(0.2, 1))[..., None]
    )
    plank = int(rng.integers(60, 400))
    for y in range(int(rng.integers(plank)), height, plank):
        picture[y : y + int(rng.integers(1, 4))] *= rng.uniform(0.3, 0.8)
    return (
        picture
        if rng.random() < 0.5
        else np.ascontiguousarray(np.rot90(picture)[:height, :width])
        if height == width
        else picture
    )


def tiles(rng: Rng, height: int, width: int) -> Picture:
    """Draw tiles, checks or stripes."""
    ys, xs = np.arange(height)[:, None], np.arange(width)
    step, gap = int(rng.integers(20, 160)), int(rng.integers(1, 6))
    first, second = colour(rng), colour(rng)
    if rng.random() < 0.5:
        mask = ((xs % step < gap) | (ys % step < gap)).astype(np.float32)
    else:
        mask = ((xs // step + ys // step * int(rng.integers(2))) % 2).astype(
            np.float32
        ) * rng.uniform(0.1, 1)
    picture = first + (second - first) * mask[..., None]
    return picture * (1 + cloud(rng, height, width, 30)[..., None] * rng.uniform(0, 0.15))


def mottled(rng: Rng, height: int, width: int) -> Picture:
    """Draw stone, carpet or any blotched thing."""
    picture = np.tile(colour(rng), (height, width, 1))
    for cells in (4, 16, 60, 200):
        strength = rng.uniform(0, 30)
        shade = cloud(rng, height, width, cells)[..., None] * strength
        picture += shade * rng.uniform(0.6, 1.4, 3).astype(np.float32)
    return picture


def pale(rng: Rng, height: int, width: int) -> Picture:
    """Draw a ground nearly as white as the cards: paper, a white table, bright stone."""
    tone = rng.uniform(165, 250) + rng.normal(0, 5, 3)
    shade = cloud(rng, height, width, int(rng.integers(2, 40))) * rng.uniform(0, 9)
    grain = rng.standard_normal((height, width), np.float32) * np.float32(rng.uniform(0, 3))
    return tone.astype(np.float32) + (shade + grain)[..., None]


def print_lines(rng: Rng, picture: Picture) -> None:
    """Print faint lines, circles, boxes and words on the ground, as on casino tables."""
    height, width = picture.shape[:2]
    ink = [float(v) for v in np.clip(picture.mean((0, 1)) + rng.uniform(-90, 120), 0, 255)]
    for _ in range(int(rng.integers(1, 9))):
        a = (int(rng.integers(width)), int(rng.integers(height)))
        b = (int(rng.integers(width)), int(rng.integers(height)))
        thick = int(rng.integers(1, 4))
        kind = rng.integers(5)
        if kind == 0:
            cv2.line(picture, a, b, ink, thick, cv2.LINE_AA)
        elif kind == 1:
            size = (int(rng.integers(20, 400)), int(rng.integers(20, 300)))
            cv2.ellipse(
                picture,
                a,
                size,
                0,
                float(rng.uniform(0, 200)),
                float(rng.uniform(200, 360)),
                ink,
                thick,
                cv2.LINE_AA,
            )
        elif kind == 2:
            side = int(rng.integers(40, 200))
            cv2.rectangle(
                picture,
                a,
                (a[0] + side, a[1] + int(side * rng.uniform(0.7, 1.6))),
                ink,
                thick,
                cv2.LINE_AA,
            )
        else:
            word = "".join(
                rng.choice(list("ABCDEGHIKLMNOPRSTUV 0123456789"), int(rng.integers(3, 14)))
            )
            cv2.putText(
                picture,
                word,
                a,
                int(rng.integers(5)),
                float(rng.uniform(0.5, 2.5)),
                ink,
                thick,
                cv2.LINE_AA,
            )


def draw_ground(rng: Rng, height: int, width: int) -> Picture:
    """Draw one ground as float BGR, 0 to 255."""
    kinds = (felt, felt, felt, wood, tiles, mottled, pale, pale)
    picture = np.ascontiguousarray(
        kinds[rng.integers(len(kinds))](rng, height, width), dtype=np.float32
    )
    printed = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        print_lines(rng, printed)
    return printed.astype(np.float32)


def draw_thing(rng: Rng, picture: Picture) -> None:
    """Draw something that is no card: chip, cup, phone, paper, marker, note."""
    height, width = picture.shape[:2]
    x, y = int(rng.integers(width)), int(rng.integers(height))
    unit = max(height, width) / 1000
    kind = rng.integers(6)
    if kind == 0:
        _chip(rng, picture, (x, y), int(rng.uniform(14, 45) * unit))
    elif kind == 1:
        radius = int(rng.uniform(30, 90) * unit)
        for part in (1.0, 0.88, 0.8):
            cv2.circle(
                picture,
                (x, y),
                int(radius * part),
                [float(v) for v in rng.uniform(0, 255, 3)],
                -1,
                cv2.LINE_AA,
            )
    elif kind == 2:
        _slab(
            rng,
            picture,
            (x, y),
            (rng.uniform(120, 260) * unit, rng.uniform(60, 130) * unit),
            rng.uniform(0, 70, 3),
        )
    elif kind == 3:
        paper = rng.uniform(190, 255) + rng.normal(0, 6, 3)
        size = (rng.uniform(60, 400) * unit, rng.uniform(60, 300) * unit)
        corners = _slab(rng, picture, (x, y), size, paper)
        for n in range(int(rng.integers(0, 12))):
            t = (n + 1) / 13
            a, b = corners[0] * (1 - t) + corners[3] * t, corners[1] * (1 - t) + corners[2] * t
            a, b = a * 0.9 + b * 0.1, a * 0.2 + b * 0.8
            cv2.line(
                picture,
                tuple(a.astype(int).tolist()),
                tuple(b.astype(int).tolist()),
                (60.0, 50.0, 40.0),
                1,
                cv2.LINE_AA,
            )
    elif kind == 4:
        _marker(rng, picture, (x, y), int(rng.uniform(30, 110) * unit))
    else:
        _slab(
            rng,
            picture,
            (x, y),
            (rng.uniform(20, 300) * unit, rng.uniform(8, 60) * unit),
            rng.uniform(0, 255, 3),
        )


def _slab(
    rng: Rng, picture: Picture, at: tuple[int, int], size: tuple[float, float], ink: Picture
) -> Picture:
    corners = cv2.boxPoints((at, size, float(rng.uniform(0, 180))))
    cv2.fillConvexPoly(
        picture, corners.astype(np.int32), [float(v) for v in np.broadcast_to(ink, 3)], cv2.LINE_AA
    )
    return corners


def _chip(rng: Rng, picture: Picture, at: tuple[int, int], radius: int) -> None:
    ink = [float(v) for v in rng.uniform(0, 255, 3)]
    cv2.circle(picture, at, radius, ink, -1, cv2.LINE_AA)
    for n in range(int(rng.integers(4, 9))):
        start = float(n * 360 / 8)
        cv2.ellipse(
            picture,
            at,
            (radius, radius),
            0,
            start,
            start + 20,
            (235.0, 235.0, 235.0),
            -1,
            cv2.LINE_AA,
        )
    cv2.circle(picture, at, int(radius * 0.65), ink, -1, cv2.LINE_AA)


def _marker(rng: Rng, picture: Picture, at: tuple[int, int], side: int) -> None:
    book = cv2.aruco.getPredefinedDictionary(
        int(rng.choice([cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_5X5_50]))
    )
    code = cv2.aruco.generateImageMarker(book, int(rng.integers(50)), side + 8)
    code = cv2.copyMakeBorder(
        code, side // 8, side // 8, side // 8, side // 8, cv2.BORDER_CONSTANT, value=245
    )
    size = code.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 360)), 1)
    turn[:, 2] += np.array(at) - size / 2
    area = (picture.shape[1], picture.shape[0])
    mask = cv2.warpAffine(np.full_like(code, 255), turn, area)
    drawn = cv2.warpAffine(code, turn, area)
    picture[mask > 127] = np.repeat(drawn[mask > 127][:, None].astype(np.float32), 3, 1)
