"""Finds on a page what can be typed nowhere on it: a command of Discord, or one of the terminal."""

import re
from functools import cache
from typing import TYPE_CHECKING

from bot.features import FEATURES
from bot.slash.own_part import OWN

if TYPE_CHECKING:
    from bot.slash.part import SlashPart

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_SAYS_WHERE = re.compile(r"\bon Discord\b|\bterminal\b|\bat the machine\b", re.IGNORECASE)


def typed_elsewhere(text: str) -> list[str]:
    """The sentences with a command, unless they say where it is typed."""
    return [one for one in _SENTENCE.split(text) if _command().search(one) and not _SAYS_WHERE.search(one)]


@cache
def _command() -> re.Pattern[str]:
    """A word that begins as a command of Discord does, or the name of the program before a command of it."""
    slash = "|".join(sorted(_slash_names()))
    typed = "|".join(sorted({name for feature in FEATURES for name in feature.commands}))
    return re.compile(rf"(?<![\w/.:-])/(?:{slash})(?![\w/-])|\bquestlog (?:{typed})\b")


def _slash_names() -> set[str]:
    modules = (feature.part("slash") for feature in FEATURES)
    parts: list[SlashPart] = [*(module.SLASH for module in modules if module is not None), OWN]
    return {command.name for part in parts for command in part.made()}
