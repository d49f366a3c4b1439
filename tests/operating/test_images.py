"""Images and compose file: nobody is root, nothing is latest, everything says whether it lives."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "docs" / "operations" / "docker"
COMPOSE = yaml.safe_load((PLACE / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
OURS = [name for name in SERVICES if "build" in SERVICES[name]]


def instructions():
    """Return (stage, instruction, rest) of the Dockerfile, its lines joined."""
    text = (PLACE / "Dockerfile").read_text(encoding="utf-8")
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^\s*#.*\n", "", text))
    stage, told = "", []
    for line in filter(None, joined.splitlines()):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stage = rest.split(" AS ")[1]
        told.append((stage, word, rest.strip()))
    return told


def of(stage):
    return {word: rest for at, word, rest in instructions() if at == stage}


@pytest.mark.parametrize("stage", ["table", "floor"])
def test_an_image_runs_as_nobody_special_and_says_whether_it_lives(stage):
    told = of(stage)
    assert int(told["USER"]) > 0
    assert "HEALTHCHECK" in told
    assert told["ENTRYPOINT"] == '["kozyr"]'


def test_what_is_installed_is_locked_and_nothing_is_left_behind():
    for _, word, rest in instructions():
        assert word != "ADD"
        if word == "FROM" and not rest.split()[0].startswith(("base", "build")):
            assert re.fullmatch(r"[a-z]+:[\w.-]+", rest.split()[0])
            assert ":latest" not in rest
        if "apt-get install" in rest:
            assert "--no-install-recommends" in rest
            assert "rm -rf /var/lib/apt/lists/*" in rest
        if "pip install" in rest:
            assert "--no-cache-dir" in rest
        assert not re.search(r"(?i)(password|token|secret)\s*=", rest)


def test_what_is_copied_is_there():
    for _, word, rest in instructions():
        if word == "COPY" and "--from" not in rest:
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_no_more_rights_than_it_needs(name):
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "pid", "network_mode"} & set(service)
    assert not service["image"].endswith(":latest")
    assert service["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_what_is_ours_writes_its_own_volume_only(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    target = service["build"]["target"]
    assert of(target)["USER"]
    assert (PLACE / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_the_ledger_is_reached_from_inside_only():
    assert SERVICES["ledger"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert "ports" not in SERVICES["ledger"]


def test_every_volume_network_and_secret_is_declared():
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        named = {volume.split(":")[0] for volume in service["volumes"]}
        assert {name for name in named if "/" not in name} <= set(COMPOSE["volumes"])
        for values in service.get("environment", {}).values():
            assert "password=" not in values


def test_compose_itself_takes_the_file():
    found = shutil.which("docker")
    has = (
        found
        and not subprocess.run(
            [found, "compose", "version"], check=False, capture_output=True
        ).returncode
    )
    if not has:
        pytest.skip("docker compose is not installed here: the file was only read as YAML")
    asked = [found, "compose", "--file", PLACE / "compose.yaml", "config", "--quiet"]
    told = subprocess.run(asked, check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
