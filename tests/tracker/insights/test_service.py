"""Insights as a person has them: looked at, hidden, told by choice, and nobody else's."""

from collections.abc import Sequence
from datetime import timedelta

import numpy as np
import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.metrics.people import Person
from tracker.accounts.service import Accounts
from tracker.digest.feature import ROUNDS
from tracker.digest.planning import first_round
from tracker.feature import still_true_checks
from tracker.insights.errors import InsightsTooOften, NoSuchInsight
from tracker.insights.feature import INSIGHT_ROUNDS
from tracker.insights.messages import INSIGHT
from tracker.insights.model import InsightType
from tracker.insights.rounds import InsightRound
from tracker.insights.service import LOOKS, Insights
from tracker.metrics.following import SaidDay, SayDay
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.model import Metric, MetricDay
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

DAY_SECONDS = 86_400


@pytest.fixture
async def person(sqlite_table: SqliteTable, clock: HandClock) -> Person:
    return await Person(sqlite_table, clock).settle()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Person:
    """On both engines in turn."""
    return await Person(table, clock).settle()


@pytest.fixture
def insights(person: Person, clock: HandClock) -> Insights:
    return Insights(person.table, clock)


async def has_logged(person: Person, metric: Metric, values: Sequence[float]) -> None:
    """One a day up to yesterday: the first and the last as a person does, the others as they lie then."""
    for ago, value in ((len(values), values[0]), (1, values[-1])):
        await person.log(metric, int(value), ago=ago)
    days = [
        MetricDay(
            metric=metric.id,
            day=person.today - timedelta(days=ago),
            count=1,
            sum=int(value),
            median=int(value),
            min=int(value),
            max=int(value),
            last=int(value),
            last_at=person.clock() - timedelta(days=ago),
        )
        for ago, value in enumerate(reversed(values), 1)
    ]
    await person.table.write_many(puts=[to_item(one, one.key) for one in days])


def rising(days: int = 60) -> list[float]:
    return [float(one) for one in 800 + 5 * np.arange(days) + 3 * (np.arange(days) % 3)]


async def plan_look(person: Person) -> None:
    """As the weekly round does it."""
    work = InsightRound(user=person.user.id, due_at=person.clock())
    await person.table.put(to_item(work, work.key, work.place))


async def hold_looks(person: Person) -> int:
    return await run_due(INSIGHT_ROUNDS, tools_at(person.table, person.clock))


def says(value: int) -> SayDay:
    """As the feature that keeps a hidden metric does of a day."""

    async def say() -> SaidDay:
        return SaidDay(value)

    return say


async def told(person: Person) -> list[str]:
    return [one.title for one in await person.told() if one.kind is INSIGHT]


async def test_nobody_who_logs_nothing_is_told_anything(person: Person, insights: Insights) -> None:
    assert (await insights.look(person.user)).insights == ()
    assert (await insights.waiting(person.user)).metrics == 0


async def test_what_a_look_has_found_is_there_until_the_next(
    person: Person, insights: Insights, clock: HandClock
) -> None:
    await has_logged(person, await person.add("Weight", unit="kg"), rising())
    found = await insights.look(person.user)

    shown = await insights.shown(person.user.id)

    assert [one.kind for one in shown.insights] == [InsightType.TREND, InsightType.PREDICTION]
    assert shown.insights == found.insights
    clock.advance(9 * DAY_SECONDS)
    assert (await insights.shown(person.user.id)).insights == (), "nobody has looked for more than a week"


async def test_a_look_that_finds_less_leaves_nothing_of_the_one_before(
    person: Person, insights: Insights
) -> None:
    weight = await person.add("Weight")
    await has_logged(person, weight, rising())
    await insights.look(person.user)

    await has_logged(person, weight, [5.0] * 60)
    await insights.look(person.user)

    kinds = [one.kind for one in (await insights.shown(person.user.id)).insights]
    assert InsightType.TREND not in kinds


async def test_a_number_says_how_many_days_it_still_needs(person: Person, insights: Insights) -> None:
    await has_logged(person, await person.add("Weight"), rising(15))

    [one] = (await insights.waiting(person.user)).numbers

    assert (one.name, one.more_days, one.until) == ("Weight", 6, "a trend can be seen")


async def test_what_was_hidden_stays_hidden_until_it_is_wanted_again(
    person: Person, insights: Insights
) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    trend = (await insights.look(person.user)).insights[0]

    await insights.hide(person.user.id, trend.handle)

    assert trend.handle not in [one.handle for one in (await insights.shown(person.user.id)).insights]
    assert trend.handle not in [one.handle for one in (await insights.look(person.user)).insights]
    assert await insights.show_hidden(person.user.id) == 1
    assert trend.handle in [one.handle for one in (await insights.look(person.user)).insights]


async def test_what_is_hidden_can_be_named_by_its_place(person: Person, insights: Insights) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    first, second = (await insights.look(person.user)).insights

    assert await insights.hide(person.user.id, "2") == second
    assert (await insights.shown(person.user.id)).insights == (first,)


async def test_nobody_sees_or_hides_what_is_somebody_elses(person: Person, insights: Insights) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    trend = (await insights.look(person.user)).insights[0]
    other = await Person(person.table, person.clock).settle("eve")

    assert (await insights.shown(other.user.id)).insights == ()
    assert (await insights.look(other.user)).insights == ()
    with pytest.raises(NoSuchInsight):
        await insights.hide(other.user.id, trend.handle)


async def test_looking_again_and_again_has_a_limit_of_ones_own(person: Person, insights: Insights) -> None:
    other = await Person(person.table, person.clock).settle("eve")
    for _ in range(LOOKS.most):
        await insights.look_now(person.user)

    with pytest.raises(InsightsTooOften, match="Ask again at"):
        await insights.look_now(person.user)
    assert await insights.look_now(other.user)


async def test_what_is_new_is_told_to_who_chose_it_once(person: Person, insights: Insights) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    await insights.choose(person.user.id, tells=True)
    await plan_look(person)

    assert await hold_looks(person) == 1
    assert await hold_looks(person) == 0, "the work is done with what it found"
    await plan_look(person)
    await hold_looks(person)

    assert await told(person) == ["Something new in your numbers"]


async def test_who_keeps_nothing_but_mood_is_looked_at_every_week(person: Person, insights: Insights) -> None:
    mood = await person.metrics.hidden(person.user, "mood", NewMetric(name="Mood"))
    await person.metrics.follow(mood, person.today, says(1))
    looks = list[int]()
    for _ in range(14):
        person.clock.advance(DAY_SECONDS)
        await run_due(ROUNDS, tools_at(person.table, person.clock))
        looks.append(await hold_looks(person))

    assert sum(looks) == 2
    assert (await insights.shown(person.user.id)).book.looked_at is not None
    assert await person.told() == [], "and gets no digest, which would be empty"


async def test_who_keeps_no_number_is_not_looked_at(person: Person) -> None:
    await person.table.update(first_round(person.user, person.clock()))
    for _ in range(8):
        person.clock.advance(DAY_SECONDS)
        await run_due(ROUNDS, tools_at(person.table, person.clock))
        assert await hold_looks(person) == 0


async def test_who_did_not_choose_is_told_nothing(person: Person) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    await plan_look(person)

    await hold_looks(person)

    assert await told(person) == []


async def test_one_thing_a_week_is_told_however_much_is_new(
    person: Person, insights: Insights, clock: HandClock
) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    await insights.choose(person.user.id, tells=True)
    await plan_look(person)
    await hold_looks(person)
    await has_logged(person, await person.add("Steps"), rising())
    clock.advance(2 * DAY_SECONDS)
    await plan_look(person)
    await hold_looks(person)

    assert len(await told(person)) == 1


async def test_what_is_said_of_mood_is_not_repeated_in_a_message(person: Person, insights: Insights) -> None:
    mood = await person.metrics.hidden(person.user, "mood", NewMetric(name="Mood"))
    await has_logged(person, mood, rising())
    await insights.choose(person.user.id, tells=True)
    await plan_look(person)
    await hold_looks(person)

    [message] = [one for one in await person.told() if one.kind is INSIGHT]
    assert "rising" not in message.text
    assert "Ask for your insights" in message.text
    assert message.kind.is_private  # so it goes to no channel of a server


async def test_nothing_of_it_is_in_a_repr(person: Person, insights: Insights) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    shown = await insights.look(person.user)

    assert shown.insights
    assert "rising" not in f"{shown.insights!r}"
    assert "rising" not in f"{shown.book!r}"


async def test_a_message_about_what_was_hidden_meanwhile_does_not_go(
    person: Person, insights: Insights
) -> None:
    await has_logged(person, await person.add("Weight"), rising())
    await insights.choose(person.user.id, tells=True)
    await plan_look(person)
    await hold_looks(person)
    [message] = [one for one in await person.told() if one.kind is INSIGHT]
    assert message.check is not None
    still_true = still_true_checks(tools_at(person.table, person.clock))[message.check.name]
    assert await still_true(person.user.id, message.check.reference)
    await insights.hide(person.user.id, message.check.reference)
    assert not await still_true(person.user.id, message.check.reference)


async def test_two_looks_at_once_come_to_one_book(everywhere: Person) -> None:
    await has_logged(everywhere, await everywhere.add("Weight"), rising())
    one, other = Insights(everywhere.table, everywhere.clock), Insights(everywhere.table, everywhere.clock)

    await one.look(everywhere.user)
    await other.choose(everywhere.user.id, tells=True)
    shown = await one.look(everywhere.user)

    assert shown.book.tells
    assert shown.book.revision == 3


async def test_what_the_clock_finds_is_written_as_its_person_writes(person: Person) -> None:
    accounts = Accounts(person.table, person.clock, lambda: "")
    person.user = await accounts.change_settings(person.user.id, {"language": "de"})
    steps = await person.metrics.add(person.user, NewMetric(name="Steps"))
    await has_logged(person, steps, [5_000 + 300 * one for one in rising()])

    await plan_look(person)
    await hold_looks(person)

    found = await Insights(person.table, person.clock).shown(person.user.id)
    [trend] = [one for one in found.insights if one.kind is InsightType.TREND]
    assert "about 10.500 a week" in trend.content  # 300 times 5 a day
