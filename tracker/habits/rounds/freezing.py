"""Which missed days a freeze saves: those that would end a streak, while there are freezes to spend."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from tracker.habits.schedule import ONE_DAY, DuePeriod, WithinDays, periods
from tracker.habits.states import DayEntry, DayState, Logged
from tracker.habits.streaks import Course, Mark, streak

_FREEZE = DayEntry(Logged.FROZEN)


def days_to_freeze(course: Course, mark: Mark | None = None) -> list[date]:
    """In the order of time, up to the last settled day. Each is decided with those before it frozen.

    What is to be left is never saved so: there a miss is something that was done.
    """
    if course.log.target.at_most:
        return []
    frozen: list[date] = []
    begin = mark.through + ONE_DAY if mark else course.first
    for period in periods(course.schedule, begin, course.log.settled):
        if period.last > course.log.settled:
            break
        saved = list(_saved(course, period, mark))
        if saved:
            frozen += saved
            entries = {**course.log.entries, **dict.fromkeys(saved, _FREEZE)}
            course = course._replace(log=replace(course.log, entries=entries))
        mark = streak(course, period.last, mark)
    return frozen


def _saved(course: Course, period: DuePeriod, mark: Mark | None) -> Iterator[date]:
    """The days of a period that would have to be frozen, where that can be done and saves something."""
    before = streak(course, period.first - ONE_DAY, mark)
    if before.current == 0 or before.freezes == 0:
        return
    if streak(course, period.last, mark).current > 0:
        return
    missed = [day for day in period.days() if course.log.state_of(day) in _CAN_BE_FROZEN]
    needed = 1 if isinstance(course.schedule, WithinDays) else _short(course, period)
    used = sum(course.log.state_of(day) is DayState.FROZEN for day in period.days())
    if needed <= min(before.freezes - used, len(missed)):
        yield from missed[len(missed) - needed :]


_CAN_BE_FROZEN = (DayState.MISSED, DayState.PARTIAL)


def _short(course: Course, period: DuePeriod) -> int:
    states = [course.log.state_of(day) for day in period.days()]
    done_or_excused = sum(state is DayState.DONE or state.is_excused for state in states)
    return period.needed - done_or_excused
