"""What rulings come to: games derived anew with them, their results, the score of the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.correcting import after_truth
from engine.results import result_word
from engine.standing import Standing
from journal.happened import truth_of
from journal.incidents import Incident
from journal.replay import PlayedGame
from journal.rulings import Decided, Decision, Ruling


@dataclass(frozen=True, slots=True)
class RuledGame:
    """A game with what was ruled of it: how it stands now, and its result in one word."""

    played: PlayedGame
    standing: Standing
    result: str
    by_house: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Wins by seat, and draws, over the games of a match."""

    wins: tuple[tuple[str, int], ...]
    draws: int

    def __str__(self) -> str:
        """Write it as people do.

        >>> str(Score((("A", 3), ("B", 2)), 1))
        'A 3 : B 2 (=1)'
        """
        wins = " : ".join(f"{seat} {count}" for seat, count in self.wins)
        return f"{wins} (={self.draws})" if self.draws else wins


def ruled(
    played: PlayedGame, incidents: Sequence[Incident], rulings: Iterable[Ruling]
) -> RuledGame:
    """Return a game with the rulings on its incidents worked in, in their order."""
    by_id = {incident.id: incident for incident in incidents if incident.game == played.seq}
    standing, winner = played.standing, ""
    for ruling in rulings:
        if (incident := by_id.get(ruling.incident)) is None:
            continue
        for truth in ruling.truths:
            told = None if truth.move is None else truth_of(truth.move)
            standing = after_truth(standing, truth.step, told)
        if ruling.decision in {Decision.OVERTURN, Decision.CAMERA_ERROR}:
            standing = _dismissed(standing, incident)
        winner = ruling.winner or winner
    game = standing.game
    played_out = result_word(game.result, game.players)
    return RuledGame(played, standing, winner or played_out, by_house=bool(winner))


def _dismissed(standing: Standing, incident: Incident) -> Standing:
    """Let the flags of an incident no longer count: those that are still the same."""
    wrong = {(flag.step, flag.violation.code, flag.violation.cards) for flag in incident.flags}
    numbers = {
        number
        for number, (step, flag) in standing.flags.items()
        if (step.number, flag.violation.code, flag.violation.cards) in wrong
    }
    still_open = tuple(f for f in standing.open if f.id not in numbers)
    return replace(standing, dismissed=standing.dismissed | numbers, open=still_open)


def ruled_games(
    games: Sequence[PlayedGame],
    incidents: Sequence[Incident],
    people: Decided,
    more: Sequence[Ruling] = (),
) -> tuple[RuledGame, ...]:
    """Return all games with the rulings that hold, and with others that are only considered."""
    considered = {ruling.incident for ruling in more}
    holding = [
        ruling
        for incident in incidents
        if incident.id not in considered and (ruling := people.ruling(incident.id)) is not None
    ]
    return tuple(ruled(game, incidents, (*holding, *more)) for game in games)


def score(games: Iterable[RuledGame]) -> Score:
    """Return the score over games; only a win counts."""
    wins: dict[str, int] = {}
    draws = 0
    for game in games:
        for seat in game.standing.game.players:
            wins.setdefault(str(seat), 0)
        if game.result == "draw":
            draws += 1
        elif game.result and not game.result.startswith("fool"):
            for winner in game.result.split(","):
                wins[winner] = wins.get(winner, 0) + 1
    return Score(tuple(sorted(wins.items())), draws)
