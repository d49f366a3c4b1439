"""The technician's pages of models, decks and what is kept; what is done there is written down."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from calibration.profile import ProfileError
from dealer_ui.decks import INDICES, printed
from dealer_ui.endings import about
from dealer_ui.pages.accounts import Done, HouseOf, Known
from dealer_ui.pages.desk import Desk, DeskOf, LanguageOf, shown
from dealer_ui.pages.safety import same_origin
from dealer_ui.pages.workshop import BenchOf
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.shift import BETWEEN_GAMES
from dealer_ui.workshop.bench import Bench
from dealer_ui.workshop.deck_shelf import DECK_TROUBLE
from dealer_ui.workshop.model_shelf import SHARES, SHOWN, NotPromotedError
from dealer_ui.workshop.retention import MOST_DAYS, MOST_GB, Retention
from dealer_ui.workshop.works import Doing, Kind
from vision.deck import DeckError
from vision.enrol import How
from vision.enrol_sources import EnrolRefusedError
from vision.registry import WeightsError

shelves = APIRouter(include_in_schema=False)
shelf_acts = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])

Short = Annotated[str, Field(max_length=200)]
Why = Annotated[str, Field(min_length=3, max_length=200)]
Giga = Annotated[float, Field(gt=0, le=MOST_GB)]


class Asked(BaseModel):
    """What a page sends; nothing else is taken."""

    model_config = ConfigDict(extra="forbid")


class Candidate(Asked):
    """A candidate to be measured."""

    candidate: Short


class Promotion(Candidate):
    """A candidate to be put live; `insists`: also where it is worse or was not measured."""

    why: Why
    insists: bool = False


class Return(Asked):
    """An earlier release to be brought back."""

    release: int
    why: Why


class Enrolment(Asked):
    """A deck to be learnt; without a source from the table's own camera."""

    name: Short
    source: Short = ""
    in_order: bool = False
    as_named: bool = False


class ChosenDeck(Asked):
    """A deck to be played with from the next start on; none if empty."""

    name: Short = ""


class Kept(Asked):
    """For how long is kept what, and how much."""

    evidence_days: Annotated[float, Field(gt=0, le=MOST_DAYS)]
    evidence_gb: Giga
    video_gb: Giga


def _figure_told(words: Catalogue, name: str, value: float | None) -> str:
    """Write a figure; a share as per cent, what was not measured as a dash.

    >>> [_figure_told(Catalogue.load("be"), "recall", value) for value in (0.9797, None)]
    ['98,0 %', '–']
    """
    if value is None:
        return "–"
    return f"{words.number(100 * value, 1)} %" if name in SHARES else str(value)


@shelves.get("/technician/models", response_class=HTMLResponse)
def show_models(desk: DeskOf, bench: BenchOf, session: Known, language: LanguageOf) -> Response:
    """Show every installed release with its figures, and what went live when and why."""
    return shown(
        desk,
        "workshop_models.html",
        language,
        person=session.person,
        now=bench.models.now(),
        is_stale=bench.is_stale(),
        running=bench.table.models,
        may_learn=_is_quiet(desk),
        folder=bench.models.candidates,
        figures=SHOWN,
        told=partial(_figure_told, Catalogue.load(language)),
        **_work(bench),
    )


@shelves.get("/technician/decks", response_class=HTMLResponse)
def show_decks(desk: DeskOf, bench: BenchOf, session: Known, language: LanguageOf) -> Response:
    """Show every enrolled deck, and how another one is learnt."""
    try:
        decks = bench.decks.now()
    except (DeckError, ProfileError) as error:
        raise HTTPException(503, about(error).said(Catalogue.load(language))) from None
    return shown(
        desk,
        "workshop_decks.html",
        language,
        person=session.person,
        decks=decks,
        may_choose=bench.decks.may_choose,
        fixed=bench.table.settings.deck,
        may_learn=_is_quiet(desk),
        **_work(bench),
    )


@shelves.get("/technician/work", response_class=HTMLResponse)
def show_work(desk: DeskOf, bench: BenchOf, language: LanguageOf) -> Response:
    """Send how far the work is that goes on."""
    return shown(desk, "regions/work.html", language, **_work(bench))


@shelves.get("/technician/retention", response_class=HTMLResponse)
def show_retention(desk: DeskOf, bench: BenchOf, session: Known, language: LanguageOf) -> Response:
    """Show what is kept, what belongs to cases, and what makes room next."""
    holds = bench.retention.now()
    stock = bench.stores.counted(holds)
    return shown(
        desk,
        "workshop_retention.html",
        language,
        person=session.person,
        holds=holds,
        stock=stock,
        retention=bench.retention,
        has_video=bench.table.settings.video is not None,
    )


@shelf_acts.post("/technician/models/measure")
def measure(desk: DeskOf, bench: BenchOf, asked: Candidate, language: LanguageOf) -> Done:
    """Begin to measure a candidate beside the live release; 409 while something else goes on."""
    if not _is_quiet(desk):
        raise HTTPException(409, Catalogue.load(language).text("workshop.not-now"))
    try:
        do = bench.models.measuring(asked.candidate)
    except WeightsError as error:
        raise HTTPException(422, error.detail) from None
    _begin(bench, Kind.MEASURE, asked.candidate, do, language)
    return Done("/technician/models")


@shelf_acts.post("/technician/models/promote")
def promote(
    bench: BenchOf, house: HouseOf, session: Known, asked: Promotion, language: LanguageOf
) -> Done:
    """Put a candidate live; 422 says why not."""
    told = {"candidate": asked.candidate, "why": asked.why, "insists": asked.insists}
    house.note(session, "model-promotion", told)
    try:
        number = bench.models.promote(asked.candidate, asked.why, insists=asked.insists)
    except NotPromotedError as worse:
        key = "workshop.worse" if str(worse) else "workshop.unmeasured"
        raise HTTPException(422, Catalogue.load(language).text(key, where=str(worse))) from None
    except WeightsError as error:
        raise HTTPException(422, error.detail) from None
    house.note(session, "model-promoted", {"release": number})
    return Done("/technician/models")


@shelf_acts.post("/technician/models/rollback")
def roll_back(bench: BenchOf, house: HouseOf, session: Known, asked: Return) -> Done:
    """Bring an earlier release back; 422 says why not."""
    house.note(session, "model-rollback", {"release": asked.release, "why": asked.why})
    try:
        bench.models.rollback(asked.release, asked.why)
    except WeightsError as error:
        raise HTTPException(422, error.detail) from None
    return Done("/technician/models")


@shelf_acts.post("/technician/decks")
def enrol(  # noqa: PLR0913, PLR0917 - which deck, where, by whom, in which language
    desk: DeskOf,
    bench: BenchOf,
    house: HouseOf,
    session: Known,
    asked: Enrolment,
    language: LanguageOf,
) -> Done:
    """Begin to learn a deck; 409 while a game is played or something else goes on."""
    words = Catalogue.load(language)
    if not _is_quiet(desk):
        raise HTTPException(409, words.text("workshop.not-now"))
    try:
        how = How(asked.in_order, asked.as_named)
        do = bench.decks.enrolling(asked.source, asked.name, how)
    except ValueError:
        raise HTTPException(422, words.text("workshop.bad-name")) from None
    house.note(session, "deck-enrolment", {"deck": asked.name, "source": asked.source})
    _begin(bench, Kind.ENROL, asked.name, do, language)
    return Done("/technician/decks")


@shelf_acts.post("/technician/decks/play")
def put_in_play(bench: BenchOf, house: HouseOf, session: Known, asked: ChosenDeck) -> Done:
    """Name the deck in play in the table's profile; 422 says why not."""
    try:
        bench.decks.choose(asked.name)
    except DECK_TROUBLE as error:
        raise HTTPException(422, str(error)) from None
    house.note(session, "deck-in-play", {"deck": asked.name})
    return Done("/technician/decks")


@shelf_acts.post("/technician/decks/remove")
def remove(bench: BenchOf, house: HouseOf, session: Known, asked: ChosenDeck) -> Done:
    """Take a deck away; 422 says why not."""
    house.note(session, "deck-removed", {"deck": asked.name})
    try:
        bench.decks.remove(asked.name)
    except DECK_TROUBLE as error:
        raise HTTPException(422, str(error)) from None
    return Done("/technician/decks")


@shelf_acts.post("/technician/retention")
def keep(bench: BenchOf, house: HouseOf, session: Known, asked: Kept) -> Done:
    """Let other limits hold from now on, and remove what they leave no time or room for."""
    before = bench.retention.now()
    wanted = Retention(free_gb=before.free_gb, **asked.model_dump())
    told = {name: [getattr(before, name), value] for name, value in asked.model_dump().items()}
    house.note(session, "retention", told)
    bench.retention.choose(wanted)
    bench.stores.sweep(wanted)
    return Done("/technician/retention")


def _begin(bench: Bench, kind: Kind, about: str, do: Doing, language: Language) -> None:
    if not bench.works.begin(kind, about, do):
        raise HTTPException(409, Catalogue.load(language).text("workshop.busy"))


def _is_quiet(desk: Desk) -> bool:
    """Tell whether no game is played: learning takes all that the computer has."""
    now = desk.hub.latest
    return now is not None and now.phase in BETWEEN_GAMES


def _work(bench: Bench) -> dict[str, object]:
    """Return what the region of the work that goes on needs; a refusal with its cards printed."""
    work = bench.works.now
    refusal = work.outcome if work and isinstance(work.outcome, EnrolRefusedError) else None
    profile = bench.table.profile
    indices = profile.deck.indices if profile else next(iter(INDICES))
    cards = " ".join(printed(card, indices) for card in refusal.cards) if refusal else ""
    return {"work": work, "refusal": refusal, "cards": cards}
