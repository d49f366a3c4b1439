"""Settings: arguments win over the environment, that over the table's file, that over defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.documents import toml_of
from engine.faults import Cause, CausedError
from engine.system import system_cause

PREFIX = "KOZYR_"
SECRET_PREFIX = "KOZYR_SECRET_"  # noqa: S105 - where passwords are, not one of them
FORMAT = "kozyr-settings/1"

NOTES: Mapping[str, str] = {}
"""What became of settings that are gone: the date, and what to write instead."""

PATHS = (
    "profile",
    "tournament",
    "journal",
    "events",
    "video",
    "weights",
    "data",
    "accounts",
    "hooks",
    "floor",
    "tls_certificate",
    "tls_key",
)
"""In a table's file these are meant from the folder of the file."""


class SettingsError(CausedError):
    """A setting that cannot be used; the message names it."""


class Settings(BaseModel):
    """What a technician may set once for a table or a machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str = Field(
        default="", description="The camera: /dev/v4l/by-id/…, rtsp://…, http://…, or a film."
    )
    profile: Path | None = Field(
        default=None, description="The table profile that kozyr calibrate made."
    )
    rules: str = Field(
        default="", description="House rules or FILE.toml; the profile's own if empty."
    )
    tournament: Path | None = Field(
        default=None, description="The journal of the tournament that is played here."
    )
    match: str = Field(
        default="", description="The match, such as SF2; the one seated at this table if empty."
    )
    screen_delay_s: float = Field(
        default=0.0, ge=0, description="The hall's screen shows the tournament so late, in seconds."
    )
    light: str = Field(default="", description="The light, as kozyr light takes it.")
    shoe: str = Field(default="", description="Serial port of the card shoe.")
    journal: Path | None = Field(default=None, description="The journal's file.")
    events: Path | None = Field(default=None, description="File for moves and flags as JSON lines.")
    serve: str = Field(default="", description="HOST:PORT at which the dealer's page is served.")
    access: Literal["kiosk", "open"] = Field(
        default="kiosk",
        description="Without accounts: kiosk serves the pages to this computer only, "
        "open to everybody who reaches it; nobody is asked for a name.",
    )
    accounts: Path | None = Field(
        default=None, description="The file of accounts: people log in, each for what they are."
    )
    hooks: Path | None = Field(
        default=None, description="The file of webhooks, which kozyr hook add makes."
    )
    floor: Path | None = Field(
        default=None, description="The table's pass to a floor, which kozyr floor join lays down."
    )
    tls_certificate: Path | None = Field(
        default=None, description="Certificate for the pages (PEM); kozyr accounts tls makes one."
    )
    tls_key: Path | None = Field(default=None, description="The key of that certificate (PEM).")
    video: Path | None = Field(
        default=None, description="Folder for the video of the judged frames; none if unset."
    )
    video_budget_gb: float = Field(
        default=50.0, gt=0, description="The video takes no more than so many gigabytes."
    )
    video_reserve_gb: float = Field(
        default=1.0, ge=0, description="So many gigabytes stay free for the journal."
    )
    evidence_days: float = Field(
        default=90.0, gt=0, description="Evidence is kept for so many days; of a case for ever."
    )
    evidence_budget_gb: float = Field(
        default=20.0, gt=0, description="Evidence takes no more than so many gigabytes."
    )
    dealer: str = Field(default="", description="Who deals, for the statistics; can be forgotten.")
    lang: Literal["ru", "be", "en"] = Field(
        default="ru", description="Language of prompts in the terminal and on the page."
    )
    log: Literal["text", "json"] = Field(
        default="text",
        description="How a program tells what its parts say: to people, or json for services.",
    )
    table_id: str = Field(default="", description="Name of the table; the profile's name if empty.")
    backend: Literal["openvino", "onnxruntime"] = Field(
        default="openvino", description="What runs the models."
    )
    threads: int = Field(
        default=0, ge=0, le=64, description="Threads for the models; 0 lets them choose."
    )
    weights: Path | None = Field(
        default=None, description="Folder with registry.toml and weights; built in if unset."
    )
    deck: str = Field(
        default="", description="The enrolled deck in play; the profile's, or none, if empty."
    )
    data: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("kozyr"),
        description="Folder for journals that were given no name.",
    )
    light_buzzes: bool = Field(default=False, description="Sound the light's buzzer on a stop.")
    shoe_interlock: bool = Field(
        default=False, description="Keep the shoe locked while the rules allow no card."
    )
    shoe_stays_locked: bool = Field(
        default=False, description="Keep a locked shoe locked when the assistant dies."
    )
    quiet_hours: str = Field(
        default="", description="When the buzzer stays silent, such as 22:00-08:00."
    )


def settings_from(
    environment: Mapping[str, str], file: Path | None = None, **given: object
) -> Settings:
    """Build the settings; an argument that is None was not given.

    Raises SettingsError for a wrong value or a name that nothing listens to, in the environment
    or in the file; the message names it and says what would be right.
    """
    filed = _filed(file) if file else {}
    named = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and value and not name.startswith(SECRET_PREFIX)
    }
    given_ones = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate({**filed, **named, **given_ones})
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(step) for step in first["loc"])
        is_filed = name in filed and name not in named and name not in given_ones
        where = f"{file}: {name}" if is_filed else PREFIX + name.upper()
        raise _wrong(where, name, first["type"], first["msg"]) from None


def _filed(file: Path) -> dict[str, object]:
    """Read a table's file; paths in it are meant from its folder."""
    try:
        document = toml_of(file.read_text(encoding="utf-8"))
    except OSError as error:
        told = f"{file}: cannot be read ({error.strerror})"
        raise SettingsError(told, *system_cause(error, file)) from None
    except ValueError as error:
        told = f"{file}: not a TOML file ({error})"
        raise SettingsError(told, Cause("file-no-toml", str(file)), str(error)) from None
    if (kind := document.pop("format", FORMAT)) != FORMAT:
        told = f"{file}: format: {kind!r} is not known here; write {FORMAT!r}"
        raise SettingsError(told, Cause("setting-format", str(file)), str(kind))
    for name in PATHS:
        if isinstance(path := document.get(name), str) and path:
            document[name] = str(file.parent / path)
    return document


def _wrong(where: str, name: str, kind: str, message: str) -> SettingsError:
    """Say what is wrong with a setting, and what would be right."""
    if kind != "extra_forbidden":
        field = Settings.model_fields.get(name)
        meaning = field.description if field else None
        why = f"{message}. {meaning}" if meaning else message
        return SettingsError(f"{where}: {why}", Cause("setting-wrong", where), why)
    if name in NOTES:
        return SettingsError(f"{where}: {NOTES[name]}", Cause("setting-gone", where), NOTES[name])
    near = next(iter(get_close_matches(name, Settings.model_fields, n=1)), "")
    meant = f"; did you mean {near}?" if near else "; see kozyr settings --describe"
    cause = Cause("setting-near" if near else "setting-none", where)
    return SettingsError(f"{where}: there is no such setting{meant}", cause, near)


def described() -> Iterator[tuple[str, str, str]]:
    """Yield the variable, the default and the meaning of every setting."""
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True, validated_data={})
        shown = "" if default is None else str(default)
        yield PREFIX + name.upper(), shown, field.description or ""
