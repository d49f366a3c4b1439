"""Audits a folder and kills itself at a frame: an audit that a power cut ends."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.dealer_ui.audits import ToldSights, run, without_networks

if __name__ == "__main__":
    without_networks(setattr)
    run([sys.argv[1]], Path(sys.argv[2]), ToldSights(int(sys.argv[3])))
