"""What people say on the page, and what it means at the table."""

from __future__ import annotations

import pytest

from dealer_ui.commands import (
    Acknowledge,
    Answer,
    Button,
    ButtonName,
    CommandQueue,
    Correct,
    LetGo,
    Pause,
)
from dealer_ui.hearing import Clocks, Ears
from engine import happenings
from engine.cards import parse_card
from engine.deeds import Deed
from engine.faults import Noted, Notice
from engine.happenings import Acknowledged, Answered, Corrected, InspectorCalled, Paused, Retold
from engine.seats import Actor
from engine.standing import Standing
from engine.truths import Truth
from tests.engine.builders import position

NINE, SEVEN = parse_card("9c"), parse_card("7c")
GAME = position("A6/B6|9h|t24|d0|-|-")


@pytest.mark.parametrize(
    ("command", "happening"),
    [
        (Button(ButtonName.CORRECTION), Corrected(5.0)),
        (Button(ButtonName.CALL_INSPECTOR), InspectorCalled(5.0)),
        (Answer(7, 2), Answered(7, 2, 5.0)),
        (Acknowledge(3), Acknowledged(3, 5.0)),
        (LetGo(3, "Petrov"), happenings.LetGo(3, "Petrov", 5.0)),
        (Pause(begins=True), Paused(True, 5.0)),
        (Correct(4, nothing=True), Retold(4, None, 5.0)),
        (Correct(4), Retold(4, Truth(), 5.0)),
        (
            Correct(4, cards=(NINE,), on=SEVEN, who="inspector"),
            Retold(4, Truth(cards=(NINE,), on=SEVEN), 5.0, Actor.INSPECTOR),
        ),
        (
            Correct(4, deed=Deed.DRAW, seat=Actor.B, count=2),
            Retold(4, Truth(Deed.DRAW, Actor.B, count=2), 5.0),
        ),
    ],
)
def test_a_command_becomes_a_happening(command, happening):
    commands = CommandQueue()
    ears = Ears(commands)
    number = commands.accept(command)
    assert list(ears.heard(Standing(start=GAME, game=GAME), 5.0)) == [happening]
    assert ears.handled_command == number


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0, 2.0])
def test_a_time_of_day_that_jumps_is_noticed_once(jump_s):
    steady, day = [100.0], [1_000_000.0]
    ears = Ears(CommandQueue(), Clocks(lambda: steady[0], lambda: day[0]))
    told = []
    for n in range(6):
        steady[0] += 1.0
        day[0] += 1.0 + (jump_s if n == 3 else 0.001)
        told += ears.heard(Standing(start=GAME, game=GAME), 5.0 + n)
    assert told == [Noted(Notice.CLOCK_STEPPED, 8.0, (("seconds", pytest.approx(jump_s)),))]
