"""What people read about devices: the list to tick off."""

from __future__ import annotations

import os

from dealer_ui.prompts import Catalogue
from dealer_ui.settings import settings_from
from hardware.self_test import Tick


def catalogue_of(lang: str | None) -> Catalogue:
    """Return the words in the language that was asked for, or the machine's."""
    return Catalogue.load(settings_from(os.environ, lang=lang).lang)


def tick_line(tick: Tick, words: Catalogue) -> str:
    """Return one line of the list: done or not, what, and what should be seen now."""
    mark = "[x]" if tick.passed else "[ ]"
    what = words.text(f"devices.check.{tick.check}")
    seen = "" if tick.signal is None else f": {words.text(f'devices.look.{tick.signal}')}"
    about = f" ({tick.detail})" if tick.detail else ""
    return f"{mark} {what}{seen}{about}"
