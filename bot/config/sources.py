"""Where settings come from: a TOML file, variables, and files that variables name. Later ones win."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, cast

from pydantic import ValidationError

from bot.config import problems
from bot.config.keys import BY_FILE, PREFIX, Location, Outline, Setting
from tracker.frozen import frozen

NEVER_SETTINGS = f"{PREFIX}TEST_"
"""There is no section of this name: whoever develops Questlog may export such variables and still run it."""


@frozen
class Given:
    """A value and who gave it: the file's path or the variable's name."""

    value: Any
    origin: str


Layer: TypeAlias = dict[Location, Given]


@dataclass(slots=True)
class Layers:
    """What was given, lowest layer first, and what was wrong with it."""

    file: Layer = field(default_factory=Layer)
    variables: Layer = field(default_factory=Layer)
    secret_files: Layer = field(default_factory=Layer)
    refused: set[Location] = field(default_factory=set[Location])
    secrets: set[str] = field(default_factory=set[str])
    problems: list[str] = field(default_factory=list[str])
    unread: bool = False
    """Whether the file could not be read, so that nobody knows what it would have given."""

    def in_order(self) -> tuple[Layer, Layer, Layer]:
        return self.file, self.variables, self.secret_files

    def winning(self) -> Layer:
        return {**self.file, **self.variables, **self.secret_files}

    def accept(self, layer: Layer, setting: Setting, given: Given, *, strict: bool) -> None:
        """Keep a value that its setting takes, or say what is wrong with it."""
        if given.value == "" and setting.empty_means_none:
            layer[setting.location] = Given(None, given.origin)
            return
        if problem := self._problem(setting, given, strict=strict):
            self.refuse(setting, problem)
        else:
            layer[setting.location] = given

    def refuse(self, setting: Setting, problem: str) -> None:
        self.refused.add(setting.location)
        self.problems.append(problem)

    def _problem(self, setting: Setting, given: Given, *, strict: bool) -> str | None:
        if setting.is_secret:
            self.secrets.update(_texts(given.value))
        if any("\0" in text for text in _texts(given.value)):
            return problems.zero_byte(given.origin, setting)
        try:
            if strict:
                # JSON has TOML's types: strict then means no text for a number, but still text for a path.
                setting.adapter.validate_json(json.dumps(given.value, default=str), strict=True)
            else:
                setting.adapter.validate_python(given.value)
        except ValidationError as error:
            details = error.errors(include_url=False)[0]
            if details["type"] == "json_invalid":
                return problems.beyond_reading(given.origin, setting)
            return problems.wrong_value(given.origin, setting, given.value, details)
        except (ValueError, RecursionError):
            return problems.beyond_reading(given.origin, setting)
        return None


def read_file(path: Path, known: Outline, layers: Layers) -> None:
    try:
        # Some editors begin a file with the mark U+FEFF, which TOML itself does not know.
        content = tomllib.loads(path.read_bytes().decode().removeprefix("\ufeff"))
    except (OSError, ValueError, RecursionError) as error:
        layers.unread = True
        layers.problems.append(_unreadable(path, error))
    else:
        _read_section(content, (), str(path), known, layers)


def _unreadable(path: Path, error: Exception) -> str:
    match error:
        case OSError():
            return f"{path}: cannot be read: {error.strerror or error}"
        case UnicodeDecodeError():
            return f"{path}: byte {error.start + 1} is not UTF-8; save the file as UTF-8"
        case tomllib.TOMLDecodeError():
            return _syntax(path, error)
        case _:
            return f"{path}: holds a number that is too long, or lists that are nested too deep"


def _read_section(
    content: Mapping[str, object], place: Location, origin: str, known: Outline, layers: Layers
) -> None:
    for name, value in content.items():
        here = (*place, name)
        if (setting := known.settings.get(here)) is not None:
            layers.accept(layers.file, setting, Given(value, origin), strict=True)
        elif here not in known.sections:
            layers.problems.append(problems.unknown_key(origin, here, known))
        elif isinstance(value, dict):
            _read_section(cast("dict[str, object]", value), here, origin, known, layers)
        else:
            layers.problems.append(problems.not_a_section(origin, here, value))


def _syntax(path: Path, error: tomllib.TOMLDecodeError) -> str:
    """`file:line:column: message`, as compilers say it."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
    return f"{path}:{match[2]}:{match[3]}: {match[1]}" if match else f"{path}: {error}"


def read_variables(environ: Mapping[str, str], known: Outline, layers: Layers) -> None:
    for name in sorted(environ):
        if not name.upper().startswith(PREFIX) or name.upper().startswith(NEVER_SETTINGS):
            continue
        place = tuple(name[len(PREFIX) :].lower().split("__"))
        if (setting := known.settings.get(place)) is not None:
            _accept_text(layers, layers.variables, setting, Given(environ[name], name))
        elif (setting := known.settings.get(_without_suffix(place))) is not None:
            _read_secret_file(layers, setting, name, environ[name])
        elif place in known.sections:
            layers.problems.append(problems.section_variable(name, place, known))
        else:
            layers.problems.append(problems.unknown_variable(name, known))


def _without_suffix(place: Location) -> Location:
    suffix = BY_FILE.lower()
    return (*place[:-1], place[-1].removesuffix(suffix)) if place[-1].endswith(suffix) else ()


def _read_secret_file(layers: Layers, setting: Setting, name: str, path: str) -> None:
    # A secret that was put where its file's name belongs must not be printed either.
    which = "the file that it names" if setting.is_secret else path
    try:
        text = Path(path).read_bytes().decode().rstrip("\r\n")
    except OSError as error:
        layers.refuse(setting, f"{name}: cannot read {which}: {error.strerror or 'not a usable name'}")
    except ValueError:  # not UTF-8, or a name with a zero byte
        layers.refuse(setting, f"{name}: cannot read {which}: it is not a text file in UTF-8")
    else:
        _accept_text(layers, layers.secret_files, setting, Given(text, name))


def _accept_text(layers: Layers, layer: Layer, setting: Setting, given: Given) -> None:
    if setting.location in layer:
        other = layer[setting.location].origin
        layers.refuse(setting, f"{given.origin}: {setting.key} is also set as {other}; keep one of them")
        return
    if given.value and setting.is_json:
        try:
            given = Given(json.loads(given.value), given.origin)
        except (ValueError, RecursionError):
            layers.refuse(setting, problems.not_json(given.origin, setting))
            return
    layers.accept(layer, setting, given, strict=False)


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for member in cast("dict[str, object]", value).values():
                yield from _texts(member)
        case list():
            for member in cast("list[object]", value):
                yield from _texts(member)
        case _:
            pass
