"""Opens what keeps the rows of a table, and says what judges there."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.metadata import version

from dealer_ui.console import Tally
from dealer_ui.operating.meters import Meters
from dealer_ui.orders import Order
from dealer_ui.records import RunRecords, open_journal
from journal.events import EventsFile
from journal.reserve import Reserve
from journal.rows import Versions
from vision.registry import label_of, read_registry


def open_records(order: Order, tally: Tally, meters: Meters, stack: ExitStack) -> RunRecords:
    """Open journal and events file of an order, whose rows the meters count.

    Raises TableError and OSError that say what cannot be opened.
    """
    journal = events = reserve = None
    if order.journal is not None:
        order.journal.parent.mkdir(parents=True, exist_ok=True)
        reserve = Reserve(order.journal) if order.is_live else None
        journal = open_journal(order.journal, versions_of(order), order.settings.data, reserve)
        stack.callback(journal.close)
    if order.events is not None:
        events = EventsFile(order.events)
        stack.callback(events.close)
    records = RunRecords(tally, journal, events, reserve, meters.count)
    meters.depths["journal"] = records.waiting
    return records


def versions_of(order: Order) -> Versions:
    """Say what judges: the release, the models, the rules."""
    registry = read_registry(order.settings.weights)
    return Versions(version("kozyr"), label_of(registry), order.rules.label)
