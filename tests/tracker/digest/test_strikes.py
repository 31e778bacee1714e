"""When rounds are due: one for each local date, over years, zones, changing clocks and a machine that is off.

The oracle knows nothing but what a clock on the wall reads each time the service wakes up.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tracker.goals.scenes import DAY, HOUR, person
from tracker.accounts.model import User
from tracker.days import Strike
from tracker.digest.strikes import brings_weekly, next_strike, next_weekly, strike_to_hold

QUARTER = timedelta(minutes=15)
TWO_YEARS = 730 * DAY
ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",  # clocks change at midnight
    "America/Sao_Paulo",
    "Australia/Lord_Howe",  # by half an hour
    "Asia/Kathmandu",
    "Pacific/Apia",  # left out 30 December 2011
    "Pacific/Kiritimati",  # the first to see a day
    "Pacific/Pago_Pago",  # the last
]
TIMES = [time(0), time(0, 15), time(2, 30), time(8), time(12), time(23, 45)]
STARTS = [
    datetime(2011, 1, 1, tzinfo=UTC),
    datetime(2017, 6, 1, tzinfo=UTC),
    datetime(2025, 1, 1, tzinfo=UTC),
]


@cache
def exists(day: date, zone: ZoneInfo) -> bool:
    """Whether any clock of the zone ever showed this date."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return any((midnight + n * HOUR).astimezone(zone).date() == day for n in range(-16, 40))


def before(day: date, zone: ZoneInfo) -> date:
    day -= DAY
    return day if exists(day, zone) else before(day, zone)


def newest(now: datetime, user: User) -> date:
    """The last date for which it has struck, as the wall shows it."""
    wall = now.astimezone(user.zone)
    struck = wall.replace(tzinfo=None).time() >= user.digest_time
    return wall.date() if struck else before(wall.date(), user.zone)


@dataclass
class Machine:
    """A person's rounds as the service keeps them, in memory."""

    user: User
    planned: Strike
    last_day: date
    held: list[date] = field(default_factory=list)

    def change(self, user: User, now: datetime) -> None:
        """As `replan` does: what is due is held first."""
        self.user = user
        if self.planned.at > now:
            self.planned = next_strike(user, self.last_day, now)

    def run(self, now: datetime) -> None:
        if self.planned.at <= now:
            strike, self.planned = strike_to_hold(self.user, self.planned, now)
            self.last_day = strike.day
            self.held.append(strike.day)


HOURS = st.integers(0, 730 * 24)
MOVES = st.lists(
    st.tuples(HOURS, st.sampled_from(ZONES) | st.none(), st.sampled_from(TIMES) | st.none()), max_size=12
)
GAPS = st.lists(st.tuples(HOURS, st.integers(1, 24 * 12)), max_size=8)


@settings(max_examples=20)
@given(st.sampled_from(STARTS), st.sampled_from(ZONES), st.sampled_from(TIMES), MOVES, GAPS)
@example(STARTS[0], "America/Sao_Paulo", time(23, 45), [], [])
@example(STARTS[0], "Pacific/Pago_Pago", time(8), [(3000, "Pacific/Kiritimati", None)], [])
@example(STARTS[0], "Pacific/Apia", time(8), [], [(360 * 24, 48)])
def test_no_date_is_missing_or_doubled(
    start: datetime,
    zone: str,
    at: time,
    moves: list[tuple[int, str | None, time | None]],
    gaps: list[tuple[int, int]],
) -> None:
    user = person(timezone=zone, digest_time=at)
    last = newest(start, user)
    machine = Machine(user, next_strike(user, last, start), last)
    changes = {start + hour * HOUR: (to, when) for hour, to, when in moves}
    off = {start + (hour + n) * HOUR for hour, length in gaps for n in range(length)}
    struck, was_off = last, False

    now = start
    while now < start + TWO_YEARS:
        now += HOUR
        # Where clocks are put back, what struck just before is over again when the service wakes up.
        struck = max(struck, *(newest(look, machine.user) for look in (now - QUARTER, now)))
        to, when = changes.get(now, (None, None))
        if to or when:
            old = machine.user
            machine.change(person(timezone=to or old.timezone, digest_time=when or old.digest_time), now)
        if now in off:
            was_off = True
            continue
        count, last = len(machine.held), machine.last_day
        machine.run(now)

        struck = max(struck, newest(now, machine.user))
        assert machine.last_day >= newest(now, machine.user), "what has struck is held at once"
        assert machine.last_day <= struck, "nothing is held before it strikes"
        assert len(machine.held) <= count + 1
        if len(machine.held) > count:
            assert machine.last_day > last, "no date twice"
            left_out = before(machine.last_day, machine.user.zone) > last
            assert not left_out or was_off or to or when, "no date left out"
        was_off = False


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(1, 20))
def test_what_is_weekly_comes_with_the_first_round_from_monday_on(day: date, days: int) -> None:
    since = [day + n * DAY for n in range(1, days + 1)]
    strike = Strike(since[-1], datetime(2030, 1, 1, tzinfo=UTC))

    assert brings_weekly(strike, day) == any(one.weekday() == 0 for one in since)


def test_the_first_round_is_at_the_next_time_to_come() -> None:
    anna = person(timezone="Europe/Berlin")

    assert next_strike(anna, None, datetime(2025, 1, 6, 6, tzinfo=UTC)) == Strike(
        date(2025, 1, 6), datetime(2025, 1, 6, 7, tzinfo=UTC)
    )
    assert next_strike(anna, None, datetime(2025, 1, 6, 7, tzinfo=UTC)).day == date(2025, 1, 7)


def test_after_a_move_to_the_east_the_date_that_was_not_held_is_due_at_once() -> None:
    morning_in_berlin = datetime(2025, 1, 6, 5, tzinfo=UTC)  # 14:00 in Tokyo: eight o'clock is over
    moved = next_strike(person(timezone="Asia/Tokyo"), date(2025, 1, 5), morning_in_berlin)

    assert moved.day == date(2025, 1, 6)
    assert moved.at < morning_in_berlin


def test_over_the_date_line_no_date_is_left_out() -> None:
    held_in_pago_pago = date(2025, 1, 6)  # at 19:00 UTC
    moved = next_strike(person(timezone="Pacific/Kiritimati"), held_in_pago_pago, datetime.now(UTC))

    assert moved == Strike(date(2025, 1, 7), datetime(2025, 1, 6, 18, tzinfo=UTC))


@pytest.mark.parametrize("days", [0, 1, 6, 30])
def test_after_days_without_the_machine_only_the_last_round_is_held(days: int) -> None:
    planned = Strike(date(2025, 1, 6), datetime(2025, 1, 6, 8, tzinfo=UTC))
    now = planned.at + days * DAY + HOUR

    held, following = strike_to_hold(person(), planned, now)

    assert (held.day, held.at) == (planned.day + days * DAY, planned.at + days * DAY)
    assert following.at == held.at + DAY


def test_the_weekly_strike_is_on_the_next_monday() -> None:
    monday = Strike(date(2025, 1, 6), datetime(2025, 1, 6, 8, tzinfo=UTC))

    assert next_weekly(person(), monday).day == date(2025, 1, 13)
    assert next_weekly(person(), Strike(date(2025, 1, 8), datetime(2025, 1, 8, 8, tzinfo=UTC))).day == date(
        2025, 1, 13
    )
