"""Passwords kept apart: settings name them, and no file, log or page shows them."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from dealer_ui.settings import SECRET_PREFIX, SettingsError
from engine.documents import toml_of
from engine.faults import Cause
from engine.system import system_cause

SECRETS_FILE = f"{SECRET_PREFIX}FILE"
NAMED = re.compile(r"\{secret:([A-Za-z0-9_-]+)\}")


def with_secrets(text: str, environment: Mapping[str, str]) -> str:
    """Put secrets where a setting names them, as in rtsp://kozyr:{secret:camera}@10.0.0.7/1.

    They come from KOZYR_SECRET_NAME, or from the file that KOZYR_SECRET_FILE names. Raises
    SettingsError for a secret that is not there, or a file that others may read.
    """
    names = NAMED.findall(text)
    if not names:
        return text
    filed = _filed(environment)
    for name in names:
        secret = environment.get(SECRET_PREFIX + name.upper().replace("-", "_")) or filed.get(name)
        if not secret:
            variable = SECRET_PREFIX + name.upper().replace("-", "_")
            thing = f"{{secret:{name}}}"
            told = f"{thing}: there is no such secret; set {variable}"
            raise SettingsError(told, Cause("secret-none", thing), variable)
        text = text.replace(f"{{secret:{name}}}", quote(secret, safe=""))
    return text


def _filed(environment: Mapping[str, str]) -> dict[str, str]:
    """Read the file of secrets, if there is one."""
    named = environment.get(SECRETS_FILE)
    if not named:
        return {}
    path = Path(named)
    try:
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            told = f"{path}: others may read the secrets; run: chmod 600 {path}"
            raise SettingsError(told, Cause("secret-open", str(path)))
        document = toml_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        told = f"{path}: cannot be read ({error.strerror})"
        raise SettingsError(told, *system_cause(error, path)) from None
    except ValueError as error:
        if isinstance(error, SettingsError):
            raise
        cause = Cause("file-no-toml", str(path))  # what is wrong in it may be a secret
        raise SettingsError(f"{path}: not a TOML file", cause, "…") from None
    return {name: str(value) for name, value in document.items()}
