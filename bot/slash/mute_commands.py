"""`/mute`: be told nothing for a while."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.slash.account_cards import mute_card
from bot.slash.answers import Interaction, answer
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.person import known, present
from tracker.notify import wishes
from tracker.notify.muting import end_of_mute

OFF = "off"
LONGEST = 40
_USUAL = ("1h", "3h", "18:00", "tomorrow", "mon", "1 week", OFF)
_UNKNOWN = ZoneInfo("UTC")


@app_commands.describe(until="When I may write again: 2h, tomorrow, mon, 18:00; off: now")
async def mute_person(interaction: Interaction, until: app_commands.Range[str, 1, LONGEST]) -> None:
    """Be told nothing for a while; all of it comes afterwards as one message"""
    services, user = interaction.client.services, await present(interaction)
    now = services.clock().replace(microsecond=0)
    try:
        end = end_of_mute(until, now, user.zone)
    except ValueError as error:
        raise Problem(str(error)) from error
    after = await wishes.mute(services.table, services.accounts, user, end, now)
    await answer(interaction, mute_card(after, now))


async def suggest_ends(interaction: Interaction, current: str) -> Suggestions:
    """What was typed with what it means; before it means anything, what is usual."""
    user, now = await known(interaction), interaction.client.services.clock()
    zone = user.zone if user else _UNKNOWN
    texts = [current.strip()] if current.strip() else _USUAL
    return [
        app_commands.Choice(name=f"{text[:LONGEST]} ({meaning})", value=text[:LONGEST])
        for text in texts
        if (meaning := _meaning(text, now, zone)) is not None
    ]


def _meaning(text: str, now: datetime, zone: ZoneInfo) -> str | None:
    try:
        end = end_of_mute(text, now, zone)
    except ValueError:
        return None
    if end is None:
        return "I write to you again at once"
    wall = end.astimezone(zone)
    return f"until {wall:%A} {wall.day} {wall:%B}, {wall:%H:%M}"


mute: app_commands.Command[Any, ..., None] = app_commands.command(name="mute")(mute_person)
mute.autocomplete("until")(suggesting(suggest_ends))
