"""Makes a computer a table's: the user, the folders, the service, the rules of its devices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import tomlkit

from dealer_ui.endings import BadInputError
from dealer_ui.settings import FORMAT
from engine.faults import Cause

UNITS = (
    "kozyr@.service",
    "kozyr-pit.service",
    "kozyr-floor.service",
    "kozyr-backup@.service",
    "kozyr-backup@.timer",
)
PLACES = {
    **{name: Path("etc/systemd/system") / name for name in UNITS},
    "sysusers.conf": Path("etc/sysusers.d/kozyr.conf"),
    "tmpfiles.conf": Path("etc/tmpfiles.d/kozyr.conf"),
    "60-kozyr.rules": Path("etc/udev/rules.d/60-kozyr.rules"),
}
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
MAY_FAIL = frozenset({"udevadm"})
"""Where no udev runs, as in a container, its rules are read when it begins."""
CURRENT = Path("opt/kozyr/current")
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"), Path("/tmp"))  # noqa: S108 - a service sees none of them


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which table, and what is known of it already."""

    table: str
    source: str
    serve: str = "127.0.0.1:8080"
    light: str = ""
    lang: str = "ru"
    profile: Path | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A file that is laid down; `kept` is one that people may have changed: it stays."""

    path: Path
    text: str
    mode: int = 0o644
    kept: bool = False


def wanted_name(text: str) -> str:
    """Return the name of a table that is also one of a service; raises BadInputError.

    >>> wanted_name("table-3")
    'table-3'
    """
    if not NAME.fullmatch(text):
        raise BadInputError(Cause("table-name", text))
    return text


def files_for(wanted: Wanted) -> Iterator[Laid]:
    """Yield every file, its path from the root of the computer."""
    for name, place in PLACES.items():
        text = files("dealer_ui.operating").joinpath("units", name).read_text(encoding="utf-8")
        yield Laid(place, text)
    etc, own = Path("etc/kozyr"), Path("var/lib/kozyr") / wanted.table
    yield Laid(etc / f"{wanted.table}.toml", settings_of(wanted), 0o640, kept=True)
    yield Laid(etc / f"{wanted.table}.secrets", "# camera = …\n", 0o600, kept=True)
    if wanted.profile is not None:
        text = wanted.profile.read_text(encoding="utf-8")
        yield Laid(own / "table.toml", text, 0o640, kept=True)


def settings_of(wanted: Wanted) -> str:
    """Return the table's file of settings; all that the table writes lies in its own folder."""
    own = Path("/var/lib/kozyr") / wanted.table
    told = {
        "format": FORMAT,
        "table_id": wanted.table,
        "source": wanted.source,
        "profile": str(own / "table.toml"),
        "journal": str(own / f"{wanted.table}.journal"),
        "accounts": str(own / "accounts.db"),
        "video": str(own / "video"),
        "data": str(own),
        "serve": wanted.serve,
        "light": wanted.light,
        "lang": wanted.lang,
    }
    return tomlkit.dumps({name: value for name, value in told.items() if value})


def lay(root: Path, wanted: Wanted, release: Path) -> tuple[Path, ...]:
    """Lay everything down below a root; return the files that were written.

    Raises BadInputError for a release where no service finds it, OSError.
    """
    if any(release.is_relative_to(place) for place in HIDDEN) and root == Path("/"):
        raise BadInputError(Cause("release-hidden", str(release)))
    written = []
    for laid in files_for(wanted):
        path = root / laid.path
        if laid.kept and path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=laid.mode)
        path.chmod(laid.mode)
        path.write_text(laid.text, encoding="utf-8")
        written.append(path)
    point(root / CURRENT, release)
    return tuple(written)


def point(link: Path, release: Path) -> None:
    """Let a link lead to a release, at once: nobody ever finds it missing; raises OSError."""
    link.parent.mkdir(parents=True, exist_ok=True)
    half = link.with_name(f".{link.name}.new")
    half.unlink(missing_ok=True)
    half.symlink_to(release)
    half.replace(link)


def commands_for(table: str) -> tuple[tuple[str, ...], ...]:
    """Return what makes the computer take up what was laid down, in this order."""
    own = ("kozyr:kozyr", f"/var/lib/kozyr/{table}")
    return (
        ("systemd-sysusers", "/etc/sysusers.d/kozyr.conf"),
        ("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/kozyr.conf"),
        ("install", "-d", "-o", "kozyr", "-g", "kozyr", "-m", "0750", own[1]),
        (
            "install",
            "-d",
            "-o",
            "kozyr",
            "-g",
            "kozyr",
            "-m",
            "0750",
            f"/var/backups/kozyr/{table}",
        ),
        ("chown", "-R", *own),
        ("udevadm", "control", "--reload"),
        ("systemctl", "daemon-reload"),
        ("systemctl", "enable", f"kozyr@{table}.service", f"kozyr-backup@{table}.timer"),
        ("systemctl", "restart", f"kozyr@{table}.service"),
    )
