"""A film in which one player errs three times alike, and the talon is looked at twice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import tomlkit

from calibration.profile import profile_document
from engine.table import Zone
from tests.scenes.playing import scripted
from tests.scenes.table import SEED, A, B, Table, beat, lead, spot, withdraw
from vision.scene.acts import Deal, Expose, Gesture, OpenTrump, PickUp
from vision.scene.film import Film, write_film

TABLE = Table(hand_a="7c 7s 7d Tc 6h Ah", hand_b="8d 9d Jd 9c Kd Qh", whole_pack=True)
ERRORS_S = {"8d": 18.2, "9d": 23.2, "Jd": 28.2}
"""Where the film is held to see which card of another suit lies over the seven of clubs."""
BARE_S, BEATEN_S, EXPOSED_S = 1.2, 32.4, (37.4, 44.4)
"""Where it is held before the deal, for the right card, and twice for an open talon."""


def happens():
    """Yield who does what when: every wrong card is taken back before the next one."""
    for number in range(6):
        yield Deal(at=1.6 + 1.1 * number, lasts=0.6, to=(A, B)[number % 2])
    yield OpenTrump(at=8.6, lasts=1.8)
    yield PickUp(at=11.4, lasts=0.7, seat=A)
    yield PickUp(at=11.8, lasts=0.7, seat=B)
    yield lead(14.0, A, "7c", to=(spot(500, 382),))
    for name, seen in ERRORS_S.items():
        yield beat(seen - 2.0, B, name, "7c")
        yield withdraw(seen + 0.6, B, name)
    yield beat(BEATEN_S - 2.0, B, "9c", "7c")
    for seen in EXPOSED_S:
        yield Expose(at=seen - 1.6, lasts=0.6, actor=A, zone=Zone.TALON)
        yield Expose(at=seen + 0.6, lasts=0.6, actor=A, zone=Zone.TALON)
    yield Gesture(at=EXPOSED_S[1] + 2.0, lasts=0.6, actor=B, over=spot(690, 82))


@cache
def film() -> Film:
    """Return the film."""
    return Film("troubled", scripted(TABLE, tuple(happens())), TABLE.camera, TABLE.dressed(), SEED)


def write_troubled(folder: Path) -> tuple[Path, Path]:
    """Write the film and its table's profile, and return where they are."""
    profile = folder / "troubled.toml"
    profile.write_text(tomlkit.dumps(profile_document(TABLE.profile())), encoding="utf-8")
    return write_film(film(), folder), profile
