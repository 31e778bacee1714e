"""What is suggested while somebody types about habits: their own habits, days that can be told, times."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions
from bot.slash.habit_preview import sketch
from bot.slash.person import known
from bot.slash.suggestions import choices, hint, option, today_of
from bot.slash.texts import dotted
from tracker.accounts.model import User
from tracker.dates import parse_past_day
from tracker.habits.errors import HabitRefused
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.watched import BACKFILL_DAYS, Watched, watch, watch_one
from tracker.habits.words.holidays import parse_holiday
from tracker.habits.words.options import NONE, parse_options
from tracker.habits.words.parse import parse_schedule
from tracker.habits.words.wording import period_text, schedule_words, today_text, wanted_text
from tracker.refusals import Refused
from tracker.words import in_full, near_day, times_text

_OFTEN = ("daily", "3x a week", "mon wed fri", "every 2 days", "10x a month", "4 in any 7 days")
_TIMES = ("7:30", "12:00", "18:00", "20:00", "7:30, 20:00")
_FIRST_DAYS = ("today", "tomorrow", "next monday", "yesterday")
_LAST_DAYS = ("in 1 week", "in 2 weeks", "sunday", "today")


async def suggest_told(interaction: Interaction, typed: str) -> Suggestions:
    """Those that something can be said of; what is still to do comes first."""
    user = await known(interaction)
    if user is None:
        return []
    services = interaction.client.services
    found = await watch(services.table, user, services.clock())
    live = sorted(found, key=lambda one: (not one.is_due, one.habit.status is not HabitStatus.ACTIVE))
    return choices((_words(one), one.habit.id) for one in live if _is_meant(one.habit, typed))


async def suggest_habits(
    interaction: Interaction, typed: str, meant: Callable[[Habit], bool] = lambda _: True
) -> Suggestions:
    """Those that are meant, archived ones last."""
    user = await known(interaction)
    if user is None:
        return []
    every = await interaction.client.services.habits.list(user.id, archived=True)
    found = sorted(filter(meant, every), key=lambda one: one.status is HabitStatus.ARCHIVED)
    return choices((_named(one), one.id) for one in found if _is_meant(one, typed))


async def suggest_days(interaction: Interaction, typed: str) -> Suggestions:
    """The days that can be told: today, and seven before it."""
    user = await known(interaction)
    today = _today(interaction, user)
    days = [today - timedelta(days=ago) for ago in range(BACKFILL_DAYS + 1)]
    return _days_like(typed, ((_day_words(day, today), _said(day, today)) for day in days), today)


async def suggest_told_days(interaction: Interaction, typed: str) -> Suggestions:
    """The days of the chosen habit of which something was told, the newest first."""
    user, named = await known(interaction), option(interaction, "habit")
    if user is None or named is None:
        return await suggest_days(interaction, typed)
    services = interaction.client.services
    try:
        habit = await services.habits.find(user.id, named)
    except HabitRefused as refused:
        return hint(typed or "today", refused)
    watched = await watch_one(services.table, user, habit, services.clock())
    # A day without what is to be left is nothing that somebody said: Questlog keeps it with an amount of 0.
    told = sorted((day for day, one in watched.entries.items() if one.amount != 0), reverse=True)
    offered = ((f"{_day_words(day, watched.today)}: {watched.state_of(day)}", f"{day}") for day in told)
    return _days_like(typed, offered, watched.today)


async def suggest_often(interaction: Interaction, typed: str) -> Suggestions:
    today = _today(interaction, await known(interaction))
    if not typed.strip():
        return choices((schedule_words(parse_schedule(text, today)), text) for text in _OFTEN)
    try:
        return choices([(schedule_words(parse_schedule(typed, today)), typed.strip())])
    except HabitRefused as refused:
        return hint(typed, refused)


def times_like(typed: str, today: date) -> Suggestions:
    """When to be reminded; several have commas between them."""
    if not typed.strip():
        return choices((f"at {text}", text) for text in _TIMES)
    if typed.strip().casefold() in NONE:
        return choices([("no reminders", "none")])
    try:
        habit = sketch("habit", today, parse_options({"remind": typed}, today))
    except HabitRefused as refused:
        return hint(typed, refused)
    return choices([(f"at {times_text(habit.reminders)}", typed.strip())])


async def suggest_first_day(interaction: Interaction, typed: str) -> Suggestions:
    """With which a holiday begins."""
    today = _today(interaction, await known(interaction))
    return _holidays(typed, _FIRST_DAYS, lambda text: parse_holiday(text, text, today).first)


async def suggest_last_day(interaction: Interaction, typed: str) -> Suggestions:
    """With which it ends."""
    today, first = _today(interaction, await known(interaction)), option(interaction, "from") or "today"
    return _holidays(typed, _LAST_DAYS, lambda text: parse_holiday(first, text, today).last)


def _holidays(typed: str, usual: tuple[str, ...], read: Callable[[str], date]) -> Suggestions:
    if typed.strip():
        try:
            return choices([(in_full(read(typed)), typed.strip())])
        except Refused as refused:
            return hint(typed, refused)
    return choices(_readable(usual, read))


def _readable(usual: tuple[str, ...], read: Callable[[str], date]) -> Iterator[tuple[str, str]]:
    for text in usual:
        try:
            yield f"{text}: {in_full(read(text))}", text
        except Refused:
            continue


def _days_like(typed: str, offered: Iterator[tuple[str, str]], today: date) -> Suggestions:
    """Those in which what was typed occurs, or the day that it means."""
    wanted = typed.strip().casefold()
    found = [one for one in offered if wanted in " ".join(one).casefold()]
    if found:
        return choices(found)
    try:
        return choices([(in_full(parse_past_day(typed, today)), typed.strip())])
    except Refused as refused:
        return hint(typed, refused)


def _day_words(day: date, today: date) -> str:
    near = near_day(day, today)
    return in_full(day) if near == f"{day:%A}" or near[0].isdigit() else f"{near}, {in_full(day)}"


def _said(day: date, today: date) -> str:
    return near_day(day, today) if (today - day).days <= 1 else f"{day}"


def _today(interaction: Interaction, user: User | None) -> date:
    return interaction.client.services.clock().date() if user is None else today_of(interaction, user)


def _words(watched: Watched) -> str:
    """`Gym · 2 of 3 this week · to do`."""
    return dotted([watched.habit.name, period_text(watched), today_text(watched)])


def _named(habit: Habit) -> str:
    status = None if habit.status is HabitStatus.ACTIVE else habit.status.value
    return dotted([habit.name, wanted_text(habit), status])


def _is_meant(habit: Habit, typed: str) -> bool:
    """By all words that were typed, or by its whole id: that is what a choice stands for."""
    words = f"{habit.name} {habit.area or ''} {habit.category or ''}".casefold()
    said = typed.casefold().split()
    return said == [habit.id.casefold()] or all(part in words for part in said)
