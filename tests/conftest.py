"""What the tests of the command line share."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from dealer_ui import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def kozyr(monkeypatch, capsys, tmp_path_factory):
    """Run `kozyr` with arguments, in this process, and tell how it ended."""
    monkeypatch.setenv("KOZYR_LANG", "en")
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path_factory.mktemp("data")))

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["kozyr", *map(str, arguments)])
        capsys.readouterr()
        code = 0
        try:
            main.run()
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return Ended(code, said.out, said.err)

    return run
