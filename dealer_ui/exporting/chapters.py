"""The parts that reports and protocols share: games, incidents with pictures, figures, hashes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer_ui.exporting.games import ToldGame
from dealer_ui.exporting.typesetting import Paper
from dealer_ui.prompts import Catalogue
from dealer_ui.snapshot import Result
from engine.cards import parse_card
from engine.faults import BrokenThing
from engine.row_reading import Fields
from engine.seats import Actor
from engine.verdict import Code
from journal.evidence import Kept, files_in
from journal.incidents import Incident, Sort
from journal.statistics import By, Rate, Statistics

PICTURE_MM, CROP_MM = 100.0, 20.0


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where the pictures of the evidence lie, below the root of the document."""

    root: Path
    store: Path

    def path(self, kept: Kept) -> Path | None:
        """Return where a picture lies, if it is still kept."""
        path = self.store / kept.name
        return path if path.is_file() else None


def moment(seconds: float) -> str:
    """Write a camera's time.

    >>> moment(3725.44), moment(65)
    ('1:02:05.4', '1:05.0')
    """
    minutes, rest = divmod(seconds, 60)
    if minutes >= 60:
        return f"{int(minutes // 60)}:{int(minutes % 60):02d}:{rest:04.1f}"
    return f"{int(minutes)}:{rest:04.1f}"


def when(game: ToldGame, seconds: float) -> str:
    """Write when something was seen: the time of day where it is known, and the camera's."""
    at = game.wall(seconds)
    return moment(seconds) if at is None else f"{at:%H:%M:%S} ({moment(seconds)})"


def result_text(game: ToldGame, words: Catalogue) -> str:
    """Say how a game ended."""
    word = game.result
    if not word:
        return words.text("report.unfinished")
    if word.startswith("fool"):
        return words.text("report.fool", who=words.who(Actor(word[-1])))
    winners = () if word == "draw" else tuple(Actor(seat) for seat in word.split(","))
    return words.result(Result(winners))


def games_table(paper: Paper, games: Sequence[ToldGame], words: Catalogue) -> None:
    """List the games."""
    names = ("game", "table", "source", "time", "moves", "result", "stops", "hints", "doubts")
    head = [words.text(f"report.column.{name}") for name in names]
    rows = [
        (
            number,
            game.played.table,
            game.played.source,
            " – ".join(moment(s) for s in game.span_s),
            len(game.steps),
            result_text(game, words),
            len(game.stops),
            sum(i.sort is Sort.HINT for i in game.incidents),
            sum(i.sort is Sort.DOUBT for i in game.incidents),
        )
        for number, game in enumerate(games, 1)
    ]
    paper.table(head, rows, "auto, auto, 1fr, auto, auto, auto, auto, auto, auto")


def title_of(incident: Incident, words: Catalogue) -> str:
    """Name an incident in one line."""
    match incident.sort:
        case Sort.DOUBT:
            return words.text("report.doubt", question=words.question(incident.question))
        case Sort.FAULT if incident.fault is not None:
            return words.fault(BrokenThing(incident.fault, "")).sentence
        case _:
            return " · ".join(words.texts[f"code.{code}.title"] for code in incident.codes)


@dataclass(frozen=True, slots=True)
class Book:
    """What a document is made with: its pages, the words, and where pictures lie."""

    paper: Paper
    words: Catalogue
    pictures: Pictures


def incident_part(
    book: Book, incident: Incident, game: ToldGame, rulings: Iterable[str] = ()
) -> None:
    """Tell one incident: what, when, by which rule, with its picture and what was ruled."""
    paper, words = book.paper, book.words
    paper.begin_block()
    sort = words.text(f"report.sort.{incident.sort}")
    at = when(game, incident.began_s)
    paper.heading(f"{incident.id} · {sort} · {at} · {title_of(incident, words)}", 3)
    for flag in incident.flags:
        wording = words.wording(flag.violation)
        clause = f" ({wording.clause})" if wording.clause else ""
        back = f" {words.text('report.withdrawn')}" if flag.withdrawn else ""
        paper.line(f"{wording.sentence}{clause}.{back}")
    _show(book, _evidence_of(incident, game))
    for ruling in rulings:
        paper.line(ruling)
    paper.end_block()


def _evidence_of(incident: Incident, game: ToldGame) -> Fields | None:
    return next((game.evidence[n] for n in incident.names if n in game.evidence), None)


def _show(book: Book, evidence: Fields | None) -> None:
    """Show the picture, the cards in question, the position, and the hash of the clip."""
    paper, words, pictures = book.paper, book.words, book.pictures
    if evidence is None:
        return
    picture, crops = evidence.get("picture"), evidence.get("crops")
    if isinstance(picture, dict):
        path = next((pictures.path(kept) for kept in files_in(picture)), None)
        if path is None:
            paper.small(words.text("report.picture-gone"))
        else:
            paper.picture(path, pictures.root, PICTURE_MM)
    if isinstance(crops, list):
        shown = [(crop, next(files_in(crop))) for crop in crops if isinstance(crop, dict)]
        paths = [path for _, kept in shown if (path := pictures.path(kept)) is not None]
        paper.pictures(paths, pictures.root, CROP_MM)
        told = ", ".join(_reading(crop, words) for crop, _ in shown)
        if told:
            paper.small(words.text("report.read-as", cards=told))
    if position := str(evidence.get("position", "")):
        paper.small(words.text("report.position-before", line=position))
    if isinstance(clip := evidence.get("clip"), dict):
        paper.small(words.text("report.clip", sha=str(clip["sha256"])[:16], frames=clip["frames"]))


def _reading(crop: Fields, words: Catalogue) -> str:
    name = crop.get("card")
    if name is None:
        return words.text("cli.unreadable")
    return f"{words.card(parse_card(str(name)))} {float(str(crop['probability'])):.0%}"


def statistics_part(paper: Paper, statistics: Statistics, words: Catalogue) -> None:
    """Tell how often what happened, with bands; too little is called so."""
    paper.line(sums_line(statistics, words))
    for by in By:
        rates = statistics.rates(by)
        if not rates:
            continue
        paper.heading(words.text(f"report.by.{by}"), 3)
        paper.table(
            [words.text(f"report.column.{n}") for n in ("name", "count", "per-100", "band")],
            [rate_row(by, key, rate, words) for key, rate in rates.items()],
            "1fr, auto, auto, auto",
        )
        paper.bars({_name(by, key, words): rate for key, rate in rates.items()})


def sums_line(statistics: Statistics, words: Catalogue) -> str:
    """Say how much was counted, and how often the camera could not tell."""
    return words.text(
        "report.sums",
        games=statistics.games,
        moves=statistics.moves,
        hours=words.number(statistics.seconds / 3600, 2),
        doubts=words.number(statistics.doubts_an_hour, 1),
    )


def _name(by: By, key: str, words: Catalogue) -> str:
    return words.texts[f"code.{Code(key)}.title"] if by is By.RULE else key


def rate_row(by: By, key: str, rate: Rate, words: Catalogue) -> tuple[str, str, str, str]:
    """Return a line of a table: the name, how many of how many, per hundred, the band."""
    low, high = (words.number(100 * end, 1) for end in rate.band)
    few = f" {words.text('report.little')}" if rate.is_small else ""
    counted = words.text("report.of", count=rate.count, of=rate.of)
    return _name(by, key, words), counted, words.number(100 * rate.part, 1), f"{low} – {high}{few}"
