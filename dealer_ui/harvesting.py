"""Gather from a journal what was doubted or corrected, for the next training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dealer_ui.settings import Settings
from engine.cards import Card, parse_card
from journal.read import JournalReader
from journal.rows import Row
from vision.camera import open_source
from vision.eye import open_eye
from vision.floor import Asked, frames_at, items_in, keep_items
from vision.network import Backend

KINDS = ("action", "retract", "doubt", "answer", "correction")


def asked_in(journal: Path) -> tuple[Asked, ...]:
    """Return the doubts of a journal with their answers, and the cards that were corrected.

    Raises TableError for a journal that cannot be read.
    """
    reader = JournalReader(journal)
    try:
        rows = tuple(_all_rows(reader))
    finally:
        reader.close()
    return (*_doubts(rows), *_corrections(rows))


def _all_rows(reader: JournalReader) -> Iterator[Row]:
    seq = 0
    while found := reader.since(seq, KINDS):
        yield from found
        seq = found[-1].seq


def _doubts(rows: tuple[Row, ...]) -> Iterator[Asked]:
    answers = {r.content["doubt"]: r.content["choice"] for r in rows if r.kind == "answer"}
    for row in rows:
        if row.kind != "doubt":
            continue
        content = row.content
        moves = content.get("answers", [])
        choice = answers.get(content["id"], 0)
        told = _chosen(moves, choice) if isinstance(moves, list) else ()
        yield Asked(row.seq, row.taken_at, (), told, f"doubt {content['question']}")


def _chosen(moves: list[Mapping[str, object]], choice: object) -> tuple[Card, ...]:
    """Return the cards of the answer that a person chose; 0 says that none is right."""
    if isinstance(choice, int) and 0 < choice <= len(moves):
        return _cards(moves[choice - 1])
    return ()


def _corrections(rows: tuple[Row, ...]) -> Iterator[Asked]:
    """Pair each action that was taken back with the action of its kind that took its place.

    Without a person's correction at that time it was the eye itself that read the card anew.
    """
    corrected = {r.taken_ns for r in rows if r.kind == "correction"}
    actions = {r.content["id"]: r for r in rows if r.kind == "action"}
    for row in rows:
        first = actions.get(row.content.get("retracts")) if row.kind == "retract" else None
        if first is None:
            continue
        later = (
            r
            for r in actions.values()
            if r.seq > row.seq
            and r.taken_ns == row.taken_ns
            and r.content["type"] == first.content["type"]
            and r.content["actor"] == first.content["actor"]
        )
        instead = next(later, None)
        if instead is None:
            continue
        read, true = _cards(first.content), _cards(instead.content)
        new = tuple(card for card in true if card not in read)
        gone = tuple(card for card in read if card not in true)
        if new and gone:
            why = "corrected" if row.taken_ns in corrected else "read anew"
            yield Asked(row.seq, first.taken_at, gone, new, why)


def _cards(move: Mapping[str, object]) -> tuple[Card, ...]:
    names = move.get("cards", [])
    return tuple(parse_card(str(name)) for name in names) if isinstance(names, list) else ()


def harvest(settings: Settings, journal: Path, film: str, into: Path) -> tuple[int, int]:
    """Write what was doubted or corrected into a folder for review; return doubts and cards.

    Raises TableError for the journal, CameraError for the film, OSError for the folder.
    """
    asked = asked_in(journal)
    eye = open_eye(Backend(settings.backend), folder=settings.weights)
    camera, cards = open_source(film), 0
    try:
        for one, frame in frames_at(camera.frames(), asked):
            items = items_in(eye, one, frame)
            keep_items(into, frame, items)
            cards += len(items)
    finally:
        camera.close()
    return len(asked), cards
