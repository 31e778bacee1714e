"""`/group`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import app_commands

from bot.characters.usecases import suggest as find_characters
from bot.documents import Nothing
from bot.group_goals import usecases, view
from bot.group_goals.requests import (
    AddGroupGoal,
    EditGroupGoal,
    JoinGroupGoal,
    NameGroupGoal,
    ShowGroupGoal,
)
from bot.slash.acting import act, known_visit, respond, visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import guild_of, set_up_here
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.slash.suggestions import choices, suggest_dates
from bot.slash.texts import dotted
from bot.view import View
from bot.visit import Visit
from tracker.challenge.model import WhoMayJoin
from tracker.finding import plain
from tracker.group_goals.model import LONGEST_NAME
from tracker.servers.service import check_manager

WHICH = "Which one; the only one, unless you say"
AIM = "Of all: 1b xp, 50m woodcutting, 500 zulrah kills, 1000 km. Of each: 20 days each"
WHO = [
    app_commands.Choice(name="everybody on this server", value=WhoMayJoin.SERVER.value),
    app_commands.Choice(name="whoever knows its id, also elsewhere", value=WhoMayJoin.ANYBODY.value),
]
LONGEST_AIM = 100

Title: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]
AimText: TypeAlias = app_commands.Range[str, 1, LONGEST_AIM]


@suggesting
async def suggest_goals(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    every = [] if here is None else await usecases.known(here)
    found = [one for one in every if plain(typed) in plain(one.name) or typed == one.id]
    return choices((dotted([one.name, one.aim, one.left]), one.id) for one in found)


@suggesting
async def suggest_characters(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    return [] if here is None else choices(await find_characters(here, typed))


@suggesting
async def suggest_metrics(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    every = [] if here is None else await here.services.metrics.list(here.person.id)
    return choices((one.name, one.name) for one in every if plain(typed) in plain(one.name))


@suggesting
async def suggest_habits(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    every = [] if here is None else await here.services.habits.list(here.person.id)
    some = [one for one in every if not one.target.at_most]
    return choices((one.name, one.id) for one in some if plain(typed) in plain(one.name))


SUGGEST_DATES = suggesting(suggest_dates)


class GroupCommands(
    app_commands.Group, name="group", description="Goals that several people work on, with who adds what"
):
    @app_commands.command()
    @app_commands.describe(
        name="What it is called: Clan June",
        aim=AIM,
        until="The last day: 30 june, end of month",
        starts="The first day: today, unless you say",
        who="Who may join it",
        share=SHARE,
    )
    @app_commands.choices(who=WHO)
    @app_commands.rename(starts="from")
    @app_commands.autocomplete(until=SUGGEST_DATES, starts=SUGGEST_DATES)
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        name: Title,
        aim: AimText,
        until: Name,
        starts: Name | None = None,
        who: str | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Set a goal of this server, if you may manage it; in direct messages, one of your own"""
        if guild_of(interaction) is not None:
            check_manager(guild_of(interaction))
            await set_up_here(interaction)
        ask = AddGroupGoal(
            name=name, aim=aim, until=until, starts=starts, who=WhoMayJoin(who) if who else None
        )
        await act(interaction, usecases.add, ask, view.added, share=share)

    @app_commands.command(name="list")
    @app_commands.describe(share=SHARE)
    async def list_(self, interaction: Interaction, *, share: bool = False) -> None:
        """List the group goals that you are in, and those of this server"""
        await act(interaction, usecases.list_goals, Nothing(), view.goals, share=share)

    @app_commands.command()
    @app_commands.describe(goal=WHICH, share=SHARE)
    @app_commands.autocomplete(goal=suggest_goals)
    async def show(self, interaction: Interaction, goal: Name | None = None, *, share: bool = False) -> None:
        """Show how far it is, and who added how much, with a picture"""
        await act(interaction, usecases.show, ShowGroupGoal(goal=goal), view.goal, share=share)

    @app_commands.command()
    @app_commands.describe(
        goal="Which one; the only one, unless you say. Or the id of one that is open to all",
        character="For xp and kills: the character you join with",
        metric="For numbers: the metric you join with",
        habit="Of days: the habit that adds",
    )
    @app_commands.autocomplete(
        goal=suggest_goals, character=suggest_characters, metric=suggest_metrics, habit=suggest_habits
    )
    async def join(
        self,
        interaction: Interaction,
        goal: Name | None = None,
        character: Name | None = None,
        metric: Name | None = None,
        habit: Name | None = None,
    ) -> None:
        """Add to a group goal, under your name on Discord; others see how much, and nothing else"""
        ask = JoinGroupGoal(goal=goal, character=character, metric=metric, habit=habit)
        await act(interaction, usecases.join, ask, view.joined)

    @app_commands.command()
    @app_commands.describe(goal=WHICH)
    @app_commands.autocomplete(goal=suggest_goals)
    async def leave(self, interaction: Interaction, goal: Name | None = None) -> None:
        """Leave a group goal; what you added goes with you"""
        await act(interaction, usecases.to_leave, NameGroupGoal(goal=goal), view.leaving)

    @app_commands.command()
    @app_commands.describe(
        goal=WHICH,
        name="Its new name",
        aim="How much is wanted now: 2b xp",
        until="The last day: 31 july",
        who="Who may join it",
    )
    @app_commands.choices(who=WHO)
    @app_commands.autocomplete(goal=suggest_goals, until=SUGGEST_DATES)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: Name | None = None,
        name: Title | None = None,
        aim: AimText | None = None,
        until: Name | None = None,
        who: str | None = None,
    ) -> None:
        """Change a goal of this server, if you may manage it, or one of yours; the group is told"""
        ask = EditGroupGoal(goal=goal, name=name, aim=aim, until=until, who=WhoMayJoin(who) if who else None)
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(goal=WHICH)
    @app_commands.autocomplete(goal=suggest_goals)
    async def end(self, interaction: Interaction, goal: Name | None = None) -> None:
        """End a goal of this server, if you may manage it, or one of yours"""
        await act(interaction, usecases.end, NameGroupGoal(goal=goal), view.changed)

    @app_commands.command()
    @app_commands.describe(goal=WHICH)
    @app_commands.autocomplete(goal=suggest_goals)
    async def remove(self, interaction: Interaction, goal: Name | None = None) -> None:
        """Remove a goal of this server, if you may manage it, or one of yours, for everybody"""
        await act(interaction, usecases.to_remove, NameGroupGoal(goal=goal), view.removal)


@on_press(r"ql:group-join:(?P<goal>[0-9A-Za-z]{1,40})")
async def join_button(press: Press) -> None:
    """Under a card that everybody may see: whoever presses it speaks for themselves."""
    here = await visit(press.interaction)
    joined = await usecases.join(here, JoinGroupGoal(goal=press["goal"]))
    await respond(press.interaction, here, view.joined(here, joined))


async def shares_page(here: Visit, number: int, about: str) -> View:
    return view.goal(here, await usecases.show_page(here, ShowGroupGoal(goal=about, page=number)))


async def leave(here: Visit, about: str) -> View:
    return view.left(here, await usecases.leave(here, NameGroupGoal(goal=about)))


async def remove(here: Visit, about: str) -> View:
    return view.removed(here, await usecases.remove(here, NameGroupGoal(goal=about)))


SLASH = SlashPart(
    commands=(GroupCommands,),
    items=(join_button,),
    lists={view.SHARES: shares_page},
    questions={view.LEAVE: leave, view.REMOVE: remove},
)
