"""Tiles put into words: what a page gets of the tables that have changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jinja2 import Environment

from dealer_ui.pit.alarms import Alarm, Called, Grade, Unheard
from dealer_ui.pit.tiles import Tile
from dealer_ui.pit.wall import Wall
from dealer_ui.prompts import Catalogue, Language, Wording
from dealer_ui.snapshot import OpenDoubt, OpenFault


@dataclass(frozen=True, slots=True)
class TileShown:
    """One tile as HTML."""

    name: str
    html: str


@dataclass(frozen=True, slots=True)
class WallUpdate:
    """What a page changes; `sequence` names it, `now` is the wall's own time (ms since 1970)."""

    sequence: int
    now: int
    tiles: tuple[TileShown, ...]
    order: tuple[str, ...]
    """Every table by urgency."""
    counts: str
    say: str
    is_kept: bool
    age_ms: int = 0
    is_ended: bool = False


class WallView:
    """Renders the wall in one language for one page, only what has changed."""

    def __init__(self, environment: Environment, language: Language, wall: Wall) -> None:
        """Render with these templates in this language."""
        self.words = Catalogue.load(language)
        self._environment, self._wall = environment, wall
        self._said = self._wanting(wall.changes().by_urgency)

    def tile(self, tile: Tile) -> str:
        """Return a tile as HTML."""
        template = self._environment.get_template("regions/tile.html")
        first = tile.first
        told = "" if first is None else wording_of(self.words, first.alarm).sentence
        return template.render(words=self.words, tile=tile, told=told)

    def update(self, after: int, now_ms: int) -> WallUpdate | None:
        """Return what has changed after a number; None where nothing has."""
        news = self._wall.changes(after)
        if not news.changed:
            return None
        return WallUpdate(
            news.number,
            now_ms,
            tuple(TileShown(tile.name, self.tile(tile)) for tile in news.changed),
            news.order,
            self.counts(news.by_urgency),
            self._say(news.by_urgency),
            self._wall.is_kept,
        )

    def counts(self, tiles: Iterable[Tile]) -> str:
        """Say how many tables want somebody, the gravest first."""
        grades = [tile.grade for tile in tiles]
        told = (
            self.words.text(f"pit.count.{grade.name.lower()}", number=grades.count(grade))
            for grade in sorted(Grade, reverse=True)
            if grade is not Grade.CALM and grade in grades
        )
        return " · ".join(told) or self.words.text("pit.calm")

    def _say(self, tiles: Iterable[Tile]) -> str:
        """Say aloud what is new, grave, and nobody's yet."""
        wanting, said = self._wanting(tiles), self._said
        self._said = wanting
        table = self.words.text("page.table")
        news = ((place, alarm) for place, alarm in wanting.items() if place not in said)
        return " ".join(
            f"{table} {it[0]}: {wording_of(self.words, alarm).sentence}." for it, alarm in news
        )

    def _wanting(self, tiles: Iterable[Tile]) -> dict[tuple[str, str], Alarm]:
        """Return the alarms that are grave and nobody's, by table and key."""
        return {
            (tile.name, tile.first.alarm.key): tile.first.alarm
            for tile in tiles
            if tile.first and tile.first.owner is None and tile.grade >= Grade.FAULT
        }


def wording_of(words: Catalogue, alarm: Alarm) -> Wording:
    """Say in one sentence what an alarm is about, and in another what to do."""
    match alarm.thing:
        case Unheard():
            kind = alarm.thing
            return Wording(words.text(f"pit.unheard.{kind}"), words.text(f"pit.remedy.{kind}"))
        case Called():
            return Wording(words.text("table.called"), words.text("pit.remedy.call"))
        case OpenFault():
            return words.fault(alarm.thing)
        case OpenDoubt():
            return Wording(words.question(alarm.thing.question), words.text("pit.remedy.doubt"))
        case prompt:
            return words.wording(prompt)
