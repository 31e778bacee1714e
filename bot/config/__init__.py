"""From file and environment to Settings, or to the list of everything that is wrong with them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bot.config import problems
from bot.config.keys import Location, Outline, outline
from bot.config.problems import ConfigProblems
from bot.config.sources import Layer, Layers, read_file, read_variables
from tracker.frozen import frozen
from tracker.settings import Settings

__all__ = ["DEFAULT_FILE", "ConfigProblems", "Loaded", "load", "load_as"]

DEFAULT_FILE = Path("questlog.toml")
_Schema = TypeVar("_Schema", bound=BaseModel)


@frozen
class Loaded(Generic[_Schema]):
    """The settings, and the names of the file and variables that had a say in them."""

    settings: _Schema
    origins: tuple[str, ...]


def load(config: Path | None, environ: Mapping[str, str]) -> Settings:
    """File < variables < files named by variables. Raises ConfigProblems, which holds all of them."""
    return load_as(Settings, config, environ).settings


def load_as(schema: type[_Schema], config: Path | None, environ: Mapping[str, str]) -> Loaded[_Schema]:
    known, layers = outline(schema), Layers()
    file = config or DEFAULT_FILE
    read = config is not None or file.is_symlink() or file.exists()
    if read:
        read_file(file, known, layers)
    read_variables(environ, known, layers)
    settings = _merged(schema, known, layers, file)
    if settings is None or layers.problems:
        raise ConfigProblems(_hide(problem, layers.secrets) for problem in layers.problems)
    variables = [
        given.origin for layer in (layers.variables, layers.secret_files) for given in layer.values()
    ]
    return Loaded(settings, (*([str(file)] if read else []), *variables))


def _merged(schema: type[_Schema], known: Outline, layers: Layers, file: Path) -> _Schema | None:
    """The layers on top of each other, checked as a whole; None, and problems, when that fails."""
    try:
        return schema.model_validate(_tree(layers.winning()))
    except ValidationError as error:
        for details in error.errors(include_url=False):
            _blame(details, known, layers, file)
        return None


def _tree(layer: Layer) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for (*sections, name), given in layer.items():
        branch = tree
        for section in sections:
            branch = branch.setdefault(section, {})
        branch[name] = given.value
    return tree


def _blame(error: ErrorDetails, known: Outline, layers: Layers, file: Path) -> None:
    """Turn what the whole complained about into a problem of the one who gave the value."""
    place = tuple(str(part) for part in error["loc"])
    setting = known.holding(place)
    if error["type"] == "missing" and place in known.settings.keys() | known.sections:
        _blame_absence(place, known, layers, file)
    elif setting is None:
        layers.problems.append(problems.wrong_section(_givers(place, layers) or str(file), place, error))
    else:
        given = layers.winning()[setting.location]
        inner = error.copy()
        inner["loc"] = error["loc"][len(setting.location) :]
        layers.refuse(setting, problems.wrong_value(given.origin, setting, given.value, inner))


def _blame_absence(place: Location, known: Outline, layers: Layers, file: Path) -> None:
    for location, setting in known.settings.items():
        absent = location[: len(place)] == place and setting.field.is_required()
        if absent and location not in layers.refused and not layers.unread:
            layers.refuse(setting, problems.missing(setting, file))


def _givers(place: Location, layers: Layers) -> str:
    given = layers.winning()
    return ", ".join(dict.fromkeys(given[at].origin for at in given if at[: len(place)] == place))


def _hide(problem: str, secrets: set[str]) -> str:
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        problem = problem.replace(secret, "***")
    return problem
