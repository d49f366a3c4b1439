"""What a deck check has come to, in words."""

from __future__ import annotations

from dealer_ui.decks import printed
from dealer_ui.prompts import Catalogue
from vision.deck_check import DeckReport


def report_told(
    report: DeckReport, words: Catalogue, indices: str, *, compared: bool
) -> tuple[str, ...]:
    """Say what was seen, what is missing, twice or foreign; the last line says whether it is right.

    `indices` names what is printed on the cards; `compared` says whether backs were known.
    """
    lines = [words.text("deck.seen", count=len(report.seen), pictures=report.pictures)]
    for key, cards in (("missing", report.missing), ("twice", report.twice)):
        if cards:
            listed = " ".join(printed(card, indices) for card in cards)
            lines.append(words.text(f"deck.{key}", cards=listed))
    counts = {
        "foreign-faces": report.foreign_faces,
        "foreign-backs": report.foreign_backs,
        "unreadable": report.unreadable if report.missing else 0,
        "black-faces": report.black_faces,
    }
    lines += [words.text(f"deck.{key}", count=count) for key, count in counts.items() if count]
    if report.backs and not compared:
        lines.append(words.text("deck.backs-unknown"))
    return (*lines, words.text("deck.right" if report.is_right else "deck.wrong"))
