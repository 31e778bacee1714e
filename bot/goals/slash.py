"""`/goal` and `/gains`: each command takes its options apart, and calls a use case."""

from typing import Any, TypeAlias

from discord import app_commands

from bot.goals import gains_usecases, gains_view, lists_view, requests, usecases, view
from bot.goals import slash_suggestions as suggest
from bot.goals.slash_parts import parts_commands
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.view import View
from bot.visit import Visit
from scheduler.channels.discord.buttons import GOAL_BUTTON
from tracker.goals.composite.words import SAID
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period
from tracker.goals.words.parse import LONGEST_TEXT

GOAL = "Which one: what it is about, or its id"
STATUSES = [app_commands.Choice(name=one.value.lower(), value=one.value) for one in SAID]
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
    def __init__(self) -> None:
        super().__init__()
        for one in parts_commands():
            self.add_command(one)

    @app_commands.command()
    @app_commands.describe(
        goal="In your own words: 99 wc by 1 march, 500 zulrah kc, base 70",
        title="Instead, a goal made of parts: Get fit",
        character="Whose goal it is, if you follow several",
        by="Until when, if the goal does not say it: 1 march, in 6 weeks",
        frequency="How often to tell you about it: every day, unless you say",
        channel="Where to tell you first",
        area="Of a goal of parts: a part of your life, such as health",
        parent="Of a goal of parts: the goal above it",
        share=SHARE,
    )
    @app_commands.choices(frequency=FREQUENCIES)
    @app_commands.autocomplete(
        goal=suggest.new_goal,
        character=suggest.character,
        by=suggest.due,
        channel=suggest.channel,
        parent=suggest.of_parts,
    )
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: GoalText | None = None,
        title: GoalText | None = None,
        character: Name | None = None,
        by: Name | None = None,
        frequency: str = Frequency.DAILY.value,
        channel: Name | None = None,
        area: Name | None = None,
        parent: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Set a goal: a number, or with a title one that is made of parts"""
        often = Frequency(frequency)
        said = {"goal": goal, "title": title, "character": character, "by": by, "channel": channel}
        ask = requests.AddGoal(**said, frequency=often, area=area, parent=parent)
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
        await act(interaction, usecases.glance, ask, lists_view.goals, share=share)

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
        status="Of a goal of parts",
        progress="Of a goal of parts: how far it is, in percent; none takes that back",
        weights="Of a goal of parts: what counts how much: criteria 50, tasks 50",
        area="Of a goal of parts: a part of your life; none takes it away",
        parent="Of a goal of parts: the goal above it; none takes it away",
    )
    @app_commands.choices(frequency=FREQUENCIES, status=STATUSES)
    @app_commands.autocomplete(parent=suggest.of_parts)
    @app_commands.autocomplete(goal=suggest.live, new=suggest.change, by=suggest.due, channel=suggest.channel)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        goal: Name,
        new: GoalText | None = None,
        by: Name | None = None,
        frequency: str | None = None,
        channel: Name | None = None,
        status: str | None = None,
        progress: Name | None = None,
        weights: Name | None = None,
        area: Name | None = None,
        parent: Name | None = None,
    ) -> None:
        """Change what a goal asks for, by when, or how often you are told"""
        often = None if frequency is None else Frequency(frequency)
        of_parts = {"status": status, "progress": progress, "weights": weights, "area": area}
        said = {"new": new, "by": by, "channel": channel, "parent": parent, **of_parts}
        ask = requests.EditGoal(goal=goal, frequency=often, **said)
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
    character = about.removesuffix(lists_view.ARCHIVED)
    ask = requests.ListGoals(
        character=character or None, exact=True, archived=about != character, page=number
    )
    return lists_view.goals(here, await usecases.glance(here, ask))


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
    lists={lists_view.LIST: page, gains_view.LIST: gains_page},
    questions={view.REMOVE: remove},
)
