"""The whole way of a model at a small size: draw, train, export, run, with real tools.

Runs with ultralytics and torch (make test-models). What it trains is far too little to be of use:
it proves that the way works, not that the weights are good.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card, Rank, Suit
from vision.crops import ALIGNER_SIZE, INDEX_SIZE, WHOLE_SIZE
from vision.floor import Asked, Item, keep_items
from vision.frames import Frame
from vision.network import Backend, open_network
from vision.registry import checked, read_registry
from vision.scene.sprites import load_back, load_card

pytestmark = [pytest.mark.torch, pytest.mark.timeout(600)]

SEVEN = Card(Rank.SEVEN, Suit.HEARTS)
CHECKOUT = Path(__file__).parent.parent.parent


def run(work: Path, module: str, *words: str) -> str:
    surroundings = {
        **os.environ,
        "KOZYR_MODELS_WORK": str(work),
        "YOLO_CONFIG_DIR": str(work),
        "OMP_NUM_THREADS": "2",
    }
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=CHECKOUT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A folder with two small decks: the 36 faces that ship, and low cards made of them."""
    work = tmp_path_factory.mktemp("work")
    for deck in ("gnome-bellot", "shipped"):
        folder = work / "decks" / deck
        folder.mkdir(parents=True)
        for card in DECK:
            face = cv2.cvtColor(load_card(card), cv2.COLOR_RGBA2BGRA)
            cv2.imwrite(str(folder / f"{card}.png"), face)
            if card.rank <= 9:
                cv2.imwrite(str(folder / f"{card.rank - 4}{card.suit}.png"), face)
        cv2.imwrite(str(folder / "back.png"), cv2.cvtColor(load_back(0), cv2.COLOR_RGBA2BGRA))
    run(work, "models.draw.write", "--tables", "24", "--validation", "6", "--processes", "1")
    return work


def test_the_set_tells_where_every_card_lies(work):
    pictures = sorted((work / "set/finder/images/train").glob("*.jpg"))
    labels = sorted((work / "set/finder/labels/train").glob("*.txt"))
    assert [p.stem for p in pictures] == [p.stem for p in labels]
    assert len(pictures) == 24
    lines = [line.split() for path in labels for line in path.read_text().splitlines()]
    assert {line[0] for line in lines} == {"0", "1", "2"}
    places = np.array([[float(v) for v in line[1:]] for line in lines])
    assert places.shape[1] == 8
    assert places.min() >= 0
    assert places.max() <= 1


def test_the_same_seed_draws_the_same_set(work, tmp_path):
    (tmp_path / "decks").symlink_to(work / "decks")
    run(tmp_path, "models.draw.write", "--tables", "24", "--validation", "0", "--processes", "1")
    for path in (work / "set/finder/labels/train").glob("*.txt"):
        assert (tmp_path / "set/finder/labels/train" / path.name).read_text() == path.read_text()


def test_readers_train_go_on_and_export(work, tmp_path, monkeypatch):
    run(work, "models.train.readers", "--minutes", "0.15", "--batch", "16", "--name", "small")
    kept = work / "runs/small/plain.pt"
    run(
        work,
        "models.train.readers",
        "--minutes",
        "0.1",
        "--batch",
        "16",
        "--name",
        "more",
        "--resume",
        str(kept),
    )
    registry = exported(work, tmp_path, "--readers", "more")
    assert set(registry) == {"aligner", "whole", "index"}
    import torch

    from models.train.networks import index_reader

    network = index_reader()
    network.load_state_dict(torch.load(work / "runs/more/readers.pt", weights_only=True)["index"])
    batch = np.random.default_rng(1).random((3, 3, 64, 40), np.float32)
    with torch.inference_mode():
        wanted = network.eval()(torch.from_numpy(batch)).numpy()
    for backend in Backend:
        said, embedding = open_network(tmp_path / registry["index"]["file"], backend).run_all(batch)
        assert embedding.shape == (3, 256)
        assert np.abs(said - wanted).max() < 0.05 * max(1.0, float(np.abs(wanted).max()))


@pytest.mark.parametrize("name", ["aligner", "whole", "index"])
def test_a_network_goes_on_from_the_shipped_one_as_it_was(name):
    import torch

    from models.train import networks
    from models.train.shipped import go_on_from

    shipped = checked(read_registry()[name])
    make = {"aligner": networks.aligner, "whole": networks.whole_reader}
    network = make.get(name, networks.index_reader)()
    size = {"aligner": ALIGNER_SIZE, "whole": WHOLE_SIZE, "index": INDEX_SIZE}[name]
    pictures = np.random.default_rng(1).random((16, 3, *size), np.float32)
    go_on_from(network, shipped, torch.from_numpy(pictures))
    wanted = open_network(shipped, Backend.ONNXRUNTIME).run(pictures)
    with torch.inference_mode():
        said = network.eval()(torch.from_numpy(pictures)).numpy()
        trained = network.train()(torch.from_numpy(pictures)).numpy()
    assert np.abs(said - wanted).max() < 1e-3
    # a step of training sees nearly the same: only its drop-out stands between
    assert np.corrcoef(trained.ravel(), wanted.ravel())[0, 1] > 0.9


def test_the_finder_goes_on_from_the_shipped_one_as_it_was():
    import torch
    from ultralytics.nn.tasks import OBBModel

    from models.train.shipped import go_on_from

    shipped = checked(read_registry()["finder"])
    network = OBBModel("yolo26n-obb.yaml", nc=3, ch=3, verbose=False)
    pictures = np.random.default_rng(1).random((4, 3, 160, 160), np.float32)
    go_on_from(network, shipped, torch.from_numpy(pictures))
    network.model[-1].end2end = False
    with torch.inference_mode():
        said = network.eval()(torch.from_numpy(pictures))[0].numpy()
    wanted = open_network(shipped, Backend.ONNXRUNTIME, (160, 160)).run(pictures)
    assert np.abs(said - wanted).max() < 0.01


def test_a_network_of_another_kind_is_refused():
    import torch

    from models.train import networks
    from models.train.shipped import go_on_from

    pictures = torch.zeros((2, 3, *INDEX_SIZE))
    with pytest.raises(ValueError, match="another kind"):
        go_on_from(networks.index_reader(), checked(read_registry()["whole"]), pictures)


def test_photographs_are_boxed_by_their_index_labels(work, tmp_path):
    photographs = tmp_path / "photographs"
    photographs.mkdir()
    card = cv2.resize(cv2.cvtColor(load_card(SEVEN), cv2.COLOR_RGBA2BGR), (230, 350))
    picture = np.full((640, 640, 3), (60, 90, 40), np.uint8)
    picture[150:500, 200:430] = card
    cv2.imwrite(str(photographs / "one.png"), picture)
    corners = [[202, 155, 249, 240], [381, 410, 428, 495]]
    objects = [{"class": str(SEVEN), "kind": "corner", "box": box} for box in corners]
    whole = {"image": "one.png", "objects": objects}
    half = {"image": "one.png", "objects": objects[:1]}
    (photographs / "labels.json").write_text(json.dumps([whole, half]))
    said = run(work, "models.draw.photographed_boxes", str(photographs), "--times", "2")
    assert "1 of 2 photographs" in said
    labels = sorted((work / "set/finder/labels/train").glob("photograph-one-*.txt"))
    assert len(labels) == 2
    kind, *places = labels[0].read_text().split()
    assert kind == "0"
    box = np.array(places, np.float64).reshape(4, 2) * 640
    assert box.min(0) == pytest.approx((200, 150), abs=12)
    assert box.max(0) == pytest.approx((430, 500), abs=12)


def test_the_finder_trains_and_exports(work, tmp_path):
    run(
        work,
        "models.train.finder",
        "--epochs",
        "1",
        "--px",
        "96",
        "--batch",
        "8",
        "--name",
        "small",
    )
    registry = exported(work, tmp_path, "--finder", "small")
    assert registry["finder"]["classes"] == ["face", "back", "hand"]
    for backend in Backend:
        network = open_network(tmp_path / registry["finder"]["file"], backend)
        for height, width in ((96, 160), (128, 96)):
            rows = network.run(np.zeros((1, 3, height, width), np.float32))
            assert rows.shape[0] == 1
            assert rows.shape[1] == 8


def test_reviewed_cards_of_the_floor_are_trained_with(work, tmp_path):
    picture = np.full((200, 300, 3), 90, np.uint8)
    corners = np.array([(40, 40), (90, 40), (90, 110), (40, 110)], np.float64)
    asked = Asked(1, 1.0, (), (), "doubt")
    keep_items(tmp_path, Frame(picture, 1.0, 30), [Item(asked, "9h", corners, (1.0, 0.1))])
    assert "1 cards" in run(work, "models.draw.floor", str(tmp_path))
    (line,) = (work / "set/patches/train-floor-0.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert (record["name"], record["corners"]) == ("9h", [1.0, 0.1])
    heights = np.linalg.norm(np.diff(np.array(record["quad"]), axis=0), axis=1)
    assert heights[1] == pytest.approx(70, abs=1)


def exported(work: Path, target: Path, *words: str) -> dict[str, dict[str, object]]:
    run(work, "models.train.export", *words, "--into", str(target))
    return tomllib.loads((target / "registry.toml").read_text())
