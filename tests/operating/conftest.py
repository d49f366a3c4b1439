"""A journal's place and its versions, as in the journal's own room."""

from __future__ import annotations

import pytest

from journal.rows import Versions


@pytest.fixture
def versions():
    return Versions("0.1.0", "m", "casino-by-2001/1")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "old.journal"
