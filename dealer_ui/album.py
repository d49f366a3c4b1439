"""The regression album: recorded clips, each with its table and its right answer in one folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from calibration.film import import_film, needs_pictures
from calibration.profile import TableProfile, load_profile, profile_document
from dealer_ui.album_truth import TruthFile, read_truth
from dealer_ui.answers import Difference, Listener, differences
from dealer_ui.endings import BadInputError, about
from dealer_ui.orders import Order
from dealer_ui.settings import Settings
from dealer_ui.wiring import open_table
from engine.faults import Cause
from engine.house import load_rules
from engine.notation import NotationError, parse_position
from engine.state import Game
from vision.camera import CameraError
from vision.recording import Recording

CLIP, TABLE, TRUTH = "clip", "table.toml", "truth"


@dataclass(frozen=True, slots=True)
class Page:
    """One clip of an album."""

    folder: Path
    clip: Path
    truth: Path

    @property
    def name(self) -> str:
        """Return the name by which people know it."""
        return self.folder.name

    @property
    def table(self) -> Path:
        """Return the table's profile."""
        return self.folder / TABLE


@dataclass(frozen=True, slots=True)
class Clip:
    """What is to be added: the recording, its right answer, its table, and a name for it."""

    video: Path
    truth: Path | None = None
    table: Path | None = None
    name: str = ""


def add_page(album: Path, clip: Clip) -> tuple[Page, TruthFile]:
    """Copy a clip with its right answer into an album; a page of that name is written anew.

    What is not named is looked for beside the clip, as films keep it: NAME.truth.json and
    NAME.input.json. Raises BadInputError, ProfileError, TruthError, CameraError or OSError, and
    then the album is as it was.
    """
    stem = clip.video.stem
    truth = clip.truth or _beside(clip.video, f"{stem}.truth.json", "--truth")
    right = read_truth(truth)
    profile = _profile(clip)
    _game(right, profile)
    Recording(clip.video).close()

    folder = album / (clip.name or stem)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    page = Page(folder, folder / f"{CLIP}{clip.video.suffix}", folder / f"{TRUTH}{truth.suffix}")
    shutil.copyfile(clip.video, page.clip)
    shutil.copyfile(truth, page.truth)
    page.table.write_text(tomlkit.dumps(profile_document(profile)), encoding="utf-8")
    return page, right


def _beside(video: Path, name: str, option: str) -> Path:
    path = video.with_name(name)
    if not path.exists():
        raise BadInputError(Cause("album-beside", option), str(path))
    return path


def _profile(clip: Clip) -> TableProfile:
    """Return the clip's table: the profile that was named, or what its description says."""
    if clip.table is not None and clip.table.suffix == ".toml":
        return load_profile(clip.table)
    description = clip.table or _beside(clip.video, f"{clip.video.stem}.input.json", "--table")
    if not needs_pictures(description):
        return import_film(description)
    recording = Recording(clip.video)
    try:
        return import_film(description, (frame.image for frame in recording.frames()))
    finally:
        recording.close()


def pages_of(album: Path) -> tuple[Page, ...]:
    """Return the pages of an album by name; raises BadInputError where there is none."""
    pages = [page for folder in sorted(album.glob("*/")) if (page := _page(folder)) is not None]
    if not pages:
        raise BadInputError(Cause("album-none", str(album)))
    return tuple(pages)


def _page(folder: Path) -> Page | None:
    clip, truth = next(folder.glob(f"{CLIP}.*"), None), next(folder.glob(f"{TRUTH}.*"), None)
    return None if clip is None or truth is None else Page(folder, clip, truth)


def check_page(page: Page, settings: Settings) -> tuple[Difference, ...]:
    """Watch a clip through the whole line; return in what its answer differs from the right one.

    Raises what cannot be read as ProfileError, TruthError, OSError, CommandError.
    """
    right, profile = read_truth(page.truth), load_profile(page.table)
    rules = load_rules(settings.rules or profile.rules)
    order = Order(str(page.clip), profile, rules, settings, start=_game(right, profile))
    listener = Listener()
    with open_table(order, lambda _line: None) as table:
        try:
            while table.watching.turn():
                listener.note(table.watch.standing)
        except CameraError as error:
            raise about(error) from error
    return differences(right.right, listener.told())


def _game(truth: TruthFile, profile: TableProfile) -> Game | None:
    """Return the game under way when the clip begins; raises BadInputError for none such."""
    if not truth.start:
        return None
    try:
        return parse_position(truth.start, load_rules(profile.rules))
    except NotationError as error:
        raise BadInputError(Cause("album-start", truth.start), str(error)) from None
