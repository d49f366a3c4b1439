"""Measure recognition on labelled photographs and films: who reads what, and how often in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.cards import Card
from vision.confidence import Sample, calibration_error
from vision.crops import Picture
from vision.eye import Eye
from vision.labelled import Labelled
from vision.photo import annotated, read_photo
from vision.seen import Kind, SeenCard

KEPT_FAILURES = 60


@dataclass
class Score:
    """Counts over many pictures."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    unreadable: int = 0
    ranks_right: int = 0
    ranks_wrong: int = 0
    ranks_missed: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[tuple[str, Picture]] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    """How sure every card's best face was, and whether it lay there."""
    wrong_and_sure: int = 0
    read: int = 0

    def figures(self) -> dict[str, float | int]:
        """Return precision, recall and abstentions, of identities and of ranks."""
        return {
            "cards": self.right + self.missed,
            "precision": _share(self.right, self.wrong),
            "recall": _share(self.right, self.missed),
            "rank_precision": _share(self.ranks_right, self.ranks_wrong),
            "rank_recall": _share(self.ranks_right, self.ranks_missed),
            "wrong": self.wrong,
            "unreadable": self.unreadable,
            "calibration_error": round(calibration_error(self.samples), 4),
            "wrong_and_sure": round(self.wrong_and_sure / self.read, 4) if self.read else 0.0,
        }

    def by_part(self) -> dict[str, float]:
        """Return the recall of every rank and suit."""
        shares: dict[str, list[int]] = {}
        for (true, said), count in self.confusion.items():
            for part in true if true != "-" else ():
                kept = shares.setdefault(part, [0, 0])
                kept[0] += count if said == true else 0
                kept[1] += count
        return {part: round(right / total, 4) for part, (right, total) in sorted(shares.items())}


def _share(part: int, rest: int) -> float:
    return round(part / (part + rest), 4) if part + rest else 1.0


def evaluate(eye: Eye, pictures: Iterable[Labelled]) -> Score:
    """Read pictures and compare what was read with what is there, each identity once a picture."""
    score = Score()
    for labelled in pictures:
        note(score, labelled, look_at(eye, labelled))
    return score


def look_at(eye: Eye, labelled: Labelled) -> tuple[SeenCard, ...]:
    """Look as the program would: at a film's frame once, at a photograph closely."""
    return eye.look(labelled.picture) if labelled.from_film else read_photo(eye, labelled.picture)


def note(score: Score, labelled: Labelled, seen: tuple[SeenCard, ...]) -> None:
    """Count what was read on one picture."""
    cards = frozenset(c.card for c in seen if c.card)
    score.unreadable += sum(c.kind is Kind.UNREADABLE for c in seen)
    _count_ranks(score, labelled, frozenset(c.rank.letter for c in cards))
    if labelled.exact or not labelled.ranks:
        _count_cards(score, labelled, cards)
    _count_sureness(score, labelled, seen)
    failed = failure(labelled, cards)
    if failed and len(score.failures) < KEPT_FAILURES:
        score.failures.append((f"{labelled.name}: {failed}", annotated(labelled.picture, seen)))


def _count_sureness(score: Score, labelled: Labelled, seen: tuple[SeenCard, ...]) -> None:
    for card in seen if labelled.places else ():
        if not card.candidates:
            continue
        best, probability = card.candidates[0]
        right = labelled.is_right(card.quad, best)
        if right is None:
            continue
        score.samples.append(Sample(probability, right))
        if card.kind is Kind.FACE:
            score.read += 1
            score.wrong_and_sure += not right


def failure(labelled: Labelled, cards: frozenset[Card]) -> str:
    """Say which cards were missed (-) and invented (+); empty when all was read right."""
    if labelled.exact:
        true, said = {str(c) for c in labelled.exact}, {str(c) for c in cards}
    else:
        true, said = set(labelled.ranks), {c.rank.letter for c in cards}
    extra = said - true - {str(c) for c in labelled.partly}
    return " ".join([*(f"-{n}" for n in sorted(true - said)), *(f"+{n}" for n in sorted(extra))])


def _count_ranks(score: Score, labelled: Labelled, said: frozenset[str]) -> None:
    score.ranks_right += len(labelled.ranks & said)
    score.ranks_missed += len(labelled.ranks - said)
    score.ranks_wrong += len(said - labelled.ranks - {c.rank.letter for c in labelled.partly})


def _count_cards(score: Score, labelled: Labelled, said: frozenset[Card]) -> None:
    lost, extra = labelled.exact - said, said - labelled.exact - labelled.partly
    score.right += len(labelled.exact & said)
    score.missed += len(lost)
    score.wrong += len(extra)
    for card in labelled.exact & said:
        score.confusion[str(card), str(card)] += 1
    for card in lost:
        score.confusion[str(card), str(next(iter(extra))) if len(extra) == 1 else "-"] += 1
    for card in extra if len(lost) != 1 else ():
        score.confusion["-", str(card)] += 1
