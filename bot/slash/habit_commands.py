"""`/habit add|edit|list|show|pause|resume|archive|remove`, and the group with what is told of days."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from discord import app_commands

from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, Question, question_card
from bot.slash.cards import Card, text
from bot.slash.errors import Suggestions, suggesting
from bot.slash.habit_day_commands import HABIT, day_commands
from bot.slash.habit_pages import (
    LIST,
    LIST_ARCHIVED,
    PAUSED,
    RESUMED,
    archived_page,
    find_any,
    habits_page,
    shown_habit,
)
from bot.slash.habit_preview import suggest_change, suggest_new_habit
from bot.slash.habit_suggestions import suggest_habits, suggest_often, times_like
from bot.slash.habit_telling import own_habit
from bot.slash.habit_words import name_of
from bot.slash.looks import GREY
from bot.slash.options import SHARE, Name
from bot.slash.paging import Place
from bot.slash.person import present
from bot.slash.suggestions import suggest_goals
from tracker.accounts.model import User
from tracker.habits.model import Habit, HabitStatus, HabitType
from tracker.habits.words.answers import changed_text
from tracker.habits.words.options import LONGEST_AREA
from tracker.words import LONGEST_NOTE

REMOVE = "remove-habit"
ARCHIVED = "Archived: nothing more is expected. `/habit list archived:True` still lists it."
TYPES = [app_commands.Choice(name=f"to {one.value}", value=one.value) for one in HabitType]

Words: TypeAlias = app_commands.Range[str, 1, 100]
"""As many as a suggestion can hold, so that what was understood is shown while they are typed."""
Few: TypeAlias = app_commands.Range[str, 1, LONGEST_AREA]
Some: TypeAlias = app_commands.Range[str, 1, LONGEST_NOTE]
Turn: TypeAlias = Callable[[str, str], Awaitable[Habit]]

_ABOUT = {
    "remind": "When to remind you, if it is not done: 7:30, 20:00",
    "type": "What you want of it, if the words do not say it",
    "area": "A part of your life: health, work",
    "category": "A part of that area",
    "trigger": "What it follows: after breakfast",
    "action": "How it begins: put the shoes on",
    "reward": "What you get for it",
    "friction": "What is in the way, or what you put in the way",
    "freezes": "Whether freezes save a streak by themselves; they do, unless you say",
    "skips": "How many days of a month you can skip",
    "fed": "A number whose gains count as doing it: Zezima woodcutting, or a goal",
    "goals": "Goals that it serves; several have commas between them",
}


class HabitCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="habit", description="Keep habits: say what you did, and see your streaks")
        for command in day_commands():
            self.add_command(command)

    @app_commands.command()
    @app_commands.describe(
        habit="In your own words: gym 3x a week, read 20 pages daily, no smoking", **_ABOUT, share=SHARE
    )
    @app_commands.choices(type=TYPES)
    async def add(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        habit: Words,
        remind: Name | None = None,
        fed: Name | None = None,
        goals: Name | None = None,
        area: Few | None = None,
        category: Few | None = None,
        trigger: Some | None = None,
        action: Some | None = None,
        reward: Some | None = None,
        friction: Some | None = None,
        type: str | None = None,  # noqa: A002 - an option of the command
        freezes: bool | None = None,  # noqa: FBT001 - the same
        skips: app_commands.Range[int, 0, 31] | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Begin a habit"""
        services, user = interaction.client.services, await present(interaction)
        said = _said(
            remind=remind, fed=fed, goals=goals, area=area, category=category, trigger=trigger, action=action,
            reward=reward, friction=friction, type=type, freezes=freezes, skips=skips,
        )  # fmt: skip
        added = await services.habits.add_written(user, habit, said)
        await _show(interaction, user, added, "A new habit. Good luck!", share=share)

    @app_commands.command()
    @app_commands.describe(
        habit=HABIT,
        new="What it is to be: gym 4x a week, read 30 pages daily",
        often="How often: 3x a week, mon wed fri, every 2 days",
        **_ABOUT,
    )
    @app_commands.choices(type=TYPES)
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
        trigger: Some | None = None,
        action: Some | None = None,
        reward: Some | None = None,
        friction: Some | None = None,
        type: str | None = None,  # noqa: A002 - an option of the command
        freezes: bool | None = None,  # noqa: FBT001 - the same
        skips: app_commands.Range[int, 0, 31] | None = None,
    ) -> None:
        """Change a habit; its history stays. `none` takes an option away"""
        services, user = interaction.client.services, await present(interaction)
        found = await services.habits.find(user.id, habit)
        said = _said(
            often=often, remind=remind, fed=fed, goals=goals, area=area, category=category, trigger=trigger,
            action=action, reward=reward, friction=friction, type=type, freezes=freezes, skips=skips,
        )  # fmt: skip
        changed = await services.habits.edit_written(user, found, new, said)
        await _show(interaction, user, changed, changed_text(found, changed))

    @app_commands.command(name="list")
    @app_commands.describe(archived="Those that you archived, and no others", share=SHARE)
    async def list_(self, interaction: Interaction, *, archived: bool = False, share: bool = False) -> None:
        """List your habits, and where they stand"""
        services, user = interaction.client.services, await present(interaction)
        place = Place(LIST_ARCHIVED if archived else LIST, interaction.user.id)
        make = archived_page if archived else habits_page
        await answer(interaction, await make(services, user, place), share=share)

    @app_commands.command()
    @app_commands.describe(habit=HABIT, share=SHARE)
    async def show(self, interaction: Interaction, habit: Name, *, share: bool = False) -> None:
        """Show a habit with all its numbers, and its year as a picture"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_any(services, user, habit)
        shown = await shown_habit(services, user, found, interaction.user.id)
        await answer(interaction, shown.card, share=share, file=shown.picture)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    async def pause(self, interaction: Interaction, habit: Name) -> None:
        """Expect nothing of a habit until you resume it; its streak stays"""
        await _turn(interaction, habit, interaction.client.services.habits.pause, PAUSED)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    async def resume(self, interaction: Interaction, habit: Name) -> None:
        """Go on with a habit that was paused or archived"""
        await _turn(interaction, habit, interaction.client.services.habits.resume, RESUMED)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    async def archive(self, interaction: Interaction, habit: Name) -> None:
        """Put a habit away with its history"""
        await _turn(interaction, habit, interaction.client.services.habits.archive, ARCHIVED)

    @app_commands.command()
    @app_commands.describe(habit=HABIT)
    async def remove(self, interaction: Interaction, habit: Name) -> None:
        """Remove a habit with its history, for good; points and achievements stay"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_any(services, user, habit)
        await answer(interaction, removal_question(interaction.user.id, found))

    @add.autocomplete("habit")
    @suggesting
    async def suggest_words(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_new_habit(interaction, current)

    @edit.autocomplete("new")
    @suggesting
    async def suggest_new_words(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_change(interaction, current)

    @edit.autocomplete("often")
    @suggesting
    async def suggest_schedule(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_often(interaction, current)

    @add.autocomplete("remind")
    @edit.autocomplete("remind")
    @suggesting
    async def suggest_times(self, interaction: Interaction, current: str) -> Suggestions:
        return times_like(current, interaction.client.services.clock().date())

    @add.autocomplete("fed")
    @edit.autocomplete("fed")
    @add.autocomplete("goals")
    @edit.autocomplete("goals")
    @suggesting
    async def suggest_goal(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_goals(interaction, current)

    @show.autocomplete("habit")
    @remove.autocomplete("habit")
    @suggesting
    async def suggest_any(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_habits(interaction, current)

    @edit.autocomplete("habit")
    @archive.autocomplete("habit")
    @suggesting
    async def suggest_kept(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_habits(interaction, current, lambda one: one.status is not HabitStatus.ARCHIVED)

    @pause.autocomplete("habit")
    @suggesting
    async def suggest_active(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_habits(interaction, current, lambda one: one.status is HabitStatus.ACTIVE)

    @resume.autocomplete("habit")
    @suggesting
    async def suggest_resting(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_habits(interaction, current, lambda one: one.status is not HabitStatus.ACTIVE)


def _said(**options: str | bool | int | None) -> Mapping[str, str]:
    """As people write them; what is not filled in is not said."""
    switches = {True: "on", False: "off"}
    return {
        name: switches[value] if isinstance(value, bool) else f"{value}"
        for name, value in options.items()
        if value is not None
    }


async def _show(
    interaction: Interaction, user: User, habit: Habit, lead: str, *, share: bool = False
) -> None:
    owner = interaction.user.id
    shown = await shown_habit(interaction.client.services, user, habit, owner, lead=lead, draw=False)
    await answer(interaction, shown.card, share=share)


async def _turn(interaction: Interaction, named: str, change: Turn, lead: str) -> None:
    user = await present(interaction)
    habit = await find_any(interaction.client.services, user, named)
    await _show(interaction, user, await change(user.id, habit.id), lead)


def removal_question(owner: int, habit: Habit) -> Card:
    return question_card(
        Question(REMOVE, owner, habit.id),
        f"Remove {name_of(habit)}?",
        "This removes the habit with all of its days, for good. Points and achievements stay yours.",
        "`/habit archive` keeps it, out of sight.",
    )


async def remove_habit(services: Services, user: User, about: str) -> Card:
    found = await own_habit(services, user, about)
    await services.habits.remove(user.id, found.id)
    return Card(text(f"{name_of(found)} is removed. What it gave stays yours."), colour=GREY)


ACTIONS[REMOVE] = remove_habit
