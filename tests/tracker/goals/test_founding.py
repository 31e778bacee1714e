"""How a goal begins: where it starts, what history it is given, and what is counted with it."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tests.fakes.clock import START
from tests.tracker.goals.holdings import ADA, ATTACK, STANDING, WOODCUTTING, subject
from tests.tracker.goals.slow_gains import daily_rates
from tracker.accounts.model import User
from tracker.goals.creation import counted, founding, noticed
from tracker.goals.errors import AlreadyReached
from tracker.goals.games.game import game_of
from tracker.goals.model import (
    Character,
    EarliestProgress,
    Frequency,
    Goal,
    GoalStatus,
    LatestProgress,
    ProgressRecord,
)
from tracker.goals.pace.gains import MOST_DAYS
from tracker.goals.pace.recent import RecentGains
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalType
from tracker.readings import Measure, Number, Quantity
from tracker.shards import shard_of
from tracker.store.entity import from_item
from tracker.store.keys import DueKey, LeaseKey, SubjectKey, TrackedAttributeKey
from tracker.store.table import MAX_OPERATIONS, Operation, Put, Update

DAY = timedelta(days=1)
USER = User(id=ADA, created_at=START, local=ADA)
ZEZIMA = Character(
    id="zezima",
    user=ADA,
    game="osrs",
    name="Zezima",
    subject=subject("zezima"),
    tracked_attributes={"woodcutting": 1, "attack": 2},
    revision=7,
    created_at=START,
)
Readings = Sequence[tuple[datetime, Mapping[Quantity, Number]]]


def found(
    typed: str,
    values: Mapping[Quantity, Number] = STANDING,
    past: Readings = (),
    *,
    user: User = USER,
    now: datetime = START,
    **other: Any,  # noqa: ANN401 - as `founding`
) -> tuple[Goal, list[Operation]]:
    request = parse_goal(typed, game_of("osrs").knowing(values), date(2100, 1, 1))
    told = {"frequency": Frequency.DAILY, "channel": None, **other}
    return founding(user, ZEZIMA, request, values, past, now, goal_id="g1", **told)


def items(operations: Sequence[Operation], kind: str) -> list[Any]:
    return [one.item for one in operations if isinstance(one, Put) and one.item["type"] == kind]


def records(operations: Sequence[Operation]) -> list[tuple[datetime, Number, datetime | None]]:
    made = [from_item(ProgressRecord, item) for item in items(operations, "progress")]
    return [(one.at, one.value, one.since) for one in made]


def woodcutting(*values: tuple[timedelta, Number]) -> Readings:
    return [(START - ago, {WOODCUTTING: xp}) for ago, xp in values]


def test_a_goal_starts_where_the_person_stands() -> None:
    goal, _ = found("99 wc", frequency=Frequency.WEEKLY, channel="sms", after="g0")

    assert goal == Goal(
        id="g1",
        user=ADA,
        character="zezima",
        subject=ZEZIMA.subject,
        target_attribute="woodcutting",
        target_type=GoalType.LEVEL,
        target_value=99,
        start_value=3_034_431,
        begun=date(2100, 1, 1),
        frequency=Frequency.WEEKLY,
        notification_channel_type="sms",
        status=GoalStatus.ACTIVE,
        after="g0",
        created_at=START,
    )


def test_the_day_on_which_it_began_is_the_persons_own() -> None:
    tokyo = USER.model_copy(update={"timezone": "Asia/Tokyo"})

    goal, operations = found("99 wc", user=tokyo, now=START + timedelta(hours=20))

    assert goal.begun == date(2100, 1, 2)
    assert items(operations, "progress")[0]["day"] == "2100-01-02"


@pytest.mark.parametrize(
    ("typed", "due", "per_day"),
    [
        ("99 wc", None, None),
        ("99 wc in 100 days", date(2100, 4, 11), None),
        ("99 wc at 700k/week", date(2100, 4, 11), "100000"),
        ("99 wc at 100k/week", date(2101, 12, 2), "100000/7"),
        ("50k/day wc until 2100-01-11", date(2100, 1, 11), "50000"),
    ],
)
def test_a_pace_is_kept_only_where_it_was_asked_for(
    typed: str, due: date | None, per_day: str | None
) -> None:
    goal, _ = found(typed)

    assert (goal.target_date, goal.per_day) == (due, per_day)


def test_the_rest_of_a_chain_waits_as_text_that_can_be_read_again() -> None:
    goal, _ = found("90 wc then 99 by 2101-05-01 then 200m")

    assert goal.then == "level 99 woodcutting by 2101-05-01 then xp 200000000 woodcutting"


def test_the_first_progress_is_where_the_goal_starts() -> None:
    _, operations = found("99 wc")

    assert records(operations) == [(START, 3_034_431, None)]
    [earliest], [latest] = items(operations, "earliestProgress"), items(operations, "latestProgress")
    assert from_item(EarliestProgress, earliest) == EarliestProgress(
        at=START, value=3_034_431, day=date(2100, 1, 1)
    )
    assert from_item(LatestProgress, latest) == LatestProgress(
        at=START,
        value=3_034_431,
        day=date(2100, 1, 1),
        best=3_034_431,
        recent_gains=RecentGains(first=date(2100, 1, 1), amounts=(0,), morning=3_034_431),
    )


def test_what_is_not_known_yet_leaves_no_progress() -> None:
    goal, operations = found("99 wc", values={ATTACK: 100}, past=woodcutting((DAY, 5)))

    assert goal.start_value is None
    assert items(operations, "progress") == []
    assert items(operations, "latestProgress") == items(operations, "earliestProgress") == []


def test_older_readings_become_history_where_they_changed_the_value() -> None:
    past = woodcutting((9 * DAY, 1_000), (7 * DAY, 1_000), (5 * DAY, 2_000), (3 * DAY, 2_000))

    goal, operations = found("99 wc", past=past)

    assert records(operations) == [
        (START - 9 * DAY, 1_000, None),
        (START - 5 * DAY, 2_000, START - 7 * DAY),
        (START, 3_034_431, START - 3 * DAY),
    ]
    assert goal.start_value == 3_034_431
    assert items(operations, "earliestProgress")[0]["progressValue"] == 1_000


def test_the_order_in_which_readings_come_does_not_matter() -> None:
    past = woodcutting((9 * DAY, 1_000), (5 * DAY, 2_000), (3 * DAY, 3_000))

    assert records(found("99 wc", past=past)[1]) == records(found("99 wc", past=past[::-1])[1])


def test_where_nothing_changed_since_the_start_is_the_last_change() -> None:
    past = woodcutting((9 * DAY, 1_000), (2 * DAY, 3_034_431), (DAY, 3_034_431))

    goal, operations = found("99 wc", past=past)

    assert records(operations) == [
        (START - 9 * DAY, 1_000, None),
        (START - 2 * DAY, 3_034_431, START - 9 * DAY),
    ]
    [latest] = items(operations, "latestProgress")
    assert from_item(LatestProgress, latest) == LatestProgress(
        at=START - 2 * DAY,
        value=3_034_431,
        since=START - 9 * DAY,
        day=date(2099, 12, 30),
        best=3_034_431,
        recent_gains=RecentGains(
            first=date(2099, 12, 23), amounts=(*[433_347_286] * 7, 0), decimals=3, morning=3_034_431
        ),
    )
    assert (goal.start_value, goal.created_at) == (3_034_431, START)


def test_what_is_as_new_as_the_goal_is_no_history() -> None:
    past = [
        (START + timedelta(milliseconds=300), {WOODCUTTING: 7}),
        (START + DAY, {WOODCUTTING: 8}),
    ]

    assert records(found("99 wc", past=past)[1]) == [(START, 3_034_431, None)]


def test_a_long_past_is_cut_so_that_all_fits_one_transaction() -> None:
    past = woodcutting(*((number * DAY, 10_000 - number) for number in range(1, 301)))

    _, operations = found("99 wc", past=past)

    assert len(items(operations, "progress")) == 60 + 1
    assert records(operations)[0][0] == START - 60 * DAY
    assert len(operations) < MAX_OPERATIONS - 20
    assert len({one.key for one in operations}) == len(operations)


def test_a_new_goal_knows_as_many_days_as_a_forecast_looks_at() -> None:
    past = woodcutting(*((number * DAY, 3_034_431 - 100 * number) for number in range(1, 301)))

    _, operations = found("99 wc", past=past)

    made = [from_item(ProgressRecord, item) for item in items(operations, "progress")]
    rates = daily_rates([one.point for one in made], START, USER.zone, most_days=MOST_DAYS)
    assert rates == (100.0,) * 42
    [latest] = items(operations, "latestProgress")
    kept = from_item(LatestProgress, latest).recent_gains
    assert kept is not None
    assert kept.rates(START.date(), USER.zone) == [100.0] * 42
    assert kept.gained_on(START.date(), 3_034_431) == 0  # where a goal begins is no gain of it


def test_a_reading_without_some_of_the_skills_is_no_history_of_all_of_them() -> None:
    skills = {Quantity(name, Measure.XP): 1_000 for name in game_of("osrs").skills}
    half = dict(list(skills.items())[:10])

    before = dict.fromkeys(skills, 900)

    _, operations = found("base 70", values=skills, past=[(START - 2 * DAY, before), (START - DAY, half)])

    assert records(operations) == [
        (START - 2 * DAY, 900 * len(skills), None),
        (START, 1_000 * len(skills), START - 2 * DAY),
    ]
    [latest] = items(operations, "latestProgress")
    assert set(latest["counted"]) == set(game_of("osrs").skills)


def test_skills_that_are_still_unranked_do_not_stop_a_history() -> None:
    skills = {Quantity(name, Measure.XP): 1_000 for name in list(game_of("osrs").skills)[:10]}
    before = dict.fromkeys(skills, 500)

    _, operations = found("base 70", values=skills, past=[(START - DAY, before)])

    assert [at for at, _, _ in records(operations)] == [START - DAY, START]


def test_what_is_reached_already_is_refused() -> None:
    with pytest.raises(AlreadyReached):
        found("80 wc")


def test_a_goal_begins_a_daily_round_where_there_is_none() -> None:
    _, operations = found("99 wc")

    [round_] = [one for one in operations if DueKey.parse(one.key)]
    assert isinstance(round_, Update)
    assert round_.when is None
    assert not round_.set


def test_a_count_holds_only_for_the_character_that_was_seen() -> None:
    character, *overall = counted(ZEZIMA, {"woodcutting": -1, "zulrah": 1, "attack": 0})

    assert isinstance(character, Update)
    assert character.set == {"trackedAttributes": {"attack": 2, "zulrah": 1}, "revision": 8}
    assert character.when is not None
    assert {one.key: one.add for one in overall if isinstance(one, Update)} == {
        TrackedAttributeKey("osrs", "woodcutting").key: {"goals": -1, "characters": -1},
        TrackedAttributeKey("osrs", "zulrah").key: {"goals": 1, "characters": 1},
    }


def test_who_looks_after_the_subject_hears_of_it() -> None:
    assert [one.key for one in noticed(ZEZIMA.subject)] == [
        SubjectKey(ZEZIMA.subject).key,
        LeaseKey(shard_of(ZEZIMA.subject)).key,
    ]
