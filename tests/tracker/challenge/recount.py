"""Every statistic of a challenge against all week records that the table holds, counted once more by hand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tests.tracker.challenge.weeks_lived import Lived
from tests.tracker.store.items import everything
from tracker.challenge.model import Challenge, Participation, WeekRecord
from tracker.challenge.recording import stats_of
from tracker.challenge.service import Challenges
from tracker.challenge.statistics import standing
from tracker.store.entity import Model, from_items
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.store.values import Item

MANY = 1000


async def check_statistics(table: Table, challenges: Challenges, challenge: Challenge) -> None:
    items = list((await everything(table)).values())
    records = [one for one in of_type(WeekRecord, items) if one.challenge == challenge.id]
    people = [one for one in of_type(Participation, items) if one.challenge == challenge.id]
    lives: defaultdict[str, list[WeekRecord]] = defaultdict(list)
    weeks: defaultdict[Week, list[WeekRecord]] = defaultdict(list)
    for one in sorted(records, key=lambda one: one.week):
        lives[one.user].append(one)
        weeks[one.week].append(one)
    await _check_people(table, challenge, lives)
    await _check_streaks(challenges, challenge, lives, people)
    for week, here in weeks.items():
        await _check_week(challenges, challenge, week, here)
    await _check_everybody(challenges, challenge, records)


async def _check_people(table: Table, challenge: Challenge, lives: Mapping[str, list[WeekRecord]]) -> None:
    known = await stats_of(table, challenge.id, lives)
    assert {user: Lived.said(standing(one)) for user, one in known.items()} == {
        user: Lived.of(lived) for user, lived in lives.items()
    }


async def _check_streaks(
    challenges: Challenges,
    challenge: Challenge,
    lives: Mapping[str, list[WeekRecord]],
    people: Iterable[Participation],
) -> None:
    """On the board is who is in the challenge, and was counted since they joined it."""
    since = {one.user: one.since for one in people}
    here = [user for user, lived in lives.items() if user in since and lived[-1].week >= since[user]]
    found = await challenges.top_streaks(challenge, MANY)
    expected = sorted(((Lived.of(lives[user]).current, user) for user in here), reverse=True)
    assert [(one.points, one.user) for one in found] == expected


async def _check_week(
    challenges: Challenges, challenge: Challenge, week: Week, here: list[WeekRecord]
) -> None:
    found = await challenges.summary(challenge, week)
    assert found.participants == len(here)
    assert found.active == sum(one.count > 0 for one in here)
    assert found.successes == sum(one.success for one in here)
    assert found.total == sum(one.count for one in here)
    ranks = await challenges.standings(challenge, week, MANY)
    expected = sorted(((one.count, one.user, one.name) for one in here), reverse=True)
    assert [(one.points, one.user, one.name) for one in ranks] == expected
    assert [one.number for one in ranks] == list(range(1, len(here) + 1))


async def _check_everybody(challenges: Challenges, challenge: Challenge, records: list[WeekRecord]) -> None:
    found, settled = await challenges.everybody(challenge), [one for one in records if one.settled]
    assert found.people == len({one.user for one in records})
    assert found.active == len({one.user for one in records if one.count})
    assert (found.weeks, found.total) == (len(records), sum(one.count for one in records))
    assert found.settled == len(settled)
    assert found.settled_successes == sum(one.success for one in settled)


def of_type(model: type[Model], items: Iterable[Item]) -> list[Model]:
    kind = model.model_fields["type"].default
    return list(from_items(model, [one for one in items if one.get("type") == kind]))
