"""Lets a table's program tell its figures: which of them, and where they are looked up."""

from __future__ import annotations

from functools import partial

from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.operating.lookups import all_of, depths_of, devices_of, disks_of, standing_of
from dealer_ui.operating.meters import Meters
from dealer_ui.orders import Order
from journal.rows import Versions


def open_meters(order: Order, versions: Versions, hub: Hub, commands: CommandQueue) -> Meters:
    """Begin to count what happens at the order's table, and tell how it stands."""
    about = {"table": order.table_id, "version": versions.software}
    meters = Meters({**about, "models": versions.models, "rules": versions.rules}, commands.waiting)
    places = {"journal": order.journal, "video": order.video}
    there = {name: place for name, place in places.items() if place is not None}
    meters.also(
        all_of(
            partial(standing_of, hub),
            partial(devices_of, meters.cards),
            partial(depths_of, meters.depths),
            partial(disks_of, there),
        )
    )
    return meters
