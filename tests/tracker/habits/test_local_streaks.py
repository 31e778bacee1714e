"""Streaks of what was done at some moment somewhere: zones, day starts, clocks that jump."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.habits.logs import schedules, slow_streaks
from tracker.accounts.model import User
from tracker.habits.model import Habit
from tracker.habits.schedule import Schedule
from tracker.habits.states import DayEntry, DayTarget, Log, Logged
from tracker.habits.watched import Watched

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Pacific/Apia",
    "Pacific/Kiritimati",
)
BEGINNINGS = (
    datetime(2011, 12, 20, tzinfo=UTC),  # Samoa leaves a day out
    datetime(2018, 10, 25, tzinfo=UTC),  # clocks jump at midnight in Brazil
    datetime(2020, 2, 20, tzinfo=UTC),  # a leap day
    datetime(2020, 12, 20, tzinfo=UTC),  # week 53
    datetime(2021, 3, 10, tzinfo=UTC),  # spring in the north
    datetime(2021, 10, 20, tzinfo=UTC),  # and autumn
)
QUARTER = timedelta(minutes=15)
"""No clock here jumps at another time than a full quarter of an hour."""
DONE = DayEntry(Logged.DONE)


def readings(instant: datetime, zone: ZoneInfo) -> list[datetime]:
    """All that the clocks have shown in the last two days."""
    moments = [
        instant,
        *(
            instant - instant.replace(tzinfo=UTC).minute % 15 * timedelta(minutes=1) - n * QUARTER
            for n in range(4 * 48)
        ),
    ]
    return [one.astimezone(zone).replace(tzinfo=None) for one in moments]


@settings(max_examples=150, deadline=None)
@given(
    schedules(),
    st.sampled_from(ZONES).map(ZoneInfo),
    st.integers(0, 4 * 8).map(lambda quarters: time(quarters // 4, quarters % 4 * 15)),
    st.sampled_from(BEGINNINGS),
    st.lists(st.integers(0, 40 * 24 * 60 - 1), min_size=1, max_size=45),
    st.integers(0, 24 * 60),
)
def test_what_was_done_counts_for_the_day_that_the_clocks_showed(  # noqa: PLR0917 - what is drawn
    schedule: Schedule, zone: ZoneInfo, day_start: time, begins: datetime, minutes: list[int], later: int
) -> None:
    done = [begins + timedelta(minutes=minute) for minute in sorted(minutes)]
    now = done[-1] + timedelta(minutes=later)
    user = User(id="u", created_at=begins, timezone=str(zone), day_start=day_start)
    started = timedelta(hours=day_start.hour, minutes=day_start.minute)

    def slow_day(instant: datetime) -> datetime:
        latest = max(wall - started for wall in readings(instant, zone))
        return latest.replace(hour=0, minute=0, second=0)

    days = [slow_day(instant).date() for instant in done]
    today, noon = slow_day(now).date(), slow_day(now) + timedelta(hours=12)
    settled = today - timedelta(days=1 if max(readings(now, zone)) >= noon else 2)
    slow = slow_streaks(schedule, Log(dict.fromkeys(days, DONE), DayTarget(), settled), days[0], today)

    watched = Watched(
        user,
        Habit(id="h", user="u", name="Gym", schedule=schedule, began=days[0], created_at=begins),
        now,
        None,
        {},
    )
    entries = {watched.day_of(instant): DONE for instant in done}
    mark = watched.standing(entries)
    assert (mark.current, mark.longest, mark.through) == (*slow, today)
