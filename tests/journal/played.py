"""Evenings played by chance, as happenings and as the rows that a journal keeps of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from engine.cards import DECK
from engine.entries import Entry, entries_between, game_row
from engine.faults import Cause, Fault
from engine.happenings import Acknowledged, Answered, Broke, Corrected, LetGo, Mended, Retold, Said
from engine.house import load_rules
from engine.in_step import step_news
from engine.moves import Beat, Lead, SayBeaten, SayTakes, ThrowIn
from engine.ports import Doubt, Misread, Sighting
from engine.standing import Standing
from engine.state import Phase
from engine.table import Zone
from engine.truths import Truth
from engine.watch import follow
from journal.rows import GENESIS, Versions, draft, seal
from tests.engine.table import OpenTable

EVENING = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
CASINO = load_rules("casino-by-2001")
VERSIONS = Versions("0.1.0", "cards-1", CASINO.label)


def rules(label):
    return load_rules(label.partition("@")[0])


class Evening:
    """A table at which anything may happen, and the entries that it leaves."""

    def __init__(self, seed=0, *, calls_heard=False, errs=True):
        self.errs = errs
        self.chance = Random(seed)
        self.table = OpenTable(self.chance)
        game = replace(
            self.table.game, setting=replace(self.table.game.setting, calls_heard=calls_heard)
        )
        self.standing = Standing(start=game, game=game)
        self.entries = [
            Entry("start", 0.0, {"source": "evening.mp4", "table": "7"}),
            Entry("game", 0.0, game_row(game)),
        ]
        self.now = 0.0

    def happens(self, happening):
        """Take a happening in, and after a move what it shows of being in step."""
        self._take(happening)
        if isinstance(happening, Sighting):
            for told in step_news(self.standing, self.now):
                self._take(told)

    def _take(self, happening):
        before, self.standing = self.standing, follow(self.standing, happening)
        self.entries += entries_between(before, self.standing, happening)

    def tick(self):
        self.now = round(self.now + self.chance.choice((0.1, 1.4, 12.0)), 4)
        return self.now

    def play(self, moves):
        """Play on: mostly what is lawful, misread now and then, and what people do about it."""
        for _ in range(moves):
            if self.table.game.phase is Phase.OVER:
                return
            move = self.table.move()
            self.table.play(move)
            if self.errs:
                self._seen(move)
                self._people()
            else:
                self.happens(Sighting(move, self.tick(), round(self.now * 15)))

    def _seen(self, move):
        if self.chance.random() < 0.1 and isinstance(move, Beat | Lead | ThrowIn):
            self.happens(Sighting(None, self.tick(), 3, doubt=Doubt("which-card", (move,))))
            self.happens(
                Answered(self.standing.doubt.id, self.chance.choice((0, 1, 1)), self.tick())
            )
            return
        if self.chance.random() < 0.15 and isinstance(move, Beat):
            move = replace(move, card=self.chance.choice(sorted(DECK)))
        if isinstance(move, SayBeaten | SayTakes):
            self.happens(Said(move, self.tick()))
        else:
            self.happens(Sighting(move, self.tick(), round(self.now * 15), 0.9871))

    def _people(self):
        act = self.chance.random()
        laid = self.standing.game.bout.cards
        if act > 0.93 and laid:
            misread = Misread(self.chance.choice(laid), self.chance.choice(sorted(DECK)))
            self.happens(Sighting(None, self.tick(), round(self.now * 15), misread=misread))
        elif act < 0.08 and self.standing.steps:
            step = self.chance.choice(self.standing.steps)
            truth = self.chance.choice((None, Truth(cards=(self.chance.choice(sorted(DECK)),))))
            self.happens(Retold(step.number, truth, self.tick()))
        elif act < 0.11:
            self.happens(Corrected(self.tick()))
        elif act < 0.2 and self.standing.open:
            self.happens(Acknowledged(self.standing.open[0].id, self.tick()))
        elif act < 0.22 and self.standing.flags:
            self.happens(
                LetGo(self.chance.choice(sorted(self.standing.flags)), "Petrov", self.tick())
            )
        elif act < 0.24:
            zones = self.chance.choice(((), (Zone.BATTLE,)))
            figures = (("mm", 71.2),) if zones else ()
            cause = Cause("port-gone", "lamp") if zones else None
            self.happens(Broke(Fault.CAMERA_GLARE, "lamp", self.tick(), zones, figures, cause))
        elif act < 0.3 and self.standing.faults:
            self.happens(Mended(self.standing.faults[0].fault, self.tick()))


def rows_of(entries, versions=VERSIONS):
    """Return entries as a chain of rows."""
    rows, prev = [], GENESIS
    for entry in entries:
        row = seal(
            draft(entry.kind, entry.taken_at, entry.payload, EVENING, versions), len(rows) + 1, prev
        )
        rows.append(row)
        prev = row.hash
    return rows
