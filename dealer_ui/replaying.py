"""A game looked at again: its moves with bouts and flags, and how the table stood after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_ui.exporting.chapters import moment, title_of
from dealer_ui.prompts import Catalogue
from dealer_ui.showing import table_of
from dealer_ui.snapshot import TableShown
from dealer_ui.telling import tell
from engine.cards import parse_card
from engine.game import apply
from engine.moves import Lead
from engine.row_reading import Fields
from engine.standing import Standing, Step
from journal.desk import Desk
from journal.evidence import Kept, files_in
from journal.incidents import Incident, Sort, is_incident
from journal.replay import PlayedGame


@dataclass(frozen=True, slots=True)
class MoveAgain:
    """A move as it holds: its number, when it was seen (s), in which bout, what was flagged."""

    number: int
    at_s: float
    at: str
    told: str
    bout: int
    flagged: tuple[str, ...] = ()
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """An incident on the timeline."""

    id: str
    sort: Sort
    at_s: float
    title: str


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card as the reader saw it: its picture's hash, and what it thought, the best first."""

    sha256: str
    told: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WhatWasRead:
    """What is kept of one flag or doubt: the picture with boxes, the cards, the position."""

    picture: str
    """The picture's hash; empty where none is kept."""
    at_s: float
    cards: tuple[ReadCard, ...]
    position: str


def moves_again(game: PlayedGame, words: Catalogue) -> tuple[MoveAgain, ...]:
    """Return every move of a game; a bout begins with its lead, what comes before is bout 0."""
    told, bout = [], 0
    for step in game.standing.steps:
        bout += isinstance(step.move, Lead) and not step.is_void
        flags = (f.violation for f in step.flags if f.id not in game.standing.dismissed)
        titles = tuple(words.texts[f"code.{v.code}.title"] for v in flags if is_incident(v))
        sentence = words.told(tell(step.move))
        at = moment(step.taken_at)
        told.append(MoveAgain(step.number, step.taken_at, at, sentence, bout, titles, step.is_void))
    return tuple(told)


def marks_of(desk: Desk, seq: int, words: Catalogue) -> tuple[Mark, ...]:
    """Return the incidents of a game that were not withdrawn, in the order of their time."""
    found = (i for i in desk.incidents if i.game == seq and not i.is_withdrawn)
    marks = (Mark(i.id, i.sort, began_s(i, desk), title_of(i, words)) for i in found)
    return tuple(sorted(marks, key=lambda mark: mark.at_s))


def began_s(incident: Incident, desk: Desk) -> float:
    """Return when what an incident is about was seen: its first move, not its finding (s)."""
    game = next((one for one in desk.games if one.seq == incident.game), None)
    steps = () if game is None else game.standing.steps
    meant = {flag.step for flag in incident.flags}
    return min((s.taken_at for s in steps if s.number in meant), default=incident.began_s)


def table_after(game: PlayedGame, number: int) -> TableShown | None:
    """Return the small table after a move, 0 for before the first; None for no such move."""
    known = {0, *(step.number for step in game.standing.steps)}
    if number not in known:
        return None
    state = game.standing.start
    for step in _holding(game):
        if step.number > number:
            break
        state = apply(state, step.move)
    return table_of(Standing(start=state, game=state))


def _holding(game: PlayedGame) -> Iterator[Step]:
    return (step for step in game.standing.steps if not step.is_void)


def evidence_for(incident: Incident, desk: Desk) -> tuple[Fields, ...]:
    """Return the rows of evidence that are kept for an incident."""
    found, run = [], 0
    for row in desk.rows:
        run = row.seq if row.begins_run else run
        if row.kind == "evidence" and run == incident.run:
            content = row.content
            if str(content["of"]) in incident.names:
                found.append(content)
    return tuple(found)


def what_was_read(evidence: Fields, words: Catalogue) -> WhatWasRead:
    """Return what a row of evidence tells of the reading."""
    picture, crops = evidence.get("picture"), evidence.get("crops")
    shown = picture if isinstance(picture, dict) else {}
    cards = [c for c in crops if isinstance(c, dict)] if isinstance(crops, list) else []
    return WhatWasRead(
        str(shown.get("sha256", "")),
        float(str(shown.get("t", 0.0))),
        tuple(_card(card, words) for card in cards),
        str(evidence.get("position", "")),
    )


def _card(crop: Fields, words: Catalogue) -> ReadCard:
    name, likely = crop.get("card"), crop.get("candidates")
    told = words.text("cli.unreadable") if name is None else words.card(parse_card(str(name)))
    pairs = likely if isinstance(likely, list) else []
    thought = (
        f"{words.card(parse_card(str(n)))} {words.number(100 * float(str(p)), 1)}%"
        for n, p in pairs
    )
    return ReadCard(str(crop["sha256"]), told, tuple(thought))


def kept_file(desk: Desk, sha256: str) -> Kept | None:
    """Return a file of the evidence by its hash; None for what no row lists."""
    for row in desk.rows:
        if row.kind == "evidence" and sha256 in row.payload:
            found = next((k for k in files_in(row.content) if k.sha256 == sha256), None)
            if found is not None:
                return found
    return None
