"""The daily question of a metric: by the person's own clocks, where there is no log yet, and not for ever."""

import asyncio
from datetime import UTC, datetime, time, timedelta

import pytest

from scheduler.rounds import run_due
from tests.tracker.metrics.people import Person
from tracker.accounts.service import Accounts
from tracker.feature import follow_settings, still_true_checks
from tracker.metrics.feature import METRIC_QUESTIONS
from tracker.metrics.model import Metric, MetricStatus, Question
from tracker.notify.model import OutboxItem

EIGHT = Question(text="What do you weigh?", at=time(8))
HOUR = timedelta(hours=1)


async def live(person: Person, hours: float, step: timedelta = HOUR) -> None:
    end = person.clock() + timedelta(hours=hours)
    while person.clock() < end:
        person.clock.advance(step.total_seconds())
        await run_due(METRIC_QUESTIONS, person.tools)


async def questions(person: Person) -> list[OutboxItem]:
    return [one for one in reversed(await person.told()) if one.kind.name == "metric-question"]


async def periods(person: Person) -> list[str]:
    return [one.period for one in await questions(person)]


async def settle_in(person: Person, **settings: str) -> None:
    accounts = Accounts(person.table, person.clock, lambda: "nobody")
    person.user = await accounts.change_settings(person.user.id, settings)
    await follow_settings(person.tools, person.user, set(settings))


def at(person: Person, instant: datetime) -> None:
    person.clock.advance((instant - person.clock()).total_seconds())


async def test_it_is_asked_at_its_time_every_day_that_has_no_log(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg", question=EIGHT)
    await live(everywhere, 24)
    [first] = await questions(everywhere)
    assert (first.title, first.text) == ("What do you weigh?", "Weight has no log yet.")
    assert first.not_before == datetime(2100, 1, 1, 8, tzinfo=UTC)
    await everywhere.log(weight, "82.4")
    await live(everywhere, 24)
    assert await periods(everywhere) == ["2100-01-01"]
    await live(everywhere, 24)
    assert (await questions(everywhere))[-1].text == "Last: 82.4 kg yesterday."


async def test_after_three_without_an_answer_it_is_asked_once_a_week_until_there_is_one(
    person: Person,
) -> None:
    weight = await person.add("Weight", question=EIGHT)
    await live(person, 24 * 20)
    days = [f"2100-01-{day:02}" for day in (1, 2, 3, 10, 17)]
    assert await periods(person) == days
    await person.log(weight, 80)
    await live(person, 24 * 2)
    assert (await periods(person))[5:] == ["2100-01-22"]


async def test_who_logs_before_is_not_asked(person: Person) -> None:
    weight = await person.add("Weight", question=EIGHT)
    for _ in range(10):
        await live(person, 7)
        await person.log(weight, 80)
        await live(person, 17)
    assert await questions(person) == []


async def test_a_question_that_was_answered_meanwhile_does_not_go(person: Person) -> None:
    weight = await person.add("Weight", question=EIGHT)
    await live(person, 9)
    [message] = await questions(person)
    assert message.check is not None
    still = still_true_checks(person.tools)[message.check.name]
    assert await still(person.user.id, message.check.reference)
    await person.log(weight, 80)
    assert not await still(person.user.id, message.check.reference)


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"question": None}, False),
        ({"status": MetricStatus.PAUSED}, False),
        ({"question": Question(text="?", at=time(23))}, False),
        ({"question": Question(text="And now?", at=time(8))}, True),
    ],
)
async def test_what_is_said_of_the_question_holds_at_once(
    person: Person,
    changes: dict[str, object],
    asked: bool,  # noqa: FBT001 - a parameter
) -> None:
    weight = await person.add("Weight", question=EIGHT)
    await person.edit(weight, **changes)
    await live(person, 9)
    assert bool(await questions(person)) is asked


async def test_one_that_is_paused_asks_again_when_it_goes_on(person: Person) -> None:
    weight = await person.add("Weight", question=EIGHT)
    await person.edit(weight, status=MetricStatus.PAUSED)
    await live(person, 24)
    await person.edit(weight, status=MetricStatus.ACTIVE)
    await live(person, 24)
    assert await periods(person) == ["2100-01-02"]


async def test_of_a_metric_that_is_removed_nothing_is_asked(person: Person) -> None:
    weight: Metric = await person.add("Weight", question=EIGHT)
    await person.metrics.remove(person.user, weight)
    await live(person, 24)
    assert await questions(person) == []
    assert [item async for item in person.table.query_all(person.user.key.key.pk, prefix="DUE#metric")] == []


async def test_it_follows_the_person_to_another_zone_and_asks_once_for_a_date(person: Person) -> None:
    await person.add("Weight", question=EIGHT)
    await live(person, 6)
    await settle_in(person, timezone="Pacific/Auckland")  # it is evening there already
    await live(person, 24)
    [first] = await questions(person)
    assert first.not_before == datetime(2100, 1, 1, 19, tzinfo=UTC)
    assert first.period == "2100-01-02"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        # Clocks in Berlin jump from 2 to 3 and back: half past two is taken at the jump, and once.
        (datetime(2100, 3, 27, 22, tzinfo=UTC), ["2100-03-28T01:00:00Z", "2100-03-29T00:30:00Z"]),
        (datetime(2100, 10, 30, 22, tzinfo=UTC), ["2100-10-31T00:30:00Z", "2100-11-01T01:30:00Z"]),
    ],
)
async def test_it_is_asked_once_a_day_when_clocks_change(
    person: Person, day: datetime, expected: list[str]
) -> None:
    await settle_in(person, timezone="Europe/Berlin")
    at(person, day)
    await person.add("Sleep", question=Question(text="How long did you sleep?", at=time(2, 30)))
    await live(person, 40, timedelta(minutes=15))
    assert [f"{one.not_before:%Y-%m-%dT%H:%M:%SZ}" for one in await questions(person)] == expected


async def test_after_midnight_it_asks_for_the_day_that_still_is(person: Person) -> None:
    await settle_in(person, day_start="04:00")
    await person.add("Steps", question=Question(text="How many steps?", at=time(1)))
    await live(person, 3)
    [first] = await questions(person)
    assert (first.not_before, first.period) == (datetime(2100, 1, 1, 1, tzinfo=UTC), "2099-12-31")


async def test_nobody_is_asked_half_a_day_late_or_while_muted(person: Person) -> None:
    await person.add("Weight", question=EIGHT)
    await live(person, 24, timedelta(hours=23))
    assert await questions(person) == []
    await live(person, 12)
    assert await periods(person) == ["2100-01-03"]


async def test_two_who_hold_the_same_question_ask_once(everywhere: Person) -> None:
    await everywhere.add("Weight", question=EIGHT)
    everywhere.clock.advance(9 * 3600)
    await asyncio.gather(*(run_due(METRIC_QUESTIONS, everywhere.tools) for _ in range(3)))
    assert await periods(everywhere) == ["2100-01-01"]
