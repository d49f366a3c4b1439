"""One game of a journal as people and programs get it: what was played, found and ruled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.notation import print_move, print_position
from engine.results import result_word
from engine.row_reading import Fields
from engine.rows import Row as Payload
from engine.rows import violation_row
from engine.standing import Step
from journal.dealers import Dealers
from journal.evidence import EVIDENCE
from journal.incidents import Incident, Sort, incidents
from journal.replay import PlayedGame, Rulebook, replay
from journal.rows import Row
from journal.statistics import Counted

FORMAT = "kozyr-game/1"


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game with everything that is told of it; `begun` is the time of day of the camera's zero.

    `evidence` holds the rows that list it, by the name of the flag or doubt; `dealer` is whoever
    dealt when the game began.
    """

    number: int
    played: PlayedGame
    incidents: tuple[Incident, ...]
    evidence: dict[str, Fields]
    begun: datetime | None
    dealer: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the moves that hold."""
        return tuple(step for step in self.played.standing.steps if not step.is_void)

    @property
    def span_s(self) -> tuple[float, float]:
        """Return when its first and its last move were seen, in seconds."""
        times = [step.taken_at for step in self.steps] or [self.played.rows[0].taken_at]
        return times[0], times[-1]

    @property
    def result(self) -> str:
        """Return its result in one word, nothing where it has none."""
        game = self.played.standing.game
        return result_word(game.result, game.players)

    @property
    def stops(self) -> tuple[Incident, ...]:
        """Return the incidents that stopped the game and were not taken back."""
        return tuple(i for i in self.incidents if i.sort is Sort.STOP and not i.is_withdrawn)

    @property
    def counted(self) -> Counted:
        """Return what it adds to the statistics."""
        codes: dict[str, int] = {}
        for incident in self.incidents:
            if not incident.is_withdrawn:
                for code in incident.codes:
                    codes[str(code)] = codes.get(str(code), 0) + 1
        doubts = sum(incident.sort is Sort.DOUBT for incident in self.incidents)
        first, last = self.span_s
        at = self.wall(first)
        hour = "" if at is None else f"{at:%H}:00"
        table = self.played.table
        return Counted(len(self.steps), codes, doubts, last - first, table, self.dealer, hour)

    def wall(self, seconds: float) -> datetime | None:
        """Return the time of day of a camera's time, where it is known."""
        return None if self.begun is None else self.begun + timedelta(seconds=seconds)


def told_games(
    rows: Sequence[Row], rules: Rulebook, begun: datetime | None = None
) -> tuple[ToldGame, ...]:
    """Return every game that rows tell, those in which nobody played left out.

    Raises RowError and RulesError.
    """
    found = incidents(rows)
    evidence = evidence_by_run(rows)
    dealers = Dealers(rows)
    games = [game for game in replay(rows, rules) if game.is_played]
    return tuple(
        ToldGame(
            number,
            game,
            tuple(i for i in found if i.game == game.seq),
            evidence.get(game.run.seq, {}),
            begun,
            dealers.at(game.seq),
        )
        for number, game in enumerate(games, 1)
    )


def evidence_by_run(rows: Iterable[Row]) -> dict[int, dict[str, Fields]]:
    """Return the rows of evidence by run and by the name of what they prove."""
    by_run: dict[int, dict[str, Fields]] = {}
    run = 0
    for row in rows:
        if row.begins_run:
            run = row.seq
        elif row.kind == EVIDENCE:
            content = row.content
            by_run.setdefault(int(str(content.get("run", run))), {})[str(content["of"])] = content
    return by_run


def game_json(game: ToldGame) -> Payload:
    """Return a game as plain values, in a form that says its version."""
    played, standing = game.played, game.played.standing
    first, last = game.span_s
    at = game.wall(first)
    row = played.rows[0]
    return {
        "format": FORMAT,
        "table": played.table,
        "source": played.source,
        "dealer": game.dealer,
        "game": standing.game.game_no,
        "number": game.number,
        "versions": {"software": row.software, "models": row.models, "rules": row.rules},
        "players": [str(seat) for seat in standing.game.players],
        "began": None if at is None else at.isoformat(),
        "from": round(first, 4),
        "to": round(last, 4),
        "result": game.result,
        "moves": list(_moves(game.steps, standing.dismissed)),
        "incidents": [incident_json(incident, game.evidence) for incident in game.incidents],
        "position": print_position(standing.game),
    }


def _moves(steps: Iterable[Step], dismissed: frozenset[int]) -> Iterator[Payload]:
    for step in steps:
        flags = [violation_row(f.violation) for f in step.flags if f.id not in dismissed]
        yield {
            "id": step.name,
            "word": print_move(step.move),
            "t": round(step.taken_at, 4),
            "frame": step.frame,
            "probability": round(step.probability, 4),
            "flags": flags,
        }


def incident_json(incident: Incident, evidence: dict[str, Fields]) -> Payload:
    """Return an incident as plain values."""
    return {
        "id": incident.id,
        "sort": str(incident.sort),
        "severity": int(incident.severity),
        "from": round(incident.began_s, 4),
        "to": round(incident.ended_s, 4),
        "codes": [str(code) for code in incident.codes],
        "seats": [str(seat) for seat in incident.seats],
        "cards": [str(card) for card in incident.cards],
        "question": incident.question,
        "fault": None if incident.fault is None else str(incident.fault),
        "withdrawn": incident.is_withdrawn,
        "open": incident.is_open,
        "evidence": [dict(evidence[name]) for name in incident.names if name in evidence],
    }
