"""The only place that names concrete classes: builds a table from what was ordered."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from dealer_ui.commands import CommandQueue, CommandSink
from dealer_ui.console import Console, Tally
from dealer_ui.decks import deck_of
from dealer_ui.device_cards import CardMaker, camera_card
from dealer_ui.endings import bad_input
from dealer_ui.equipping import DeviceLine, Devices, Ordered, open_devices
from dealer_ui.filming import open_recorder, open_witness, with_video
from dealer_ui.floor.opening import belong_to_floor
from dealer_ui.health import Gauge
from dealer_ui.hearing import Ears
from dealer_ui.hooks.opening import carry_to_hooks
from dealer_ui.live import Hub
from dealer_ui.log_lines import lines_kept
from dealer_ui.opening_pages import open_pages
from dealer_ui.opening_records import open_records, versions_of
from dealer_ui.operating.meters import Meters
from dealer_ui.operating.notify import beating
from dealer_ui.operating.opening import open_meters
from dealer_ui.orders import Order, Pace
from dealer_ui.prompts import Catalogue
from dealer_ui.records import RunRecords
from dealer_ui.resuming import Resumed, broken_off, first_entries
from dealer_ui.several_pages import Pages
from dealer_ui.shift import Shift
from dealer_ui.shift_opening import open_shift
from dealer_ui.showing import Equipment, ShownTable, Sign
from dealer_ui.steady import SteadyCamera
from dealer_ui.trying import try_source
from dealer_ui.watching import LATE_S, Hearing, Line, MoveReading, Sight, Watching
from dealer_ui.workshop.bench import Bench
from dealer_ui.workshop.model_shelf import ModelShelf
from dealer_ui.workshop.opening import open_bench
from dealer_ui.workshop.retention import RetentionDesk
from engine.entries import Entry
from engine.game import new_game
from engine.ports import Indicator
from engine.reading import MoveReader
from engine.rows import Row
from engine.seats import PLAYERS
from engine.standing import Standing
from engine.unseen import WHOLE_TABLE
from engine.watch import Watch
from journal.personal import Personal
from vision.camera import Camera, camera_name, is_live, open_source
from vision.conduct import SILENCE_S
from vision.eye import Eye, open_eye
from vision.framing import FramedRecording
from vision.health import STILL_S
from vision.live import LiveCamera
from vision.network import Backend
from vision.recorder import Recorder
from vision.sight import Patience
from vision.sight import Sight as TableSight
from vision.table_look import load_look


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is ready to be watched."""

    watching: Watching
    watch: Watch
    camera: Camera
    shown: ShownTable
    tally: Tally
    gauge: Gauge
    records: RunRecords
    indicator: Indicator
    url: str | None
    hands: tuple[CommandSink, ModelShelf, Hub]
    """By what it does what its floor tells it, and shows how it stands."""
    resumed: Resumed | None = None

    def begin(self, order: Order) -> None:
        """Write down what is watched and under which rules; raises TableError."""
        source: Row = {"source": order.source_name, "table": order.table_id}
        if order.settings.dealer:
            source["dealer"] = Personal(order.settings.dealer)
        self.records.keep(first_entries(source, self.watch.standing, self.resumed))
        for happening in self.resumed.happenings if self.resumed else ():
            self.watch.take(happening)

    def end(self, how: str) -> None:
        """Write down how the run ended; raises TableError."""
        self.records.keep((Entry("end", self.watch.standing.taken_at, {"how": str(how)}),))


SightMaker = Callable[[Order], Sight]


@contextmanager
def open_table(
    order: Order, say: Callable[[str], None], sight_of: SightMaker | None = None
) -> Iterator[OpenTable]:
    """Open every part, the camera last; whatever was opened is let go of again.

    Raises BadInputError that names the part which cannot be opened.
    """
    with ExitStack() as last, ExitStack() as stack:  # the floor hears the last row too
        with bad_input():
            table = _opened(order, say, sight_of or open_sight, stack)
            belong_to_floor(order.settings, order.journal, table.hands, say, last)
            table.begin(order)
        yield table


def _opened(
    order: Order, say: Callable[[str], None], sight_of: SightMaker, stack: ExitStack
) -> OpenTable:
    try_source(order.source, order.profile, order.settings)
    tally, hub, commands = Tally(), Hub(clock=time.monotonic), CommandQueue()
    meters = open_meters(order, versions_of(order), hub, commands)
    records = open_records(order, tally, meters, stack)
    ears = Ears(commands, reserve=records.reserve)
    shown = ShownTable(_sign(order), _equipment(order), hub, lambda: datetime.now(UTC))
    gauge = Gauge(tally, shown, ears)
    devices = _devices(order, (ears, open_reading(), gauge.on_sent), meters, stack)
    resumed = _resumed(order)
    shift, bench = _looked_after(order, resumed, records, shown, stack)
    served = meters.cards, say, stack, shift, bench, meters
    url = open_pages(order.serve, order.settings, order.journal, hub, commands, *served)

    kept = order.video, order.journal, resumed
    witness = open_witness(kept, order.profile, order.settings, records, stack)
    heart = stack.enter_context(beating(os.environ))
    pages = Pages((*devices.pages, shown, _console(order, say), *witness, heart))
    watch = Watch(resumed.standing if resumed else begun(order), devices.indicator, records, pages)
    sight = _timed(sight_of(order), meters)
    on_frame = shift.lately.before(meters.before(gauge.on_frame))
    camera = _camera(order, meters.cards, resumed, stack)
    watching = Watching(
        Line(camera, sight, devices.reading, _hearing(order, devices.hearing), watch),
        time.monotonic,
        on_frame=with_video(on_frame, _recorder(order, ears, meters, stack), witness),
        late_after_s=LATE_S if order.is_live else None,
    )
    gauge.follow(watching, camera)
    parts = watching, watch, camera, shown, tally, gauge, records, devices.indicator, url
    return OpenTable(*parts, (commands, bench.models, hub), resumed)


def _devices(order: Order, line: DeviceLine, meters: Meters, stack: ExitStack) -> Devices:
    ordered = Ordered(order.light, order.shoe, order.is_live)
    devices = open_devices(ordered, order.settings, line, stack)
    meters.cards.extend(devices.cards)
    return devices


def _looked_after(
    order: Order,
    resumed: Resumed | None,
    records: RunRecords,
    shown: ShownTable,
    stack: ExitStack,
) -> tuple[Shift, Bench]:
    """Open what a dealer and a technician look after; a live table keeps its last lines."""
    about = order.settings, order.profile, order.journal, records.keep_aside
    shift = open_shift(*about)
    shift.dealer = resumed.dealer if resumed else ""
    shown.dealer_now = lambda: shift.dealer or order.settings.dealer or ""
    if order.journal is not None and order.settings.hooks is not None:
        carry_to_hooks(order.settings.hooks, order.table_id, order.journal, stack)
    if order.journal is not None and order.is_live:
        stack.enter_context(lines_kept(order.journal))
    return shift, open_bench(*about, shift.lately)


def _console(order: Order, say: Callable[[str], None]) -> Console:
    return Console(Catalogue.load(order.settings.lang), say)


def _resumed(order: Order) -> Resumed | None:
    """Return the run that a live table goes on with; a recording begins anew."""
    goes_on = order.journal if is_live(order.source) and not order.anew else None
    resumed = broken_off(goes_on, order.table_id, order.rules, datetime.now(UTC))
    match = resumed.standing.game.setting.match if resumed else None
    is_ours = (match and match.name) == (order.desk and order.desk.known.match.name)
    return resumed if is_ours else None


def _sign(order: Order) -> Sign:
    names = order.desk.known.names if order.desk else ()
    return Sign(order.table_id, order.rules.label, names)


def _hearing(order: Order, others: Hearing) -> Hearing:
    return others if order.desk is None else order.desk.behind(others)


def _equipment(order: Order) -> Equipment:
    return Equipment(
        light=order.light is not None,
        journal=order.journal is not None,
        shoe=order.shoe is not None,
    )


def _recorder(order: Order, ears: Ears, meters: Meters, stack: ExitStack) -> Recorder | None:
    if order.video is None:
        return None
    recorder, card = open_recorder(
        order.video, RetentionDesk(order.settings, order.journal), ears.hear_video
    )
    stack.callback(recorder.close)
    meters.cards.append(card)
    meters.depths["video"] = recorder.waiting
    return recorder


def _camera(
    order: Order, cards: list[CardMaker], resumed: Resumed | None, stack: ExitStack
) -> Camera:
    camera = open_source(order.source, realtime=order.pace is Pace.LIVE)
    stack.callback(camera.close)
    if isinstance(camera, LiveCamera):
        cards.insert(0, partial(camera_card, camera))
    if not is_live(order.source):
        name = camera_name(order.source)
        camera = FramedRecording(camera, name, order.profile.camera.size_px)
    if order.pace is Pace.STEADY:
        return SteadyCamera(camera, time.monotonic, time.sleep)
    return resumed.clock_of(camera) if resumed else camera


def begun(order: Order) -> Standing:
    """Return the standing before the first frame."""
    if order.start is not None:
        return Standing(start=order.start, game=order.start)
    seats = tuple(seat for seat in PLAYERS if seat in order.profile.seats)
    # «Бито» and «беру» are told by the page's buttons, and only where people sit at the table.
    heard = order.serve is not None and is_live(order.source)
    if order.desk is not None:
        game = order.desk.known.next_game(order.rules, calls_heard=heard)
    else:
        game = new_game(order.rules, seats, order.profile.game_number, calls_heard=heard)
    return Standing(start=game, game=game, unseen=WHOLE_TABLE)


def open_sight(order: Order) -> Sight:
    """Open the networks and see the order's table.

    Raises TableError for wrong weights, and DeckError for a deck that is not enrolled here.
    """
    settings = order.settings
    deck = deck_of(settings, order.profile)
    eye = open_eye(Backend(settings.backend), folder=settings.weights, deck=deck)
    width, height = order.profile.camera.size_px
    eye.make_ready((height, width))
    return sight_with(eye, order)


def sight_with(eye: Eye, order: Order, every_s: float = 0.0) -> TableSight:
    """See the order's table with an eye, that looks at most every so many seconds."""
    path = order.settings.profile
    return TableSight(
        order.profile,
        eye.look_where,
        eye,
        looked=None if path is None else load_look(path, order.profile),
        patience=Patience(SILENCE_S if order.is_live else STILL_S, every_s),
    )


def _timed(sight: Sight, meters: Meters) -> Sight:
    return meters.timed(sight, lambda: sight.looks) if isinstance(sight, TableSight) else sight


def open_reading() -> MoveReading:
    """Open the reader of moves."""
    return MoveReader()
