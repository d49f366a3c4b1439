"""`make bench-sources`: a network camera killed and restarted, again and again.

Prints how long after its return the camera was seen again, and what memory and threads did.
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.faults import TableError
from tests.vision.network_cameras import Loop, MjpegCamera, RtspCamera
from vision.camera import open_source

WITHIN_S = 5.0
KINDS = {"rtsp": RtspCamera, "http": MjpegCamera}


def resident_mb():
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seen_again_s(camera, served, down_s):
    """Kill the camera, bring it back after a while, and time the first new picture."""
    served.kill()
    last = camera.now()
    time.sleep(down_s)
    served.restart()
    begun = time.monotonic()
    back_at = camera.now()
    while True:
        try:
            frame = camera.read()
        except TableError:
            continue
        if frame.taken_at >= back_at > last:
            return time.monotonic() - begun


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--times", type=int, default=100)
    words.add_argument("--kind", choices=KINDS, default="rtsp")
    asked = words.parse_args()
    waits, memory, threads = [], [], []
    with KINDS[asked.kind](Loop()) as served:
        camera = open_source(served.url)
        camera.read()
        for number in range(asked.times):
            down_s = 6.0 if number % 10 == 9 else 0.5
            waits.append(seen_again_s(camera, served, down_s))
            memory.append(resident_mb())
            threads.append(threading.active_count())
        camera.close()
    warm = memory[min(10, len(memory) - 1)]
    print(f"{asked.kind}: killed and restarted {len(waits)} times")
    print(f"seen again after: median {median(waits):.2f} s, worst {max(waits):.2f} s")
    print(f"resident memory: {warm:.0f} MB after ten, {memory[-1]:.0f} MB at the end")
    print(f"threads: {min(threads)} to {max(threads)}")
    held = max(waits) <= WITHIN_S and memory[-1] <= warm * 1.1 and max(threads) <= threads[0] + 1
    print("held" if held else "NOT HELD")


if __name__ == "__main__":
    main()
