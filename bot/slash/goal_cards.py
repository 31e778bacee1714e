"""The card of one goal, with everything about it."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot.names import NAME
from bot.shown import ShownGoal
from bot.slash.cards import Card, Part, Row, heading, picture_of, text
from bot.slash.goal_words import facts, footer, outage_line, state_line, title_of
from bot.slash.looks import look_of
from bot.slash.texts import dotted, safe, small

_BAR = 14


def goal_card(
    shown: ShownGoal,
    *,
    lead: str | None = None,
    picture: discord.File | None = None,
    rows: Iterable[Row] = (),
) -> Card:
    """`lead` says what has just happened to it, in our own words: `Goal set`."""
    standing = shown.standing
    below = dotted([safe(shown.character, NAME), safe(standing.game.title)])
    parts: list[Part] = [
        *([text(small(lead))] if lead else []),
        heading(title_of(shown.goal), below),
        text(state_line(shown, _BAR)),
        ui.Separator[Any](),
        text(*facts(shown)),
        *([text(outage)] if (outage := outage_line(shown)) else []),
        *([picture_of(picture)] if picture else []),
        text(small(footer(shown))),
    ]
    return Card(*parts, colour=look_of(standing).colour, rows=rows)
