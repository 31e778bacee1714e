"""`/share`: what strangers may see by a link. The answers are for nobody else."""

from discord import app_commands

from bot.challenges import usecases as challenges
from bot.documents import Nothing
from bot.goals import usecases as goals
from bot.shares import usecases, view
from bot.shares.requests import NameShareLink, ShareThing
from bot.slash.acting import act, guest_visit, known_visit, visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import guild_of, set_up_here
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices
from bot.view import View
from bot.visit import Visit
from tracker.servers.service import check_manager
from tracker.shares.model import Shareable


@suggesting
async def suggest_goals(interaction: Interaction, typed: str) -> Suggestions:
    return choices(await goals.suggest(await guest_visit(interaction), typed))


@suggesting
async def suggest_habits(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = await here.services.habits.list(here.person.id)
    return choices((one.name, one.id) for one in every if typed.casefold() in one.name.casefold())


@suggesting
async def suggest_challenges(interaction: Interaction, typed: str) -> Suggestions:
    """Those that the person may share: their own, and those of a server that they manage."""
    here = await known_visit(interaction)
    if here is None:
        return []
    managed, known = await challenges.managed_here(here), await challenges.known(here)
    mine = [one for one in known.every if one.owner in {here.person.id, managed}]
    return choices((one.name, one.id) for one in mine if typed.casefold() in one.name.casefold())


@suggesting
async def suggest_links(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    every = () if here is None else (await usecases.list_links(here, Nothing())).links
    return choices(
        (f"{one.title}, {one.id}", one.id)
        for one in every
        if typed.casefold() in one.title.casefold() or one.id.startswith(typed.casefold())
    )


class ShareCommands(app_commands.Group, name="share", description="Let strangers see one thing by a link"):
    @app_commands.command()
    @app_commands.describe(goal="Which one: what it is about, or its id")
    @app_commands.autocomplete(goal=suggest_goals)
    async def goal(self, interaction: Interaction, goal: Name) -> None:
        """Share a goal: you see first what strangers would see"""
        await _ask(interaction, Shareable.GOAL, goal)

    @app_commands.command()
    @app_commands.describe(habit="Which one")
    @app_commands.autocomplete(habit=suggest_habits)
    async def habit(self, interaction: Interaction, habit: Name) -> None:
        """Share a habit's streak: you see first what strangers would see"""
        await _ask(interaction, Shareable.HABIT, habit)

    @app_commands.command()
    @app_commands.describe(challenge="One that you set up, or that of a server that you manage")
    @app_commands.autocomplete(challenge=suggest_challenges)
    async def challenge(self, interaction: Interaction, challenge: Name) -> None:
        """Share the standings of a challenge"""
        await _ask(interaction, Shareable.CHALLENGE, challenge)

    @app_commands.command()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Share this server's leaderboard; for those who manage the server"""
        check_manager(guild_of(interaction))
        await visit(interaction)
        await set_up_here(interaction)
        await _ask(interaction, Shareable.LEADERBOARD, "")

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """List what strangers can see, and since when"""
        await act(interaction, usecases.list_links, Nothing(), view.links)

    @app_commands.command()
    @app_commands.describe(link="Which one")
    @app_commands.autocomplete(link=suggest_links)
    async def end(self, interaction: Interaction, link: Name) -> None:
        """End a link: it no longer works"""
        await act(interaction, usecases.end, NameShareLink(link=link), view.ended)


async def _ask(interaction: Interaction, kind: Shareable, thing: str) -> None:
    await act(interaction, usecases.preview, ShareThing(kind=kind, thing=thing), view.preview)


async def make(here: Visit, about: str) -> View:
    kind, thing, named = about.split(":")
    ask = ShareThing(kind=Shareable(kind), thing=thing, named=named == "true", exact=True)
    return view.made(here, await usecases.share(here, ask))


SLASH = SlashPart(commands=(ShareCommands,), questions={view.MAKE: make})
