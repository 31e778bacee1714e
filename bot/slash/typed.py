"""What somebody typed or pressed, as Discord sends it: options of a command, fields of a form, an id."""

from collections.abc import Iterator, Mapping
from typing import Any

from discord import InteractionType

from bot.slash.answers import Interaction

WORTH_KEEPING = ("note",)
"""Of a command: what is more than a word or two, and would have to be typed again."""


def id_of(interaction: Interaction) -> str:
    """Of the button, the select or the form; empty for a command."""
    return str((interaction.data or {}).get("custom_id", ""))


def options_of(interaction: Interaction) -> dict[str, Any]:
    """Of a command, at any depth of its group."""
    found: dict[str, Any] = {}
    options: list[Any] = list((interaction.data or {}).get("options", []))
    while options:
        option = options.pop()
        options += option.get("options", [])
        if "value" in option:
            found[option["name"]] = option["value"]
    return found


def typed_in(interaction: Interaction) -> dict[str, str]:
    """In a form, by the ids of its fields."""
    return dict(_fields((interaction.data or {}).get("components", [])))


def _fields(parts: list[Any]) -> Iterator[tuple[str, str]]:
    for part in parts:
        if isinstance(part.get("value"), str):
            yield part["custom_id"], part["value"]
        yield from _fields(part.get("components") or [one for one in [part.get("component")] if one])


def given_back(interaction: Interaction) -> Mapping[str, str]:
    """What would be lost where it is refused."""
    if interaction.type is InteractionType.modal_submit:
        return {name: text for name, text in typed_in(interaction).items() if text.strip()}
    if interaction.type is InteractionType.application_command:
        options = options_of(interaction)
        return {name: str(options[name]) for name in WORTH_KEEPING if name in options}
    return {}
