"""The table for programs: its state, its events by number, its commands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, HTTPException, Request, Response, status
from fastapi.security import HTTPBearer
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import TypeAdapter
from starlette.concurrency import run_in_threadpool

from dealer_ui.commands import Acknowledge, Answer, Command, CommandsFullError, Correct, LetGo
from dealer_ui.pages.authority import said_by
from dealer_ui.pages.desk import DeskOf, LastSeen, follow
from dealer_ui.pages.safety import same_origin
from dealer_ui.snapshot import Feed, Snapshot

SNAPSHOT = TypeAdapter(Snapshot)
STALE_S = 2.0
"""After this many seconds without a snapshot a live table counts as silent."""

TOKEN = HTTPBearer(auto_error=False, scheme_name="token", description="A token of this house.")
"""Described here, asked for by the gate: people come with a session instead."""

api = APIRouter(dependencies=[Depends(TOKEN)])


@dataclass(frozen=True, slots=True)
class Receipt:
    """The number of a command that was taken in."""

    id: int
    status: Literal["received"] = "received"


@dataclass(frozen=True, slots=True)
class Pulse:
    """Whether the table lives, and how old its newest state is, in milliseconds."""

    status: Literal["waiting", "live", "ended", "silent"]
    sequence: int | None
    age_ms: int | None


def pulse_of(desk: DeskOf) -> Pulse:
    """Say whether snapshots still come."""
    snapshot, age_s = desk.hub.latest, desk.hub.age_s
    if snapshot is None or age_s is None:
        return Pulse("waiting", None, None)
    age_ms = round(age_s * 1000)
    if snapshot.feed is Feed.ENDED:
        return Pulse("ended", snapshot.sequence, age_ms)
    return Pulse("live" if age_s < STALE_S else "silent", snapshot.sequence, age_ms)


PulseOf = Annotated[Pulse, Depends(pulse_of)]


@api.get("/healthz", tags=["health"], responses={503: {"model": Pulse}})
async def read_health(pulse: PulseOf, response: Response) -> Pulse:
    """Tell a watchdog whether the table lives; 503 when a live table has gone silent."""
    if pulse.status == "silent":
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return pulse


@api.get("/api/v1/state", tags=["state"], responses={404: {"description": "No state yet"}})
async def read_state(desk: DeskOf) -> Snapshot:
    """Return the newest state of the table."""
    if (snapshot := desk.hub.latest) is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "the table has not been seen yet")
    return snapshot


@api.get("/api/v1/events", tags=["state"], response_class=EventSourceResponse)
async def read_events(desk: DeskOf, after: LastSeen) -> AsyncIterator[ServerSentEvent]:
    """Send every state as it comes, its number as `id`; `Last-Event-ID` resumes without a gap.

    A number that is too old, or from another run, begins with the newest state.
    A `beat` tells that the stream lives when nothing else does.
    """
    async for news in follow(desk.hub, after):
        for snapshot in news:
            yield ServerSentEvent(
                event="state",
                id=str(snapshot.sequence),
                raw_data=SNAPSHOT.dump_json(snapshot).decode(),
            )
        if not news:
            yield ServerSentEvent(event="beat", data=pulse_of(desk))


@api.post(
    "/api/v1/commands",
    tags=["commands"],
    status_code=status.HTTP_202_ACCEPTED,
    dependencies=[Depends(same_origin)],
    responses={
        403: {"description": "Not from this table's own page"},
        409: {"description": "The question, prompt or move is no longer open"},
        503: {"description": "The table does not listen"},
    },
)
async def send_command(
    desk: DeskOf, command: Annotated[Command, Body(discriminator="kind")], request: Request
) -> Receipt:
    """Take in what the dealer says; the table acts on it with the next frame."""
    command = await run_in_threadpool(said_by, request, command)
    if not _is_open(desk.hub.latest, command):
        raise HTTPException(status.HTTP_409_CONFLICT, "this is no longer open")
    try:
        return Receipt(desk.commands.accept(command))
    except CommandsFullError as error:
        raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, str(error)) from None


def _is_open(snapshot: Snapshot | None, command: Command) -> bool:
    match command:
        case Answer(doubt=number, choice=choice):
            doubt = None if snapshot is None else snapshot.doubt
            return doubt is not None and doubt.id == number and choice <= len(doubt.answers)
        case Acknowledge(prompt=number) | LetGo(prompt=number):
            return snapshot is not None and any(p.id == number for p in snapshot.prompts)
        case Correct(move=number):
            moves = () if snapshot is None else snapshot.moves
            first = 0 if snapshot is None else snapshot.moves_from
            return bool(moves) and first <= number <= moves[-1].number
        case _:
            return True
