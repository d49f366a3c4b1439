"""Every reader of what comes from outside, fed with bytes that nobody would write.

Good examples are cut, joined, flipped and filled with what parsers stumble over. A reader may
refuse in the words that people see (ValueError, OSError, TableError), and nothing else.
`make fuzz EXAMPLES=…` tries many, others each time; the same few are tried with every change.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.profile import load_profile
from dealer_ui.endings import BadInputError
from dealer_ui.floor.passes import read_pass
from dealer_ui.floor.register import read_register
from dealer_ui.house_file import rules_named
from dealer_ui.operating.backups import check
from dealer_ui.operating.releases import make_key, sign, verify
from dealer_ui.pit.tables import read_pit
from dealer_ui.secrets import SECRETS_FILE, with_secrets
from dealer_ui.settings import settings_from
from engine.cases import check_cases
from engine.faults import TableError
from engine.house import load_rules
from engine.position_reading import parse_position
from engine.record_parse import parse_record
from hardware.shoe_frames import Frame, Splitter, encode
from hardware.shoe_words import pulse_of, welcome_of
from journal.read import read_rows
from journal.verify import verify as verify_journal
from tests.journal.test_rulings import Room
from vision.camera import open_source
from vision.footage import read_index
from vision.registry import read_registry

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "vision" / "scene" / "demo"
RULES = load_rules("casino-by-2001")
EXAMPLES = int(os.environ.get("KOZYR_EXAMPLES", "0"))
REFUSALS = (ValueError, OSError, TableError, BadInputError)
"""What every command and page turns into one sentence."""

STUMBLES = [
    *(b"", b"\x00", b"\xff\xfe", b"\xf0\x9f\x82\xa1", b"\r\n", b"\t", b'"""', b"'", b"\\u0000"),
    *(
        b"[" * 3000,
        b"{" * 3000,
        b"[[" * 20,
        b"=",
        b"-1",
        b"0",
        b"1e999",
        b"nan",
        b"inf",
        b"9" * 400,
    ),
    *(b"99999999999999999999", b"true", b"null", b"2026-13-45T99:99:99Z", b"../../etc/passwd"),
    *(b"{secret:x}", b"%s%n", b"a.b.c = 1\n", b"[a]\n[a]\n", b"\xed\xa0\x80", b"7c", b"Kc*9c"),
]
"""What readers stumble over: nothing, too much, half a character, a number that is none."""


@st.composite
def harmed(draw, good):
    """Draw a good example with a few harms done to it, or no example at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    data = bytearray(draw(st.sampled_from(good)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(["cut", "drop", "flip", "put", "twice"])):
            case "cut":
                del data[at:]
            case "drop":
                del data[at : at + draw(st.integers(1, 40))]
            case "flip" if data:
                data[min(at, len(data) - 1)] ^= 1 << draw(st.integers(0, 7))
            case "put":
                data[at:at] = draw(st.sampled_from(STUMBLES))
            case _:
                data[at:at] = data[at : at + draw(st.integers(1, 60))]
    return bytes(data)


def from_file(name, read):
    """Return a reader of bytes that come in a file of that name."""

    def reading(data, folder):
        path = folder / name
        path.write_bytes(data)
        path.chmod(0o600)
        return read(path)

    return reading


def of_text(read):
    return lambda data, _folder: read(data.decode("utf-8", "replace"))


def in_words(read, *given):
    """Read; a refusal must say something, and nothing else may come out."""
    told = "taken"
    try:
        read(*given)
    except REFUSALS as error:
        told = str(error)
    assert told


def shoe(data, _folder):
    for frame in Splitter().split(data):
        for read in (welcome_of, pulse_of):
            try:
                read(frame.payload)
            except ValueError:
                continue


def film(path):
    camera = open_source(str(path), realtime=False)
    try:
        for _, frame in zip(range(3), camera.frames(), strict=False):
            assert frame.image.ndim == 3
    finally:
        camera.close()


def journal(path):
    verify_journal(path)
    read_rows(path)


JOINING = 'format = "kozyr-pass/1"\nname = "t3"\nhosts = ["floor.local"]\nseed = "SU"\n'
PIT = '[[tables]]\nname = "3"\naddress = "https://t3:8080/"\ntoken = "{secret:t3}"\n'
SETTINGS = 'format = "kozyr-settings/1"\nsource = "/dev/video0"\nvideo_budget_gb = 50.0\n'
REGISTER = 'format = "kozyr-floor/1"\nhosts = ["floor.local"]\nfloor = "UA"\n[tables]\nt3 = "UB"\n'
BACKUP = '{"format": "kozyr-backup/1", "release": "1", "made_at": "x", "files": {"a": {"from": "/a", "sha256": "0"}}}'  # noqa: E501
PROFILES = [p.read_bytes() for p in sorted((ROOT / "engine" / "profiles").glob("*.toml"))]
FRAMES = [encode(Frame(1, kind, b"\x01\x02\x03\x04\x05")) for kind in (0x11, 0x21, 0x31)]
RECORD = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
DKN = [block.encode() for block in RECORD.split("```")[1::2]]

READERS = {
    "frames of the shoe": (shoe, [b"".join(FRAMES), *FRAMES]),
    "game record": (of_text(parse_record), DKN),
    "position": (of_text(lambda text: parse_position(text, RULES)), DKN),
    "house rules": (from_file("house.toml", lambda p: rules_named(str(p))), PROFILES),
    "table profile": (from_file("t.toml", load_profile), [(DEMO / "demo.toml").read_bytes()]),
    "settings": (from_file("s.toml", lambda p: settings_from({}, p)), [SETTINGS.encode()]),
    "pit": (from_file("pit.toml", lambda p: read_pit(p, {})), [PIT.encode()]),
    "secrets": (
        from_file("x.toml", lambda p: with_secrets("{secret:a}", {SECRETS_FILE: str(p)})),
        [b'a = "geheim"\n'],
    ),
    "floor": (from_file("floor.toml", lambda p: read_register(p.parent)), [REGISTER.encode()]),
    "pass": (from_file("t3.pass", read_pass), [JOINING.encode()]),
    "models": (
        from_file("registry.toml", lambda p: read_registry(p.parent)),
        [(ROOT / "models" / "registry.toml").read_bytes()],
    ),
    "rule cases": (of_text(lambda text: tuple(check_cases(text))), [b'{"cases": []}']),
    "index of a video": (from_file("i.csv", lambda p: list(read_index(p))), [b"1,0.1,a.mp4,9\n"]),
    "backup": (from_file("backup.json", lambda p: check(p.parent)), [BACKUP.encode()]),
}


@pytest.mark.timeout(3600 if EXAMPLES else 120)
@pytest.mark.parametrize("name", READERS)
def test_a_reader_refuses_in_words_or_takes_it(name, tmp_path):
    read, good = READERS[name]

    @settings(
        max_examples=EXAMPLES or 25,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(harmed(good))
    def feed(data):
        in_words(read, data, tmp_path)

    feed()


BIG = {
    "film": (film, (DEMO / "demo.mp4")),
    "journal": (journal, None),
}
"""Too large to be drawn byte by byte: places are drawn, at which they are harmed."""


@pytest.mark.timeout(3600 if EXAMPLES else 120)
@pytest.mark.parametrize("name", BIG)
def test_a_large_file_is_refused_in_words_or_taken(name, tmp_path):
    read, source = BIG[name]
    if source is None:
        room = Room(tmp_path / "table.journal")
        source = room.path
    whole = source.read_bytes()
    places = st.integers(0, min(len(whole), 40_000) - 1)
    harms = st.tuples(places, st.binary(min_size=1, max_size=8))

    @settings(
        max_examples=EXAMPLES // 10 or 6,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(harms, max_size=6), st.integers(0, len(whole)) | st.none())
    def feed(harmed_at, cut):
        data = bytearray(whole[:cut])
        for at, put in harmed_at:
            data[at : at + len(put)] = put
        path = tmp_path / f"harmed{source.suffix}"
        path.write_bytes(data)
        in_words(read, path)

    feed()


@pytest.mark.parametrize("name", ["SHA256SUMS", "SHA256SUMS.sig", "a.whl"])
def test_a_signed_release_with_any_harm_is_refused(name, tmp_path):
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "a.whl").write_bytes(b"wheel")
    public = make_key(tmp_path / "key")
    sign(folder, tmp_path / "key")
    whole = (folder / name).read_bytes()

    @settings(max_examples=EXAMPLES or 25, derandomize=not EXAMPLES, deadline=None, database=None)
    @given(harmed([whole]).filter(lambda data: data != whole))
    def feed(data):
        (folder / name).write_bytes(data)
        with pytest.raises(BadInputError):
            verify(folder, public)

    feed()
