"""The support bundle: one archive that says how a table stands, and names nobody.

Texts only, so that no picture is in it; settings without secrets; whatever names a person or
carries a password is struck out of every text before it is written.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import tomlkit

from calibration.profile import ProfileError
from dealer_ui.log_lines import last_lines
from dealer_ui.settings import Settings
from dealer_ui.striking_out import STRUCK, struck_out
from engine.faults import TableError
from journal.read import JournalReader
from vision.camera import camera_name
from vision.registry import WeightsError, read_table

LINES = 500


@dataclass(frozen=True, slots=True)
class About:
    """What a bundle is made from; `health` is how the running table stands, None of no run."""

    settings: Settings
    journal: Path | None
    models: Path
    versions: Mapping[str, str]
    standing: Mapping[str, object]
    names: frozenset[str] = frozenset()
    """Names of people that are known here: struck out wherever they stand."""


def bundle(about: About) -> bytes:
    """Return the archive."""
    texts = {
        "README.txt": "What is in here names nobody and shows nobody: texts only.\n",
        "versions.json": _json(about.versions),
        "standing.json": _json(about.standing),
        "settings.toml": _settings(about.settings),
        "profile.toml": _profile(about.settings.profile),
        "models.toml": _models(about.models),
        "journal.json": _json(_journal(about.journal)),
        "log.txt": "\n".join(last_lines(about.journal, LINES) if about.journal else ()) + "\n",
    }
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, struck_out(text, {*about.names, about.settings.dealer}))
    return held.getvalue()


def _settings(settings: Settings) -> str:
    told = settings.model_dump(mode="json", exclude_none=True)
    told["source"] = camera_name(settings.source) if settings.source else ""
    told.pop("dealer", None)
    return tomlkit.dumps(told)


def _profile(path: Path | None) -> str:
    """Return the calibration as its file has it, without who made it."""
    if path is None:
        return ""
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, ProfileError) as error:
        return f"# {error}\n"
    provenance = document.get("provenance", {})
    if "by" in provenance:
        provenance["by"] = STRUCK
    if "source" in provenance:
        provenance["source"] = camera_name(str(provenance["source"]))
    return tomlkit.dumps(document)


def _models(folder: Path) -> str:
    try:
        return tomlkit.dumps(read_table(folder))
    except WeightsError as error:
        return f"# {error}\n"


def _journal(path: Path | None) -> dict[str, object]:
    """Tell how many rows of each kind there are, and which faults there were last; no names."""
    if path is None or not path.exists():
        return {}
    try:
        reader = JournalReader(path)
    except TableError as error:
        return {"trouble": error.detail}
    try:
        faults = reader.back(("fault", "mended"), None, 50)
        return {
            "file": path.name,
            "rows": reader.last_seq(),
            "bytes": path.stat().st_size,
            "faults": [{"at": str(r.wall), "kind": r.kind, **dict(r.content)} for r in faults],
        }
    except TableError as error:
        return {"trouble": error.detail}
    finally:
        reader.close()


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2, default=str) + "\n"
