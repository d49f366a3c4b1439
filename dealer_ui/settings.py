"""Settings of a table PC: arguments win over the environment, the environment over the defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

PREFIX = "KOZYR_"


class SettingsError(ValueError):
    """A setting that cannot be used; the message names it."""


class Settings(BaseModel):
    """What a technician may set once for a machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    lang: Literal["ru", "be", "en"] = Field(
        default="ru", description="Language of prompts in the terminal and on the page."
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


def settings_from(environment: Mapping[str, str], **given: object) -> Settings:
    """Build the settings; an argument that is None was not given.

    Raises SettingsError for a variable with a wrong value or a name that nothing listens to.
    """
    named = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and value
    }
    given_ones = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate({**named, **given_ones})
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "_".join(str(step) for step in first["loc"]).upper()
        if first["type"] == "extra_forbidden":
            raise SettingsError(f"{name}: there is no such setting") from None
        raise SettingsError(f"{name}: {first['msg']}") from None


def described() -> Iterator[tuple[str, str, str]]:
    """Yield the variable, the default and the meaning of every setting."""
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True, validated_data={})
        shown = "" if default is None else str(default)
        yield PREFIX + name.upper(), shown, field.description or ""
