"""The golden film: the demo recording gives exactly its three flags, through the whole line."""

from __future__ import annotations

import json

import pytest

from journal.verify import verify
from vision.registry import models_folder
from vision.scene.bundled import DEMO_TRUTH

EXPECTED = [
    (flag["code"], flag["actor"], flag["cards"])
    for flag in json.loads(DEMO_TRUTH.read_text(encoding="utf-8"))["flags_expected"]
]

needs_weights = pytest.mark.skipif(
    not (models_folder() / "registry.toml").exists(),
    reason="no trained weights in models/weights yet: models/train makes them",
)


class Demo:
    """A run of the demo, and the files that it left."""

    def __init__(self, folder, kozyr):
        self.journal = folder / "demo.journal"
        self.events = folder / "out.jsonl"
        self.ended = kozyr(
            *("demo", "--fast", "--no-browser", "--serve", "127.0.0.1:0"),
            *("--journal", self.journal, "--events", self.events),
        )

    def lines(self, kind):
        lines = [json.loads(line) for line in self.events.read_text().splitlines()]
        return [line for line in lines if line["kind"] == kind]

    @property
    def flags(self):
        taken_back = {line["retracts"] for line in self.lines("retract")}
        return [
            (line["code"], line["actor"], line["cards"])
            for line in self.lines("flag")
            if line["severity"] >= 2
            and line["verdict"] == "illegal"
            and line["id"] not in taken_back
        ]


def assert_golden(demo):
    assert demo.ended.code == 0, demo.ended.err
    assert demo.flags == EXPECTED
    assert "flagged: 3 violations" in demo.ended.out
    assert demo.ended.out.count("● RED") == len(EXPECTED)
    assert verify(demo.journal).is_whole


@needs_weights
@pytest.mark.timeout(600)
def test_the_demo_gives_exactly_its_three_flags(tmp_path, kozyr):
    assert_golden(Demo(tmp_path, kozyr))


def test_there_are_three_mistakes_of_three_kinds():
    assert len({code for code, _, _ in EXPECTED}) == 3


def test_the_recording_is_small():
    assert DEMO_TRUTH.with_name("demo.mp4").stat().st_size <= 8_000_000
