"""`/habit`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import app_commands

from bot.habits import requests, usecases, view
from bot.habits import slash_suggestions as suggest
from bot.habits.slash_buttons import ITEMS, amount_form
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name, exact
from bot.slash.part import SlashPart
from bot.view import View
from bot.visit import Visit
from tracker.habits.model import HabitType
from tracker.habits.words.options import LONGEST_AREA
from tracker.words import LONGEST_NOTE

HABIT = "Which one: its name, or the beginning of it"
DAY = "Which day: today unless you say, up to 7 days back"
NOTE = "A few words about it"
TYPES = [app_commands.Choice(name=f"to {one.value}", value=one.value) for one in HabitType]

Words: TypeAlias = app_commands.Range[str, 1, 100]
"""As many as a suggestion can hold, so that what was understood is shown while they are typed."""
Few: TypeAlias = app_commands.Range[str, 1, LONGEST_AREA]
Some: TypeAlias = app_commands.Range[str, 1, LONGEST_NOTE]
Skips: TypeAlias = app_commands.Range[int, 0, 31]

_ABOUT = requests.HabitOptions.described()
_ABOUT_NEW = {name: text for name, text in _ABOUT.items() if name != "often"}
"""The words of a new one say how often."""


class HabitCommands(
    app_commands.Group, name="habit", description="Keep habits: log what you did, and see your streaks"
):
    @app_commands.command()
    @app_commands.describe(
        habit="In your own words: gym 3x a week, read 20 pages daily, no smoking", **_ABOUT_NEW, share=SHARE
    )
    @app_commands.choices(type=TYPES)
    @app_commands.autocomplete(
        habit=suggest.new_habit, remind=suggest.times, fed=suggest.goals, goals=suggest.goals
    )
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        habit: Words,
        remind: Name | None = None,
        fed: Name | None = None,
        goals: Name | None = None,
        area: Few | None = None,
        category: Few | None = None,
        tags: Some | None = None,
        trigger: Some | None = None,
        action: Some | None = None,
        reward: Some | None = None,
        friction_up: Some | None = None,
        friction_down: Some | None = None,
        description: Some | None = None,
        type: str | None = None,  # noqa: A002 - an option of the command
        freezes: bool | None = None,  # noqa: FBT001 - the same
        skips: Skips | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Begin a habit"""
        ask = requests.AddHabit(
            habit=habit, remind=remind, fed=fed, goals=goals, area=area, category=category, tags=tags,
            trigger=trigger, action=action, reward=reward, friction_up=friction_up, type=type,
            friction_down=friction_down, description=description, freezes=freezes, skips=skips,
        )  # fmt: skip
        await act(interaction, usecases.add, ask, view.changed, share=share)

    @app_commands.command()
    @app_commands.describe(
        habit=HABIT,
        new="What it should be: gym 4x a week, read 30 pages daily",
        **_ABOUT,
    )
    @app_commands.choices(type=TYPES)
    @app_commands.autocomplete(
        habit=suggest.live,
        new=suggest.change,
        often=suggest.often,
        remind=suggest.times,
        fed=suggest.goals,
        goals=suggest.goals,
    )
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        habit: Name,
        new: Words | None = None,
        often: Name | None = None,
        remind: Name | None = None,
        fed: Name | None = None,
        goals: Name | None = None,
        area: Few | None = None,
        category: Few | None = None,
        tags: Some | None = None,
        trigger: Some | None = None,
        action: Some | None = None,
        reward: Some | None = None,
        friction_up: Some | None = None,
        friction_down: Some | None = None,
        description: Some | None = None,
        type: str | None = None,  # noqa: A002 - an option of the command
        freezes: bool | None = None,  # noqa: FBT001 - the same
        skips: Skips | None = None,
    ) -> None:
        """Change a habit; its history stays. `none` clears an option"""
        ask = requests.EditHabit(
            habit=habit, new=new, often=often, remind=remind, fed=fed, goals=goals, area=area,
            category=category, tags=tags, trigger=trigger, action=action, reward=reward, type=type,
            friction_up=friction_up, friction_down=friction_down, description=description, freezes=freezes,
            skips=skips,
        )  # fmt: skip
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command(name="list")
    @app_commands.describe(archived="Only those you archived", share=SHARE)
    async def list_(self, interaction: Interaction, *, archived: bool = False, share: bool = False) -> None:
        """List your habits, and where they stand"""
        ask = requests.ListHabits(archived=archived, page=0)
        await act(interaction, usecases.list_habits, ask, view.habits, share=share)

    @app_commands.command()
    @app_commands.describe(habit=HABIT, share=SHARE)
    @app_commands.autocomplete(habit=suggest.any_habit)
    async def show(self, interaction: Interaction, habit: Name, *, share: bool = False) -> None:
        """Show a habit with all its numbers, and its year as a picture"""
        shown = view.habit if share else view.with_notes
        await act(interaction, usecases.show, requests.NameHabit(habit=habit), shown, share=share)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    @app_commands.autocomplete(habit=suggest.active)
    async def pause(self, interaction: Interaction, habit: Name) -> None:
        """Expect nothing of a habit until you resume it; your streak stays"""
        await act(interaction, usecases.pause, requests.NameHabit(habit=habit), view.changed)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    @app_commands.autocomplete(habit=suggest.resting)
    async def resume(self, interaction: Interaction, habit: Name) -> None:
        """Go on with a habit that was paused or archived"""
        await act(interaction, usecases.resume, requests.NameHabit(habit=habit), view.changed)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    @app_commands.autocomplete(habit=suggest.live)
    async def archive(self, interaction: Interaction, habit: Name) -> None:
        """Put a habit away with its history"""
        await act(interaction, usecases.archive, requests.NameHabit(habit=habit), view.changed)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    @app_commands.autocomplete(habit=suggest.any_habit)
    async def remove(self, interaction: Interaction, habit: Name) -> None:
        """Remove a habit with its history, for good; points and achievements stay"""
        await act(interaction, usecases.to_remove, requests.NameHabit(habit=habit), view.removal)

    @app_commands.command()
    @app_commands.describe(
        habit=HABIT,
        amount="How much; amounts of a day add up, and none means all of it",
        day=DAY,
        note=NOTE,
        share=SHARE,
    )
    @app_commands.autocomplete(habit=suggest.to_log, day=suggest.days)
    async def done(
        self,
        interaction: Interaction,
        habit: Name,
        amount: app_commands.Range[float, 0.001, 1e12] | None = None,
        day: Name | None = None,
        note: Some | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Log that you did it, today or up to a week back"""
        ask = requests.CompleteDay(habit=habit, amount=exact(amount), day=day, note=note)
        shown = view.shared_log if share else view.logged
        await act(interaction, usecases.complete, ask, shown, share=share)

    @app_commands.command()
    @app_commands.describe(habit=HABIT, day=DAY, note=NOTE)
    @app_commands.autocomplete(habit=suggest.to_log, day=suggest.days)
    async def skip(
        self, interaction: Interaction, habit: Name, day: Name | None = None, note: Some | None = None
    ) -> None:
        """Skip a day on purpose: your streak neither grows nor ends"""
        await act(interaction, usecases.skip, requests.SkipDay(habit=habit, day=day, note=note), view.logged)

    @app_commands.command()
    @app_commands.describe(
        habit="Which one; without it, the last thing you logged", day="Which day; without it, the last one"
    )
    @app_commands.autocomplete(habit=suggest.to_log, day=suggest.logged_days)
    async def undo(
        self, interaction: Interaction, habit: Name | None = None, day: Name | None = None
    ) -> None:
        """Undo what you logged for a day, with everything it gave"""
        await act(interaction, usecases.undo, requests.UndoDay(habit=habit, day=day), view.logged)

    @app_commands.command()
    @app_commands.describe(
        last="The last day, included: in 2 weeks, sunday, 14 march",
        first="The first day: today unless you say; yesterday, 1 march",
        habit="Which one; all of them unless you say",
        back="You were there after all: these days are no time off",
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.autocomplete(habit=suggest.to_log, first=suggest.first_day, last=suggest.last_day)
    async def away(
        self,
        interaction: Interaction,
        last: Name,
        first: Name = "today",
        habit: Name | None = None,
        *,
        back: bool = False,
    ) -> None:
        """Take time off: nothing is expected on these days, also afterwards"""
        ask = requests.TakeTimeOff(first=first, last=last, habit=habit, back=back)
        await act(interaction, usecases.take_time_off, ask, view.time_off)


async def page(here: Visit, number: int, about: str) -> View:
    ask = requests.ListHabits(archived=about == view.ARCHIVED, page=number)
    return view.habits(here, await usecases.list_habits(here, ask))


async def remove(here: Visit, about: str) -> View:
    return view.switched(here, await usecases.remove(here, requests.NameHabit(habit=about)))


SLASH = SlashPart(
    commands=(HabitCommands,),
    items=ITEMS,
    lists={view.LIST: page},
    questions={view.REMOVE: remove},
    form=amount_form,
)
