"""`/today`: what there is to do until the person's day ends, ticked off in the message itself."""

from datetime import date
from typing import Any

from discord import app_commands

from bot.documents import Nothing
from bot.slash.acting import visit
from bot.slash.answers import Interaction, answer, update
from bot.slash.cards import Card
from bot.slash.options import SHARE
from bot.slash.part import Form, SlashPart
from bot.slash.press import Press, on_press
from bot.today import usecases
from bot.today.slash_cards import LIST, today_card
from bot.view import Text, View
from bot.visit import Visit

_SHEET = r"(?P<owner>[0-9]{1,20}):(?P<number>[0-9]{1,6}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"


@app_commands.describe(share=SHARE)
async def show_today(interaction: Interaction, *, share: bool = False) -> None:
    """Show what there is to do today, what needs you first, and tick it off"""
    here = await visit(interaction)
    found = await usecases.today(here, Nothing())
    by = here.known_as if share else ""
    await answer(interaction, today_card(here, found, interaction.user.id, shared_by=by), share=share)


@on_press(rf"ql:today:(?P<act>tick|undo):{_SHEET}", select=True)
async def today_menu(press: Press) -> None:
    """Done means all of it here; the day is the one that was shown, also after midnight."""
    here = await press.visit()
    things = [(section, thing) for section, _, thing in (one.partition("/") for one in press.chosen)]
    day, undo = date.fromisoformat(press["day"]), press["act"] == "undo"
    said = await usecases.tick(here, things, day, undo=undo)
    await _show_again(press.interaction, here, press, said)


@on_press(rf"ql:today:amount:{_SHEET}:(?P<section>[a-z-]{{1,20}})/(?P<thing>[^:]{{1,40}})", defers=False)
async def today_button(press: Press) -> None:
    """Asks how much of something was done, and logs it."""

    async def show(interaction: Interaction, here: Visit, said: Text, _: View) -> None:
        await _show_again(interaction, here, press, said)

    form = _form(press, press["section"])
    if form is not None:
        await form(press, press["thing"], press["day"], show)


def _form(press: Press, section: str) -> Form | None:
    for feature in press.interaction.client.services.features:
        today, slash = feature.part("today"), feature.part("slash")
        if today is not None and slash is not None and today.TODAY.name == section:
            part: SlashPart = slash.SLASH
            return part.form
    return None


async def _show_again(interaction: Interaction, here: Visit, press: Press, said: Text) -> None:
    await update(interaction, await _card(here, int(press["owner"]), int(press["number"]), said))


async def _card(here: Visit, owner: int, number: int = 0, notice: Text | None = None) -> Card:
    return today_card(here, await usecases.today(here, Nothing()), owner, number, notice)


async def page(here: Visit, number: int, about: str) -> Card:
    del about
    return await _card(here, int(here.person.discord or 0), number)


today: app_commands.Command[Any, ..., None] = app_commands.command(name="today")(show_today)

SLASH = SlashPart(commands=(today,), items=(today_menu, today_button), lists={LIST: page})
