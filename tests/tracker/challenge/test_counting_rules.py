"""What has to be counted, when a week is settled, and what a count changes, without any table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.challenge.weeks_lived import DAY, NOON, a_challenge, monday, somebody, week
from tracker.challenge.model import Challenge, Participation, PersonStats, WeekRecord
from tracker.challenge.recording import MOST_WEEKS, DailyCounts, changed, counting_days, settled_until
from tracker.challenge.statistics import Deltas, Recount, standing
from tracker.days import Days, day_begins, local_day
from tracker.store.segments import Week
from tracker.weeks import days_of, following, week_of, weeks_from

CHALLENGE = a_challenge()
ADA = somebody(week(0))


@given(st.dates(date(2000, 1, 20), date(2099, 12, 31)))
def test_a_week_is_settled_when_the_day_after_it_is_over(today: date) -> None:
    """On Tuesday the last one, and on Monday not yet."""
    until = settled_until(today)
    assert days_of(until).last + DAY < today <= days_of(following(until)).last + DAY


# What has to be counted


def counting(today: date, through: Week | None = None, **fields: object) -> Days:
    stats = None if through is None else PersonStats(user="ada", challenge="c1", name="Ada", through=through)
    return counting_days(a_challenge(**fields), ADA, stats, today)


def test_who_has_just_joined_is_counted_from_the_monday_of_their_week() -> None:
    assert counting(monday(0) + 3 * DAY) == Days(monday(0), monday(0) + 3 * DAY)


def test_all_weeks_that_are_open_and_the_last_two_are_counted() -> None:
    today = monday(6) + 2 * DAY
    assert counting(today, through=week(5)) == Days(monday(5), today)
    assert counting(today, through=week(4)) == Days(monday(5), today)
    assert counting(today, through=week(2)) == Days(monday(3), today)


def test_nothing_is_counted_after_the_last_day_or_before_the_first_week() -> None:
    ends = monday(3) + 2 * DAY
    assert counting(monday(4), through=week(2), ends=ends) == Days(monday(3), ends)
    assert counting(monday(9), through=week(3), ends=ends) == Days(ends, ends)
    assert counting(monday(3), starts=monday(2) + 3 * DAY) == Days(monday(2), monday(3))


def test_after_years_without_a_count_no_more_than_a_year_is_asked_for() -> None:
    first, last = counting(monday(200), through=week(1))
    assert (first, last) == (monday(149), monday(200))
    assert last - first < timedelta(days=365)


# What a count changes


@dataclass
class Counted:
    """One person who is counted now and then, without a table."""

    challenge: Challenge
    who: Participation = ADA
    stats: PersonStats | None = None
    records: dict[Week, WeekRecord] = field(default_factory=dict[Week, WeekRecord])
    sums: dict[Week, Deltas] = field(default_factory=dict[Week, Deltas])

    def poll(self, now: datetime, done: Mapping[date, int]) -> bool:
        """Whether anything changed."""
        today, again = local_day(now, self.challenge.zone), False
        first, last = counting_days(self.challenge, self.who, self.stats, today)
        tally = DailyCounts(
            self.who, first, {day: count for day, count in done.items() if first <= day <= last}
        )
        while (found := changed(self.challenge, tally, self.stats, now)) is not None:
            assert found.before is self.stats
            self.stats, again = found.after, True
            self.records |= {one.week: one for one in found.records}
            if found.late is not None and found.after.through is not None:
                late = {"late": found.late}
                self.records[found.after.through] = self.records[found.after.through].model_copy(update=late)
            for one, more in found.deltas.items():
                self.sums[one] = self.sums.get(one, Deltas()).plus(more)
        return again

    def count(self, number: int) -> tuple[int, bool, int]:
        """Of a week: how much counts, whether it is settled, and how much came late."""
        found = self.records[week(number)]
        return found.count, found.settled, found.late


def at(number: int, weekday: int = 0, hour: int = 12) -> datetime:
    return NOON + (number * 7 + weekday) * DAY + timedelta(hours=hour - 12)


def test_a_week_grows_until_it_is_settled_and_then_shows_what_comes_late() -> None:
    ada, done = Counted(CHALLENGE), Counter({monday(0): 2})
    assert ada.poll(at(0, 1), done)
    assert not ada.poll(at(0, 2), done)
    done[monday(0) + 6 * DAY] += 1
    assert ada.poll(at(0, 6, 23), done)
    assert ada.count(0) == (3, False, 0)
    done[monday(0) + 6 * DAY] += 1
    assert ada.poll(at(1, 0, 23), done)
    assert ada.count(0) == (4, False, 0)
    assert ada.poll(at(1, 1, 0), done)
    assert ada.count(0) == (4, True, 0)
    done[monday(0) + 3 * DAY] += 5
    assert ada.poll(at(1, 2), done)
    assert not ada.poll(at(1, 3), done)
    assert ada.count(0) == (4, True, 5)
    done[monday(0) + 3 * DAY] -= 2
    assert not ada.poll(at(1, 4), done)


def test_what_is_no_longer_there_no_longer_counts_until_the_week_is_settled() -> None:
    ada, done = Counted(CHALLENGE), Counter({monday(0): 2})
    ada.poll(at(0, 1), done)
    ada.poll(at(0, 2), Counter())
    assert ada.count(0) == (0, False, 0)
    ada.poll(at(1, 1), done)
    ada.poll(at(1, 2), Counter())
    assert ada.count(0) == (2, True, 0)


def test_only_days_of_the_challenge_count() -> None:
    done = {monday(0) + number * DAY: 1 for number in range(30)}
    ada = Counted(a_challenge(starts=monday(0) + 2 * DAY, ends=monday(2) + 3 * DAY))
    ada.poll(at(3, 2), done)
    assert [ada.count(number) for number in (0, 1, 2)] == [(5, True, 0), (7, True, 0), (4, True, 0)]
    assert week(3) not in ada.records


@pytest.mark.parametrize(("count", "success"), [(0, False), (4, False), (5, True), (50, True)])
def test_a_week_is_good_from_the_threshold_on(count: int, *, success: bool) -> None:
    ada = Counted(a_challenge(threshold=5))
    ada.poll(at(0, 1), {monday(0): count})
    assert ada.records[week(0)].success is success


def test_whoever_joins_in_the_middle_of_a_week_has_all_of_it() -> None:
    cyd = Counted(CHALLENGE, somebody(week(2), "cyd"))
    cyd.poll(at(2, 4), {monday(1): 9, monday(2): 1, monday(2) + 4 * DAY: 2})
    assert cyd.count(2) == (3, False, 0)
    assert list(cyd.records) == [week(2)]


def test_the_weeks_of_a_long_outage_are_settled_all_together() -> None:
    ada, done = Counted(CHALLENGE), {monday(number): number + 1 for number in range(3 * MOST_WEEKS)}
    ada.poll(at(0, 1), done)
    last = 2 * MOST_WEEKS + 5
    ada.poll(at(last, 1), done)
    assert [ada.count(number) for number in range(last)] == [(number + 1, True, 0) for number in range(last)]
    assert ada.count(last) == (last + 1, False, 0)


def test_after_more_than_a_year_the_weeks_that_nobody_can_count_stay_open_questions() -> None:
    """What was known of them is settled, and the rest is not guessed at."""
    ada, done = Counted(CHALLENGE), {monday(number): 1 for number in range(81)}
    ada.poll(at(1), done)
    ada.poll(at(80), done)
    assert sorted(ada.records) == [week(0), week(1), *weeks_from(week(29), week(80))]
    assert ada.count(1) == (1, True, 0)
    assert ada.stats is not None
    assert standing(ada.stats).current == 52


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Niue"])
def test_a_week_ends_by_the_clocks_of_the_challenge_also_when_they_are_changed(zone: str) -> None:
    """From the first instant of Tuesday there on, in weeks of 167, 168 and 169 hours."""
    for number in range(30):
        ada = Counted(a_challenge(timezone=zone), somebody(week(number)))
        tuesday = day_begins(monday(number + 1) + DAY, ZoneInfo(zone))
        ada.poll(tuesday - timedelta(seconds=1), {monday(number): 1})
        assert ada.count(number) == (1, False, 0)
        ada.poll(tuesday, {monday(number): 2})
        assert ada.count(number) == (2, True, 0)


Push = tuple[int, int, int]
"""When it is there, how long before that it was done, and how much it is: in days."""


@given(
    pushes=st.lists(st.tuples(st.integers(0, 75), st.integers(0, 18), st.integers(1, 3)), max_size=25),
    polls=st.lists(st.integers(0, 75), min_size=1, max_size=30, unique=True).map(sorted),
    threshold=st.integers(1, 4),
    since=st.integers(0, 2),
)
def test_any_counts_at_any_times_come_to_what_a_recount_says(
    pushes: list[Push], polls: list[int], threshold: int, since: int
) -> None:
    ada = Counted(a_challenge(threshold=threshold), somebody(week(since)))
    expected: dict[Week, tuple[int, bool]] = {}
    for day in polls:
        today = NOON.date() + day * DAY
        visible = Counter[date]()
        for there, ago, count in pushes:
            if there <= day:
                visible[NOON.date() + (there - ago) * DAY] += count
        ada.poll(NOON + day * DAY, visible)
        for one in weeks_from(week(since), week_of(today)):
            if not expected.get(one, (0, False))[1]:
                found = sum(count for done, count in visible.items() if week_of(done) == one)
                expected[one] = found, days_of(one).last + DAY < today
    assert {one: (found.count, found.settled) for one, found in ada.records.items()} == expected
    assert all(found.success == (found.count >= threshold) for found in ada.records.values())
    check_sums(ada)


def check_sums(ada: Counted) -> None:
    """What was reckoned on the way is what all records come to at the end."""
    recount = Recount("c1")
    for _, one in sorted(ada.records.items()):
        recount.add(one)
    if ada.stats is None:
        assert not ada.records
        return
    assert recount.people == {"ada": ada.stats}
    assert recount.weeks == ada.sums
    here = {one for one, found in ada.records.items() if not found.settled}
    assert set(ada.stats.open) == here
