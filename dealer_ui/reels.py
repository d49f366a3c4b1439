"""Which video there is of a game or an incident, ready for a browser, each view written down."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from threading import Lock

from dealer_ui.replaying import evidence_for
from engine.row_reading import Fields
from journal.desk import Desk, Pen
from journal.evidence import EvidenceStore, files_in
from journal.incidents import Incident
from journal.place import evidence_folder
from journal.rows import Row
from vision.playback import Reel, clip_reel, reels_between, run_folders, write_playable

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
BEFORE_S = 5.0
"""Of a game so much more is shown before its first row, in seconds."""
KEPT_READY = 12
"""So many pieces stay ready to be played."""


class ReelRoom:
    """Finds video and makes it ready; remembers who was shown what since the program began."""

    def __init__(self, video: Path | None) -> None:
        """Look into the folder of the recordings; None: there are clips of incidents only."""
        self._video = video
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = Lock()
        self._ready: dict[tuple[Path, int], Path] = {}
        self._shown: set[tuple[str, str]] = set()

    def close(self) -> None:
        """Forget what was made ready."""
        with self._lock:
            if self._folder is not None:
                self._folder.cleanup()
            self._folder = None
            self._ready.clear()

    def of_game(self, desk: Desk, seq: int) -> tuple[Reel, ...]:
        """Return the recording of a game; where there is none, the clips of its incidents."""
        if not seq:
            return ()  # it happened before any game
        span = _span_of(desk, seq)
        recorded = [
            reel
            for folder in self._folders(desk, seq)
            for reel in reels_between(folder, span[0] - BEFORE_S, span[1])
        ]
        if recorded:
            return tuple(recorded)
        clips = (self.of_incident(desk, one) for one in desk.incidents if one.game == seq)
        found = sorted((one for one in clips if one), key=lambda reel: reel.begins_s)
        return tuple(found)

    def of_incident(self, desk: Desk, incident: Incident) -> Reel | None:
        """Return the clip that is kept for an incident."""
        store = EvidenceStore(evidence_folder(desk.path))
        for evidence in evidence_for(incident, desk):
            clip = evidence.get("clip")
            if isinstance(clip, dict):
                path = store.path(next(files_in(clip)))
                begins_s = float(str(clip.get("first", max(0.0, float(str(clip["from"]))))))
                return clip_reel(incident.id, path, begins_s) if path.is_file() else None
        return None

    def find(self, desk: Desk, seq: int, name: str) -> Reel | None:
        """Return one piece of the video of a game by its name, clips too."""
        clip = next((i for i in desk.incidents if i.id == name and i.game == seq), None)
        if clip is not None:
            return self.of_incident(desk, clip)
        return next((reel for reel in self.of_game(desk, seq) if reel.name == name), None)

    def playable(self, reel: Reel) -> Path:
        """Return a file that a browser can seek in; raises OSError and FFmpegError."""
        if reel.path.parent.parent != self._video:
            return reel.path
        key = reel.path, reel.path.stat().st_size
        with self._lock:
            if key not in self._ready:
                self._folder = self._folder or tempfile.TemporaryDirectory(prefix="kozyr-reels-")
                out = Path(self._folder.name) / f"{reel.name}-{key[1]}.mp4"
                write_playable(reel.path, out)
                self._ready[key] = out
                for old in list(self._ready)[:-KEPT_READY]:
                    self._ready.pop(old).unlink(missing_ok=True)
            return self._ready[key]

    def note_view(  # noqa: PLR0913, PLR0917 - who was shown what of which journal
        self, desk: Desk, pen: Pen, seq: int, reel: Reel, session: str, by: str
    ) -> None:
        """Write that a person is shown a piece, once for each session; raises TableError."""
        if not self._is_first(session, str(reel.path)):
            return
        if any(incident.id == reel.name for incident in desk.incidents):
            pen.view(desk, reel.name, reel.path.stem, by)
        else:
            pen.view_recording(run_of(desk, seq).seq, reel.span_s, by)

    def note_picture(self, desk: Desk, pen: Pen, sha256: str, session: str, by: str) -> None:
        """Write that a person is shown a picture, once for each session; raises TableError."""
        incident = next((i for i in desk.incidents if _shows(evidence_for(i, desk), sha256)), None)
        if incident is not None and self._is_first(session, sha256):
            pen.view(desk, incident.id, sha256, by)

    def _is_first(self, session: str, what: str) -> bool:
        with self._lock:
            is_first = (session, what) not in self._shown
            self._shown.add((session, what))
        return is_first

    def _folders(self, desk: Desk, seq: int) -> Iterator[Path]:
        """Yield the folders of the run that a game belongs to: one for each start of it."""
        if self._video is None:
            return
        run, before, is_its = run_of(desk, seq), LONG_AGO, False
        for row in desk.rows:
            wall = datetime.fromisoformat(row.wall)
            if row.kind == "start":
                is_its = row.seq == run.seq or (is_its and not row.begins_run)
                if is_its:
                    yield from run_folders(self._video, before, wall)[-1:]
            before = wall


def _shows(rows: Iterable[Fields], sha256: str) -> bool:
    """Tell whether rows of evidence list a file."""
    return any(kept.sha256 == sha256 for row in rows for kept in files_in(row))


def run_of(desk: Desk, seq: int) -> Row:
    """Return the row with which the run of a game began."""
    return next(row for row in reversed(desk.rows) if row.seq <= seq and row.begins_run)


def _span_of(desk: Desk, seq: int) -> tuple[float, float]:
    """Return from when to when a game may be in its run's video, in seconds."""
    after = (r for r in desk.rows if r.seq > seq and (r.begins_run or r.kind == "game"))
    following = next(after, None)
    end = inf if following is None or following.begins_run else following.taken_at
    return desk.rows[seq - 1].taken_at, end
