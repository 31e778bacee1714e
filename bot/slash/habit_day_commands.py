"""`/habit done|skip|undo|away`: what a person says of days of their habits."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from discord import app_commands

from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.errors import Problem, Suggestions, suggesting
from bot.slash.habit_cards import holiday_card
from bot.slash.habit_suggestions import (
    suggest_days,
    suggest_first_day,
    suggest_last_day,
    suggest_told,
    suggest_told_days,
)
from bot.slash.habit_telling import VIA, checked_note, say_done, say_skipped, told_card, undone
from bot.slash.habit_words import name_of
from bot.slash.options import SHARE, Name
from bot.slash.person import present
from tracker.accounts.model import User
from tracker.dates import parse_past_day
from tracker.days import Days
from tracker.habits.away import left
from tracker.habits.changing import Told
from tracker.habits.errors import NoSuchHabit, NothingToChange, NothingToUndo
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit
from tracker.habits.words.holidays import parse_holiday, without
from tracker.readings import Number
from tracker.rewards.wallet import wallet_of
from tracker.words import LONGEST_NOTE, in_full

HABIT = "Which one: its name, or how that begins"
DAY = "Of which day: today, unless you say; up to 7 days ago"
NOTE = "A few words about it"
NAME_IT = "Choose a habit, and perhaps a day."

Note: TypeAlias = app_commands.Range[str, 1, LONGEST_NOTE]


@suggesting
async def _told(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_told(interaction, current)


@suggesting
async def _days(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_days(interaction, current)


@suggesting
async def _told_days(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_told_days(interaction, current)


@suggesting
async def _first_day(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_first_day(interaction, current)


@suggesting
async def _last_day(interaction: Interaction, current: str) -> Suggestions:
    return await suggest_last_day(interaction, current)


@app_commands.describe(
    habit=HABIT,
    amount="How much; amounts of a day add up, and none is all of it",
    day=DAY,
    note=NOTE,
    share=SHARE,
)
@app_commands.autocomplete(habit=_told, day=_days)
async def tell_done(
    interaction: Interaction,
    habit: Name,
    amount: app_commands.Range[float, 0.001, 1e12] | None = None,
    day: Name | None = None,
    note: Note | None = None,
    *,
    share: bool = False,
) -> None:
    """Say that you did it, today or up to a week ago"""
    services, user = interaction.client.services, await present(interaction)
    found = await services.habits.find(user.id, habit)
    told = Told(_day(services, user, day), VIA, exact(amount), checked_note(note))
    telling = await say_done(services, user, found, told)
    await answer(interaction, told_card(telling, interaction.user.id), share=share)


@app_commands.describe(habit=HABIT, day=DAY, note=NOTE)
@app_commands.autocomplete(habit=_told, day=_days)
async def tell_skipped(
    interaction: Interaction, habit: Name, day: Name | None = None, note: Note | None = None
) -> None:
    """Leave a day out on purpose: that neither extends nor ends a streak"""
    services, user = interaction.client.services, await present(interaction)
    found = await services.habits.find(user.id, habit)
    told = Told(_day(services, user, day), VIA, note=checked_note(note))
    await answer(interaction, told_card(await say_skipped(services, user, found, told), interaction.user.id))


@app_commands.describe(
    habit="Which one; without it, the last thing that you said", day="Of which day; without it, the last one"
)
@app_commands.autocomplete(habit=_told, day=_told_days)
async def take_back(interaction: Interaction, habit: Name | None = None, day: Name | None = None) -> None:
    """Take back what you said of a day, with all that it gave"""
    services, user = interaction.client.services, await present(interaction)
    changed = await _undone(services, user, habit, day)
    await answer(interaction, told_card(undone(changed), interaction.user.id))


@app_commands.describe(
    to="Until which day, which is one of them: in 2 weeks, sunday, 14 march",
    first="From which day on: today, unless you say; yesterday, 1 march",
    habit="Which one; all of them, unless you say",
    back="You were there after all: these days are no holiday",
)
@app_commands.rename(first="from")
@app_commands.autocomplete(habit=_told, first=_first_day, to=_last_day)
async def be_away(
    interaction: Interaction,
    to: Name,
    first: Name = "today",
    habit: Name | None = None,
    *,
    back: bool = False,
) -> None:
    """Expect nothing on some days: a holiday, also afterwards"""
    services, user = interaction.client.services, await present(interaction)
    days = parse_holiday(first, to, services.habits.today(user))
    habits = await _chosen(services, user, habit)
    changed = await (_come_back if back else _go)(services, habits, days)
    title = f"No holiday {_when(days)}" if back else f"Nothing is expected {_when(days)}"
    await answer(interaction, holiday_card([name_of(one) for one in changed], title))


def day_commands() -> list[app_commands.Command[Any, ..., None]]:
    """Made anew for each group."""
    return [
        app_commands.command(name="done")(tell_done),
        app_commands.command(name="skip")(tell_skipped),
        app_commands.command(name="undo")(take_back),
        app_commands.command(name="away")(be_away),
    ]


def exact(amount: float | None) -> Number | None:
    """As it was typed: Discord's numbers are floats."""
    if amount is None:
        return None
    number = Decimal(str(round(amount, 3)))
    return int(number) if number == number.to_integral_value() else number


def _day(services: Services, user: User, text: str | None) -> date:
    today = services.habits.today(user)
    return today if text is None else parse_past_day(text, today)


async def _undone(services: Services, user: User, habit: str | None, day: str | None) -> DayChanged:
    if habit is not None:
        found = await services.habits.find(user.id, habit)
        return await services.habits.undo(user.id, found.id, await _day_to_undo(services, user, found, day))
    if day is not None:
        raise Problem(f"Which habit is it? {NAME_IT}")
    try:
        return await services.habits.undo_last(user.id)
    except (NothingToUndo, NoSuchHabit) as nothing:  # the habit may have been removed since
        raise NothingToUndo(f"There is nothing to undo. {NAME_IT}") from nothing


async def _day_to_undo(services: Services, user: User, habit: Habit, day: str | None) -> date:
    """The day that is named; otherwise the one that was told last, where that was of this habit; or today."""
    last = (await wallet_of(services.table, user.id)).last_day_of(habit.id)
    return last if day is None and last is not None else _day(services, user, day)


async def _chosen(services: Services, user: User, named: str | None) -> list[Habit]:
    if named is not None:
        return [await services.habits.find(user.id, named)]
    found = await services.habits.list(user.id)
    if not found:
        raise NothingToChange("You have no habits yet, and so nothing to be away from.")
    return found


async def _go(services: Services, habits: Sequence[Habit], days: Days) -> list[Habit]:
    for one in habits:
        left(one, days.first, days.last)  # refused before anything is changed
    return [await services.habits.be_away(one.user, one.id, days.first, days.last) for one in habits]


async def _come_back(services: Services, habits: Sequence[Habit], days: Days) -> list[Habit]:
    changed: list[Habit] = []
    for one in habits:
        try:
            changed.append(await services.habits.edit(one.user, one.id, {"away": without(one, days)}))
        except NothingToChange:
            if len(habits) == 1:
                raise
    if not changed:
        raise NothingToChange("No habit has a holiday on these days.")
    return changed


def _when(days: Days) -> str:
    if days.first == days.last:
        return f"on {in_full(days.first)}"
    return f"from {in_full(days.first)} to {in_full(days.last)}"
