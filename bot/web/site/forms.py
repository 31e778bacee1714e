"""A form for what can be asked: a field for each that has a description. What is refused stays as typed."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from bot.documents import Ask
from bot.visit import Visit
from bot.web.site.part import Act, FieldValues, Form, Page
from bot.web.site.tables import names_in
from tracker.frozen import frozen
from tracker.refusals import Refused

_LONG = frozenset({"note", "notes", "description", "details", "checklist", "text", "instructions", "bio"})
"""Fields in which people write more than a line, wherever they stand."""
_UNSAID = "not set"
_YES_NO = (("", _UNSAID), ("true", "yes"), ("false", "no"))
CLEARED = "none"
"""What is said for a field of a thing that somebody clears."""


@frozen
class Input:
    """One field of a form as it stands on a page."""

    name: str
    label: str
    hint: str
    kind: str
    value: str
    required: bool
    choices: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    offered: Sequence[str] = ()
    """What is offered while somebody types."""


def inputs(act: "Act | Page", form: Form, said: FieldValues, refused: Refused | None = None) -> list[Input]:
    """Its fields, those that everybody is asked first. What the address says is no field."""
    wrong = field_name(act.ask, refused.field) if refused is not None and refused.field else None
    names = [*form.first, *(one for one in _asked(act, form) if one not in form.first)]
    return [
        _input(name, act.ask.model_fields[name], form, said, f"{refused}" if name == wrong else "")
        for name in names
    ]


async def with_offers(here: Visit, form: Form, said: FieldValues, found: Sequence[Input]) -> list[Input]:
    """Those in which something is typed, with what can be typed there."""
    names = [one.name for one in found if one.kind == "text" and one.name in form.suggests]
    offered = await asyncio.gather(*(form.suggests[name](here, said) for name in names))
    known = dict(zip(names, offered, strict=True))
    return [replace(one, offered=known.get(one.name, ())) for one in found]


def _asked(act: "Act | Page", form: Form) -> Iterator[str]:
    for name, field in act.ask.model_fields.items():
        is_said = f"{{{name}}}" in act.path or name in act.fixed or name in form.hidden
        if not is_said and (field.description or field.is_required()):
            yield name


def _input(name: str, field: FieldInfo, form: Form, said: FieldValues, problem: str) -> Input:
    choices = tuple(form.choices.get(name, ())) or _choices(field.annotation)
    usual = _usual(field)
    if choices and choices is not _YES_NO and not field.is_required() and not usual and choices[0][0]:
        choices = (("", form.unsaid or _UNSAID), *choices)
    kind = form.kinds.get(name) or ("select" if choices else _kind(name, field.annotation))
    label, hint = _words(name, field, form, kind)
    return Input(
        name,
        label,
        _without(label, hint),
        kind,
        said.get(name, usual),
        field.is_required() and kind != "checkbox",
        choices,
        problem,
    )


def _words(name: str, field: FieldInfo, form: Form, kind: str) -> tuple[str, str]:
    """The label and the hint. A box, and a list in words of its own, say by themselves what they mean."""
    described = field.description or ""
    label = form.labels.get(name) or name.replace("_", " ").capitalize()
    if kind == "checkbox":
        return form.labels.get(name) or described or label, form.hints.get(name, "")
    return label, form.hints.get(name, "" if name in form.choices else described)


def _without(label: str, hint: str) -> str:
    """A hint that begins as the label does would say it twice."""
    if not hint.startswith(label):
        return hint
    rest = hint.removeprefix(label).lstrip(":; ")
    return rest if hint[len(label) :][:1] in {"", ":", ";"} else hint


def _usual(field: FieldInfo) -> str:
    """What is meant where nothing is said, if that is a word or a number."""
    usual = None if field.is_required() else field.get_default()
    if isinstance(usual, Enum):
        return f"{usual.value}"
    return f"{usual}" if isinstance(usual, str | int) and not isinstance(usual, bool) else ""


def _kind(name: str, annotation: Any) -> str:  # noqa: ANN401 - as pydantic has it
    if annotation is bool:
        return "checkbox"
    return "textarea" if name in _LONG else "text"


def _choices(annotation: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - the same
    """Of a field that can be only one of a few."""
    kinds = [one for one in _kinds(annotation) if one is not type(None)]
    if len(kinds) != 1:
        return ()
    [kind] = kinds
    if get_origin(kind) is Literal:
        return tuple((f"{one}", f"{one}") for one in get_args(kind))
    if kind is bool and annotation is not bool:
        return _YES_NO
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple((f"{one.value}", f"{one.value}") for one in kind)
    return ()


def _kinds(annotation: Any) -> tuple[Any, ...]:  # noqa: ANN401 - the same
    if get_origin(annotation) in {Union, UnionType}:
        return tuple(kind for one in get_args(annotation) for kind in _kinds(one))
    return (annotation,)


def lacks(page: Page, said: FieldValues) -> bool:
    """Whether something that has to be said is not."""
    return any(
        field.is_required() and name not in page.fixed and not said.get(name)
        for name, field in page.ask.model_fields.items()
    )


def field_name(ask: type[Ask], said: str) -> str | None:
    """The field that a refusal is about, which may call it as programs do."""
    for name, field in ask.model_fields.items():
        if said in (name, field.alias, field.validation_alias):
            return name
    return None


def changes(said: FieldValues, before: FieldValues) -> dict[str, str]:
    """Of what stands in a form about a thing that is there, only what somebody has changed."""
    changed = {name: value.strip() for name, value in said.items() if value.strip() != before.get(name, "")}
    return {name: value or CLEARED for name, value in changed.items()}


def kept(act: "Act | Page", shown: Sequence[Input], said: FieldValues) -> dict[str, str]:
    """What the form does not ask for, and the request needs: whatever led to it has said it."""
    asked = {one.name for one in shown} | set(names_in(act.path))
    return {name: value for name, value in said.items() if name in act.ask.model_fields and name not in asked}


def ask_of(kind: type[Ask], fields: Mapping[str, object]) -> Ask:
    """Of those fields that it has; what is empty says nothing. Raises BadRequest."""
    known = kind.model_fields
    said = {name: value for name, value in fields.items() if name in known and value not in (None, "")}
    return kind.of({name: _value(known[name], value) for name, value in said.items()})


def _value(field: FieldInfo, value: object) -> object:
    """Several values stand on lines of their own."""
    takes_several = any(get_origin(kind) in {tuple, list} for kind in _kinds(field.annotation))
    if takes_several and isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip()]
    return value
