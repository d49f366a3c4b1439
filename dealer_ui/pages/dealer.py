"""The dealer's page: rendered whole once, then kept up to date region by region."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from jinja2 import Environment

from dealer_ui.commands import ButtonName
from dealer_ui.live import Hub
from dealer_ui.pages.api import pulse_of
from dealer_ui.pages.desk import DeskOf, LanguageOf, LastSeen, follow
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.snapshot import Feed, Snapshot
from dealer_ui.tellings import NOTICED
from engine.signals import Signal
from engine.verdict import Code, Severity

REGIONS = ("prompt", "table", "side", "moves", "health")
TOLD_INCIDENTS = tuple(code for code in Code if code in NOTICED)
KEYS = dict(zip(ButtonName, ("F1", "F2", "F3", "F4"), strict=True))

pages = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a screen reader says: a stop at once, the rest when it has time."""

    assertive: str = ""
    polite: str = ""


@dataclass(frozen=True, slots=True)
class Update:
    """What the page changes: whole regions as HTML, what to say, and how old it is."""

    sequence: int
    age_ms: int
    signal: Signal
    is_ended: bool
    handled_command: int
    say: Spoken
    regions: dict[str, str]


class View:
    """Renders snapshots in one language, a region only when it has changed."""

    def __init__(self, environment: Environment, language: Language) -> None:
        """Render with these templates in this language."""
        self.words = Catalogue.load(language)
        self._environment = environment
        self._sent: dict[str, str] = {}

    def regions(self, snapshot: Snapshot | None) -> dict[str, str]:
        """Return every region as HTML."""
        return {
            name: self._environment.get_template(f"regions/{name}.html").render(
                words=self.words, now=snapshot
            )
            for name in REGIONS
        }

    def update(self, snapshot: Snapshot, age_s: float) -> Update:
        """Return what has changed since the update before."""
        regions = self.regions(snapshot)
        changed = {name: html for name, html in regions.items() if self._sent.get(name) != html}
        self._sent = regions
        return Update(
            snapshot.sequence,
            round(age_s * 1000),
            snapshot.signal,
            snapshot.feed is Feed.ENDED,
            snapshot.handled_command,
            self.say(snapshot),
            changed,
        )

    def say(self, snapshot: Snapshot) -> Spoken:
        """Choose what is said aloud."""
        words = self.words
        if snapshot.faults and snapshot.signal is Signal.FAULT:
            wording = words.fault(snapshot.faults[0])
            return Spoken(polite=f"{words.text('signal.fault')}. {wording.sentence}.")
        loud = [p for p in snapshot.prompts if p.severity >= Severity.HINT and not p.acknowledged]
        if loud:
            wording = words.wording(loud[0])
            spoken = f"{wording.sentence}. {wording.remedy}"
            if loud[0].severity >= Severity.STOP:
                return Spoken(assertive=f"{words.text('signal.stop')}. {spoken}")
            return Spoken(polite=spoken)
        if snapshot.doubt is not None:
            return Spoken(polite=words.question(snapshot.doubt.question))
        return Spoken(polite=words.phase(snapshot.phase, snapshot.table.turn))


@pages.get("/", response_class=HTMLResponse)
async def show_dealer_page(desk: DeskOf, language: LanguageOf) -> HTMLResponse:
    """Show the page as the table stands now."""
    snapshot = desk.hub.latest
    view = View(desk.templates, language)
    page = desk.templates.get_template("dealer.html").render(
        words=view.words,
        now=snapshot,
        regions=view.regions(snapshot),
        languages=tuple(Language),
        keys=KEYS,
        incidents=TOLD_INCIDENTS,
        age_ms=round((desk.hub.age_s or 0) * 1000),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@pages.get("/live", response_class=EventSourceResponse)
async def keep_up_to_date(
    desk: DeskOf, language: LanguageOf, after: LastSeen
) -> AsyncIterator[ServerSentEvent]:
    """Send what changes; a page that comes back gets the moves that it has missed."""
    view = View(desk.templates, language)
    async for news in follow(desk.hub, after):
        yield _update_event(view, desk.hub, news) if news else _beat_event(desk)


def together(news: tuple[Snapshot, ...]) -> Snapshot:
    """Return the newest of several snapshots, with the earlier moves that the others told of."""
    newest = news[-1]
    first = newest.moves[0].number if newest.moves else 0
    earlier = {line.number: line for snapshot in news for line in snapshot.moves}
    missed = (earlier[number] for number in sorted(earlier) if number < first)
    return replace(newest, moves=(*missed, *newest.moves))


def _update_event(view: View, hub: Hub, news: tuple[Snapshot, ...]) -> ServerSentEvent:
    newest = together(news)
    update = view.update(newest, hub.age_s or 0)
    return ServerSentEvent(event="update", id=str(newest.sequence), data=update, retry=500)


def _beat_event(desk: DeskOf) -> ServerSentEvent:
    return ServerSentEvent(event="beat", data=pulse_of(desk))
