"""A deck is enrolled whole or not at all, raises what is read, and goes without a trace."""

from __future__ import annotations

import av
import cv2
import numpy as np
import pytest

from engine.cards import parse_card
from tests.vision.spread import DECK_NAMES, spread
from vision.deck import DeckError, enrolled_decks, keep_deck, load_deck, remove_deck
from vision.deck_check import check_deck, is_black_face
from vision.enrol import How, enrol, gather
from vision.enrol_sources import EnrolRefusedError, Refusal, Shot, shots_of
from vision.eye import open_eye
from vision.registry import read_registry

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="module")
def eye():
    return open_eye()


@pytest.fixture(scope="module")
def whole_spread():
    return spread(DECK_NAMES)


@pytest.fixture(scope="module")
def deck(eye, whole_spread):
    """The shipped art, enrolled from one spread and a few backs."""
    backs = Shot("backs", spread(["back"] * 3, 2), "")
    shown = gather(eye, [Shot("a", whole_spread), backs], How(in_order=False))
    return enrol(eye, shown, "ours")


@pytest.fixture
def folder(tmp_path, deck):
    keep_deck(tmp_path / "decks", deck, read_registry(), "2026-11-30")
    return tmp_path / "decks"


def refusal(eye, shots, how=How()):  # noqa: B008 (How is frozen)
    with pytest.raises(EnrolRefusedError) as caught:
        gather(eye, shots, how)
    return caught.value


def test_every_card_of_a_spread_is_told(eye, whole_spread):
    shown = gather(eye, [Shot("a", whole_spread)], How())
    assert sorted(v.name for v in shown.faces) == sorted(DECK_NAMES)
    by_row = gather(eye, [Shot("a", whole_spread)], How(in_order=True))
    places = {v.name: v.corners.mean(axis=0) for v in by_row.faces}
    assert all(np.abs(places[v.name] - v.corners.mean(axis=0)).max() < 2 for v in shown.faces)


def test_enrolment_says_beforehand_that_it_reads_more(deck):
    assert deck.expected.views >= 36
    assert deck.expected.after[0] > deck.expected.before[0]
    assert deck.expected.after[1] <= 0.02


def test_an_enrolled_deck_is_read_and_gone_without_a_trace(eye, deck, folder):
    picture = spread(DECK_NAMES[::-1], 5)
    plain = [(c.card, c.probability) for c in eye.look(picture)]
    enrolled = open_eye(deck=lambda networks: load_deck(folder, "ours", networks))
    read = {c.card for c in enrolled.look(picture) if c.card}
    assert len(read) >= len({card for card, _ in plain if card})
    assert len(read) >= 35

    remove_deck(folder, "ours")
    assert enrolled_decks(folder) == ()
    assert [(c.card, c.probability) for c in open_eye().look(picture)] == plain


def test_a_deck_of_other_readers_is_refused(folder):
    networks = read_registry()
    other = {**networks, "whole": networks["finder"]}
    with pytest.raises(DeckError, match="enrolled with other readers: enrol it again"):
        load_deck(folder, "ours", other)


def test_an_unknown_and_a_damaged_deck_are_named(folder):
    with pytest.raises(DeckError, match="no enrolled deck theirs"):
        load_deck(folder, "theirs", read_registry())
    with pytest.raises(DeckError, match="no enrolled deck theirs"):
        remove_deck(folder, "theirs")
    (folder / "ours" / "deck.npz").write_bytes(b"torn")
    with pytest.raises(DeckError, match=r"deck ours .* is damaged"):
        load_deck(folder, "ours", read_registry())


def without(name, put=None):
    return [put if n == name else n for n in DECK_NAMES if n != name or put]


@pytest.mark.parametrize(
    ("picture", "why", "cards"),
    [
        (spread(without("8h")), Refusal.MISSING, ("8h",)),
        (spread(without("8h", "6c")), Refusal.TWICE, ("6c",)),
        (cv2.GaussianBlur(spread(DECK_NAMES), (0, 0), 5), Refusal.BLURRED, ()),
        ((spread(DECK_NAMES) * 0.2).astype(np.uint8), Refusal.DARK, ()),
        (np.full((400, 600, 3), (52, 92, 44), np.uint8), Refusal.NO_CARDS, ()),
    ],
    ids=["missing", "twice", "blurred", "dark", "empty"],
)
def test_a_deck_that_is_not_whole_is_refused(eye, picture, why, cards):
    refused = refusal(eye, [Shot("a.jpg", picture)])
    if not (why is Refusal.DARK and refused.refusal is Refusal.NO_CARDS):
        assert refused.refusal is why
    assert set(map(parse_card, cards)) <= set(refused.cards)


def test_rows_must_hold_36_in_their_order(eye, whole_spread):
    few = refusal(eye, [Shot("a", spread(DECK_NAMES[:27]))], How(in_order=True))
    assert few.refusal is Refusal.NOT_36
    swapped = DECK_NAMES.copy()
    swapped[0], swapped[-1] = swapped[-1], swapped[0]
    other = refusal(eye, [Shot("a", spread(swapped))], How(in_order=True))
    assert other.refusal is Refusal.SHOWS_ANOTHER


def test_a_folder_with_other_files_is_refused(tmp_path, whole_spread):
    cv2.imwrite(str(tmp_path / "a.png"), whole_spread)
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(EnrolRefusedError) as caught:
        list(shots_of(str(tmp_path)))
    assert (caught.value.refusal, caught.value.things) == (Refusal.NOT_PICTURES, ("notes.txt",))


def test_files_are_named_all_or_none(tmp_path, whole_spread):
    for name in ("6c", "IMG_1"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), whole_spread)
    with pytest.raises(EnrolRefusedError) as caught:
        list(shots_of(str(tmp_path)))
    assert (caught.value.refusal, caught.value.things) == (Refusal.NAMED_PARTLY, ("IMG_1.png",))


def test_a_named_file_shows_its_card_or_a_person_insists(eye):
    wrong = Shot("9d.jpg", spread(["6c"]), "9d")
    assert refusal(eye, [wrong]).refusal is Refusal.SHOWS_ANOTHER
    insisted = refusal(eye, [wrong], How(as_named=True))
    assert insisted.refusal is Refusal.MISSING
    assert parse_card("9d") not in insisted.cards


@pytest.mark.parametrize(
    ("names", "missing", "twice"),
    [
        (DECK_NAMES, (), ()),
        (without("8h", "6c"), ("8h",), ("6c",)),
    ],
)
def test_a_deck_check_tells_what_is_missing_and_what_is_twice(
    eye, deck, folder, names, missing, twice
):
    enrolled = open_eye(deck=lambda networks: load_deck(folder, "ours", networks))
    report = check_deck(enrolled, [Shot("a", spread(names, 8))], deck.backs)
    assert tuple(map(str, report.missing)) == missing
    assert tuple(map(str, report.twice)) == twice
    assert report.is_right is (not missing and not twice)


def test_a_foreign_back_is_found_and_our_own_is_not(eye, deck):
    ours = check_deck(eye, [Shot("a", spread(["back"] * 4, 9))], deck.backs)
    theirs = check_deck(eye, [Shot("a", spread(["back"] * 4, 9, tint=(2, 0, 1)))], deck.backs)
    assert ours.backs >= 3
    assert ours.foreign_backs == 0
    assert theirs.foreign_backs >= 3


def test_a_face_on_black_paper_is_told_from_one_on_white():
    corners = np.array([(44, 46), (126, 46), (126, 164), (44, 164)], np.float64)
    dark = np.full((200, 200, 3), 200, np.uint8)
    dark[46:164, 44:126] = (18, 16, 16)
    assert is_black_face(dark, corners)
    assert not is_black_face(spread(["6c"] * 3, 4, turn=0.0), corners)


def test_a_film_is_looked_at_twice_a_second(tmp_path):
    path = tmp_path / "deck.mp4"
    picture = cv2.cvtColor(spread(DECK_NAMES[:9]), cv2.COLOR_BGR2RGB)
    with av.open(str(path), "w") as film:
        stream = film.add_stream("mpeg4", rate=10)
        stream.height, stream.width = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
        stream.pix_fmt = "yuv420p"
        for _ in range(25):
            film.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        film.mux(stream.encode())
    shots = list(shots_of(str(path)))
    assert [shot.label for shot in shots] == ["0.0 s", "0.5 s", "1.0 s", "1.5 s", "2.0 s"]
    assert not any(shot.shows for shot in shots)
