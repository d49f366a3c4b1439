"""Alert rules and dashboard: every figure that they name is one that a program tells."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from fastapi.testclient import TestClient
from prometheus_client import generate_latest

from dealer_ui.operating.pit_figures import pit_registry
from tests.dealer_ui.pits import Pit
from tests.dealer_ui.test_floor_health import Stood
from tests.dealer_ui.test_metrics import HERE, Figures

DOCS = Path(__file__).parents[2] / "docs"
RULES = DOCS / "operations" / "alerts.yml"
BOARD = DOCS / "operations" / "grafana.json"
NAME = re.compile(r"\b(?:kozyr|process)_[a-z_]+")
PROMETHEUS_OWN = {"up"}


def rules():
    return [rule for g in yaml.safe_load(RULES.read_text())["groups"] for rule in g["rules"]]


def queries():
    """Return every expression with where it stands."""
    told = {f"alert {rule['alert']}": rule["expr"] for rule in rules()}
    for panel in json.loads(BOARD.read_text())["panels"]:
        for target in panel["targets"]:
            told[f"panel {panel['title']} {target['refId']}"] = target["expr"]
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Return the names of all samples of a table, a wall and a floor to which all happened."""
    folder = tmp_path_factory.mktemp("figures")
    figures = Figures(folder)
    figures.tell_everything()
    pit = Pit(folder, has_house=False)
    table = TestClient(figures.app(), client=HERE).get("/metrics").text
    wall = generate_latest(pit_registry(pit.wall)).decode()
    pit.close()
    floor = Stood(folder)
    floor.tell_everything()
    all_of_them = table + wall + floor.get("/metrics").text
    return set(re.findall(r"^([a-z_]+)", all_of_them, re.MULTILINE))


@pytest.mark.parametrize("where", queries())
def test_every_figure_that_is_asked_for_is_told(told, where):
    named = set(NAME.findall(queries()[where]))
    assert named or "up{" in queries()[where]
    assert named <= told


def test_every_figure_of_ours_is_on_the_dashboard_or_wakes_somebody(told):
    named = {name for query in queries().values() for name in NAME.findall(query)}
    shown = {re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in named}
    ours = {
        re.sub(r"_(bucket|count|sum|total|created)$", "", n) for n in told if n.startswith("kozyr")
    }
    unused = {"kozyr_doubt_open", "kozyr_prompts_open", "kozyr_frames_per_second"}
    assert ours - shown - unused <= {"kozyr_faults", "kozyr_judged_age_seconds"}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_an_alert_says_what_to_do_at_night(rule):
    heading = rule["annotations"]["runbook"].split("#")[1]
    guide = (DOCS / "operations.md").read_text(encoding="utf-8")
    assert heading == rule["alert"].lower()
    assert f"### {rule['alert']}\n" in guide
    assert rule["labels"]["severity"] in {"page", "ticket"}


def test_prometheus_itself_takes_the_rules():
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed here: the rules were only read as YAML")
    check = subprocess.run(
        [promtool, "check", "rules", RULES], check=False, capture_output=True, text=True
    )
    assert check.returncode == 0, check.stderr
