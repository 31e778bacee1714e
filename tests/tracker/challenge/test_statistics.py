"""Statistics as folds: from what is settled on as from the beginning, and as a recount by hand has them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.challenge.weeks_lived import NOON, Lived, a_record, week
from tracker.challenge.model import OpenWeek, PersonStats, WeekRecord
from tracker.challenge.statistics import Deltas, Recount, deltas, standing, with_weeks
from tracker.store.segments import Week
from tracker.weeks import week_of

NEW = PersonStats(user="ada", challenge="c1", name="Ada")
W53 = week_of(NOON.date().replace(month=12, day=31))


@st.composite
def lives(draw: st.DrawFn, user: str = "ada") -> list[WeekRecord]:
    """Weeks with gaps, over a new year of 53 weeks, of which up to three at the end are open."""
    numbers = sorted(draw(st.sets(st.integers(0, 24), min_size=1, max_size=20)))
    counts = draw(st.lists(st.integers(0, 4), min_size=len(numbers), max_size=len(numbers)))
    threshold, are_open = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    settled = len(numbers) - are_open
    return [
        a_record(week(number), count, threshold=threshold, user=user, settled=at < settled)
        for at, (number, count) in enumerate(zip(numbers, counts, strict=True))
    ]


def folded(records: Sequence[WeekRecord]) -> PersonStats:
    recount = Recount("c1")
    for one in records:
        recount.add(one)
    return recount.people[records[0].user]


def counted(record: WeekRecord) -> dict[Week, OpenWeek]:
    return {record.week: OpenWeek(count=record.count, success=record.success)}


@given(lives())
def test_a_standing_is_what_a_recount_gives(records: list[WeekRecord]) -> None:
    found = standing(folded(records))
    assert Lived.said(found) == Lived.of(records)
    assert found.average == pytest.approx(found.total / len(records))
    assert found.rate == pytest.approx(found.success_weeks / len(records))


@given(lives(), st.data())
def test_going_on_from_any_week_gives_the_same_as_beginning_anew(
    records: list[WeekRecord], data: st.DataObject
) -> None:
    """Weeks become known and are settled in any portions, as long as that is in their order."""
    settled = [one for one in records if one.settled]
    stats, done = NEW, 0
    while done < len(settled):
        upto = data.draw(st.integers(done + 1, len(settled)))
        seen = data.draw(st.integers(upto, len(records)))
        weeks = {week: one for record in records[done:seen] for week, one in counted(record).items()}
        stats, done = with_weeks(stats, weeks, settled[upto - 1].week), upto
    rest = {week: one for record in records[done:] for week, one in counted(record).items()}
    assert with_weeks(stats, rest, None) == folded(records)


@given(lives())
def test_up_to_a_week_it_is_as_if_the_later_open_ones_were_not(records: list[WeekRecord]) -> None:
    until = [one for one in records if one.settled][-1:] or records[:1]
    if until[0].settled:
        before = [one for one in records if one.week <= until[0].week]
        assert Lived.said(standing(folded(records), until[0].week)) == Lived.of(before)


@given(st.lists(lives(), min_size=1, max_size=4))
def test_the_sums_of_everybody_are_those_of_all_records(people: list[list[WeekRecord]]) -> None:
    named = [
        one.model_copy(update={"user": f"user{number}"}) for number, life in enumerate(people) for one in life
    ]
    recount = Recount("c1")
    for one in sorted(named, key=lambda one: one.week):
        recount.add(one)
    for number in {one.week for one in named}:
        here = [one for one in named if one.week == number]
        found = recount.summary(number)
        assert found.participants == len(here)
        assert found.active == sum(one.count > 0 for one in here)
        assert found.successes == sum(one.success for one in here)
        assert found.total == sum(one.count for one in here)
        assert found.average == pytest.approx(found.total / len(here))
    everybody, settled = recount.everybody(), [one for one in named if one.settled]
    assert (everybody.people, everybody.weeks) == (len(people), len(named))
    assert everybody.active == len({one.user for one in named if one.count})
    assert everybody.total == sum(one.count for one in named)
    assert everybody.settled == len(settled)
    assert everybody.settled_successes == sum(one.success for one in settled)


@given(st.lists(lives(), min_size=2, max_size=2))
def test_what_a_change_adds_leads_from_one_sum_to_the_other(lives_: list[list[WeekRecord]]) -> None:
    for before, after in zip(*lives_, strict=False):
        assert deltas(None, before).plus(deltas(before, after)) == deltas(None, after)
        assert deltas(before, after).plus(deltas(after, None)) == deltas(before, None)
        assert deltas(before, before) == Deltas()


# By example


def streak(*states: str) -> tuple[int, int]:
    """Present and longest: `g` is good, `b` was missed, `o` is open and not good yet, `O` open and good."""
    records = [
        a_record(week(number), int(state in "gO"), settled=state in "gb")
        for number, state in enumerate("".join(states))
        if state != "-"
    ]
    found = standing(folded(records))
    return found.current, found.longest


def test_a_good_week_more_is_a_streak_longer_by_one() -> None:
    assert streak("g") == (1, 1)
    assert streak("ggg") == (3, 3)


def test_a_week_that_was_missed_ends_it() -> None:
    assert streak("gggb") == (0, 3)
    assert streak("gggbg") == (1, 3)


def test_a_week_away_ends_it_too() -> None:
    assert streak("ggg-g") == (1, 3)
    assert streak("ggg--o") == (0, 3)


def test_an_open_week_extends_a_streak_and_never_ends_one() -> None:
    assert streak("gggO") == (4, 4)
    assert streak("gggo") == (3, 3)


def test_while_last_week_may_still_be_saved_the_streak_before_it_stands() -> None:
    assert streak("gggoO") == (3, 3)
    assert streak("gggOO") == (5, 5)
    assert streak("boO") == (1, 1)


def test_a_streak_goes_on_over_a_new_year_of_53_weeks() -> None:
    assert W53.week == 53
    weeks = {one: OpenWeek(count=1, success=True) for one in (Week(2026, 52), W53, Week(2027, 1))}
    assert with_weeks(NEW, weeks, Week(2027, 1)).current == 3
    del weeks[W53]
    assert with_weeks(NEW, weeks, Week(2027, 1)).current == 1


@pytest.mark.parametrize(
    ("states", "is_record"),
    [("g", True), ("ggbg", False), ("ggbgg", False), ("ggbggg", True), ("gg-ggO", True), ("ggbggo", False)],
)
def test_a_streak_is_a_record_when_it_is_longer_than_any_before_it(states: str, *, is_record: bool) -> None:
    records = [
        a_record(week(number), int(state in "gO"), settled=state in "gb")
        for number, state in enumerate(states)
        if state != "-"
    ]
    assert standing(folded(records)).is_record is is_record


def test_who_has_no_week_has_no_average_and_no_rate() -> None:
    found = standing(NEW)
    assert (found.average, found.rate, found.current, found.first_active) == (0.0, 0.0, 0, None)


def test_the_name_is_the_one_that_was_recorded_last() -> None:
    first, second = a_record(week(0), 1), a_record(week(1), 1)
    renamed = first.model_copy(update={"name": "Bob", "last_updated": NOON.replace(hour=13)})
    assert folded([first, second.model_copy(update={"name": "Cyd"})]).name == "Cyd"
    assert folded([renamed, second]).name == "Bob"
