"""Whose arm it is: where it came in, and for as long as it is there."""

from __future__ import annotations

import numpy as np
import pytest

from engine.seats import Actor
from tests.vision.table_scene import PROFILE
from vision.arms import ArmSense, rim_of
from vision.rectify import TableMap


@pytest.fixture
def table():
    return TableMap(PROFILE)


class Arms:
    """A dealer's arm that comes in from the left, frame by frame."""

    def __init__(self, table):
        self.sense, self.shape, self.cell_mm = (
            ArmSense(rim_of(PROFILE, table)),
            table.shape,
            table.cell_mm,
        )
        self.last = np.zeros(self.shape, bool)

    def see(self, *, tip_mm, from_mm=0.0, height_mm=300.0, more=None):
        """Show an arm from one distance from the left edge to another; what is new moves."""
        arm = np.zeros(self.shape, bool)
        row = int(height_mm / self.cell_mm)
        arm[row - 8 : row + 8, int(from_mm / self.cell_mm) : int(tip_mm / self.cell_mm)] = True
        if more is not None:
            arm |= more
        told = self.sense.see(arm, arm ^ self.last)
        self.last = arm
        return told


def cards_at_the_edge(table, down_to_mm):
    """What differs where cards before B are touched: from the top edge on, perhaps to the arm."""
    cells = np.zeros(table.shape, bool)
    middle = table.shape[1] // 2
    cells[0 : int(down_to_mm / table.cell_mm), middle - 8 : middle + 8] = True
    return cells


def test_an_arm_whose_sleeve_is_lost_against_a_dark_edge_stays_its_owners(table):
    arms = Arms(table)
    for tip in (100, 250, 400, 560):
        assert list(arms.see(tip_mm=tip)) == [Actor.DEALER]
    arms.see(tip_mm=560, from_mm=80, more=cards_at_the_edge(table, 60))
    for _ in range(3):
        told = arms.see(tip_mm=560, from_mm=80, more=cards_at_the_edge(table, 310))
        assert told[Actor.DEALER].sum() > 0.8 * arms.last[:, : table.shape[1] // 2 - 8].sum()


def test_what_an_arm_left_at_the_edge_of_another_is_his(table):
    arms = Arms(table)
    for tip in (100, 250):
        arms.see(tip_mm=tip)
    left_there = np.zeros(table.shape, bool)
    left_there[0:12, 60:72] = True
    assert list(arms.see(tip_mm=60, more=left_there)) == [Actor.B, Actor.DEALER]
