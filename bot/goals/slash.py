"""`/goal` and `/gains`: each command takes its options apart, and calls a use case."""

from typing import Any, TypeAlias

from discord import app_commands

from bot.goals import gains_usecases, gains_view, requests, usecases, view
from bot.goals import slash_suggestions as suggest
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.view import View
from bot.visit import Visit
from scheduler.channels.discord.buttons import GOAL_BUTTON
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period
from tracker.goals.words.parse import LONGEST_TEXT

GOAL = "Which one: what it is about, or its id"
FREQUENCIES = [
    app_commands.Choice(name="every day", value=Frequency.DAILY.value),
    app_commands.Choice(name="on Mondays", value=Frequency.WEEKLY.value),
    app_commands.Choice(name="at milestones", value=Frequency.MILESTONES.value),
    app_commands.Choice(name="at every change", value=Frequency.EVERY_CHANGE.value),
    app_commands.Choice(name="never", value=Frequency.OFF.value),
]
SPANS = [app_commands.Choice(name=words, value=one.value) for one, words in gains_view.PERIODS.items()]

GoalText: TypeAlias = app_commands.Range[str, 1, LONGEST_TEXT]


class GoalCommands(app_commands.Group, name="goal", description="Set goals, and see where they stand"):
    @app_commands.command()
    @app_commands.describe(
        goal="In your own words: 99 wc by 1 march, 500 zulrah kc, base 70",
        character="Whose goal it is, if you follow several",
        by="Until when, if the goal does not say it: 1 march, in 6 weeks",
        frequency="How often to tell you about it: every day, unless you say",
        channel="Where to tell you first",
        share=SHARE,
    )
    @app_commands.choices(frequency=FREQUENCIES)
    @app_commands.autocomplete(
        goal=suggest.new_goal, character=suggest.character, by=suggest.due, channel=suggest.channel
    )
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: GoalText,
        character: Name | None = None,
        by: Name | None = None,
        frequency: str = Frequency.DAILY.value,
        channel: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Set a goal"""
        often = Frequency(frequency)
        ask = requests.AddGoal(goal=goal, character=character, by=by, frequency=often, channel=channel)
        await act(interaction, usecases.add, ask, view.changed, share=share)

    @app_commands.command(name="list")
    @app_commands.describe(
        character="Of this one alone", archived="Those that you archived, too", share=SHARE
    )
    @app_commands.autocomplete(character=suggest.character)
    async def list_(
        self,
        interaction: Interaction,
        character: Name | None = None,
        *,
        archived: bool = False,
        share: bool = False,
    ) -> None:
        """List your goals, and where they stand"""
        ask = requests.ListGoals(character=character, archived=archived, page=0)
        await act(interaction, usecases.glance, ask, view.goals, share=share)

    @app_commands.command()
    @app_commands.describe(goal=GOAL, share=SHARE)
    @app_commands.autocomplete(goal=suggest.any_goal)
    async def show(self, interaction: Interaction, goal: Name, *, share: bool = False) -> None:
        """Show a goal with all its numbers and its chart"""
        await act(interaction, usecases.show, requests.NameGoal(goal=goal), view.goal, share=share)

    @app_commands.command()
    @app_commands.describe(
        goal=GOAL,
        new="What it is to be: 200m, 99 by 1 march, 50k/day",
        by="Until when; none takes the date away",
        frequency="How often to tell you about it",
        channel="Where to tell you first; default is your own order",
    )
    @app_commands.choices(frequency=FREQUENCIES)
    @app_commands.autocomplete(goal=suggest.live, new=suggest.change, by=suggest.due, channel=suggest.channel)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: Name,
        new: GoalText | None = None,
        by: Name | None = None,
        frequency: str | None = None,
        channel: Name | None = None,
    ) -> None:
        """Change what a goal asks for, by when, or how often you are told"""
        often = None if frequency is None else Frequency(frequency)
        ask = requests.EditGoal(goal=goal, new=new, by=by, frequency=often, channel=channel)
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(goal=GOAL)
    @app_commands.autocomplete(goal=suggest.active)
    async def pause(self, interaction: Interaction, goal: Name) -> None:
        """Go on recording a goal, and say nothing about it"""
        await act(interaction, usecases.pause, requests.NameGoal(goal=goal), view.changed)

    @app_commands.command()
    @app_commands.describe(goal=GOAL)
    @app_commands.autocomplete(goal=suggest.paused)
    async def resume(self, interaction: Interaction, goal: Name) -> None:
        """Go on with a goal that was paused"""
        await act(interaction, usecases.resume, requests.NameGoal(goal=goal), view.changed)

    @app_commands.command()
    @app_commands.describe(goal=GOAL)
    @app_commands.autocomplete(goal=suggest.not_archived)
    async def archive(self, interaction: Interaction, goal: Name) -> None:
        """Put a goal away with its history"""
        await act(interaction, usecases.archive, requests.NameGoal(goal=goal), view.changed)

    @app_commands.command()
    @app_commands.describe(goal=GOAL)
    @app_commands.autocomplete(goal=suggest.any_goal)
    async def remove(self, interaction: Interaction, goal: Name) -> None:
        """Remove a goal with its history, for good"""
        await act(interaction, usecases.show, requests.NameGoal(goal=goal), view.removal)


@app_commands.rename(first="from", last="to")
@app_commands.describe(
    goal="Of this one alone: what it is about, or its id",
    character="Of the goals of this one alone",
    period="Of this time alone",
    first="From this day on: 1 march, last monday, 7 days ago",
    last="Until this day, which counts too; today, unless you say",
    share=SHARE,
)
@app_commands.choices(period=SPANS)
@app_commands.autocomplete(
    goal=suggest.any_goal, character=suggest.character, first=suggest.first_day, last=suggest.last_day
)
async def show_gains(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    goal: Name | None = None,
    character: Name | None = None,
    period: str | None = None,
    first: Name | None = None,
    last: Name | None = None,
    *,
    share: bool = False,
) -> None:
    """Show how much your goals moved, with a chart"""
    ask = requests.ShowGains(
        goal=goal,
        character=character,
        period=Period(period) if period else None,
        first=first,
        last=last,
        page=0,
    )
    await act(interaction, gains_usecases.gains, ask, gains_view.gains, share=share)


@on_press(GOAL_BUTTON)
async def goal_button(press: Press) -> None:
    """Under what is told of a goal, and under its card. What was told stays as it was told."""
    here, ask = await press.visit(), requests.NameGoal(goal=press["goal"], exact=True)
    if press["act"] == "show":
        await press.answer(here, view.goal(here, await usecases.show(here, ask)))
        return
    turn = usecases.pause if press["act"] == "pause" else usecases.resume
    shown = view.changed(here, await turn(here, ask))
    message = press.interaction.message
    own = message is not None and message.flags.ephemeral
    await (press.replace if own else press.answer)(here, shown)


async def page(here: Visit, number: int, about: str) -> View:
    character = about.removesuffix(view.ARCHIVED)
    ask = requests.ListGoals(
        character=character or None, exact=True, archived=about != character, page=number
    )
    return view.goals(here, await usecases.glance(here, ask))


async def gains_page(here: Visit, number: int, about: str) -> View:
    ask = requests.ShowGains.of({**gains_view.asked_for(about), "exact": True, "page": number})
    return gains_view.gains(here, await gains_usecases.gains(here, ask))


async def remove(here: Visit, about: str) -> View:
    ask = requests.NameGoal(goal=about, exact=True)
    return view.switched(here, await usecases.remove(here, ask))


gains: app_commands.Command[Any, ..., None] = app_commands.command(name="gains")(show_gains)

SLASH = SlashPart(
    commands=(GoalCommands, gains),
    items=(goal_button,),
    lists={view.LIST: page, gains_view.LIST: gains_page},
    questions={view.REMOVE: remove},
)
