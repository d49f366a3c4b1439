"""A process that shows clear on a tower light and then does nothing until it is told to end.

usage: watcher.py LINK
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.signals import Signal
from hardware.last_will import LastWill
from hardware.line import Line
from hardware.tower_light import LAST_WILL, TowerLight

if __name__ == "__main__":
    line = Line(sys.argv[1])
    light = TowerLight(line, will=LastWill(sys.argv[1], LAST_WILL))
    line.start()
    light.show(Signal.CLEAR)
    sys.stdin.read()
    light.close()
