"""Games looked at again: the list, the player's page, its video, the table after each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import av.error
from fastapi import APIRouter, HTTPException
from fastapi import Path as InPath
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from dealer_ui.inspecting import Inspection
from dealer_ui.pages.accounts import Known
from dealer_ui.pages.again import game_again
from dealer_ui.pages.desk import DeskOf, LanguageOf, RowNumber, shown
from dealer_ui.pages.inspector import InspectionOf
from dealer_ui.prompts import Catalogue
from dealer_ui.replaying import kept_file, table_after
from dealer_ui.showing import snapshot_of
from dealer_ui.snapshot import Result
from journal.desk import Desk as Journal
from journal.evidence import EvidenceStore
from journal.place import evidence_folder
from journal.replay import PlayedGame
from vision.playback import Reel

replay = APIRouter(include_in_schema=False)

INSTANT_S = 30
"""What just happened at the table is shown again from so long ago, in seconds."""
TYPES = {".jpg": "image/jpeg", ".png": "image/png"}
KEPT = {"Cache-Control": "private, max-age=3600"}


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game in the list."""

    seq: int
    at: str
    table: str
    moves: int
    result: Result | None
    stops: int


@dataclass(frozen=True, slots=True)
class FramesShown:
    """When each frame of a piece of video was taken, and from when its own time counts (s)."""

    begins: float
    times: tuple[float, ...]


@replay.get("/inspector/games", response_class=HTMLResponse)
def show_games(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf
) -> HTMLResponse:
    """List every game of the journal, the newest first."""
    journal = inspection.desk()
    games = [_shown(game, journal) for game in reversed(journal.games)]
    return shown(desk, "games.html", language, person=session.person, games=games)


def _shown(game: PlayedGame, journal: Journal) -> GameShown:
    standing = game.standing
    stops = sum(i.game == game.seq and i.sort == "stop" for i in journal.incidents)
    return GameShown(
        game.seq,
        journal.rows[game.seq - 1].wall[:16].replace("T", " "),
        game.table,
        len(standing.steps),
        snapshot_of(standing).result,
        stops,
    )


@replay.get("/inspector/now")
def show_what_just_happened(inspection: InspectionOf, language: LanguageOf) -> RedirectResponse:
    """Go to the last half minute of the game that was begun last."""
    games = inspection.desk().games
    place = f"games/{games[-1].seq}?last={INSTANT_S}&" if games else "games?"
    return RedirectResponse(f"/inspector/{place}lang={language}", 303)


@replay.get("/inspector/games/{number}", response_class=HTMLResponse)
def show_game(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf, number: RowNumber
) -> HTMLResponse:
    """Show a game: video, timeline, moves and the drawn table, in step."""
    journal, words = inspection.desk(), Catalogue.load(language)
    game = _game(journal, number)
    again = game_again(inspection, journal, game, words)
    told = _shown(game, journal)
    return shown(desk, "game.html", language, person=session.person, again=again, game=told)


@replay.get("/inspector/games/{number}/table/{move}", response_class=HTMLResponse)
def show_table(
    desk: DeskOf,
    inspection: InspectionOf,
    language: LanguageOf,
    number: RowNumber,
    move: Annotated[int, InPath(ge=0)],
) -> HTMLResponse:
    """Draw the table as it stood after a move."""
    table = table_after(_game(inspection.desk(), number), move)
    if table is None:
        raise HTTPException(404, "there is no such move")
    page = shown(desk, "regions/table.html", language, now={"table": table})
    page.headers["Cache-Control"] = "no-store"
    return page


@replay.get("/inspector/video/{number}/{reel}", response_class=FileResponse)
def show_video(
    inspection: InspectionOf, session: Known, number: RowNumber, reel: str
) -> FileResponse:
    """Give a piece of video; that somebody is shown it is written into the journal first."""
    journal = inspection.desk()
    found = _reel(inspection, journal, number, reel)
    try:
        path = inspection.reels.playable(found)
        pen, by = inspection.pen(journal), session.person.name
        inspection.reels.note_view(journal, pen, number, found, session.csrf, by)
    except (OSError, av.error.FFmpegError) as error:
        raise HTTPException(404, "this video cannot be read") from error
    return FileResponse(path, media_type="video/mp4", headers={"Cache-Control": "no-store"})


@replay.get("/inspector/video/{number}/{reel}/frames")
def read_frames(inspection: InspectionOf, number: RowNumber, reel: str) -> FramesShown:
    """Tell when each frame of a piece of video was taken."""
    found = _reel(inspection, inspection.desk(), number, reel)
    return FramesShown(found.begins_s, found.times)


@replay.get("/inspector/evidence/{sha256}", response_class=FileResponse)
def show_picture(
    inspection: InspectionOf,
    session: Known,
    sha256: Annotated[str, InPath(pattern="^[0-9a-f]{64}$")],
) -> FileResponse:
    """Give a picture of the evidence; that somebody is shown it is a row, as with a clip."""
    journal = inspection.desk()
    kept = kept_file(journal, sha256)
    if kept is None or kept.suffix not in TYPES:
        raise HTTPException(404, "there is no such picture")
    path = EvidenceStore(evidence_folder(journal.path)).path(kept)
    if not path.is_file():
        raise HTTPException(404, "its time is over: it is not kept any more")
    pen, by = inspection.pen(journal), session.person.name
    inspection.reels.note_picture(journal, pen, sha256, session.csrf, by)
    return FileResponse(path, media_type=TYPES[kept.suffix], headers=KEPT)


def _game(journal: Journal, number: int) -> PlayedGame:
    found = next((game for game in journal.games if game.seq == number), None)
    if found is None:
        raise HTTPException(404, "there is no such game")
    return found


def _reel(inspection: Inspection, journal: Journal, number: int, name: str) -> Reel:
    if number > len(journal.rows) or journal.rows[number - 1].kind != "game":
        raise HTTPException(404, "there is no such game")
    found = inspection.reels.find(journal, number, name)
    if found is None:
        raise HTTPException(404, "there is no such video")
    return found
