"""The services: taken by systemd itself, hardened, restarted when the line hangs, and complete."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dealer_ui import settings
from dealer_ui.operating import installing

UNITS = Path(installing.__file__).parent / "units"
SERVICES = sorted(UNITS.glob("*.service"))
EXPOSED_AT_MOST = 20
"""Tenths, as systemd counts: 20 is 2.0, and less is better."""


def analyse(*arguments):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here: its own check of the units was left out")
    return subprocess.run(
        ["systemd-analyze", *map(str, arguments)], check=False, capture_output=True, text=True
    )


@pytest.fixture
def laid(tmp_path):
    """Lay the units down with a program that is there, so that only the units are judged."""
    for unit in UNITS.iterdir():
        text = unit.read_text(encoding="utf-8").replace("/opt/kozyr/current/bin/kozyr", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    return tmp_path


def read(unit):
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(unit.read_text(encoding="utf-8"))
    return parser


@pytest.mark.parametrize("name", [unit.name for unit in UNITS.glob("*.[st]*er*")])
def test_systemd_takes_the_unit(laid, name):
    found = analyse("verify", "--man=no", laid / name)
    told = [line for line in found.stderr.splitlines() if name.split(".")[0].rstrip("@") in line]
    assert (told, found.returncode) == ([], 0)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_can_do_little_besides_its_work(unit):
    told = analyse("security", "--offline=true", f"--threshold={EXPOSED_AT_MOST}", unit)
    assert told.returncode == 0, told.stdout[-300:]


@pytest.mark.parametrize("name", ["kozyr@.service", "kozyr-pit.service", "kozyr-floor.service"])
def test_a_line_that_hangs_is_started_anew(name):
    service = read(UNITS / name)["Service"]
    assert (service["Type"], service["Restart"]) == ("notify", "on-failure")
    assert 5 <= int(service["WatchdogSec"]) <= 30
    assert read(UNITS / name)["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_last_will_outlives_the_table_that_was_killed():
    assert read(UNITS / "kozyr@.service")["Service"]["KillMode"] == "process"


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_is_given_settings_that_there_are_and_no_secret(unit):
    text = unit.read_text(encoding="utf-8")
    for name in re.findall(r"KOZYR_([A-Z_]+)=", text):
        assert name == "SECRET_FILE" or name.lower() in settings.Settings.model_fields
    assert not re.search(r"(?i)(password|token)=", text)


def test_every_unit_file_is_laid_down():
    assert {unit.name for unit in UNITS.iterdir()} == set(installing.PLACES)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_calls_a_command_that_there_is(unit, kozyr):
    words = read(unit)["Service"]["ExecStart"].split()[1:]
    named = [word for word in words if re.fullmatch(r"[a-z]+", word)]
    assert kozyr(*named, "--help").code == 0
