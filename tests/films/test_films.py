"""Acceptance films, read by the shipped networks through the whole line and scored by their truth.

The films lie beside the checkout (`../shared/films`) and are for measuring only. Which of them
are read is set by the variable FILMS; `make films` reads all six.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from journal.verify import verify

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "films"
NAMES = os.environ.get("FILMS", "d01 d02 d03 d04 d05 d06").split()

pytestmark = [
    pytest.mark.films,
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason=f"NOT MEASURED: the acceptance films are not at {FOLDER}"
    ),
]

LEGAL = {"d01", "d04"}
"""Films in which nobody does anything wrong."""


def scored(name, events):
    """Score a film's events with the scorer that came with it."""
    truth = FOLDER / f"{name}.truth.json"
    done = subprocess.run(
        [sys.executable, FOLDER / "score.py", truth, events, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)[0]


@pytest.fixture(scope="module", params=NAMES)
def film(request, tmp_path_factory):
    """Watch one film as a technician would, and score what came of it."""
    name, folder = request.param, tmp_path_factory.mktemp(request.param)
    kozyr = Path(sys.executable).with_name("kozyr")
    table, events, journal = folder / "table.toml", folder / "out.jsonl", folder / "film.journal"
    told = ("--events", events, "--journal", journal)
    for arguments in (
        ("calibrate", "import", FOLDER / f"{name}.input.json", table),
        ("watch", FOLDER / f"{name}.mp4", "--table", table, *told),
    ):
        done = subprocess.run([kozyr, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return name, scored(name, events), journal


def test_what_people_did_is_told_and_nothing_else(film):
    _name, score, _journal = film
    assert score["actions"]["precision"] >= 0.99, score["detail"]["extra"]
    assert score["actions"]["recall"] >= 0.99, score["detail"]["missed"]


def test_the_cards_that_settled_are_named_right(film):
    _name, score, _journal = film
    assert score["card_identity"]["accuracy"] >= 0.995
    assert score["beat_target"]["right"] == score["beat_target"]["compared"]


def test_every_offence_is_flagged_and_nothing_lawful_is(film):
    name, score, _journal = film
    assert score["flags"]["matched"] == score["flags"]["expected"], score["detail"]["missed_flags"]
    assert score["flags"]["false_alarms"] == 0, score["detail"]["false_flags"]
    assert (name in LEGAL) == (score["flags"]["expected"] == 0)


def test_it_is_told_while_it_still_matters(film):
    # Seconds of the film's own clock, so the machine's speed has no part in them.
    _name, score, _journal = film
    assert score["action_delay_s"]["median"] <= 0.5


def test_the_journal_of_the_film_is_whole(film):
    assert verify(film[2]).is_whole
