"""`make bench-audit`: how many times as fast as the game recordings are audited, all of it.

Without a recording, the demo twice over; run it on a quiet machine. Each audit is made twice, by
one worker and by as many as there are cores: what they leave must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.recording import Recording
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO

ROOT = Path(__file__).resolve().parents[2]


def seconds_of(film):
    """Return how long a recording is, at 15 frames a second."""
    recording = Recording(film)
    try:
        return (recording.length or 0) / 15
    finally:
        recording.close()


def audited(films, table, out, workers):
    """Audit recordings in a fresh process and return the seconds that it took, all of it."""
    begun = time.perf_counter()
    subprocess.run(
        [
            *(sys.executable, "-c", "from dealer_ui.main import run; run()", "audit"),
            *map(str, films),
            *("--table", str(table), "--out", str(out), "--workers", str(workers)),
        ],
        check=True,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


def marks_of(out):
    """Return the hash of every file that an audit left, but for SQLite's own helpers."""
    files = (p for p in sorted(out.rglob("*")) if p.is_file() and "journal-" not in p.name)
    return {
        str(p.relative_to(out)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in files
        if p.suffix != ".pdf"
    }


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("films", nargs="*", type=Path)
    words.add_argument("--table", type=Path, default=DEMO_PROFILE)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        films = asked.films or [
            Path(shutil.copy(DEMO_VIDEO, folder / f"evening-{n}.mp4")) for n in (1, 2)
        ]
        print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
        marks = []
        for workers in (len(os.sched_getaffinity(0)), 1):
            out = folder / f"out-{workers}"
            took = audited(films, asked.table, out, workers)
            played = sum(map(seconds_of, films))
            print(f"{workers} workers: {played:.0f} s in {took:.1f} s, {played / took:.1f} times")
            marks.append(marks_of(out))
        if marks[0] != marks[-1]:
            raise SystemExit("two runs left different bytes")
        print(f"the same bytes in all {len(marks[0])} files")


if __name__ == "__main__":
    main()
