"""`/web` and `/sessions`. A link is for one person: it is never shown to others."""

from typing import Any

from discord import app_commands

from bot.documents import Nothing
from bot.sessions import requests, usecases, view
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.slash.suggestions import choices
from bot.view import View
from bot.visit import Visit
from tracker.accounts.sessions import Session
from tracker.days import local_day
from tracker.words import near_day


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = await here.services.sessions.list(here.person.id)
    return choices(
        (f"{one.session.device}, last used {_last_day(here, one.session)}", one.id)
        for one in every
        if typed.casefold() in one.session.device.casefold() or one.id.startswith(typed.casefold())
    )


def _last_day(here: Visit, session: Session) -> str:
    return near_day(local_day(session.seen_at, here.person.zone, here.person.day_start), here.today)


class SessionCommands(
    app_commands.Group, name="sessions", description="Where you are signed in to your pages"
):
    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List the browsers that are signed in as you"""
        await act(interaction, usecases.list_sessions, Nothing(), view.sessions)

    @app_commands.command()
    @app_commands.describe(session="Which one")
    @app_commands.autocomplete(session=suggest)
    async def end(self, interaction: Interaction, session: Name) -> None:
        """Sign one browser out"""
        await act(interaction, usecases.end, requests.NameSession(session=session), view.ended)

    @app_commands.command(name="end-all")
    async def end_all(self, interaction: Interaction) -> None:
        """Sign out everywhere"""
        await act(interaction, usecases.list_sessions, Nothing(), view.sure_to_end_all)


async def show_web(interaction: Interaction) -> None:
    """Get a link to your pages, good once"""
    await act(interaction, usecases.new_link, Nothing(), view.link)


web: app_commands.Command[Any, ..., None] = app_commands.command(name="web")(show_web)


@on_press(r"ql:sessions:end-all:(?P<owner>[0-9]{1,20})")
async def end_all_button(press: Press) -> None:
    here = await press.visit()
    found = await usecases.list_sessions(here, Nothing())
    await press.replace(here, view.sure_to_end_all(here, found))


async def end_all(here: Visit, about: str) -> View:
    del about
    return view.ended(here, await usecases.end_all(here, Nothing()))


SLASH = SlashPart(commands=(SessionCommands, web), items=(end_all_button,), questions={view.END_ALL: end_all})
