"""What is wrong with a journal, an events file or the networks is said in every language."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_ui.prompts import Catalogue, Language
from engine.faults import TableError
from engine.happenings import Broke
from journal.store import SqlJournal
from journal.trouble import OF_SERVER, OF_SQLITE, SENTENCES
from journal.verify import Flaw
from tests.journal.played import VERSIONS
from vision.registry import WeightsError, checked, read_registry

ROOT = Path(__file__).resolve().parents[2]
CAUSES = re.compile(
    r'(?:(?:Cause|trouble)\(\s*|DeskError\((?:[^()]|\([^()]*\))*?, )"([a-z]+-[a-z-]+)"'
)


def causes():
    """Return every cause that a journal, the records or the networks name."""
    named = {*SENTENCES, *OF_SQLITE.values(), *OF_SERVER.values()}
    for folder in ("engine", "calibration", "hardware", "journal", "vision", "dealer_ui"):
        for path in (ROOT / folder).rglob("*.py"):
            named |= set(CAUSES.findall(path.read_text(encoding="utf-8")))
    return named


@pytest.mark.parametrize("language", Language)
def test_every_cause_has_its_words(language):
    words = Catalogue.load(language)
    assert len(causes()) > 150
    assert [name for name in sorted(causes()) if f"cause.{name}" not in words.texts] == []


def particulars(error, language):
    return Catalogue.load(language).particulars(Broke.by(error, 1.0).thing)


def test_a_file_that_is_no_journal_is_told_in_the_language_of_whoever_reads(tmp_path):
    path = tmp_path / "table-7.journal"
    path.write_bytes(b"SQLite format 3\0" + bytes(4096))
    with pytest.raises(TableError) as raised:
        SqlJournal(path, VERSIONS)
    told = {language: particulars(raised.value, language) for language in Language}
    assert all(str(path) in text for text in told.values())
    assert told[Language("en")] == f"{path} is not a journal"
    assert told[Language("ru")] == f"{path} — не журнал"


def test_weights_that_were_changed_are_told_so(tmp_path):
    other = tmp_path / "finder.onnx"
    other.write_bytes(b"something else")
    with pytest.raises(WeightsError) as raised:
        checked(replace(read_registry()["finder"], path=other))
    assert (
        particulars(raised.value, Language("ru")) == f"веса {other} — не те, что записаны в реестре"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ru", "kozyr: журнала {path} нет\n"),
        ("be", "kozyr: журнала {path} няма\n"),
        ("en", "kozyr: there is no journal {path}\n"),
    ],
)
def test_the_command_line_says_it_in_the_language_that_was_asked_for(
    kozyr, tmp_path, language, said
):
    path = tmp_path / "no.journal"
    ended = kozyr("journal", "incidents", path, "--lang", language)
    assert (ended.code, ended.err) == (2, said.format(path=path))


def test_what_the_inspector_asked_wrongly_is_said_in_his_language(kozyr, tmp_path, monkeypatch):
    path = tmp_path / "table-7.journal"
    SqlJournal(path, VERSIONS).close()
    monkeypatch.setenv("KOZYR_LANG", "ru")
    ended = kozyr("journal", "review", path, "i57", "--by", "Vera")
    assert (ended.code, ended.err) == (2, "kozyr: случая i57 в журнале нет\n")


@pytest.mark.parametrize("language", Language)
def test_every_flaw_of_a_journal_has_its_words(language):
    texts = Catalogue.load(language).texts
    assert [flaw for flaw in Flaw if f"verified.flaw.{flaw}" not in texts] == []


def test_a_row_that_was_changed_is_named_in_the_language_of_whoever_verifies(kozyr, tmp_path):
    path = tmp_path / "table-7.journal"
    with closing(SqlJournal(path, VERSIONS)) as journal:
        for number in range(4):
            journal.record("action", number, {"n": number})
    outside = sqlite3.connect(path, isolation_level=None)
    outside.execute("DROP TRIGGER journal_no_update")
    outside.execute("UPDATE journal SET payload = '{}' WHERE seq = 3")
    outside.close()
    ended = kozyr("journal", "verify", path, "--lang", "ru")
    assert ended.code == 1
    assert "строка 3 или имя в ней изменены" in ended.err
    assert "строки до этого места, 2, в порядке" in ended.err
