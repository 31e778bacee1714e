"""Settings as a later release may have them, and what is wrong with a configuration for them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

import pytest
from pydantic import Field, SecretStr, field_validator, model_validator

from bot.config import ConfigProblems, load_as
from tracker.settings import Settings, SettingsSection

SECRET = "hunter2-and-more"  # noqa: S105 - it opens nothing


class RuneScapeSettings(SettingsSection):
    every: float = Field(default=60, gt=0)
    token: SecretStr
    worlds: tuple[int, ...] = ()
    note: str | None = None
    key_file: Path | None = None
    """A setting whose own name ends like the suffix of variables that name files."""

    @field_validator("token")
    @classmethod
    def starts_with_hunter(cls, token: SecretStr) -> SecretStr:
        if not token.get_secret_value().startswith("hunter"):
            raise ValueError(f"a token starts with hunter, unlike {token.get_secret_value()}")
        return token


class SourceSettings(SettingsSection):
    runescape: RuneScapeSettings


class LaterSettings(Settings):
    """What a later release may look like: a nested section, a secret, a list and rules across settings."""

    sources: SourceSettings
    contact: str = ""

    @model_validator(mode="after")
    def https_needs_a_contact(self) -> Self:
        if self.web.public_url and self.web.public_url.scheme == "https" and not self.contact:
            raise ValueError("https needs a contact")
        return self


def later(config: Path, environ: Mapping[str, str]) -> LaterSettings:
    return load_as(LaterSettings, config, environ).settings


def problems(
    config: Path, environ: Mapping[str, str] | None = None, schema: type[Settings] = Settings
) -> list[str]:
    with pytest.raises(ConfigProblems) as caught:
        load_as(schema, config, environ or {})
    return caught.value.problems


def problem(config: Path, environ: Mapping[str, str] | None = None) -> str:
    (only,) = problems(config, environ)
    return only
