"""One interaction as operators see it: what it was, whether it is new, how soon it was answered, its end."""

import re
from time import perf_counter
from typing import TYPE_CHECKING

from discord import ComponentType, InteractionType

if TYPE_CHECKING:
    from bot.slash.answers import Interaction

ANSWERED, OUTDATED = "answered", "outdated"
"""How an interaction ends that does not fail; the button of an earlier version has only an excuse."""

_ARRIVED, _AGAIN = "questlog.arrived", "questlog.again"
_KINDS = {
    InteractionType.application_command: "command",
    InteractionType.autocomplete: "autocomplete",
    InteractionType.modal_submit: "modal",
}


def arrived(interaction: "Interaction", *, again: bool = False) -> None:
    interaction.extras[_ARRIVED], interaction.extras[_AGAIN] = perf_counter(), again


def is_again(interaction: "Interaction") -> bool:
    """Whether Discord has delivered it before: then somebody has answered it, or is about to."""
    return bool(interaction.extras.get(_AGAIN))


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


class RecentIds:
    """Of interactions: after a connection was lost, Discord may deliver some of them again."""

    def __init__(self, most: int = 4096) -> None:
        self._ids, self._most = dict[int, None](), most

    def knows(self, interaction_id: int) -> bool:
        """From now on it does."""
        if interaction_id in self._ids:
            return True
        self._ids[interaction_id] = None
        if len(self._ids) > self._most:
            del self._ids[next(iter(self._ids))]
        return False
