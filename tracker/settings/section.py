"""What every section of the settings is, and what several of them ask of a value."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, SecretStr


class SettingsSection(BaseModel):
    """One `[section]` of the file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, validate_default=True)


def as_in_file(value: object) -> Any:  # noqa: ANN401 - stands for a value of the field's type
    """A default in the file's own form. It is read with everything else: to make it an address or a section
    here, each command would build their types one by one, before it builds all of them together."""
    return value


def is_one_word(giver: str) -> Callable[[SecretStr], SecretStr]:
    def checked(token: SecretStr) -> SecretStr:
        text = token.get_secret_value()
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError(f"allowed: the token as {giver} shows it, in one piece")
        return token

    return checked
