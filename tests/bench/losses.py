"""`make bench-losses`: a camera killed under a whole table; how soon light and page say so.

The camera is a real RTSP server on this machine, the light a real terminal, the page is asked over
HTTP as a browser does; only the networks that read cards are left out.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from calibration.profile import load_profile
from dealer_ui.orders import Order
from dealer_ui.serving import parse_address
from dealer_ui.settings import settings_from
from dealer_ui.wiring import open_table
from engine.house import load_rules
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode
from tests.vision.network_cameras import Loop, RtspCamera

NOTICED_S, BACK_S = 2.0, 5.0
PROFILE = Path(__file__).parents[1] / "dealer_ui" / "table.toml"


class NothingNew:
    """Sees every frame and finds no news in it."""

    def see(self, frame):
        del frame

    def news(self):
        return ()


class Page:
    """Reads the stream of the page and notes when a fault begins and ends."""

    def __init__(self, url):
        self.faulty = threading.Event()
        self.well = threading.Event()
        self._stream = urllib.request.urlopen(f"{url}api/v1/events")  # noqa: S310 - our own server
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._stream:
            if line.startswith(b"data: {") and b'"faults"' in line:
                faults = json.loads(line[6:])["faults"]
                (self.faulty if faults else self.well).set()
                (self.well if faults else self.faulty).clear()


def light_shows_fault(peer, *, shows=True):

    return peer.wait_for(lambda p: (p.lamps[Lamp.YELLOW] is Mode.BLINK) is shows, 30.0)


def measured(served, peer, page):
    """Kill the camera and bring it back; return what each took, in seconds."""
    begun = time.monotonic()
    served.kill()
    light_shows_fault(peer)
    light_s = time.monotonic() - begun
    page.faulty.wait(30.0)
    page_s = time.monotonic() - begun
    time.sleep(1.0)
    begun = time.monotonic()
    served.restart()
    light_shows_fault(peer, shows=False)
    page.well.wait(30.0)
    return light_s, page_s, time.monotonic() - begun


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--times", type=int, default=10)
    asked = words.parse_args()
    logging.disable()
    size = tuple(load_profile(PROFILE).camera.size_px)
    with (
        tempfile.TemporaryDirectory() as folder,
        RtspCamera(Loop(size)) as served,
        TowerLightPeer(Path(folder) / "light") as peer,
    ):
        order = Order(
            source=served.url,
            profile=load_profile(PROFILE),
            rules=load_rules("casino-by-2001"),
            settings=settings_from({}),
            light=str(peer.link),
            journal=Path(folder) / "journal.db",
            serve=parse_address("127.0.0.1:0"),
        )
        with open_table(order, lambda _line: None, lambda _order: NothingNew()) as table:
            threading.Thread(target=table.watching.run, daemon=True).start()
            page = Page(table.url)
            page.well.wait(30.0)
            told = [measured(served, peer, page) for _ in range(asked.times)]
    names = ("camera killed -> light", "camera killed -> page", "camera back -> light and page")
    for name, taken in zip(names, zip(*told, strict=True), strict=True):
        print(f"{name}: median {median(taken):.2f} s, worst {max(taken):.2f} s")
    held = all(max(t[:2]) <= NOTICED_S and t[2] <= BACK_S for t in told)
    print("held" if held else "NOT HELD")


if __name__ == "__main__":
    main()
