"""What is suggested on Discord while somebody types about habits, and what was understood so far."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

from bot.goals.usecases import suggest as find_goals
from bot.slash.acting import guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.suggestions import (
    choices,
    day_words,
    hint,
    option,
    past_days,
    understood,
    understood_as,
)
from bot.slash.texts import dotted
from tracker.habits.feeds import LINKS
from tracker.habits.finding import said_of
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.watched import BACKFILL_DAYS, Watched, watch, watch_one
from tracker.habits.words.holidays import parse_holiday
from tracker.habits.words.options import OPTIONS
from tracker.habits.words.parse import parse_schedule
from tracker.habits.words.reminders import NONE, parse_reminders
from tracker.habits.words.wording import habit_text, period_text, schedule_words, today_text, wanted_text
from tracker.refusals import Refused
from tracker.words import near_day, times_text

EXAMPLES = ("gym 3x a week", "read 20 pages daily", "run mon wed fri", "coffee at most 2 cups", "no smoking")
WAYS_ON = ("3x a week", "on weekdays", "every 2 days", "once a week", "twice a month")
_OFTEN = ("daily", "3x a week", "mon wed fri", "every 2 days", "10x a month", "4 in any 7 days")
_TIMES = ("7:30", "12:00", "18:00", "20:00", "7:30, 20:00")
_FIRST_DAYS = ("today", "tomorrow", "next monday", "yesterday")
_LAST_DAYS = ("in 1 week", "in 2 weeks", "sunday", "today")


@suggesting
async def new_habit(interaction: Interaction, typed: str) -> Suggestions:
    """The first choice says what was understood, and has what was typed as its value.

    How it may go on follows, where it does not say yet how often: nothing of that becomes a part of its name.
    """
    here = await guest_visit(interaction)
    sketch = partial(here.services.habits.sketch, here.person, options=_options(interaction))
    if not typed.strip():
        return choices([(habit_text(await sketch(text)), text) for text in EXAMPLES])
    try:
        first = await sketch(typed)
    except Refused as refused:
        return hint(typed, refused)
    found = [(habit_text(first), typed.strip())]
    for way in WAYS_ON:
        longer = f"{' '.join(typed.split())} {way}"
        with suppress(Refused):  # `pizza at most` cannot go on with how often
            if (further := await sketch(longer)).name == first.name:
                found.append((habit_text(further), longer))
    return choices(found)


@suggesting
async def change(interaction: Interaction, typed: str) -> Suggestions:
    """What the habit would become."""
    here, named = await guest_visit(interaction), option(interaction, "habit")
    if named is None or not typed.strip():
        return []
    habits = here.services.habits
    try:
        habit = await habits.find(here.person.id, named)
        after = await habits.sketch_edit(here.person, habit, typed, _options(interaction))
    except Refused as refused:
        return hint(typed, refused)
    return choices([(f"Becomes {habit_text(after)}", typed.strip())])


@suggesting
async def to_log(interaction: Interaction, typed: str) -> Suggestions:
    """Those of which something can be logged; what is still to do comes first."""
    here = await guest_visit(interaction)
    found = await watch(here.services.table, here.person, here.now)
    live = sorted(found, key=lambda one: (not one.is_due, one.habit.status is not HabitStatus.ACTIVE))
    return choices((_standing(one), one.habit.id) for one in live if _is_meant(one.habit, typed))


async def habits(
    interaction: Interaction, typed: str, meant: Callable[[Habit], bool] = lambda _: True
) -> Suggestions:
    """Those that are meant, archived ones last."""
    here = await guest_visit(interaction)
    every = await here.services.habits.list(here.person.id, archived=True)
    found = sorted(filter(meant, every), key=lambda one: one.status is HabitStatus.ARCHIVED)
    return choices((_named(one), one.id) for one in found if _is_meant(one, typed))


@suggesting
async def any_habit(interaction: Interaction, typed: str) -> Suggestions:
    return await habits(interaction, typed)


@suggesting
async def live(interaction: Interaction, typed: str) -> Suggestions:
    return await habits(interaction, typed, lambda one: one.status is not HabitStatus.ARCHIVED)


@suggesting
async def active(interaction: Interaction, typed: str) -> Suggestions:
    return await habits(interaction, typed, lambda one: one.status is HabitStatus.ACTIVE)


@suggesting
async def resting(interaction: Interaction, typed: str) -> Suggestions:
    return await habits(interaction, typed, lambda one: one.status is not HabitStatus.ACTIVE)


@suggesting
async def goals(interaction: Interaction, typed: str) -> Suggestions:
    return choices(await find_goals(await guest_visit(interaction), typed))


@suggesting
async def days(interaction: Interaction, typed: str) -> Suggestions:
    """Today, and the seven days before it."""
    today = (await guest_visit(interaction)).today
    every = [today - timedelta(days=ago) for ago in range(BACKFILL_DAYS + 1)]
    near, far = [(day, near_day(day, today)) for day in every[:2]], [(day, f"{day}") for day in every[2:]]
    return past_days(typed, today, ((day_words(day, today), said) for day, said in near + far))


@suggesting
async def logged_days(interaction: Interaction, typed: str) -> Suggestions:
    """The days of the chosen habit of which something was logged, the newest first."""
    here, named = await guest_visit(interaction), option(interaction, "habit")
    if named is None:
        return await days(interaction, typed)
    try:
        habit = await here.services.habits.find(here.person.id, named)
    except Refused as refused:
        return hint(typed or "today", refused)
    watched = await watch_one(here.services.table, here.person, habit, here.now)
    # Questlog itself notes a good day of what is to be left, with an amount of 0: nobody said that.
    logged = sorted((day for day, one in watched.entries.items() if one.amount != 0), reverse=True)
    offered = ((f"{day_words(day, here.today)}: {watched.state_of(day)}", f"{day}") for day in logged)
    return past_days(typed, here.today, offered)


@suggesting
async def often(interaction: Interaction, typed: str) -> Suggestions:
    today = (await guest_visit(interaction)).today
    return understood_as(typed, _OFTEN, lambda text: schedule_words(parse_schedule(text, today)))


@suggesting
async def times(interaction: Interaction, typed: str) -> Suggestions:
    """When to be reminded; several have commas between them."""
    del interaction
    if typed.strip().casefold() in NONE - {""}:
        return choices([("no reminders", "none")])

    def shown(text: str) -> str:
        found = parse_reminders(text)
        return f"at {times_text(found)}" if found else "no reminders"

    return understood_as(typed, _TIMES, shown)


@suggesting
async def first_day(interaction: Interaction, typed: str) -> Suggestions:
    """With which time off begins."""
    today = (await guest_visit(interaction)).today
    return understood(typed, _FIRST_DAYS, lambda text: parse_holiday(text, text, today).first)


@suggesting
async def last_day(interaction: Interaction, typed: str) -> Suggestions:
    """With which it ends."""
    today, first = (await guest_visit(interaction)).today, option(interaction, "from") or "today"
    return understood(typed, _LAST_DAYS, lambda text: parse_holiday(first, text, today).last)


def _options(interaction: Interaction) -> dict[str, str]:
    """The other options of the command, as far as they are filled in and are texts."""
    found = {name: option(interaction, name) for name in (*OPTIONS, *LINKS)}
    return {name: text for name, text in found.items() if text is not None}


def _standing(watched: Watched) -> str:
    """`Gym · 2 of 3 this week · to do`."""
    return dotted([watched.habit.name, period_text(watched), today_text(watched)])


def _named(habit: Habit) -> str:
    status = None if habit.status is HabitStatus.ACTIVE else habit.status.value
    return dotted([habit.name, wanted_text(habit), status])


def _is_meant(habit: Habit, typed: str) -> bool:
    """By all words that were typed, or by its whole id: that is what a choice stands for."""
    words = f"{habit.name} {habit.area or ''} {habit.category or ''}".casefold()
    said, bare = typed.casefold().split(), said_of(habit, typed).split()
    return said == [habit.id.casefold()] or any(all(part in words for part in one) for one in (said, bare))
