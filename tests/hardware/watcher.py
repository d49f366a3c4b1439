"""A process that shows clear on a tower light and then does nothing until it is told to end.

usage: watcher.py LINK
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.signals import Signal
from hardware.choosing import light_place, open_light

if __name__ == "__main__":
    light = open_light(light_place(sys.argv[1]))
    light.show(Signal.CLEAR)
    sys.stdin.read()
    light.close()
