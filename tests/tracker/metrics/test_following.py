"""A hidden metric follows what another feature says of a day: one log, and nothing that `undo` would find."""

from datetime import date

import pytest

from tests.tracker.metrics.people import DAY, Person
from tracker.metrics.errors import NothingLogged
from tracker.metrics.following import SaidDay
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.model import Aggregation, Metric
from tracker.store.conditions import EXISTS
from tracker.store.errors import Throttled
from tracker.store.keys import TaskKey
from tracker.store.table import Check


async def mood_of(person: Person) -> Metric:
    new = NewMetric(name="Mood", aggregation=Aggregation.MEAN)
    return await person.metrics.hidden(person.user, "mood", new)


async def say(person: Person, day: date, value: int | None) -> None:
    async def said() -> SaidDay:
        return SaidDay(value)

    await person.metrics.follow(await mood_of(person), day, said)


async def days(person: Person) -> dict[date, object]:
    first, last = person.today - 30 * DAY, person.today + 30 * DAY
    return {**await person.metrics.days(await mood_of(person), first, last)}


async def test_a_day_is_one_log_however_often_it_is_said(everywhere: Person) -> None:
    today = everywhere.today
    for value in (1, 1, -1):
        await say(everywhere, today, value)
    assert await days(everywhere) == {today: -1}
    mood = await everywhere.metric(await mood_of(everywhere))
    assert (mood.logs, mood.logged_days, mood.total) == (1, 1, -1)


async def test_saying_the_same_again_writes_nothing(person: Person) -> None:
    await say(person, person.today, 1)
    before = await person.metric(await mood_of(person))
    await say(person, person.today, 1)
    assert await person.metric(await mood_of(person)) == before


async def test_a_day_that_is_taken_back_has_no_value(person: Person) -> None:
    yesterday = person.today - DAY
    await say(person, person.today, 1)
    await say(person, yesterday, 0)
    await say(person, person.today, None)
    assert await days(person) == {yesterday: 0}
    await say(person, yesterday, None)
    await say(person, yesterday, None)
    assert await days(person) == {}


async def test_nothing_is_written_where_what_was_said_does_not_hold_any_more(person: Person) -> None:
    asked = []

    async def said() -> SaidDay:
        asked.append(1)
        holds = [Check(TaskKey(person.user.id, "none").key, EXISTS)] if len(asked) < 3 else []
        return SaidDay(len(asked), holds)

    await person.metrics.follow(await mood_of(person), person.today, said)
    assert await days(person) == {person.today: 3}


async def test_it_ends_where_it_never_holds(person: Person) -> None:
    async def said() -> SaidDay:
        return SaidDay(1, [Check(TaskKey(person.user.id, "none").key, EXISTS)])

    with pytest.raises(Throttled):
        await person.metrics.follow(await mood_of(person), person.today, said)
    assert await days(person) == {}


async def test_undo_does_not_know_it(person: Person) -> None:
    await say(person, person.today, 1)
    with pytest.raises(NothingLogged):
        await person.metrics.undo(person.user)
