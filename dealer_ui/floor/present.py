"""Which tables live, by their heartbeats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nats.aio.client import Client
from nats.aio.msg import Msg

from dealer_ui.floor.presence import SILENT_S, Beat, read_beat, written_lacking
from dealer_ui.floor.subjects import FloorError, presence_of


@dataclass(frozen=True, slots=True)
class Heard:
    """What a table said last, and when by the floor's own clock."""

    beat: Beat
    at: float


class Presence:
    """Hears heartbeats, and answers each with what the floor lacks of that table."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Tell the time by the clock."""
        self._clock = clock
        self.heard: dict[str, Heard] = {}
        self.lacking: Callable[[str, Beat], dict[str, int]] = lambda _table, _beat: {}

    @property
    def absent(self) -> frozenset[str]:
        """Return the tables that were heard once and are silent now."""
        now = self._clock()
        return frozenset(name for name, one in self.heard.items() if now - one.at > SILENT_S)

    async def listen(self, client: Client) -> None:
        """Begin to hear; raises nats.errors.Error."""
        await client.subscribe(presence_of("*"), cb=self._hear)

    async def _hear(self, message: Msg) -> None:
        table = message.subject.split(".")[1]
        try:
            beat = read_beat(message.data)
        except FloorError:
            return
        self.heard[table] = Heard(beat, self._clock())
        if message.reply:
            await message.respond(written_lacking(self.lacking(table, beat)))
