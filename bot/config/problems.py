"""What is wrong with the configuration: one line for each problem, and no secret in any of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic_core import ErrorDetails

from bot.config.keys import Location, Outline, Setting, allowed, dotted, nearest_key, nearest_variable

_LONGEST = 80


class ConfigProblems(Exception):
    """The configuration cannot be used; every reason is one line that names its source, key and remedy."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = [one_line(problem) for problem in problems]
        super().__init__("\n".join(self.problems))


def one_line(text: str) -> str:
    """Without control characters: a file's key can hold a line break."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def wrong_value(origin: str, setting: Setting, value: object, error: ErrorDetails) -> str:
    """A value, or a part of it, that its setting does not take."""
    part = error["loc"]
    if error["type"] == "extra_forbidden":
        return f"{origin}: unknown key {dotted((*setting.location, *part))}"
    found = "***" if setting.is_secret else shown(error["input"] if part else value)
    return f"{origin}: {dotted((*setting.location, *part))} is {found}; {_remedy(setting, error)}"


def _remedy(setting: Setting, error: ErrorDetails) -> str:
    if error["type"] in {"value_error", "assertion_error"}:
        return reason(error)
    if error["loc"]:
        return error["msg"]
    return f"allowed: {allowed(setting.shape)}"


def reason(error: ErrorDetails) -> str:
    """What a validator of ours said, without pydantic's words in front."""
    return error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")


def wrong_section(origin: str, place: Location, error: ErrorDetails) -> str:
    """Values that are right one by one, and wrong together."""
    return f"{origin}: {f'[{dotted(place)}] ' if place else ''}{reason(error)}"


def not_json(origin: str, setting: Setting) -> str:
    return f"{origin}: {setting.key} is not JSON; allowed: {allowed(setting.shape)}, such as [1, 2]"


def beyond_reading(origin: str, setting: Setting) -> str:
    return f"{origin}: {setting.key} is too long or too deep to read; allowed: {allowed(setting.shape)}"


def zero_byte(origin: str, setting: Setting) -> str:
    return f"{origin}: {setting.key} holds a zero byte; allowed: {allowed(setting.shape)}, without one"


def missing(setting: Setting, file: Path) -> str:
    return f"{setting.key} is missing; set it in {file}, or as {setting.variable}"


def unknown_key(origin: str, location: Location, known: Outline) -> str:
    near = nearest_key(location, known)
    names = ", ".join(known.inside(location[:-1]))
    return f"{origin}: unknown key {dotted(location)}; " + (
        f"did you mean {near}?" if near else f"known: {names}"
    )


def unknown_variable(name: str, known: Outline) -> str:
    near = nearest_variable(name.upper(), known)
    hint = f"did you mean {near}?" if near else "config.example.toml lists what there is"
    return f"{name}: no such setting; {hint}"


def not_a_section(origin: str, location: Location, value: object) -> str:
    """The value stays unsaid: it may be a secret that was written one level too high."""
    found = _kind(value)
    return f"{origin}: {dotted(location)} is {found}; allowed: a section, [{dotted(location)}]"


def section_variable(name: str, location: Location, known: Outline) -> str:
    example = next(s.variable for place, s in known.settings.items() if place[: len(location)] == location)
    return f"{name}: {dotted(location)} is a section; set its keys one by one, such as {example}"


def shown(value: object) -> str:
    """A value as the file would have it, cut to a readable length."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or nested without end
        text = _kind(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _kind(value: Any) -> str:  # noqa: ANN401 - whatever the file holds
    match value:
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"
