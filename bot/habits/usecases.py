"""What a person can do with habits: words in, documents out."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any, TypeAlias

from bot.documents import read, reading
from bot.habits import requests
from bot.habits.documents import (
    DayLogged,
    DaysLogged,
    HabitChanged,
    HabitHistory,
    HabitList,
    HabitRef,
    HabitSnoozed,
    HabitWeek,
    LoggedDay,
    PastDayDocument,
    TimeOff,
    habit_document,
)
from bot.page import page_of
from bot.visit import Visit
from tracker.dates import DateRefused, parse_past_day
from tracker.habits.changing import BACKFILL_DAYS, DayReport, skips_left
from tracker.habits.day_context import read_logs
from tracker.habits.finding import refuse_denial
from tracker.habits.model import Habit, HabitLog, HabitStatus
from tracker.habits.past import past_of
from tracker.habits.rounds.snoozing import USUAL
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch, watch_one
from tracker.habits.words.amounts import checked_amount, parse_amount
from tracker.habits.words.answers import already_text, changed_text, outcomes_text
from tracker.habits.words.holidays import parse_holiday
from tracker.habits.words.wording import habit_text
from tracker.notify.muting import muted_until
from tracker.readings import Number
from tracker.words import checked_note, shown_week

PER_PAGE = 8
WEEKS_PER_PAGE = 30
"""Where there is room for more: a day of each is one press."""
WEEKS = 4
"""So many are shown of a habit's past, this one included."""

Change: TypeAlias = Callable[[str, str], Awaitable[Habit]]


async def add(visit: Visit, ask: requests.AddHabit) -> HabitChanged:
    habit = await visit.services.habits.add_written(visit.person, ask.habit, ask.options())
    return await _changed(visit, habit, "A new habit. Good luck!")


async def edit(visit: Visit, ask: requests.EditHabit) -> HabitChanged:
    before = await _found(visit, ask.habit)
    after = await visit.services.habits.edit_written(visit.person, before, ask.new, ask.options())
    return await _changed(visit, after, changed_text(before, after))


async def pause(visit: Visit, ask: requests.NameHabit) -> HabitChanged:
    message = "Paused. Nothing is expected until you resume it, and your streak stays."
    return await _switched(visit, ask, visit.services.habits.pause, message)


async def resume(visit: Visit, ask: requests.NameHabit) -> HabitChanged:
    return await _switched(visit, ask, visit.services.habits.resume, "Resumed.")


async def archive(visit: Visit, ask: requests.NameHabit) -> HabitChanged:
    return await _switched(visit, ask, visit.services.habits.archive, "Archived with its history.")


async def to_remove(visit: Visit, ask: requests.NameHabit) -> HabitRef:
    """What is asked about before it is removed: for good, so that a part of its name is not enough."""
    return HabitRef.of(await _found(visit, ask.habit, archived=True, whole_name=True))


async def remove(visit: Visit, ask: requests.NameHabit) -> HabitChanged:
    habit = await _found(visit, ask.habit, archived=True, whole_name=True)
    removed = await _changed(visit, habit, "Removed. The points and achievements it gave stay yours.")
    await visit.services.habits.remove(visit.person.id, habit.id)
    return removed


async def list_habits(visit: Visit, ask: requests.ListHabits) -> HabitList:
    """Only those on the page are looked at where nobody expects anything of the others."""
    return HabitList(**(await _listed(visit, ask))[0])


async def week(visit: Visit, ask: requests.ListHabits) -> HabitWeek:
    """The same with the last days of each, which are read with it anyway."""
    fields, found = await _listed(visit, ask, WEEKS_PER_PAGE)
    days = [visit.today - timedelta(days=back) for back in range(BACKFILL_DAYS - 1, -1, -1)]
    return HabitWeek(
        **fields,
        days=tuple(tuple(PastDayDocument(day=day, state=_shown(one, day)) for day in days) for one in found),
    )


def _shown(one: Watched, day: date) -> DayState | None:
    """None for a day of which nothing was said."""
    state = one.state_of(day)
    return None if state is DayState.MISSED and day not in one.entries else state


async def _listed(
    visit: Visit, ask: requests.ListHabits, per_page: int = PER_PAGE
) -> tuple[dict[str, Any], list[Watched]]:
    live = [] if ask.archived else await watch(visit.services.table, visit.person, visit.now)
    archived = await _archived(visit) if ask.archived or ask.everything else []
    every: list[Watched | Habit] = [*live, *archived]
    page = page_of(every, ask.page, per_page)
    found = await asyncio.gather(*(_watched(visit, one) for one in page.items))
    return {
        "day": visit.today,
        "archived": ask.archived,
        "habits": tuple(map(habit_document, found)),
        "total": page.total,
        "page": page.number,
        "pages": page.count,
    }, found


async def show(visit: Visit, ask: requests.NameHabit) -> HabitHistory:
    habit = await _found(visit, ask.habit, archived=True)
    watched, log = await asyncio.gather(_watched(visit, habit), read_logs(visit.services.table, habit.id))
    since = shown_week(watched.today).first - timedelta(weeks=WEEKS - 1)
    course = watched.course_with({day: one.entry for day, one in log.items()})
    past = past_of(course, watched.today, since).days
    return HabitHistory(
        **await _details(visit, watched, log),
        weeks=tuple(PastDayDocument(day=one.day, state=one.state) for one in past),
        log=tuple(LoggedDay.of(log[day]) for day in sorted(log)),
    )


async def complete(visit: Visit, ask: requests.CompleteDay) -> DayLogged:
    habit, told = await _found(visit, ask.habit), _told(visit, ask, _amount(ask.amount))
    refuse_denial(habit, ask.habit)
    changed = await visit.services.habits.complete(visit.person.id, habit.id, told)
    return DayLogged.of(changed) if changed else await _as_it_is(visit, habit, told.day)


async def skip(visit: Visit, ask: requests.SkipDay) -> DayLogged:
    habit, told = await _found(visit, ask.habit), _told(visit, ask)
    changed = await visit.services.habits.skip(visit.person.id, habit.id, told)
    return DayLogged.of(changed) if changed else await _as_it_is(visit, habit, told.day, skipped=True)


async def undo(visit: Visit, ask: requests.UndoDay) -> DayLogged:
    habit = None if ask.habit is None else (await _found(visit, ask.habit)).id
    day = None if ask.day is None else _day(visit, ask.day)
    return DayLogged.of(await visit.services.habits.undo(visit.person.id, habit, day))


async def day_of(visit: Visit, ask: requests.SkipDay) -> DayLogged:
    """What a day is so far."""
    return await _as_it_is(visit, await _found(visit, ask.habit), _day(visit, ask.day))


async def change_days(visit: Visit, ask: requests.ChangeDays) -> DaysLogged:
    """What one of them refuses does not keep the others from being changed."""
    days = [(habit, _day(visit, day)) for habit, day in ask.days]
    habits, person = visit.services.habits, visit.person.id
    if ask.undo:
        found = await habits.undo_each(person, days)
    else:
        found = await habits.complete_each(person, days, visit.front_end, visit.occasion)
    return DaysLogged(
        changed=tuple(HabitRef.of(one.changed.habit) for one in found if one.changed),
        message=outcomes_text(found),
    )


async def take_time_off(visit: Visit, ask: requests.TakeTimeOff) -> TimeOff:
    with reading("from", DateRefused):
        days = parse_holiday(ask.first, ask.last, visit.today)
    habit = None if ask.habit is None else (await _found(visit, ask.habit)).id
    habits = visit.services.habits
    changed = await (habits.be_back if ask.back else habits.be_away)(visit.person.id, days, habit)
    found = [habit_document(await _watched(visit, one)) for one in changed]
    return TimeOff(first=days.first, last=days.last, back=ask.back, habits=tuple(found))


async def snooze(visit: Visit, ask: requests.SnoozeHabit) -> HabitSnoozed:
    habit = await _found(visit, ask.habit)
    later = read("until", ask.until, lambda text: muted_until(text, visit.now, visit.person.zone))
    wait = USUAL if later is None else later - visit.now
    until = await visit.services.habits.snooze(visit.person, habit, wait)
    return HabitSnoozed(habit=HabitRef.of(habit), day=visit.today, until=until)


async def _found(visit: Visit, text: str, *, archived: bool = False, whole_name: bool = False) -> Habit:
    person = visit.person.id
    return await visit.services.habits.find(person, text, archived=archived, whole_name=whole_name)


async def _switched(visit: Visit, ask: requests.NameHabit, change: Change, message: str) -> HabitChanged:
    habit = await _found(visit, ask.habit, archived=True)
    return await _changed(visit, await change(visit.person.id, habit.id), message)


async def _changed(visit: Visit, habit: Habit, message: str) -> HabitChanged:
    month = visit.today.replace(day=1)
    watched, log = await asyncio.gather(
        _watched(visit, habit), read_logs(visit.services.table, habit.id, month)
    )
    details = await _details(visit, watched, log)
    return HabitChanged(**details, message=message, understood=habit_text(habit))


async def _details(visit: Visit, watched: Watched, log: dict[date, HabitLog]) -> dict[str, Any]:
    """The fields of HabitDetails. `log` has this month, at least."""
    habit = watched.habit
    return {
        "habit": habit_document(watched),
        "skips_left": skips_left(habit, log, watched.today),
        "goal_titles": await _goal_titles(visit, habit) if habit.goal_ids else (),
    }


async def _goal_titles(visit: Visit, habit: Habit) -> tuple[str, ...]:
    from tracker.goals.book import goal_book  # noqa: PLC0415 - few habits are for a goal

    titles = (await visit.services.table.read_in_steps(goal_book(visit.person.id))).titles()
    return tuple(titles[one] for one in habit.goal_ids if one in titles)


async def _as_it_is(visit: Visit, habit: Habit, day: date, *, skipped: bool = False) -> DayLogged:
    """Where saying it has changed nothing."""
    watched = await _watched(visit, habit)
    entry = watched.entries.get(day)
    return DayLogged(
        habit=HabitRef.of(habit),
        day=day,
        is_today=day == watched.today,
        state=watched.state_of(day),
        amount=entry.amount if entry else None,
        streak=watched.standing().current,
        message=already_text(habit, day, watched.today, skipped=skipped),
    )


async def _watched(visit: Visit, one: Watched | Habit) -> Watched:
    if isinstance(one, Watched):
        return one
    return await watch_one(visit.services.table, visit.person, one, visit.now)


async def _archived(visit: Visit) -> list[Habit]:
    every = await visit.services.habits.list(visit.person.id, archived=True)
    return [one for one in every if one.status is HabitStatus.ARCHIVED]


def _told(visit: Visit, ask: requests.SkipDay, amount: Number | None = None) -> DayReport:
    note = read("note", ask.note, checked_note)
    return DayReport(_day(visit, ask.day), visit.front_end, amount, note, visit.occasion)


def _day(visit: Visit, text: str | None) -> date:
    """Today, unless it is said."""
    return read("day", text, lambda said: parse_past_day(said, visit.today)) or visit.today


def _amount(said: str | Number | None) -> Number | None:
    with reading("amount"):
        match said:
            case None:
                return None
            case str():
                return parse_amount(said)
            case _:
                return checked_amount(said)
