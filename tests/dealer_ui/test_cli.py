"""The command line: what a technician types, and one sentence when something is wrong."""

from __future__ import annotations

import hashlib
import json
import tomllib
from importlib.metadata import version
from pathlib import Path

import av
import numpy as np
import pytest

from calibration.profile import load_profile
from dealer_ui import opening_records, wiring
from hardware.simulators.tower_light import TowerLightPeer
from journal.rows import Versions
from journal.store import SqlJournal
from journal.verify import verify
from vision.footage import Footage

FILMS = Path(__file__).resolve().parents[3] / "shared" / "films"
PROFILE = Path(__file__).with_name("table.toml")


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Make a film of a grey table: two seconds at 15 frames a second."""
    path = tmp_path_factory.mktemp("film") / "grey.mp4"
    write_film(path, 30)
    return path


@pytest.fixture
def blind(monkeypatch):
    """Put an eye in place that sees nothing, so that no networks are loaded."""
    monkeypatch.setattr(opening_records, "read_registry", lambda _folder: {})
    monkeypatch.setattr(wiring, "open_eye", lambda *_a, **_k: Blind)


class Blind:
    backs = ()

    @staticmethod
    def make_ready(_shape):
        pass

    @staticmethod
    def look_where(_picture, _window, _is_asked):
        return ()

    @staticmethod
    def read_at(_picture, _quads):
        return ()


def write_film(path, frames):
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=15)
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        grey = np.full((720, 1280, 3), 90, np.uint8)
        for _ in range(frames):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(grey, format="bgr24")))
        container.mux(stream.encode())


def changed_profile(tmp_path, old, new):
    text = PROFILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def is_one_sentence(text):
    return text.startswith("kozyr: ") and text.count("\n") == 1 and "Traceback" not in text


def test_it_says_its_version(kozyr):
    assert kozyr("--version").out == f"kozyr {version('kozyr')}\n"


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("watch",),
        ("demo",),
        ("read",),
        ("calibrate", "import"),
        ("models", "list"),
        ("models", "verify"),
        ("models", "evaluate"),
        ("light", "test"),
        ("devices", "simulate", "tower-light"),
        ("journal", "verify"),
        ("settings",),
    ],
)
def test_every_command_explains_itself(kozyr, command):
    help_ = kozyr(*command, "--help")
    assert help_.code == 0
    assert "Usage: kozyr" in help_.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("watch", "no.mp4", "--table", PROFILE), "no.mp4: there is no such file"),
        (("watch", "{text}", "--table", PROFILE), "{text}: not a video"),
        (("watch", "{empty}", "--table", PROFILE), "{empty}: the file is empty"),
        (("watch", "{folder}", "--table", PROFILE), "{folder}: no pictures in this folder"),
        (("watch", "{film}", "--table", "no.toml"), "no.toml: there is no such file"),
        (("watch", "{film}", "--table", "{text}"), "{text}: not a TOML file"),
        (("watch", "{film}", "--table", PROFILE, "--rules", "poker"), "no profile is called poker"),
        (("watch", "{film}", "--table", PROFILE, "--light", "/dev/no-such"), "/dev/no-such"),
        (("watch", "{film}", "--table", PROFILE, "--light", "{film}"), "{film} is not a serial"),
        (("watch", "{film}", "--table", PROFILE, "--journal", "{text}"), "{text} is not a journal"),
        (("watch", "{film}", "--table", PROFILE, "--events", "{folder}"), "{folder}"),
        (("watch", "{film}", "--table", PROFILE, "--events", "/dev/full"), "/dev/full is full"),
        (("watch", "{film}", "--table", PROFILE, "--serve", "here"), "here: not an address"),
        (("watch", "{film}", "--table", PROFILE, "--lang", "fr"), "KOZYR_LANG"),
        (("light", "test", "/dev/no-such"), "there is no serial port /dev/no-such"),
        (("journal", "verify", "no.journal"), "there is no journal no.journal"),
        (("journal", "verify", "{text}"), "{text} is not a journal"),
        (
            ("calibrate", "import", "no.input.json", "t.toml"),
            "no.input.json: there is no such file",
        ),
        (("calibrate", "import", "{text}", "t.toml"), "{text}: not a JSON file"),
        (("devices", "simulate", "tower-light", "--link", "{text}"), "{text}"),
        (("read", "no.jpg"), "no.jpg"),
        (("models", "evaluate", "{folder}"), "{folder}: neither"),
    ],
)
@pytest.mark.usefixtures("blind")
def test_wrong_input_is_one_sentence_that_names_the_thing(
    kozyr, tmp_path, film, arguments, sentence
):
    names = {"film": film}
    for name, content in (("text", "hello { there"), ("empty", "")):
        names[name] = tmp_path / f"{name}.file"
        names[name].write_text(content, encoding="utf-8")
    names["folder"] = tmp_path / "folder"
    names["folder"].mkdir()

    ended = kozyr(*(str(a).format(**names) for a in arguments))
    assert ended.code == 2
    assert is_one_sentence(ended.err), ended.err
    assert sentence.format(**names) in ended.err


def test_a_profile_with_an_unknown_key_names_the_key(kozyr, tmp_path, film):
    profile = changed_profile(tmp_path, 'name = "', 'colour = "green"\nname = "')
    ended = kozyr("watch", film, "--table", profile)
    assert (ended.code, is_one_sentence(ended.err)) == (2, True)
    assert f"{profile}: unknown key colour" in ended.err


def test_a_homography_that_maps_outside_is_refused(kozyr, tmp_path, film):
    homography = tomllib.loads(PROFILE.read_text())["camera"]["homography_px_to_mm"]
    far = [[value * 50 for value in row] for row in homography[:2]] + [homography[2]]
    profile = changed_profile(tmp_path, str(homography), str(far))
    ended = kozyr("watch", film, "--table", profile)
    assert (ended.code, is_one_sentence(ended.err)) == (2, True)
    assert "camera.homography_px_to_mm: maps the picture outside" in ended.err


def test_a_profile_of_another_picture_size_is_refused(kozyr, tmp_path, film):
    profile = changed_profile(tmp_path, "size_px = [1280, 720]", "size_px = [1920, 1080]")
    ended = kozyr("watch", film, "--table", profile)
    assert (ended.code, is_one_sentence(ended.err)) == (2, True)
    assert "pictures of 1920x1080, this source gives 1280x720" in ended.err


@pytest.mark.usefixtures("blind")
def test_the_judged_frames_are_kept_as_video(kozyr, tmp_path, film):
    done = kozyr("watch", film, "--table", PROFILE, "--video", tmp_path / "video")
    assert done.code == 0
    (run,) = (tmp_path / "video").iterdir()
    assert len(list(Footage(run).frames(0, 9))) == 30


def test_weights_with_another_checksum_are_refused(kozyr, tmp_path, film, monkeypatch):
    weights = tmp_path / "finder.onnx"
    weights.write_bytes(b"not what was trained")
    entries = "".join(
        f'[{name}]\nfile = "finder.onnx"\nsha256 = "{hashlib.sha256(b"").hexdigest()}"\n'
        for name in ("finder", "aligner", "whole", "index")
    )
    (tmp_path / "registry.toml").write_text(entries, encoding="utf-8")
    monkeypatch.setenv("KOZYR_WEIGHTS", str(tmp_path))
    for command in (("models", "verify"), ("watch", film, "--table", PROFILE)):
        ended = kozyr(*command)
        assert (ended.code, is_one_sentence(ended.err)) == (2, True), ended.err
        assert f"{weights} are not the ones in the registry" in ended.err


@pytest.mark.usefixtures("blind")
def test_a_journal_has_one_writer(kozyr, tmp_path, film):
    path = tmp_path / "table.journal"
    first = SqlJournal(path, Versions("0", "0", "0"))
    first.record("start", 0.0, {})
    ended = kozyr("watch", film, "--table", PROFILE, "--journal", path)
    assert (ended.code, is_one_sentence(ended.err)) == (2, True), ended.err
    assert f"journal {path} is in use by process" in ended.err
    first.close()
    assert verify(path).is_whole
    assert verify(path).rows == 1


def test_a_busy_port_is_named(kozyr, tmp_path, film):
    import serial

    link = tmp_path / "tower-light"
    with TowerLightPeer(link), serial.Serial(str(link), exclusive=True):
        for command in (
            ("light", "test", link),
            ("watch", film, "--table", PROFILE, "--light", link),
        ):
            ended = kozyr(*command)
            assert (ended.code, is_one_sentence(ended.err)) == (2, True), ended.err
            assert f"{link} is in use by another program" in ended.err


def test_an_address_that_is_taken_is_named(kozyr, film):
    from dealer_ui.serving import Address, _listening

    with _listening(Address("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = kozyr("watch", film, "--table", PROFILE, "--serve", address)
    assert (ended.code, is_one_sentence(ended.err)) == (2, True), ended.err
    assert f"{address}: another program uses this address" in ended.err


def test_a_whole_journal_is_confirmed_with_its_head(kozyr, tmp_path):
    path = tmp_path / "table.journal"
    journal = SqlJournal(path, Versions("0", "0", "0"))
    journal.record("start", 0.0, {})
    journal.close()
    ended = kozyr("journal", "verify", path)
    assert ended.code == 0
    assert ended.out == f"{path}: whole, 1 rows.\n{verify(path).head}\n"


def test_a_light_is_walked_through_every_signal(kozyr, tmp_path):
    link = tmp_path / "tower-light"
    with TowerLightPeer(link) as peer:
        ended = kozyr("light", "test", link, "--seconds", 0)
        assert peer.wait_for(lambda p: len(p.received) >= 20)
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()[:6]] == [
        "clear",
        "waiting",
        "doubt",
        "stop",
        "fault",
        "dark",
    ]


def test_a_simulated_light_is_plugged_in_and_pulled(kozyr, tmp_path):
    link = tmp_path / "tower-light"
    ended = kozyr("devices", "simulate", "tower-light", "--link", link, "--seconds", 0.01)
    assert ended.code == 0
    assert str(link) in ended.out
    assert not link.exists()


def test_settings_are_described(kozyr):
    ended = kozyr("settings", "--describe")
    assert ended.code == 0
    assert "KOZYR_BACKEND" in ended.out
    assert "KOZYR_LANG=en" in kozyr("settings").out


@pytest.mark.films
@pytest.mark.skipif(not FILMS.is_dir(), reason="the acceptance films are not beside the checkout")
@pytest.mark.parametrize("film_name", ["d01", "d03"])
def test_a_film_is_turned_into_a_profile(kozyr, tmp_path, film_name):
    out = tmp_path / "table.toml"
    ended = kozyr("calibrate", "import", FILMS / f"{film_name}.input.json", out)
    assert ended.code == 0, ended.err
    described = json.loads((FILMS / f"{film_name}.input.json").read_text())
    profile = load_profile(out)
    assert profile.name == film_name
    assert profile.deck.indices == described["deck"]["indices"]
