"""A computer becomes a table's; a backup and back; a new release and back: nothing is lost."""

from __future__ import annotations

import sqlite3
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dealer_ui.accounts.house import House
from dealer_ui.accounts.opening import open_house
from dealer_ui.accounts.proofs import Prover
from dealer_ui.accounts.store import AccountStore
from dealer_ui.accounts.trail import JournalTrail
from dealer_ui.endings import BadInputError
from dealer_ui.operating import upgrading
from dealer_ui.operating.backups import back_up, check, newest, restore
from dealer_ui.operating.upgrading import TableFiles, roll_back, upgrade
from dealer_ui.settings import Settings, settings_from
from engine.entries import Entry
from journal.anchors import AnchoredJournal, signer_at
from journal.layout import REVISION
from journal.read import read_rows
from journal.store import SqlJournal
from journal.verify import verify
from tests.dealer_ui.conftest import PASSWORD
from tests.dealer_ui.test_accounts import QUICK
from tests.journal.test_migrating import old  # noqa: F401 - a fixture

AT = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)


# Installing


@pytest.fixture
def installed(tmp_path, kozyr):
    """Return the root below which a table was installed, and what was said."""
    profile = tmp_path / "made.toml"
    profile.write_text("# a profile\n")
    wanted = ("--source", "rtsp://kozyr:{secret:camera}@10.0.0.7/1", "--profile", profile)
    told = kozyr("install", "table-3", *wanted, "--root", tmp_path / "root")
    assert told.code == 0, told.err
    return tmp_path / "root", told.out


def test_an_installed_table_has_all_that_its_service_names(installed):
    root, _ = installed
    known = settings_from({}, root / "etc/kozyr/table-3.toml")
    own = Path("/var/lib/kozyr/table-3")
    assert known.table_id == "table-3"
    assert {known.data, known.journal.parent, known.accounts.parent, known.video.parent} == {own}
    assert (root / "var/lib/kozyr/table-3/table.toml").read_text() == "# a profile\n"
    assert (root / "opt/kozyr/current").is_symlink()
    for place in ("systemd/system/kozyr@.service", "udev/rules.d/60-kozyr.rules"):
        assert (root / "etc" / place).is_file()


@pytest.mark.parametrize(("name", "mode"), [("table-3.toml", 0o640), ("table-3.secrets", 0o600)])
def test_settings_and_secrets_are_not_for_everybody(installed, name, mode):
    root, _ = installed
    assert stat.S_IMODE((root / "etc/kozyr" / name).stat().st_mode) == mode


def test_a_dry_run_says_what_would_be_run_and_where_the_first_key_will_be(installed):
    _, said = installed
    assert "$ systemctl enable kozyr@table-3.service kozyr-backup@table-3.timer" in said
    assert said.splitlines()[-1] == "/var/lib/kozyr/table-3/first-key"


def test_installing_again_keeps_what_people_have_changed(installed, kozyr):
    root, _ = installed
    mine = root / "etc/kozyr/table-3.toml"
    mine.write_text(mine.read_text() + 'lang = "be"\n'.replace("lang", "# lang"))
    before = mine.read_text()
    (root / "etc/systemd/system/kozyr@.service").write_text("old")
    assert kozyr("install", "table-3", "--source", "/dev/video9", "--root", root).code == 0
    assert mine.read_text() == before
    assert "WatchdogSec" in (root / "etc/systemd/system/kozyr@.service").read_text()


@pytest.mark.parametrize("name", ["../etc", "Table 3", "a/b", "", "-x"])
def test_a_name_that_no_service_may_have_is_refused(tmp_path, kozyr, name):
    arguments = ("--source", "/dev/video0", "--root", tmp_path, "--", name)
    assert kozyr("install", *arguments).code == 2
    assert not list(tmp_path.iterdir())


# Backups


class Table:
    """A table in a folder with everything that belongs to it."""

    def __init__(self, folder, versions):
        self.folder, self.file, self.into = folder, folder / "table.toml", folder / "backups"
        self.journal = folder / "table.journal"
        self.settings = Settings(
            data=folder / "data", journal=self.journal, accounts=folder / "accounts.db"
        )
        self.file.write_text('format = "kozyr-settings/1"\n')
        self.versions = versions
        self.begin_house(self.settings.accounts)

    def begin_house(self, file):
        store, trail = AccountStore(file), JournalTrail(file.with_suffix(".journal"))
        house = House(store, trail, lambda: 1.8e9, Prover(QUICK))
        house.begin(house.first_key, "technician", PASSWORD)
        trail.close()
        store.close()

    def write(self, rows):
        journal = SqlJournal(self.journal, self.versions)
        signed = AnchoredJournal(journal, signer_at(self.settings.data))
        signed.record_all([Entry("note", float(n), {"number": n}) for n in range(rows)])
        signed.close()

    def back_up(self, at=AT):
        return back_up(self.settings, self.file, self.into, "0.1.0", at)

    def people(self):
        with open_house(self.settings.accounts, lambda: 1.8e9) as house:
            return [person.name for person in house.people()]


@pytest.fixture
def table(tmp_path, versions):
    return Table(tmp_path, versions)


def test_the_drill_everything_is_lost_and_comes_back(table):
    table.write(20)
    rows = read_rows(table.journal)
    backup = table.back_up()
    key = (table.settings.data / "journal.key").read_bytes()
    for path in (table.journal, table.settings.accounts, table.settings.data / "journal.key"):
        path.unlink()
    assert restore(check(backup.folder), LATER)
    assert read_rows(table.journal) == rows
    assert table.people() == ["technician"]
    assert (table.settings.data / "journal.key").read_bytes() == key
    table.write(1)  # and the table goes on with the next number
    assert verify(table.journal).is_whole
    assert read_rows(table.journal)[: len(rows)] == rows


def test_a_backup_of_a_table_that_is_being_watched_is_whole(table):
    table.write(1)
    stop, journal = threading.Event(), SqlJournal(table.journal, table.versions)

    def write():
        while not stop.is_set():
            journal.record("note", 0.0, {})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backup = table.back_up()
    finally:
        stop.set()
        writer.join()
        journal.close()
    copied = read_rows(backup.folder / "table.journal")
    assert copied == read_rows(table.journal)[: len(copied)]
    assert verify(backup.folder / "table.journal").is_whole


def test_what_a_restore_replaces_is_laid_aside_not_deleted(table):
    table.write(3)
    backup = table.back_up()
    table.write(4)
    later = read_rows(table.journal)
    aside = restore(check(backup.folder), LATER)
    (kept,) = [path for path in aside if path.name.startswith("table.journal.before")]
    assert read_rows(kept) == later


@pytest.mark.parametrize("harm", ["changed", "missing", "no-list", "outside"])
def test_a_backup_that_is_not_as_it_was_made_is_refused(table, harm):
    table.write(3)
    folder = table.back_up().folder
    journal, told = folder / "table.journal", folder / "backup.json"
    if harm == "changed":
        journal.write_bytes(journal.read_bytes() + b"x")
    elif harm == "missing":
        journal.unlink()
    elif harm == "no-list":
        told.write_text("{")
    else:
        told.write_text(told.read_text().replace('"table.journal"', '"../table.journal"'))
    with pytest.raises(BadInputError):
        check(folder)


def test_backups_are_private_and_hold_no_secrets_file(table):
    table.write(1)
    backup = table.back_up()
    assert stat.S_IMODE(backup.folder.stat().st_mode) == 0o700
    names = {path.name for path in backup.folder.iterdir()}
    assert names == {
        *("backup.json", "table.toml", "table.journal", "journal.key"),
        *("accounts.db", "accounts.journal"),
    }


def test_backups_are_made_checked_and_restored_on_the_command_line(table, kozyr):
    table.write(2)
    settings = table.folder / "mine.toml"
    settings.write_text('format = "kozyr-settings/1"\njournal = "table.journal"\n')
    into = table.folder / "b"
    made = kozyr("backup", "make", "--settings", settings, "--into", into)
    assert (made.code, Path(made.out.strip())) == (0, newest(into))
    assert "table.journal" in kozyr("backup", "check", newest(into)).out
    table.journal.unlink()
    assert kozyr("backup", "restore", newest(into)).code == 0
    assert verify(table.journal).is_whole
    assert kozyr("backup", "check", table.folder).code == 2


# A new release, and back


@pytest.fixture
def released(tmp_path, old, path):  # noqa: F811 - the fixture
    link = tmp_path / "kozyr" / "current"
    for name in ("0.0.9", "0.1.0"):
        (tmp_path / "kozyr" / "releases" / name).mkdir(parents=True)
    link.symlink_to(tmp_path / "kozyr" / "releases" / "0.0.9")
    settings = Settings(journal=path, data=tmp_path / "data")
    return TableFiles(settings, tmp_path / "none.toml", tmp_path / "backups", link)


def layout_of(journal):
    with sqlite3.connect(journal) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            return ""
        return database.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def test_old_to_new_and_back_with_every_row(released, path, versions):
    rows, new = read_rows(path), released.link.parent / "releases" / "0.1.0"
    upgrade(released, new, AT)
    assert (layout_of(path), released.link.resolve()) == (REVISION, new)
    assert read_rows(path) == rows
    journal = SqlJournal(path, versions)
    journal.record("note", 1.0, {})
    journal.close()
    written = read_rows(path)

    backup, aside = roll_back(released, LATER)
    assert (layout_of(path), released.release, backup.release) == ("", "0.0.9", "0.0.9")
    assert read_rows(path) == rows
    assert verify(path).is_whole
    (kept,) = [one for one in aside if ".journal.before" in one.name]
    assert read_rows(kept) == written  # what the new release wrote is not lost


def test_an_upgrade_that_fails_leaves_everything_as_it_was(released, path, monkeypatch):
    rows = read_rows(path)

    def fail(journal):
        raise BadInputError(f"{journal}: no")

    monkeypatch.setattr(upgrading, "lay_out", fail)
    with pytest.raises(BadInputError):
        upgrade(released, released.link.parent / "releases" / "0.1.0", AT)
    assert (layout_of(path), released.release) == ("", "0.0.9")
    assert read_rows(path) == rows


def test_a_table_that_runs_is_not_upgraded(released, path, versions):
    running = SqlJournal(path, versions)
    with pytest.raises(BadInputError):
        upgrade(released, released.link.parent / "releases" / "0.1.0", AT)
    assert released.release == "0.0.9"
    running.close()


# The first key


def test_a_service_keeps_the_first_key_out_of_its_log(tmp_path):
    from dealer_ui.accounts.opening import tell_first
    from dealer_ui.prompts import Catalogue

    file, said, words = tmp_path / "accounts.db", [], Catalogue.load("en")
    with open_house(file, lambda: 1.8e9) as house:
        tell_first(house, file, "http://t/", words, said.append, {"NOTIFY_SOCKET": "/x"})
        kept = tmp_path / "first-key"
        assert kept.read_text() == f"{house.first_key}\n"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert house.first_key not in said[0]
        house.begin(house.first_key, "technician", PASSWORD)
        tell_first(house, file, "http://t/", words, said.append, {"NOTIFY_SOCKET": "/x"})
        assert not kept.exists()
    assert len(said) == 1
