"""Play scenes and print what differed, or vary each one's parameter to see where it breaks.

Run as a module:  python -m tests.scenes [NAME ...] [--sweep]
"""

from __future__ import annotations

import argparse
import sys

from tests.scenes.book import SCENES
from tests.scenes.playing import Played, played
from tests.scenes.scene import Scene

WIDE = max(map(len, SCENES))


def main() -> None:
    """Play what was asked for; end with 1 where a scene went otherwise than expected."""
    parser = argparse.ArgumentParser(description="Play drawn scenes through the whole line.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="scenes; all if none is named")
    parser.add_argument("--sweep", action="store_true", help="vary each scene's parameter")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in SCENES]
    if unknown:
        parser.error(f"no such scene: {', '.join(unknown)}")
    chosen = [SCENES[name] for name in given.names] or list(SCENES.values())
    done = [swept(scene) if given.sweep else tried(scene) for scene in chosen]
    sys.exit(not all(done))


def tried(scene: Scene) -> bool:
    """Play a scene as it is; tell whether it went as expected."""
    found = played(scene)
    expected = bool(found.differs) == bool(scene.fails)
    word = "wrong" if found.differs else "right"
    note = "" if expected else "  <- NEW"
    print(f"{scene.name:{WIDE}}  {word}{note}  {different(found)}", flush=True)
    if scene.fails:
        print(f"{'':{WIDE}}  known: {scene.fails}", flush=True)
    return expected


def swept(scene: Scene) -> bool:
    """Play a scene with each value of its parameter and print where it breaks."""
    if not scene.swept:
        return True
    told = [(value, not played(scene, value).differs) for value in scene.swept]
    row = "  ".join(f"{value}{'' if right else ' ✗'}" for value, right in told)
    print(f"{scene.name:{WIDE}}  {scene.parameter:12}  {row}", flush=True)
    return True


def different(found: Played) -> str:
    """Return in one line what differed."""
    return "; ".join(f"{one.kind} {one.what}" for one in found.differs)


if __name__ == "__main__":
    main()
