"""Measure recognition on labelled photographs and films: who reads what, and how often in vain."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, parse_card
from vision.crops import Picture
from vision.eye import Eye
from vision.photo import annotated, load_photo, read_photo
from vision.seen import Kind

VISIBLE = 0.6
"""A card of a film counts when this part of it shows and it lies still."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with the cards that show on it.

    `exact` are identities; `ranks` are rank letters, which is all that some labels tell.
    """

    name: str
    picture: Picture
    exact: frozenset[Card]
    ranks: frozenset[str]
    partly: frozenset[Card] = frozenset()
    """Cards that show too little to count, but are not invented when they are read."""
    from_film: bool = False


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


def labelled_photos(folder: Path, wanted: str = "") -> Iterator[Labelled]:
    """Yield the labelled photographs of a folder; `wanted` is a part of their paths."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if wanted not in entry["image"]:
            continue
        names = [o["class"] for o in entry["objects"]]
        whole = all(o.get("suit") for o in entry["objects"] if o["class"] not in ("JOKER", "BACK"))
        cards = {c for name in names if (c := _game_card(name))}
        ranks = {r for o in entry["objects"] if (r := _game_rank(str(o.get("rank"))))}
        exact = frozenset(cards) if whole else frozenset()
        path = next(
            p for p in (folder / entry["image"], folder / "images" / entry["image"]) if p.exists()
        )
        yield Labelled(entry["image"], load_photo(path), exact, frozenset(ranks))


def _game_card(name: str) -> Card | None:
    try:
        return parse_card(name[:-1] + name[-1:].lower())
    except ValueError:
        return None


def _game_rank(name: str) -> str | None:
    letter = "T" if name == "10" else name
    return letter if letter in "6789TJQKA" and letter else None


def labelled_film(film: Path, truth: Path) -> Iterator[Labelled]:
    """Yield the sampled frames of a film with the cards that lie still and show well."""
    frames = json.loads(truth.read_text(encoding="utf-8"))["sampled_frames"]
    video = cv2.VideoCapture(str(film))
    for sample in frames:
        video.set(cv2.CAP_PROP_POS_FRAMES, sample["frame"])
        there, picture = video.read()
        still = [c for c in sample["cards"] if not c["in_motion"] and c["card"] != "back"]
        cards = {
            c for s in still if s["visible_fraction"] >= VISIBLE and (c := _game_card(s["card"]))
        }
        if there:
            ranks = frozenset(c.rank.letter for c in cards)
            partly = {
                c for s in sample["cards"] if s["card"] != "back" and (c := _game_card(s["card"]))
            }
            name = f"{film.stem}@{sample['frame']}"
            image = np.asarray(picture, np.uint8)
            yield Labelled(
                name, image, frozenset(cards), ranks, frozenset(partly - cards), from_film=True
            )


def evaluate(eye: Eye, pictures: Iterator[Labelled], keep_failures: int = 60) -> Score:
    """Read pictures and compare what was read with what is there, each identity once a picture."""
    score = Score()
    for labelled in pictures:
        seen = (
            eye.look(labelled.picture) if labelled.from_film else read_photo(eye, labelled.picture)
        )
        cards = frozenset(c.card for c in seen if c.card)
        score.unreadable += sum(c.kind is Kind.UNREADABLE for c in seen)
        _count_ranks(score, labelled, frozenset(c.rank.letter for c in cards))
        if labelled.exact or not labelled.ranks:
            _count_cards(score, labelled, cards)
        wrong = _missed(labelled, cards)
        if wrong and len(score.failures) < keep_failures:
            score.failures.append((f"{labelled.name}: {wrong}", annotated(labelled.picture, seen)))
    return score


def _missed(labelled: Labelled, cards: frozenset[Card]) -> str:
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
