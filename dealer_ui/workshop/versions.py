"""What runs here, in which version: for the page of health and for the support bundle."""

from __future__ import annotations

import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version

PACKAGES = (
    "kozyr",
    "onnxruntime",
    "openvino",
    "opencv-python-headless",
    "numpy",
    "av",
    "fastapi",
    "sqlalchemy",
    "typst",
)


def versions_here() -> dict[str, str]:
    """Return name and version of each part; what is not installed is left out."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    system = {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    return {**found, **system}
