"""The settings as a flat list of keys: `store.path`, its variable, what it allows, whether it is a secret."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from tracker.frozen import frozen

PREFIX = "QUESTLOG_"
BY_FILE = "_FILE"

Location: TypeAlias = tuple[str, ...]
Shape: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Setting:
    """One key of the file."""

    location: Location
    field: FieldInfo

    @property
    def key(self) -> str:
        return dotted(self.location)

    @property
    def variable(self) -> str:
        return variable(self.location)

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(cast("Any", Annotated)[self.field.annotation, self.field])

    @cached_property
    def shape(self) -> Shape:
        return self.adapter.json_schema()

    @property
    def is_secret(self) -> bool:
        """Whether any part of the value is a secret."""
        return '"writeOnly": true' in json.dumps(self.shape, default=str)

    @property
    def empty_means_none(self) -> bool:
        """Compose files pass "" for what is not set; for all but free text that can only mean none."""
        kinds = _members(self.field.annotation)
        return type(None) in kinds and str not in kinds

    @property
    def is_json(self) -> bool:
        """Whether a variable holds the value as JSON: lists and tables have no other form there."""
        shape = self.shape
        variants: list[Shape] = shape.get("anyOf", [shape])
        kinds = {variant.get("type") for variant in variants} - {"null"}
        return bool(kinds) and kinds <= {"array", "object"}


@frozen
class Outline:
    """Every key that there is."""

    settings: Mapping[Location, Setting]
    sections: frozenset[Location]

    def holding(self, location: Iterable[object]) -> Setting | None:
        """The setting that a place inside its value belongs to."""
        path = tuple(str(part) for part in location)
        lengths = range(len(path), 0, -1)
        return next((self.settings[path[:n]] for n in lengths if path[:n] in self.settings), None)

    def inside(self, section: Location) -> list[str]:
        """The names that a section knows."""
        known = [*self.settings, *sorted(self.sections)]
        return [place[-1] for place in known if place and place[:-1] == section]


def outline(schema: type[BaseModel]) -> Outline:
    settings: dict[Location, Setting] = {}
    sections: set[Location] = set()

    def visit(model: type[BaseModel], place: Location) -> None:
        sections.add(place)
        for name, field in model.model_fields.items():
            if (section := _section(field)) is not None:
                visit(section, (*place, name))
            else:
                settings[*place, name] = Setting((*place, name), field)

    visit(schema, ())
    return Outline(settings, frozenset(sections))


def dotted(location: Iterable[object]) -> str:
    return ".".join(str(part) for part in location)


def variable(location: Location) -> str:
    return PREFIX + "__".join(location).upper()


def nearest_key(unknown: Location, known: Outline) -> str | None:
    """The key meant by an unknown one: a neighbour with a similar name, or that name in another section."""
    *section, name = unknown
    siblings = known.inside(tuple(section))
    if near := get_close_matches(name.lower(), siblings, n=1):
        return dotted((*section, near[0]))
    places = [place for place in (*known.sections, *known.settings) if place]
    elsewhere = {place[-1]: place for place in reversed(places)}  # of one name, the section that comes first
    near = get_close_matches(name.lower(), elsewhere, n=1)
    return dotted(elsewhere[near[0]]) if near else None


def nearest_variable(unknown: str, known: Outline) -> str | None:
    names = [setting.variable for setting in known.settings.values()]
    if unknown.endswith(BY_FILE):
        names = [*names, *(name + BY_FILE for name in names)]
    return next(iter(get_close_matches(unknown, names, n=1)), None)


def allowed(shape: Shape) -> str:
    """What a setting takes, in words."""
    match shape:
        case {"allowed": str(words)}:
            return words
        case {"anyOf": [*variants]}:
            return " or ".join(allowed(variant) for variant in cast("list[Shape]", variants))
        case {"enum": [*values]}:
            return " or ".join(json.dumps(value) for value in cast("list[object]", values))
        case {"type": "string"}:
            return _text(shape)
        case {"type": ("integer" | "number") as kind}:
            return ("a whole number" if kind == "integer" else "a number") + _bounds(shape)
        case _:
            return _KINDS.get(shape.get("type", ""), "another value")


_KINDS = {"boolean": "true or false", "null": '"" for none', "array": "a list", "object": "a table"}
_FORMATS = {"uri": "an address such as https://example.org", "path": "a path"}


def _text(shape: Shape) -> str:
    if "pattern" in shape:
        return f"text that matches {shape['pattern']}"
    return _FORMATS.get(
        shape.get("format", ""), "text that is not empty" if shape.get("minLength") else "text"
    )


def _bounds(shape: Shape) -> str:
    least, most = shape.get("minimum"), shape.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f" of at least {least}"
    return f" of at most {most}" if most is not None else ""


def _members(annotation: object) -> tuple[object, ...]:
    """The types that a value may have."""
    return get_args(annotation) if get_origin(annotation) in {Union, UnionType} else (annotation,)


def _section(field: FieldInfo) -> type[BaseModel] | None:
    kinds = [kind for kind in _members(field.annotation) if kind is not type(None)]
    only = kinds[0] if len(kinds) == 1 else None
    return only if isinstance(only, type) and issubclass(only, BaseModel) else None
