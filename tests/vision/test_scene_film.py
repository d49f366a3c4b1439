"""Drawn films: the same seed gives the same film, and the truth says where things were drawn."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.film import import_film
from calibration.lens import Lens, through
from calibration.profile import load_profile
from engine.cards import DECK, parse_card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.recording import Recording
from vision.scene.acts import Deal, Gesture, Lead, OpenTrump, PickUp
from vision.scene.bundled import DEMO_INPUT, DEMO_PROFILE, DEMO_TRUTH, DEMO_VIDEO, demo_film
from vision.scene.camera import camera_for
from vision.scene.film import Drawing, Film, draw_film, truth_document, write_film
from vision.scene.layout import ZONES
from vision.scene.look import Light, Sensor, look_for
from vision.scene.plot import game_script
from vision.scene.script import Dimming, Knock, Script
from vision.scene.sprites import load_card
from vision.scene.stage import HELD
from vision.scene.truth import Sample, input_document, sampled_document

SCORER = Path(__file__).parents[2] / ".." / "shared" / "films" / "score.py"
SMALL = (480, 270)


def short_script(seed: int = 1) -> Script:
    """The first five cards' worth of a game: two packets, a wave of a hand."""
    pack = tuple(sorted(DECK)[n] for n in np.random.default_rng(seed).permutation(36))
    acts = (
        Deal(at=0.4, lasts=0.4, to=Actor.A),
        Deal(at=1.0, lasts=0.4, to=Actor.B),
        Gesture(at=1.5, lasts=0.5, actor=Actor.B, over=Spot(600, 200)),
    )
    return Script(pack, acts, 2.2)


def short_film(seed: int, size=SMALL, **changes) -> Film:
    film = Film("short", short_script(), camera_for(seed, size), look_for(seed), seed)
    return replace(film, **changes)


def digest(film: Film) -> str:
    sums = hashlib.sha256()
    for frame, _ in draw_film(film.script, film.camera, film.look, film.seed):
        sums.update(frame.image.tobytes())
    return sums.hexdigest()


def test_the_same_seed_draws_the_same_film():
    assert digest(short_film(3)) == digest(short_film(3))


def test_another_seed_draws_another_film():
    assert digest(short_film(3)) != digest(short_film(4))


def test_a_frame_can_be_drawn_alone():
    drawing = Drawing(short_film(3))
    in_order = [drawing.frame(n)[0].image for n in range(12)][11]

    alone = Drawing(short_film(3)).frame(11)[0].image
    assert np.array_equal(alone, in_order)


def test_frames_carry_their_times():
    times = [frame.taken_at for frame, _ in draw_film(short_script(), *rest_of(short_film(2)))]

    assert times == [n / 15 for n in range(33)]


def rest_of(film: Film):
    return film.camera, film.look, film.seed


@pytest.fixture(scope="module")
def laid():
    """A full-size film without noise or uneven light, where six hearts were led; its last frame."""
    pack = tuple(parse_card(r + s) for s in "hcds" for r in "6789TJQKA")
    deals = [Deal(at=0.3 * n, lasts=0.2, to=(Actor.A, Actor.B)[n % 2]) for n in range(6)]
    acts = [
        *deals,
        OpenTrump(at=2.0, lasts=0.5),
        PickUp(at=2.8, lasts=0.3, seat=Actor.A),
        Lead(at=3.3, lasts=0.3, seat=Actor.A, cards=(pack[0],)),
        Lead(at=4.2, lasts=0.3, seat=Actor.A, cards=(pack[5],)),
    ]
    look = replace(
        look_for(5, markers=True), light=Light(uneven=0.0), sensor=Sensor(noise=0.0, soft_px=0.01)
    )
    film = Film("laid", Script(pack, tuple(acts), 6.0), camera_for(5), look, 5)
    drawing = Drawing(film)
    frame, stage = drawing.frame(drawing.frame_count - 1)
    return drawing, frame, stage


def unwarped(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    target = np.array([[0, 0], [126, 0], [126, 176], [0, 176]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return cv2.warpPerspective(image, matrix, (126, 176), flags=cv2.INTER_CUBIC)


def likeness(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(a.ravel().astype(float), b.ravel().astype(float))[0, 1])


@pytest.mark.parametrize("name", ["6h", "Jh"])
def test_a_card_is_drawn_where_the_truth_says(laid, name):
    drawing, frame, stage = laid
    card = next(card for card in stage.cards if card.card == parse_card(name))
    quad = drawing.painter_at(0).quad(card)
    art = cv2.resize(load_card(card.card), (126, 176), interpolation=cv2.INTER_AREA)
    art = cv2.cvtColor(art, cv2.COLOR_RGBA2BGR)[6:-6, 6:-6]

    there = likeness(unwarped(frame.image, quad)[6:-6, 6:-6], art)
    shifted = likeness(unwarped(frame.image, quad + 4)[6:-6, 6:-6], art)
    assert there > 0.93
    assert there > shifted + 0.1


def test_quads_of_the_truth_agree_with_the_imported_calibration(laid, tmp_path):
    drawing, _, stage = laid
    film = drawing.film
    known = input_document("laid", film.camera, replace(film.look, markers=False), 15)
    path = tmp_path / "laid.input.json"
    path.write_text(json.dumps(known), encoding="utf-8")
    profile = import_film(path)
    lens = Lens(profile.camera.matrix, profile.camera.distortion)

    flat = [card for card in stage.cards if card.layer < HELD and card.zone is not Zone.TALON]
    assert flat
    for card in flat:
        straight = lens.straighten(drawing.painter_at(0).quad(card))
        table = through(profile.camera.homography_px_to_mm, straight)
        assert np.abs(table - card.corners_mm(film.look.card_mm)).max() < 0.05


def test_cards_lie_in_the_zone_that_the_truth_names(laid):
    _, _, stage = laid
    for card in stage.cards:
        area = np.array(ZONES[card.zone], np.float32)
        inside = cv2.pointPolygonTest(area, (card.at.x_mm, card.at.y_mm), measureDist=False)
        assert inside >= 0, card


def test_visible_shares_tell_what_is_covered(laid):
    drawing, frame, stage = laid
    document = sampled_document(Sample(frame.number, frame.taken_at, stage), drawing.painter_at(0))
    share = {(card["card"], card["zone"]): card["visible_fraction"] for card in document["cards"]}

    assert share["6h", "battle"] > 0.97
    trump = next(value for (_, zone), value in share.items() if zone == "trump")
    assert 0.4 < trump < 0.8
    assert sum(1 for card in document["cards"] if card["zone"] == "talon") == 1


def test_markers_give_the_homography_back(laid, tmp_path):
    drawing, frame, _ = laid
    film = drawing.film
    path = tmp_path / "laid.input.json"
    known = input_document("laid", film.camera, film.look, 15)
    path.write_text(json.dumps(known), encoding="utf-8")
    assert known["calibration"]["homography_px_to_mm"] is None

    profile = import_film(path, [frame.image])
    corners = np.array([[60, 60], [1220, 60], [1220, 660], [60, 660]], float)
    found = through(profile.camera.homography_px_to_mm, corners)
    true = through(film.camera.homography_px_to_mm, corners)
    assert np.abs(found - true).max() < 0.8


def test_a_knock_moves_the_picture_and_a_dimming_darkens_it():
    script = replace(
        short_script(),
        knocks=(Knock(1.0, 0.8, (6.0, -4.0)),),
        dimmings=(Dimming(1.6, 2.0, 0.5),),
    )
    calm = Drawing(short_film(3))
    upset = Drawing(short_film(3, script=script))

    def pair(number: int) -> tuple[np.ndarray, np.ndarray]:
        return calm.frame(number)[0].image, upset.frame(number)[0].image

    assert np.array_equal(*pair(14))
    assert np.abs(np.subtract(*(image.astype(int) for image in pair(16)))).mean() > 3
    bright, dark = pair(27)
    assert dark.mean() < bright.mean() * 0.6


def test_what_was_written_can_be_read_again(tmp_path):
    film = short_film(6)
    video = write_film(film, tmp_path)

    recording = Recording(video)
    frames = list(recording.frames())
    recording.close()
    assert len(frames) == 33
    assert frames[0].image.shape == (270, 480, 3)
    drawn = Drawing(film).frame(20)[0].image
    assert np.abs(frames[20].image.astype(int) - drawn.astype(int)).mean() < 6

    truth = json.loads((tmp_path / "short.truth.json").read_text(encoding="utf-8"))
    known = json.loads((tmp_path / "short.input.json").read_text(encoding="utf-8"))
    assert {key: truth[key] for key in known} == known
    assert [action["type"] for action in truth["actions"]] == ["deal", "deal", "gesture"]
    assert [sample["frame"] for sample in truth["sampled_frames"]] == [0, 15, 30]


def scorer():
    if not SCORER.exists():
        pytest.skip("the acceptance films do not lie beside this checkout")
    spec = importlib.util.spec_from_file_location("film_score", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.films
def test_the_scorer_of_the_acceptance_films_takes_our_truth():
    score = scorer().score
    drawing = Drawing(demo_film())
    truth = json.loads(json.dumps(truth_document(drawing, [])))
    told = [dict(a, kind="action", t=a["t_rest"] + 0.2) for a in truth["actions"]]
    flags = [dict(f, kind="flag", t=f["t"] + 0.3) for f in truth["flags_expected"]]

    right = score(truth, told + flags)
    assert (right["actions"]["precision"], right["actions"]["recall"]) == (1.0, 1.0)
    assert (right["flags"]["precision"], right["flags"]["recall"]) == (1.0, 1.0)

    silent = score(truth, told)
    assert silent["flags"]["recall"] == 0.0


def test_the_bundled_demo_is_the_film_that_the_program_draws():
    film = demo_film()
    drawing = Drawing(film)
    known = input_document(film.name, film.camera, film.look, 15)
    truth = json.loads(DEMO_TRUTH.read_text(encoding="utf-8"))

    assert json.loads(DEMO_INPUT.read_text(encoding="utf-8")) == json.loads(json.dumps(known))
    samples = truth.pop("sampled_frames")
    expected = json.loads(json.dumps(known | truth_document(drawing, [])))
    expected.pop("sampled_frames")
    assert truth == expected
    assert len(samples) == -(-drawing.frame_count // 15)

    recording = Recording(DEMO_VIDEO)
    frames = [recording.read() for _ in range(41)]
    assert recording.length == drawing.frame_count
    recording.close()
    drawn = drawing.frame(40)[0].image
    assert np.abs(frames[40].image.astype(int) - drawn.astype(int)).mean() < 4


def test_the_demo_is_small_and_has_its_table_profile():
    assert DEMO_VIDEO.stat().st_size < 8_000_000
    profile = load_profile(DEMO_PROFILE)
    corners = np.array([[100, 100], [1200, 100], [1200, 620], [100, 620]], float)
    found = through(profile.camera.homography_px_to_mm, corners)
    assert np.abs(found - through(demo_film().camera.homography_px_to_mm, corners)).max() < 0.5


@pytest.mark.parametrize("seed", range(6))
def test_the_camera_maps_there_and_back(seed):
    camera = camera_for(seed)
    points = np.random.default_rng(seed).uniform((0, 0), (1100, 620), (50, 2))

    assert np.abs(camera.millimetres(camera.pixels(points)) - points).max() < 0.05
    assert 1.0 < camera.px_per_mm() < 1.3


def test_a_game_is_drawn_to_its_end_without_losing_a_card():
    script = game_script(8)
    film = Film("whole", script, camera_for(8, SMALL), look_for(8), 8)
    drawing = Drawing(film)
    last, stage = drawing.frame(drawing.frame_count - 1)

    assert last.image.std() > 5
    after = drawing.performance.done[-1].after
    assert sum(card.zone is Zone.DISCARD for card in stage.cards) == after.discard
