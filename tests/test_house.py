"""The house keeps its own rules: short modules, plain names, locks without addresses."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "vision", "hardware", "dealer_ui", "calibration", "journal")
MODULES = sorted(
    path
    for package in (*PACKAGES, "models")
    for path in (ROOT / package).rglob("*.py")
    if not {"made", "__pycache__"} & set(path.relative_to(ROOT).parts)
)
VAGUE = {"util", "utils", "helper", "helpers", "common", "core", "manager", "handler", "misc"}
TEXTS = ("rules", "page", "cli")
LINES_AT_MOST = 300
BODY_LINES_AT_MOST = 30
LINES_A_CASE = 3
"""A function that only tells moves apart may grow with the moves there are, not with its work."""


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_a_module_is_short_and_plainly_named(module):
    assert len(module.read_text(encoding="utf-8").splitlines()) <= LINES_AT_MOST
    assert not VAGUE & set(re.split(r"[_.]", module.name))


PRODUCT = [module for module in MODULES if module.relative_to(ROOT).parts[0] in PACKAGES]
"""Scripts that draw and train are left out: a training loop reads best in one piece."""


@pytest.mark.parametrize("module", PRODUCT, ids=names(PRODUCT))
def test_a_function_is_short(module):
    long = [
        f"{node.name}: {body_lines(node)} lines"
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and body_lines(node) > allowed_lines(node)
    ]
    assert not long


def allowed_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Allow each case of a closing match its lines, and everything else the usual number."""
    last = function.body[-1]
    cases = len(last.cases) if isinstance(last, ast.Match) else 0
    return max(BODY_LINES_AT_MOST, LINES_A_CASE * cases)


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of the body, its docstring left out."""
    body = function.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    return 1 + (body[-1].end_lineno or 0) - body[0].lineno if body else 0


def test_exactly_one_opencv_is_installed():
    installed = {
        name
        for distribution in distributions()
        if (name := (distribution.metadata["Name"] or "").lower()).startswith("opencv-")
    }
    assert installed == {"opencv-python-headless"}


def tracked_text_files() -> list[Path]:
    """List the text files that git keeps; outside a clone (an unpacked archive) skip loudly."""
    found = subprocess.run(
        ["git", "grep", "--cached", "-Il", ""], cwd=ROOT, capture_output=True, check=False
    )
    if found.returncode != 0:
        pytest.skip("not a git clone: nothing says which files belong to the project")
    return [ROOT / name for name in found.stdout.decode().splitlines()]


def test_no_file_names_a_registry():
    hosts = re.compile("|".join(("py" + r"pi\.org", "python" + "hosted", "registry" + r"\.npmjs")))
    naming = [
        path
        for path in tracked_text_files()
        if path.exists() and hosts.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not names(naming)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_has_a_hash_for_every_pin_and_no_address(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    pins = re.findall(
        r"^[a-z0-9][\w.-]*==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE
    )
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))
    assert "://" not in text


def test_both_locks_agree():
    pin = re.compile(r"^([a-z0-9][\w.-]*)==(\S+?)(?: ;.*)? \\$", re.MULTILINE)
    run, dev = (
        set(pin.findall((ROOT / lock).read_text(encoding="utf-8")))
        for lock in ("requirements.lock", "requirements-dev.lock")
    )
    shared = {name for name, _ in run} & {name for name, _ in dev}
    assert {p for p in dev if p[0] in shared} <= run


def test_the_architecture_names_files_that_exist():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|svg))`", text)
    assert len(named) > 15
    assert not [name for name in named if not (ROOT / name).exists()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_every_file_that_a_run_needs(wheel):
    names = set(wheel.namelist())
    needed = {
        *(f"dealer_ui/locales/{lang}/{file}.toml" for lang in ("ru", "be", "en") for file in TEXTS),
        "engine/profiles/casino-by-2001.toml",
        "vision/scene/demo/demo.mp4",
        "vision/scene/demo/demo.toml",
        "vision/scene/demo/demo.truth.json",
    }
    for folder in ("templates", "static"):
        needed |= set(names_below(ROOT / "dealer_ui" / folder))
    if (ROOT / "models" / "registry.toml").exists():
        registry = tomllib.loads((ROOT / "models" / "registry.toml").read_text(encoding="utf-8"))
        needed |= {
            f"vision/shipped_models/{entry['file']}"
            for entry in registry.values()
            if "file" in entry
        }
        needed.add("vision/shipped_models/registry.toml")
    assert needed <= names, sorted(needed - names)


def test_the_wheel_holds_our_packages_and_nothing_else(wheel):
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def names_below(folder: Path) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in folder.rglob("*") if path.is_file()]
