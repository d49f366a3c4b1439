"""`kozyr journal incidents`, `rule`, `sign`, `review`, `case`: what people decide."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input, one_of
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue
    from journal.desk import Change, Desk, Pen
    from journal.incidents import Incident
    from journal.rulings import Ruling

File = Annotated[
    str,
    typer.Argument(
        help="The journal: a file, or postgresql://USER@HOST/DATABASE?journal=NAME.",
        metavar="JOURNAL",
    ),
]
Name = Annotated[str, typer.Argument(help="The incident, as i57.")]
By = Annotated[str, typer.Option("--by", help="Who decides, notes or has looked.")]
Rules = Annotated[
    str, typer.Option("--rules", help="House rules or FILE.toml; those of the journal if unset.")
]


def incidents(file: File, *, rules: Rules = "", lang: Lang = None) -> None:
    """List the incidents of a journal: what, when, by whom, what was ruled, who has looked."""
    desk, words = opened_desk(file, rules, lang)
    for incident in desk.incidents:
        typer.echo(_line(incident, desk, words))
    from journal.outcomes import score

    typer.echo(words.text("report.score", score=score(desk.ruled)))


def rule(
    file: File,
    incident: Name,
    decision: Annotated[
        str, typer.Argument(help="uphold, overturn, camera-error or house-decision.")
    ],
    *,
    by: By,
    reason: Annotated[str, typer.Option("--reason", help="Why, by its code.")] = "other",
    note: Annotated[str, typer.Option("--note", help="In your own words.")] = "",
    truth: Annotated[
        list[str] | None,
        typer.Option("--truth", help="What a move truly was, as m12=A>7c; m12= for none."),
    ] = None,
    winner: Annotated[
        str, typer.Option("--winner", help="Who won by this decision: A, B, or draw.")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before it is kept.")] = False,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Rule on an incident; what it changes is shown before it is kept.

    Who decides otherwise than a ruling before needs a second person: kozyr journal sign.
    """
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        told = _ruling(incident, decision, reason, by, note, truth or [], winner)
        change = desk.considered(told)
    for line in _change_lines(change, words):
        typer.echo(line)
    if not yes and not typer.confirm(words.text("ruling.keep")):
        raise typer.Exit(1)
    with bad_input():
        row = pen_of(desk).rule(change)
    typer.echo(words.text("ruling.kept", row=row))
    if change.ruling.is_reversal:
        typer.echo(words.text("ruling.waits", by=""))


def sign(file: File, incident: Name, *, by: By, rules: Rules = "", lang: Lang = None) -> None:
    """Sign a ruling that reverses another one, as a second person."""
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        pen_of(desk).sign(desk, incident, by)
    typer.echo(words.text("ruling.signed", by=by))


def review(file: File, incident: Name, *, by: By, rules: Rules = "", lang: Lang = None) -> None:
    """Note that somebody has looked at an incident."""
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        pen_of(desk).review(desk, incident, by)
    typer.echo(words.text("ruling.reviewed", name=incident, by=by))


def clip(
    file: File,
    incident: Name,
    out: Annotated[Path, typer.Argument(help="Where to write it, OUT.mp4.")],
    *,
    by: By,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Give out the clip of an incident; that somebody saw it is written into the journal first."""
    from journal.evidence import EvidenceStore
    from journal.place import evidence_folder

    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        kept = desk.clip(incident)
        data = EvidenceStore(evidence_folder(desk.path)).path(kept).read_bytes()
        pen_of(desk).view(desk, incident, kept.sha256, by)
        out.write_bytes(data)
    typer.echo(words.text("ruling.exported", path=out))


def erase(
    file: File,
    name: Annotated[str, typer.Argument(help="The name; notes that hold it go too.")],
    *,
    by: By,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before.")] = False,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Forget a person: names and notes are deleted for good, the chain stays whole.

    A row says how many were forgotten, when, and by whom. What was written by a release that kept
    names in the rows themselves, and what has left the house, cannot be forgotten here.
    """
    desk, words = opened_desk(file, rules, lang)
    if not yes and not typer.confirm(words.text("ruling.forget", name=name)):
        raise typer.Exit(1)
    held = ", ".join(str(row.seq) for row in desk.rows if name in row.payload)
    try:
        with bad_input():
            count = pen_of(desk).forget(desk, name, by)
        typer.echo(words.text("ruling.forgotten", count=count))
    finally:
        if held:
            typer.echo(words.text("ruling.held", rows=held))


def export(
    file: File,
    out: Annotated[Path, typer.Argument(help="OUT.pdf, OUT.dkn, OUT.csv or OUT.json.")],
    *,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Write the protocol, the records, a table or JSON of a journal, by the suffix of OUT."""
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.exporting.exports import Exporter

    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        out.write_bytes(Exporter(desk, rulebook(rules), words).as_bytes(out.suffix.lower()))
    typer.echo(words.text("ruling.exported", path=out))


def opened_desk(file: str, rules: str, lang: str | None) -> tuple[Desk, Catalogue]:
    """Read a journal, and the words of a language; raises BadInputError."""
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from journal.desk import Desk
    from journal.place import place_of

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        return Desk.at(place_of(file), rulebook(rules)), Catalogue.load(settings.lang)


def pen_of(desk: Desk) -> Pen:
    """Write under this release; the models and rules are those that judged."""
    from importlib.metadata import version

    from journal.desk import Pen
    from journal.rows import Versions

    last = desk.rows[-1] if desk.rows else None
    models, rules = (last.models, last.rules) if last else ("", "")
    return Pen(desk.path, Versions(version("kozyr"), models, rules))


def _ruling(  # noqa: PLR0917 - what a person may say of an incident
    incident: str,
    decision: str,
    reason: str,
    by: str,
    note: str,
    truths: list[str],
    winner: str,
) -> Ruling:
    """Put a ruling together; raises BadInputError for what is not known."""
    from engine.notation import NotationError
    from journal.rulings import Decision, Reason, Ruling, true_move

    if winner and winner not in {"A", "B", "C", "D", "E", "F", "draw"}:
        raise BadInputError(Cause("winner-none", winner))
    one_of("DECISION", decision, Decision)
    one_of("--reason", reason, Reason)
    try:
        moves = tuple(map(true_move, truths))
    except NotationError as error:
        raise BadInputError(Cause("file-no-sense", "--truth"), str(error)) from None
    return Ruling(incident, Decision(decision), Reason(reason), by, note, moves, winner)


def _line(incident: Incident, desk: Desk, words: Catalogue) -> str:
    from dealer_ui.exporting.chapters import moment, title_of
    from dealer_ui.exporting.protocol import ruling_text

    seats = " ".join(words.who(seat) for seat in incident.seats)
    sort = words.text(f"report.sort.{incident.sort}")
    parts = [incident.id, moment(incident.began_s), sort, title_of(incident, words), seats]
    parts += [words.cards(incident.cards)]
    if incident.is_withdrawn:
        parts.append(words.text("report.withdrawn"))
    if (last := desk.people.rulings.get(incident.id)) is not None:
        parts.append(ruling_text(last[-1], words))
    if people := desk.people.seen_by.get(incident.id):
        parts.append(words.text("ruling.seen-by", by=", ".join(people)))
    return "  ".join(part for part in parts if part)


def _change_lines(change: Change, words: Catalogue) -> list[str]:
    none = words.text("report.unfinished")
    before, after = change.before or none, change.after or none
    scores = str(change.score_before), str(change.score_after)
    flags = change.flags_before, change.flags_after
    return [
        words.text("ruling.result", before=before, after=after),
        words.text("ruling.score", before=scores[0], after=scores[1]),
        words.text("ruling.flags", before=flags[0], after=flags[1]),
    ]
