"""`make soak MINUTES=120`: one live table for as long as wanted; what it holds must not grow.

The camera is a real MJPEG server that plays the demo again and again, the light a real terminal,
the page is followed as by a browser. Every few seconds a sample of the process goes into a file
of JSON lines; what is printed in the end is counted from that file alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hardware.simulators.tower_light import TowerLightPeer
from tests.vision.network_cameras import MjpegCamera
from vision.recording import Recording

DEMO = Path(__file__).resolve().parents[2] / "vision" / "scene" / "demo"
EVERY_S = 5.0
WARM = 0.25
"""The first part of a run is warming up: caches fill, networks are loaded."""
MOST_MB_AN_HOUR = 1.0
AS_A_SERVICE = {"MALLOC_ARENA_MAX": "2"}
"""What the unit of systemd says of memory."""
READ = ("kozyr_frames_total", "kozyr_frame_age_seconds", "kozyr_queue_depth", "kozyr_faults_total")


class FilmCamera(MjpegCamera):
    """A camera that shows a film again and again."""

    def __init__(self, film, rate=15):
        self.rate = rate
        self.pictures = [
            cv2.imencode(".jpg", frame.image, (int(cv2.IMWRITE_JPEG_QUALITY), 88))[1].tobytes()
            for frame in Recording(film).frames()
        ]
        super().__init__(self)

    def answer(self, caller):
        caller.recv(65536)
        caller.sendall(
            b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=table\r\n\r\n"
        )
        for number in self.paced():
            data = self.pictures[number % len(self.pictures)]
            head = f"--table\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            caller.sendall(head.encode() + data + b"\r\n")


def sample(process, url, begun):
    """Return what the process holds now, and what it says of itself."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    maps = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    with urllib.request.urlopen(f"{url}metrics", timeout=10) as answer:  # noqa: S310 - our own
        told = answer.read().decode()
    figures = {}
    for line in told.splitlines():
        if line.startswith(READ):
            name, value = line.rsplit(" ", 1)
            figures[name] = float(value)
    return {
        "s": round(time.monotonic() - begun, 1),
        "rss_mb": int(fields["VmRSS"].split()[0]) / 1024,
        "threads": int(fields["Threads"]),
        "files": len(list(Path(f"/proc/{process.pid}/fd").iterdir())),
        "shm": maps.count("/dev/shm/"),  # noqa: S108 - counted, not used
        **figures,
    }


def follow_page(url, stop):
    """Read the page's stream as a browser does."""
    with urllib.request.urlopen(f"{url}api/v1/events") as stream:  # noqa: S310 - our own
        for _ in stream:
            if stop.is_set():
                return


def run(minutes, out):
    """Watch for so long and write the samples; tell whether the process lived to the end."""
    stop = threading.Event()
    with (
        tempfile.TemporaryDirectory() as place,
        TowerLightPeer(Path(place) / "light"),
        FilmCamera(DEMO / "demo.mp4") as camera,
        out.open("w", encoding="utf-8") as lines,
    ):
        command = [sys.executable, "-m", "dealer_ui.main", "watch", camera.url]
        command += ["--table", str(DEMO / "demo.toml"), "--light", f"{place}/light"]
        command += ["--journal", f"{place}/soak.journal", "--serve", "127.0.0.1:18471"]
        command += ["--video", f"{place}/video"]
        environment = os.environ | AS_A_SERVICE | {"KOZYR_DATA": f"{place}/data"}
        url, begun = "http://127.0.0.1:18471/", time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
            _wait_for(url, process)
            threading.Thread(target=follow_page, args=(url, stop), daemon=True).start()
            while time.monotonic() - begun < 60 * minutes and process.poll() is None:
                lines.write(json.dumps(sample(process, url, begun)) + "\n")
                lines.flush()
                time.sleep(EVERY_S)
            stop.set()
            lived = process.poll() is None
            process.terminate()
        return lived


def _wait_for(url, process):
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}readyz", timeout=2).close()  # noqa: S310 - our own
        except OSError as error:
            if getattr(error, "code", 0) == 503:
                return
            time.sleep(0.5)
        else:
            return


def tell(out):
    """Print what the samples come to; return whether nothing grew."""
    samples = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    kept = samples[int(WARM * len(samples)) :]
    hours = np.array([s["s"] / 3600 for s in kept])
    grows = {}
    for name in ("rss_mb", "threads", "files", "shm"):
        values = np.array([s[name] for s in kept])
        grows[name] = float(np.polyfit(hours, values, 1)[0])
        told = f"{values.min():.1f} … {values.max():.1f}, last {values[-1]:.1f}"
        print(f"{name:8} {told}, slope {grows[name]:+.2f} an hour")
    last = kept[-1]
    print(f"frames   {last['kozyr_frames_total']:.0f} judged in {last['s'] / 60:.1f} minutes")
    oldest = max(s["kozyr_frame_age_seconds"] for s in kept)
    print(f"age      at most {oldest:.2f} s at {len(kept)} samples")
    faults = {n: v for n, v in last.items() if n.startswith("kozyr_faults_total")}
    print(f"faults   {faults or 'none'}")
    return grows["rss_mb"] <= MOST_MB_AN_HOUR and kept[-1]["threads"] <= kept[0]["threads"]


def main():
    """Take the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=10.0)
    parser.add_argument("--samples", type=Path, default=Path("build/soak.jsonl"))
    given = parser.parse_args()
    given.samples.parent.mkdir(parents=True, exist_ok=True)
    lived = run(given.minutes, given.samples)
    flat = tell(given.samples)
    print("lived to the end" if lived else "ENDED BY ITSELF")
    sys.exit(0 if lived and flat else 1)


if __name__ == "__main__":
    main()
