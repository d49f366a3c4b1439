"""`make bench`: the speed of the rules, delay from a card to the port, time per frame, memory.

`make bench BENCH=--rules` prints the rules alone.

Run it on a quiet machine; it prints what it ran on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from calibration.profile import load_profile
from dealer_ui.console import spread
from dealer_ui.orders import Order, Pace
from dealer_ui.running import run_to_end
from dealer_ui.settings import settings_from
from dealer_ui.wiring import open_sight, open_table
from engine.house import load_rules
from hardware.simulators.tower_light import TowerLightPeer
from tests.bench import rules
from vision.camera import open_source
from vision.scene.bundled import DEMO_PROFILE, DEMO_TRUTH, DEMO_VIDEO

ROOT = Path(__file__).resolve().parents[2]
BURST_S = 0.02
"""Bytes that come closer together are one signal."""
LATEST_S = 4.0
"""A verdict that comes so long after a card was at rest belongs to something else."""
SENT_S = 0.2
"""A byte that comes so soon after a verdict was caused by it."""
LAID = {"lead", "beat", "throw"}


class TimedSight:
    """A sight that notes how long each frame took, and when it was done."""

    def __init__(self, sight):
        self._sight = sight
        self.seen_at = {}
        self.looked_s = []
        self.quiet_s = []

    def see(self, frame):
        before, looks = time.perf_counter(), self._sight.looks
        state = self._sight.see(frame)
        seconds = time.perf_counter() - before
        self.seen_at[round(frame.taken_at, 3)] = time.monotonic()
        if self._sight.looks > looks:
            self.looked_s.append(seconds)
        else:
            self.quiet_s.append(seconds)
        return state

    def news(self):
        return self._sight.news()


def order_of(film, profile):
    return Order(
        source=str(film),
        profile=profile,
        rules=load_rules(profile.rules),
        settings=settings_from(os.environ),
    )


def run_live(film, profile_path, truth):
    """Play a film at its own pace with a real pty for a light; return the delays and the sight."""
    profile = load_profile(profile_path)
    kept = []

    def sight_of(order):
        kept.append(TimedSight(open_sight(order)))
        return kept[0]

    with tempfile.TemporaryDirectory() as folder:
        port = Path(folder) / "tower-light"
        order = replace(
            order_of(film, profile),
            light=str(port),
            journal=Path(folder) / "bench.journal",
            events=Path(folder) / "bench.jsonl",
            pace=Pace.LIVE,
        )
        with TowerLightPeer(port) as peer:
            with open_table(order, lambda _line: None, sight_of) as table:
                begun = time.monotonic() - table.camera.now()
                run_to_end(table)
            signals = [moment - begun for moment in bursts(peer.received)]
        seen = {at: moment - begun for at, moment in kept[0].seen_at.items()}
        told = [json.loads(x) for x in order.events.read_text(encoding="utf-8").splitlines()]
    return delays(told, seen, signals, truth), kept[0]


def replayed(film, profile_path):
    """Take a recording through the sight as fast as it goes, and return the sight."""
    profile = load_profile(profile_path)
    sight = TimedSight(open_sight(order_of(film, profile)))
    with closing(open_source(str(film))) as camera:
        while (frame := camera.read()) is not None:
            sight.see(frame)
    return sight


def bursts(received):
    """Return when the last byte of each new signal came; refreshes do not count."""
    grouped = []
    for moment, byte in received:
        if grouped and moment - grouped[-1][0][-1] < BURST_S:
            grouped[-1][0].append(moment)
            grouped[-1][1].append(byte)
        else:
            grouped.append(([moment], [byte]))
    shown, changes = None, []
    for moments, data in grouped:
        if data != shown:
            changes.append(moments[-1])
        shown = data
    return changes


def delays(told, seen, signals, truth):
    """Return the seconds from each laid card at rest to its verdict, and to the byte it caused."""
    actions = json.loads(truth.read_text(encoding="utf-8"))["actions"]
    verdicts, bytes_sent = [], []
    for action in (a for a in actions if a["type"] in LAID):
        moments = [
            seen[round(event["t"], 3)]
            for event in told
            if event.get("type") == action["type"] and set(action["cards"]) & set(event["cards"])
        ]
        moments = [m for m in moments if 0 <= m - action["t_rest"] < LATEST_S]
        if not moments:
            continue
        verdicts.append(min(moments) - action["t_rest"])
        sent = [s for s in signals if 0 <= s - min(moments) < SENT_S]
        if sent:
            bytes_sent.append(sent[0] - action["t_rest"])
    return verdicts, bytes_sent


def told(name, values):
    if not values:
        return f"{name:<52} none seen"
    middle, late = spread(values)
    figures = f"median {1000 * middle:6.0f} ms   p95 {1000 * late:6.0f} ms   n {len(values)}"
    return f"{name:<52} {figures}"


def side_by_side(film, profile):
    """Time our frames and plain ultralytics by turns; return the seconds, or why not."""
    python = ROOT / ".venv-models" / "bin" / "python"
    weights = sorted((ROOT / "models" / "made" / "runs").glob("*/weights/best.pt"), key=_age)
    if not python.exists():
        return "no .venv-models here: make test-models sets it up"
    if not weights:
        return "no torch weights of the finder here: models/train makes them"
    script = Path(__file__).with_name("side_by_side.py")
    done = subprocess.run(
        [python, script, film, profile, weights[-1]], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return f"plain ultralytics failed: {done.stderr.strip().splitlines()[-1]}"
    return json.loads(done.stdout.splitlines()[-1])


def _age(path):
    return path.stat().st_mtime


def memory_mb(film, profile):
    """Watch a film as a table PC does and return the most memory that was resident, in MB."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-c", "from dealer_ui.main import run; run()", "watch", str(film)),
            *("--table", str(profile), "--serve", "127.0.0.1:0"),
            *("--journal", f"{folder}/bench.journal"),
        ]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024 if child.returncode == 0 else None


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--film", type=Path, default=DEMO_VIDEO)
    words.add_argument("--table", type=Path, default=DEMO_PROFILE)
    words.add_argument("--truth", type=Path, default=DEMO_TRUTH)
    words.add_argument("--rules", action="store_true")
    words.add_argument("--replay", action="store_true", help="the time per frame alone")
    asked = words.parse_args()

    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}, load {os.getloadavg()[0]:.1f}")
    if not asked.replay:
        for line in rules.lines():
            print(line, flush=True)
    if asked.rules:
        return
    if not asked.replay:
        live_figures(asked)
    frame_figures(asked)


def live_figures(asked):
    """Print how long a verdict takes at the pace of the recording, and the memory of a run."""
    (verdicts, bytes_sent), sight = run_live(asked.film, asked.table, asked.truth)
    print("live, at the pace of the recording:")
    print(told("card at rest -> verdict, the light is told", verdicts))
    print(told("card at rest -> byte on the port, if the light changes", bytes_sent))
    print(told("frame that was looked at", sight.looked_s))
    resident = memory_mb(asked.film, asked.table)
    print(f"{'resident memory of kozyr watch, at most':<52} {resident and round(resident)} MB")


def frame_figures(asked):
    """Print the time per frame, beside plain ultralytics on the same frames."""
    print("replayed as fast as it goes:")
    both = side_by_side(asked.film, asked.table)
    if isinstance(both, str):
        sight = replayed(asked.film, asked.table)
        print(told("frame that was looked at, all of it", sight.looked_s))
        print(told("quiet frame", sight.quiet_s))
        print(f"{'plain ultralytics with torch, detection alone':<52} {both}")
        return
    print(told("find, align, read and track in a frame looked at", both["seen"]))
    print(told("frame that was looked at, all of it", both["ours"]))
    print(told("quiet frame", both["quiet"]))
    print(told("plain ultralytics with torch, detection alone", both["theirs"]))
    for name, part in (("find, align, read and track", "seen"), ("our whole frame", "ours")):
        ratio = median(both["theirs"]) / median(both[part])
        print(f"{f'plain detection / {name}':<52} {ratio:.1f}")


def machine():
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [x for x in cpuinfo.read_text().splitlines() if x.startswith("model name")]
        model = names[0].split(":")[1].strip() if names else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
