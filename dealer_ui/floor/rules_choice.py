"""By which rules a table plays, where the floor has said so: a file beside the journal."""

from __future__ import annotations

from pathlib import Path

from dealer_ui.house_file import rules_named
from engine.faults import Cause
from engine.house import RulesError, parse_rules


def chosen_rules(journal: Path) -> str:
    """Return what the floor chose, as `rules` of the settings; empty where it chose nothing.

    It wins over the settings: it is the later word.
    """
    if (text := _text_beside(journal)).exists():
        return str(text)
    name = _name_beside(journal)
    return name.read_text(encoding="utf-8").strip() if name.exists() else ""


def choose_rules(journal: Path, profile: str, text: str) -> None:
    """Keep a choice for the next start; raises RulesError for rules that are none, and OSError."""
    if bool(profile) is bool(text) or "/" in profile or profile.endswith(".toml"):
        raise RulesError("name a profile, or give a file's text", Cause("rules-one-way", ""))
    if text:
        parse_rules(text)
        _write(_text_beside(journal), text)
        _name_beside(journal).unlink(missing_ok=True)
    else:
        rules_named(profile)
        _write(_name_beside(journal), profile)
        _text_beside(journal).unlink(missing_ok=True)


def _text_beside(journal: Path) -> Path:
    return journal.with_suffix(".rules.toml")


def _name_beside(journal: Path) -> Path:
    return journal.with_suffix(".rules")


def _write(path: Path, text: str) -> None:
    half = path.with_name(f".{path.name}.half")
    half.write_text(text, encoding="utf-8")
    half.replace(path)
