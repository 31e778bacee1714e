"""One interaction as operators see it: what it was, how soon it was answered, and how it ended."""

import re
from time import perf_counter
from typing import TYPE_CHECKING

from discord import ComponentType, InteractionType

if TYPE_CHECKING:
    from bot.slash.answers import Interaction

ANSWERED, OUTDATED = "answered", "outdated"
"""How an interaction ends that does not fail; the button of an earlier version has only an excuse."""

_ARRIVED = "questlog.arrived"
_KINDS = {
    InteractionType.application_command: "command",
    InteractionType.autocomplete: "autocomplete",
    InteractionType.modal_submit: "modal",
}


def arrived(interaction: "Interaction") -> None:
    interaction.extras[_ARRIVED] = perf_counter()


def first_answered(interaction: "Interaction") -> None:
    """Now, for the first time."""
    if (began := interaction.extras.get(_ARRIVED)) is not None:
        interaction.client.metrics.answered(kind_of(interaction), perf_counter() - began)


def ended(interaction: "Interaction", outcome: str) -> None:
    """Once for each. Only commands and buttons that are ours have a name: there are not many of them."""
    name = None if outcome == OUTDATED else named(interaction)
    interaction.client.metrics.ended(kind_of(interaction), name or "", outcome)


def kind_of(interaction: "Interaction") -> str:
    if kind := _KINDS.get(interaction.type):
        return kind
    component = (interaction.data or {}).get("component_type")
    return "button" if component == ComponentType.button.value else "select"


def named(interaction: "Interaction") -> str | None:
    """Which command, or the beginning of the id of a button: what follows the first number is a person's."""
    if interaction.command is not None:
        return interaction.command.qualified_name
    custom_id = str((interaction.data or {}).get("custom_id", ""))
    return re.split(r":[0-9]", custom_id)[0] if custom_id.startswith("ql:") else None
