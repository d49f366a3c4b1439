"""What leaves the house: it opens right, and whoever changes it is found."""

from __future__ import annotations

import csv
import getpass
import io
import json
import zipfile

import pytest

from dealer_ui.prompts import Catalogue
from journal.archive import check
from journal.evidence import EvidenceStore, Limits
from journal.read import read_rows
from journal.rulings import Decision
from tests.journal.test_rulings import Room


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "table-7.journal")


def test_incidents_are_listed_ruled_and_signed(room, kozyr):
    listed = kozyr("journal", "incidents", room.path)
    assert f"{room.name}  1:01.7  stop" in listed.out
    assert "8♦" in listed.out
    rule = ("journal", "rule", room.path, room.name)
    shown = kozyr(*rule, "overturn", "--by", "Anna", "--reason", "seen-on-video", "--yes")
    assert "Flags in the game: 1 → 0" in shown.out
    assert kozyr(*rule, "uphold", "--by", "Boris", "--yes").code == 0
    assert room.holds is Decision.OVERTURN
    assert kozyr("journal", "sign", room.path, room.name, "--by", "Boris").code == 2
    assert kozyr("journal", "sign", room.path, room.name, "--by", "Vera").code == 0
    assert room.holds is Decision.UPHOLD
    kozyr("journal", "review", room.path, room.name, "--by", "Anna")
    listed = kozyr("journal", "incidents", room.path)
    assert "looked at by Anna" in listed.out
    assert "Signed by a second person: Vera" in listed.out


def test_a_ruling_that_nobody_confirms_is_not_kept(room, kozyr, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    before = len(read_rows(room.path))
    ended = kozyr("journal", "rule", room.path, room.name, "uphold", "--by", "Anna")
    assert ended.code == 1
    assert len(read_rows(room.path)) == before


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (("maybe", "--by", "A"), "maybe"),
        (("uphold", "--by", "A", "--reason", "mood"), "mood"),
        (("uphold", "--by", "A", "--truth", "12=A>7c"), "--truth"),
        (("house-decision", "--by", "A", "--winner", "Z"), "--winner"),
    ],
)
def test_what_cannot_be_understood_is_named(room, kozyr, more, named):
    ended = kozyr("journal", "rule", room.path, room.name, *more, "--yes")
    assert (ended.code, named in ended.err) == (2, True)


def test_a_table_opens_right_in_a_russian_spreadsheet(room, kozyr, tmp_path):
    out = tmp_path / "moves.csv"
    assert kozyr("journal", "export", room.path, out, "--lang", "ru").code == 0
    raw = out.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 12
    assert {len(row) for row in rows} == {7}
    title = Catalogue.load("ru").texts["code.BEAT_WRONG_SUIT.title"]
    assert rows[9][4:] == ["B:8d/7c", title, ""]


def test_a_ruling_stands_in_the_table_in_the_words_of_its_language(room, kozyr, tmp_path):
    room.rule(Decision.UPHOLD)
    out = tmp_path / "moves.csv"
    kozyr("journal", "export", room.path, out, "--lang", "ru")
    rows = list(csv.reader(io.StringIO(out.read_text(encoding="utf-8-sig")), delimiter=";"))
    upheld = Catalogue.load("ru").text("ruling.what.uphold")
    assert [upheld in row[6] for row in rows].count(True) == 1


def test_json_says_its_version_and_the_hash_that_proves_it(room, kozyr, tmp_path):
    out = tmp_path / "game.json"
    kozyr("journal", "export", room.path, out)
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["format"] == "kozyr-journal-export/1"
    assert told["head"] == read_rows(room.path)[-1].hash
    assert told["games"][0]["incidents"][0]["codes"] == ["BEAT_WRONG_SUIT"]


def test_a_record_carries_the_ruling(room, kozyr, tmp_path):
    room.rule(Decision.UPHOLD)
    out = tmp_path / "game.dkn"
    kozyr("journal", "export", room.path, out)
    assert '#inspector:"uphold: seen-on-video"' in out.read_text(encoding="utf-8")
    assert kozyr("game", "judge", out).code == 0


@pytest.mark.parametrize("lang", ["ru", "be", "en"])
def test_the_protocol_is_a_pdf_in_each_language(room, kozyr, tmp_path, lang):
    room.rule(Decision.UPHOLD)
    out = tmp_path / "protocol.pdf"
    assert kozyr("journal", "export", room.path, out, "--lang", lang).code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_an_unknown_form_is_refused(room, kozyr, tmp_path):
    ended = kozyr("journal", "export", room.path, tmp_path / "x.docx")
    assert (ended.code, ".pdf" in ended.err) == (2, True)


@pytest.fixture
def case(room, kozyr, tmp_path):
    """Return the archive of a case with a clip in it."""
    store = EvidenceStore(room.path.with_suffix(".evidence"))
    kept = store.keep(b"a clip", ".mp4")
    room.pen._write("evidence", {"of": "f1", "clip": {**kept.fields(), "frames": 1}})
    kozyr("journal", "case", "open", room.path, "The seven", "--by", "Anna")
    kozyr("journal", "case", "add", room.path, "c1", "--incident", room.name, "--by", "Anna")
    out = tmp_path / "c1.zip"
    ended = kozyr("journal", "case", "export", room.path, "c1", out)
    assert ended.code == 0, ended.err
    return out


def test_a_case_is_one_archive_that_verify_checks(case, kozyr, room):
    ended = kozyr("journal", "verify", case)
    assert (ended.code, ended.out.splitlines()[-1]) == (0, read_rows(room.path)[-1].hash)
    with zipfile.ZipFile(case) as archive:
        assert sum(name.startswith("evidence/") for name in archive.namelist()) == 1


def test_who_was_given_a_case_is_a_row(case, room, kozyr):
    last = room.desk.told[-1]
    assert (last.kind, last.content["case"]) == ("view", "c1")
    assert last.content["by"] == getpass.getuser()
    kozyr("journal", "case", "export", room.path, "c1", case, "--by", "Boris")
    assert room.desk.told[-1].content["by"] == "Boris"
    ended = kozyr("journal", "case", "export", room.path, "c9", case, "--by", "Boris")
    assert (ended.code, room.desk.told[-1].seq) == (2, last.seq + 1)


def test_who_was_shown_a_clip_is_a_row(case, room, kozyr, tmp_path):
    out = tmp_path / "clip.mp4"
    assert kozyr("journal", "clip", room.path, room.name, out, "--by", "Anna").code == 0
    assert out.read_bytes() == b"a clip"
    row = room.desk.told[-1]
    assert (row.kind, row.content["by"], row.content["incident"]) == ("view", "Anna", room.name)


def test_a_clip_that_was_never_kept_is_said(room, kozyr, tmp_path):
    ended = kozyr("journal", "clip", room.path, room.name, tmp_path / "x.mp4", "--by", "Anna")
    assert (ended.code, "no clip" in ended.err) == (2, True)


def repacked(case, change):
    """Write an archive anew after something was done to its files."""
    with zipfile.ZipFile(case) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    out = case.with_name("other.zip")
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out


def replace_clip(files):
    name = next(name for name in files if name.startswith("evidence/"))
    files[name] = b"another clip"


CHANGES = {
    "a clip is another": (replace_clip, "was changed"),
    "a file is gone": (lambda files: files.pop("protocol.pdf"), "is missing"),
    "a file came in": (lambda files: files.update({"x.txt": b"x"}), "not in the manifest"),
    "no manifest": (lambda files: files.pop("manifest.json"), "manifest.json"),
    "another manifest": (lambda files: files.update({"manifest.json": b"{}"}), "manifest.json"),
}


@pytest.mark.parametrize(("change", "flaw"), CHANGES.values(), ids=CHANGES)
def test_whatever_is_changed_in_an_archive_is_found(case, kozyr, change, flaw):
    changed = repacked(case, change)
    assert flaw in check(changed).flaw
    assert kozyr("journal", "verify", changed).code == 1


def test_evidence_beside_a_journal_is_verified_with_it(room, kozyr):
    store = EvidenceStore(room.path.with_suffix(".evidence"))
    kept = store.keep(b"a clip", ".mp4")
    room.pen._write("evidence", {"of": "f1", "clip": {**kept.fields(), "frames": 1}})
    assert kozyr("journal", "verify", room.path).code == 0
    store.path(kept).write_bytes(b"another")
    ended = kozyr("journal", "verify", room.path)
    assert (ended.code, "was changed after it was kept" in ended.err) == (1, True)
    store.path(kept).unlink()
    assert "is missing" in kozyr("journal", "verify", room.path).err
    room.pen._write("evidence-removed", {"sha256": [kept.sha256]})
    assert kozyr("journal", "verify", room.path).code == 0


def test_the_oldest_evidence_makes_room_but_never_what_is_held(tmp_path):
    import os

    store = EvidenceStore(tmp_path / "evidence")
    kept = [store.keep(bytes([n]) * 100, ".mp4") for n in range(4)]
    for age, one in enumerate(kept):
        os.utime(store.path(one), (1000 + age, 1000 + age))
    held = {kept[0].sha256}

    gone = store.clear(Limits(days=1, most=250), held, now_s=2000)
    assert gone == (kept[1].sha256, kept[2].sha256)
    gone = store.clear(Limits(days=1, most=250), held, now_s=1000 + 2 * 86_400)
    assert gone == (kept[3].sha256,)
    assert store.path(kept[0]).exists()


def test_words_are_there_in_each_language():
    keys = [
        {k for k in Catalogue.load(lang).texts if k.startswith(("report.", "ruling.", "audit."))}
        for lang in ("ru", "be", "en")
    ]
    assert keys[0] == keys[1] == keys[2]
