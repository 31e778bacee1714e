"""What of a person's habits is for today, and what is still open of yesterday."""

from collections.abc import Iterable

from tracker.habits.model import HabitStatus
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import UNDONE, DayState
from tracker.habits.watched import Watched


def habits_for_today(watched: Iterable[Watched]) -> list[Watched]:
    """What is still to do, what was told today, and what should not be done at all, in this order."""
    live = [one for one in watched if one.habit.status is HabitStatus.ACTIVE]
    shown = [one for one in live if one.is_due or one.today in one.entries or _is_to_avoid(one)]
    return sorted(shown, key=lambda one: (not one.is_due, one.today not in one.entries))


def _is_to_avoid(one: Watched) -> bool:
    return one.habit.habit_type.at_most and one.state is not DayState.AWAY


def is_undone_yesterday(one: Watched) -> bool:
    """Whether it is worth telling yesterday: it was to be done, and so far it was not."""
    yesterday = one.today - ONE_DAY
    is_live = one.habit.status is HabitStatus.ACTIVE and not one.habit.habit_type.at_most
    undone = (*UNDONE, DayState.MISSED)
    return is_live and one.habit.began <= yesterday and one.state_of(yesterday) in undone


def is_asked_about(one: Watched) -> bool:
    """Whether the person is asked in the morning if they did it yesterday: else the streak ends at noon.

    Nobody is asked about what a number tells.
    """
    yesterday = one.today - ONE_DAY
    return (
        is_undone_yesterday(one)
        and one.habit.fed_by is None
        and yesterday > one.settled
        and one.was_lived(yesterday)
        and one.days_needed_from(yesterday) > 0
    )
