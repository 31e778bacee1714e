"""Filling in a modal: every field checked as the real client does, and written as it submits them."""

from collections.abc import Mapping
from typing import Any

from tests.fakes.discord.component_types import (
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    RADIO_GROUP,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
)
from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.options import Resolved, same_name


def labels(parts: list[Json]) -> list[str]:
    return [_label(part) for part in parts if part["type"] != TEXT]


def submitted(parts: list[Json], given: Mapping[str, object], resolved: Resolved) -> list[Json]:
    used: set[str] = set()
    written = [_written(part, given, used, resolved) for part in parts]
    if unknown := given.keys() - used:
        raise Impossible(f"the modal has no field {sorted(unknown)}, only {labels(parts)}")
    return written


def _label(part: Json) -> str:
    return part["label"] if part["type"] == LABEL else part["components"][0]["label"]


def _written(part: Json, given: Mapping[str, object], used: set[str], resolved: Resolved) -> Json:
    head = {"type": part["type"], "id": part.get("id", 0)}
    if part["type"] == TEXT:
        return head
    field = part["component"] if part["type"] == LABEL else part["components"][0]
    key = next((key for key in given if same_name(key, field["custom_id"], _label(part))), None)
    value = None
    if key is not None:
        used.add(key)
        value = given[key]
    answer = {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]}
    answer |= _answer(field, _label(part), value, resolved)
    return {**head, "component": answer} if part["type"] == LABEL else {**head, "components": [answer]}


def _answer(field: Json, label: str, value: object, resolved: Resolved) -> Json:
    kind = field["type"]
    if kind == TEXT_INPUT:
        return {"value": _text(field, label, value)}
    if kind == CHECKBOX:
        return {"value": bool(field.get("default")) if value is None else bool(value)}
    if kind == RADIO_GROUP:
        return {"value": next(iter(_picked(field, label, _listed(field, value), most=1)), None)}
    if kind in (STRING_SELECT, CHECKBOX_GROUP):
        most = field.get("max_values") or (1 if kind == STRING_SELECT else len(field["options"]))
        return {"values": _picked(field, label, _listed(field, value), most=most)}
    things = [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
    _check_count(field, label, things, field.get("max_values", 1))
    return {"values": [resolved.add(thing) for thing in things]}


def _text(field: Json, label: str, value: object) -> str:
    text = field.get("value") or "" if value is None else str(value)
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if (not text and field.get("required", True)) or (text and not least <= len(text) <= most):
        raise Impossible(f"{label!r} takes {least} to {most} characters, not {text!r}")
    return text


def _listed(field: Json, value: object) -> list[object]:
    if value is None:
        return [option["value"] for option in field["options"] if option.get("default")]
    return list(value) if isinstance(value, list | tuple) else [value]


def _picked(field: Json, label: str, wanted: list[object], most: int) -> list[Any]:
    _check_count(field, label, wanted, most)
    return [pick(field["options"], one) for one in wanted]


def pick(options: list[Json], wanted: object) -> str:
    """An option by what it says or by what it means."""
    for option in options:
        if wanted in (option["label"], option["value"]):
            return option["value"]
    raise Impossible(f"{wanted!r} is not among {[option['label'] for option in options]}")


def _check_count(field: Json, label: str, things: list[object], most: int) -> None:
    required = field.get("required", True)
    least = max(field.get("min_values") or 1, 1) if required else field.get("min_values") or 0
    if (things or required) and not least <= len(things) <= most:
        raise Impossible(f"{label!r} takes {least} to {most} things, not {len(things)}")
