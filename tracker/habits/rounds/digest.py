"""Habits in a digest: what is to be done today, which streaks hang on it, and those that go well."""

from collections.abc import Iterator, Sequence

from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch
from tracker.habits.words.wording import period_text, streak_text, today_text
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.table import Table
from tracker.words import count_of


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    if occasion.user.guild is not None or not occasion.has_digest:
        return DailyNews()
    seen = await watch(table, occasion.user, occasion.now)
    section = section_of([one for one in seen if one.habit.status is HabitStatus.ACTIVE])
    return DailyNews() if section is None else DailyNews([section])


def section_of(live: Sequence[Watched]) -> DigestSection | None:
    """None where there is nothing to say of them. What a streak hangs on comes first."""
    due = [one for one in live if one.is_due]
    risky = [one for one in due if one.days_needed_from(one.today)]
    risky.sort(key=lambda one: one.standing().current, reverse=True)
    others = [one for one in due if one not in risky]
    lines = [*map(_at_risk, risky), *map(_to_do, others), *_going_well(live)]
    if not lines:
        return None
    return DigestSection(
        name="habits",
        text="\n".join(lines),
        is_news=bool(due),
        facts={"habits": len(lines), "habitsDue": len(due), "streaksAtRisk": len(risky)},
    )


def _at_risk(one: Watched) -> str:
    """`Gym: to do today, or your streak of 12 days ends`."""
    streak = count_of(one.standing().current, one.habit.schedule.unit)
    return f"{one.habit.name}: {today_text(one)} today, or your streak of {streak} ends"


def _to_do(one: Watched) -> str:
    """`Piano: to do, 1 of 3 this week`."""
    return ", ".join(filter(None, [f"{one.habit.name}: {today_text(one)}", period_text(one), _streak(one)]))


def _going_well(live: Sequence[Watched]) -> Iterator[str]:
    """`No smoking: 31 days in a row`, of what is not to be done today."""
    for one in live:
        if not one.is_due and one.state is not DayState.AWAY and (streak := _streak(one)):
            yield f"{one.habit.name}: {streak}"


def _streak(one: Watched) -> str:
    current = one.standing().current
    return streak_text(current, one.habit.schedule) if current else ""
