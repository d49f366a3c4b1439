"""The regression album: a clip is added with its right answer, and checked ever after."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import av
import numpy as np
import pytest

from dealer_ui import opening_records, wiring
from dealer_ui.album_truth import read_truth
from dealer_ui.answers import Flagged
from engine.notation import parse_move, print_move
from engine.ports import Sighting
from engine.table import TableState
from engine.verdict import Code

PROFILE = Path(__file__).with_name("table.toml")
RIGHT = """
start = "A6/B6|9h|t24|d0|-|-|bout 2 last=ABtaken"
moves = ["A>7c", "B:9d/7c"]
flags = ["BEAT_WRONG_SUIT B"]
"""
FILM = {
    "actions": [
        {"type": "deal", "actor": "dealer", "to": "A", "count": 2, "t_rest": 1.0},
        {"type": "pickup", "actor": "A", "t_rest": 2.0, "optional": True},
        {"type": "trump", "actor": "dealer", "cards": ["9h"], "t_rest": 3.0},
        {"type": "beat", "actor": "B", "cards": ["10d"], "on": "7c", "t_rest": 5.0},
        {"type": "lead", "actor": "A", "cards": ["7c"], "t_rest": 4.0},
        {"type": "throw", "actor": "A", "cards": ["7d"], "t_rest": 5.5},
        {"type": "withdraw", "actor": "B", "cards": ["10d"], "t_rest": 6.0},
        {"type": "take", "actor": "B", "cards": ["7c"], "t_rest": 7.0},
        {"type": "sweep", "actor": "dealer", "cards": ["8c"], "t_rest": 8.0},
        {"type": "draw", "actor": "A", "count": 2, "t_rest": 9.0},
        {"type": "return", "actor": "A", "count": 1, "t_rest": 10.0},
    ],
    "flags_expected": [{"code": "BEAT_WRONG_SUIT", "actor": "B", "any_actor": True}],
    "flags_optional": [{"t": 6.0, "window": 6.0, "codes": ["BEAT_RETRACTED"]}],
}


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    path = tmp_path_factory.mktemp("clip") / "grey.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=15)
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        for number in range(8):
            grey = np.full((720, 1280, 3), 20 * number, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(grey, format="bgr24")))
        container.mux(stream.encode())
    return path


class Sight:
    def news(self):
        return ()

    def see(self, frame):
        return TableState(frame.taken_at, frame.number)


@pytest.fixture
def told(monkeypatch):
    """What the line tells, one move a frame."""
    words = ["A>7c", "B:9d/7c"]

    class Reading:
        def read(self, state, game):
            here = words[state.frame : state.frame + 1]
            return [Sighting(parse_move(word), state.taken_at, state.frame) for word in here]

    monkeypatch.setattr(wiring, "open_sight", lambda _order: Sight())
    monkeypatch.setattr(wiring, "open_reading", Reading)
    monkeypatch.setattr(opening_records, "read_registry", lambda _folder: {})
    return words


@pytest.fixture
def album(tmp_path, kozyr, film):
    """A folder for an album, and its commands."""

    class Album:
        folder = tmp_path / "album"

        def truth(self, text, name="right.toml"):
            path = tmp_path / name
            path.write_text(text, encoding="utf-8")
            return path

        def add(self, *more, truth=RIGHT):
            told = ("--truth", self.truth(truth), "--table", PROFILE)
            return kozyr("album", "add", film, *told, "--album", self.folder, *more)

        def check(self, *more):
            return kozyr("album", "check", self.folder, *more)

    return Album()


def test_a_clip_whose_answer_is_right(album, told):
    added = album.add()
    assert added.out == "Added to the album: grey. Moves: 2, flags: 1.\n"
    checked = album.check()
    assert (checked.code, checked.out) == (0, "✓ grey\nClips: 1. Every answer is right.\n")


def test_a_clip_whose_answer_is_wrong_says_in_what(album, told):
    album.add("--name", "wrong-suit")
    told[1] = "B:9c/7c"
    checked = album.check()
    assert checked.code == 1
    assert checked.out.splitlines() == [
        "✗ wrong-suit",
        "  a move was not told: B:9d/7c",
        "  a move was told that was none: B:9c/7c",
        "  an offence was not flagged: BEAT_WRONG_SUIT B",
        "Clips: 1. Wrong answers: 1.",
    ]


def test_the_check_for_other_programs(album, told):
    album.add()
    told.clear()
    told += ["A>7c", "B:9d/7c", "A+7d"]
    checked = album.check("--json")
    assert json.loads(checked.out) == {"clips": {"grey": [["move-invented", "A+7d"]]}}


def test_every_clip_is_checked_and_a_page_can_be_written_anew(album, told):
    album.add("--name", "one")
    album.add("--name", "two", truth='moves = ["A>7c"]')
    album.add("--name", "two")
    checked = album.check()
    assert checked.out == "✓ one\n✓ two\nClips: 2. Every answer is right.\n"


def test_a_film_brings_its_truth_and_its_table_along(album, kozyr, film, told, tmp_path):
    clip = shutil.copy(film, tmp_path / "evening.mp4")
    description = Path(wiring.__file__).parents[1] / "vision" / "scene" / "demo" / "demo.input.json"
    known = json.loads(description.read_text(encoding="utf-8"))
    known["calibration"]["homography_px_to_mm"] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    (tmp_path / "evening.input.json").write_text(json.dumps(known), encoding="utf-8")
    (tmp_path / "evening.truth.json").write_text(json.dumps(FILM), encoding="utf-8")
    added = kozyr("album", "add", clip, "--album", album.folder)
    assert added.out == "Added to the album: evening. Moves: 10, flags: 1.\n", added.err


def test_a_films_truth_becomes_moves_in_their_order(album):
    right = read_truth(album.truth(json.dumps(FILM), "film.truth.json")).right
    assert [print_move(move) for move in right.moves] == [
        "deal A2",
        "^9h",
        "A>7c",
        "B:Td/7c",
        "A+7d",
        "~B:Td",
        "=B[7c]",
        "=[8c]",
        "d A2",
        "~d A1",
    ]
    assert right.flags == (Flagged(Code.BEAT_WRONG_SUIT, None),)
    assert right.tolerated == {Code.BEAT_RETRACTED}
    assert right.faults is None


def test_a_short_truth(album):
    truth = read_truth(album.truth('moves = []\nfaults = ["camera-lost"]\nflags = ["DRAW_ORDER"]'))
    assert truth.right.flags == (Flagged(Code.DRAW_ORDER, None),)
    assert [str(fault) for fault in truth.right.faults] == ["camera-lost"]


@pytest.mark.parametrize(
    ("truth", "says"),
    [
        ('moves = ["A>7z"]', "not a move: 'A>7z'"),
        ("moves = 7", "moves: Input should be a valid list"),
        ("flags = []", "moves: Field required"),
        ('moves = []\nflag = ["x"]', "flag: Extra inputs are not permitted"),
        ('moves = []\nflags = ["BEAT B"]', "no flag: 'BEAT B'; write CODE SEAT"),
        ('moves = []\nflags = ["BEAT_WRONG_SUIT Q"]', "no flag: 'BEAT_WRONG_SUIT Q'"),
        ('moves = []\nfaults = ["rain"]', "faults.0: Input should be 'camera-lost'"),
        ('moves = []\nstart = "A6"', "start: no position (a position has 7 fields"),
        ("moves =", "Invalid value"),
    ],
)
def test_a_truth_that_cannot_be_used_is_refused_in_one_sentence(album, truth, says):
    ended = album.add(truth=truth)
    assert ended.code == 2
    assert says in ended.err
    assert ended.err.count("\n") == 1
    assert not album.folder.exists()


def test_a_film_truth_with_an_unknown_action(album, kozyr, film):
    odd = {"actions": [{"type": "sneeze", "actor": "A", "t_rest": 1}], "flags_expected": []}
    truth = album.truth(json.dumps(odd), "odd.truth.json")
    ended = kozyr("album", "add", film, "--truth", truth, "--table", PROFILE)
    assert ended.code == 2
    assert ended.err.endswith("no action of a game: 'sneeze'\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add", "missing.mp4", "--truth", "{truth}", "--table", "{table}"), "missing.mp4"),
        (("add", "{film}", "--table", "{table}"), "--truth: not given, and there is no"),
        (("add", "{film}", "--truth", "{truth}"), "--table: not given, and there is no"),
        (("add", "{film}", "--truth", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("check", "{empty}"), "no album; kozyr album add makes one"),
    ],
)
def test_what_is_missing_is_named(album, kozyr, film, tmp_path, arguments, says):
    given = {"film": film, "table": PROFILE, "empty": tmp_path, "truth": album.truth(RIGHT)}
    ended = kozyr("album", *(str(one).format(**given) for one in arguments))
    assert ended.code == 2
    assert says in ended.err
    assert ended.err.count("\n") == 1
