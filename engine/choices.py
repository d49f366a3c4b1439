"""Where the rules are silent: what the inspector may choose, never picked for him."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house import NextGameLead
from engine.parameters import Choice
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Verdict, Violation


@dataclass(frozen=True, slots=True)
class Option:
    """One choice, and the players it would give the turn to, as far as that is known."""

    choice: Choice
    seats: tuple[Actor, ...] = ()


def options_for(game: Game, violation: Violation) -> tuple[Option, ...]:
    """Return the inspector's choices for what the rules leave open; none for a plain offence."""
    if violation.verdict is not Verdict.UNDEFINED:
        return ()
    match violation.code:
        case Code.FIRST_LEAD_UNDEFINED:
            return _first_lead_options(game)
        case Code.TRANSFER_SEVERAL_UNDEFINED | Code.STRAP_LED:
            return (Option(Choice.LET_STAND), Option(Choice.TAKE_BACK))
        case Code.ENDLESS_TAKING:
            return (Option(Choice.DRAW), Option(Choice.PLAY_ON))
        case Code.GAME_GIVEN_UP:
            others = tuple(seat for seat in game.players if seat != violation.actor)
            return (Option(Choice.OTHERS_WIN, others), Option(Choice.PLAY_ON))
        case _:
            return ()


def _first_lead_options(game: Game) -> tuple[Option, ...]:
    """Return the choices in the order of the house: for want of a trump, or after a draw."""
    rules = game.rules
    by_trump = game.game_no == 1 or rules.next_game_lead is NextGameLead.LOWEST_TRUMP
    choices = rules.no_trump_choices if by_trump else rules.after_draw_choices
    options = (Option(choice, _seats(game, choice)) for choice in choices)
    needs_seat = {Choice.LAST_WINNER}
    return tuple(option for option in options if option.seats or option.choice not in needs_seat)


def _seats(game: Game, choice: Choice) -> tuple[Actor, ...]:
    match choice:
        case Choice.LAST_WINNER:
            winner = game.setting.last_winner
            return () if winner is None else (winner,)
        case Choice.LOT | Choice.LOWEST_TRUMP | Choice.LOWEST_CARD:
            return game.players
        case _:
            return ()
