"""The schedule in memory: what is due, what is forgotten, and when a shard is listed."""

import math
from collections.abc import AsyncIterator, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.leases import Held
from scheduler.schedule import HAND_BACK_SECONDS, LIST_AGAIN_SECONDS, RELIST_SECONDS, SETTLE_SECONDS, Schedule
from tracker.shards import SHARDS, shard_of
from tracker.store.errors import Throttled
from tracker.store.segments import Subject

SUBJECTS = [Subject("osrs", f"player{number}") for number in range(200)]
SHARD = shard_of(SUBJECTS[0])
MEMBERS = [subject for subject in SUBJECTS if shard_of(subject) == SHARD]


def lease(shard: int, fencing: int = 1, changes: int = 0) -> Held:
    return Held(shard, fencing, changes, math.inf, math.inf)


def following(shards: Iterable[int] = range(SHARDS), now: float = 0) -> Schedule[str]:
    schedule = Schedule[str]()
    schedule.follow({shard: lease(shard) for shard in shards}, now)
    return schedule


async def listing(subjects: Iterable[Subject]) -> AsyncIterator[tuple[Subject, str]]:
    for subject in subjects:
        yield subject, "listed"


def at(due: float) -> object:
    return lambda _subject, _state: due


def moved(schedule: Schedule[str], subject: Subject, due: float) -> bool:
    planned = schedule.get(subject)
    return planned is not None and schedule.reschedule(planned, due)


def names(schedule: Schedule[str], now: float, limit: int = 1000) -> list[Subject]:
    return [planned.subject for planned in schedule.due(now, limit)]


def test_subjects_are_due_in_the_order_of_their_times_and_never_early() -> None:
    schedule = following()
    for due, subject in ((30.2, SUBJECTS[0]), (10, SUBJECTS[1]), (20, SUBJECTS[2])):
        schedule.put(subject, "", due)
    assert names(schedule, 9.9) == []
    assert names(schedule, 30.5) == [SUBJECTS[1], SUBJECTS[2]]
    assert names(schedule, 31) == [SUBJECTS[0]]


def test_a_limit_leaves_the_rest_for_the_next_time() -> None:
    schedule = following()
    for subject in SUBJECTS:
        schedule.put(subject, "", 5)
    first, rest = names(schedule, 6, limit=150), names(schedule, 6)
    assert (len(first), len(rest)) == (150, 50)
    assert {*first, *rest} == set(SUBJECTS)


def test_a_subject_handed_out_is_not_handed_out_again_until_it_is_rescheduled() -> None:
    schedule = following()
    schedule.put(SUBJECTS[0], "", 5)
    assert names(schedule, 6) == [SUBJECTS[0]]
    assert names(schedule, 7) == []
    assert moved(schedule, SUBJECTS[0], 60)
    assert names(schedule, 59) == []
    assert names(schedule, 60) == [SUBJECTS[0]]


def test_a_subject_whose_work_was_cancelled_comes_back() -> None:
    schedule = following()
    schedule.put(SUBJECTS[0], "", 5)
    schedule.due(6, 10)
    assert names(schedule, 6 + HAND_BACK_SECONDS) == [SUBJECTS[0]]


def test_moving_a_subject_away_and_back_hands_it_out_once() -> None:
    schedule = following()
    for due in (5, 50, 5):
        schedule.put(SUBJECTS[0], "", due)
    assert names(schedule, 100) == [SUBJECTS[0]]


def test_a_removed_subject_is_not_due_and_cannot_be_rescheduled() -> None:
    schedule = following()
    schedule.put(SUBJECTS[0], "", 5)
    [planned] = schedule
    schedule.remove(SUBJECTS[0])
    schedule.remove(SUBJECTS[1])
    assert not schedule.reschedule(planned, 6)
    assert names(schedule, 7) == []
    assert len(schedule) == 0


def test_a_subject_of_a_shard_that_is_not_ours_is_left_to_its_holder() -> None:
    schedule = following(shard for shard in range(SHARDS) if shard != SHARD)
    assert not schedule.put(SUBJECTS[0], "", 5)
    assert names(schedule, 6) == []


def test_the_next_due_time_is_known() -> None:
    schedule = following()
    assert schedule.next_due() is None
    schedule.put(SUBJECTS[0], "", 4.5)
    assert schedule.next_due() == 5


async def test_a_gained_shard_is_listed_at_once() -> None:
    schedule = Schedule[str]()
    assert schedule.follow({SHARD: lease(SHARD)}, 0) == [SHARD]
    await schedule.load(SHARD, listing(MEMBERS), at(7), 0)
    assert set(names(schedule, 7)) == set(MEMBERS)
    assert {planned.state for planned in schedule} == {"listed"}


async def test_a_lost_shard_is_forgotten_at_once() -> None:
    schedule = following()
    for subject in SUBJECTS:
        schedule.put(subject, "", 5)
    member = schedule.get(MEMBERS[0])
    assert member is not None
    schedule.follow({shard: lease(shard) for shard in range(SHARDS) if shard != SHARD}, 1)
    assert not schedule.reschedule(member, 6)
    assert set(names(schedule, 6)) == set(SUBJECTS) - set(MEMBERS)


async def test_a_shard_that_was_lost_and_taken_again_is_listed_afresh() -> None:
    schedule = following([SHARD])
    await schedule.load(SHARD, listing(MEMBERS), at(7), 0)
    assert schedule.follow({SHARD: lease(SHARD, fencing=3)}, 1) == [SHARD]
    assert len(schedule) == 0


async def test_a_lease_lost_while_its_subjects_are_listed_leaves_nothing_behind() -> None:
    schedule = following([SHARD])

    async def interrupted() -> AsyncIterator[tuple[Subject, str]]:
        yield MEMBERS[0], "listed"
        schedule.follow({}, 1)
        yield MEMBERS[1], "listed"

    await schedule.load(SHARD, interrupted(), at(7), 0)
    assert len(schedule) == 0
    assert names(schedule, 8) == []


async def test_a_list_for_a_shard_that_is_gone_is_left_alone() -> None:
    schedule = following([])
    await schedule.load(SHARD, listing(MEMBERS), at(7), 0)
    assert len(schedule) == 0


async def test_a_list_that_breaks_off_is_asked_for_again() -> None:
    schedule = following([SHARD])

    async def breaking() -> AsyncIterator[tuple[Subject, str]]:
        yield MEMBERS[0], "listed"
        raise Throttled("injected")

    with pytest.raises(Throttled):
        await schedule.load(SHARD, breaking(), at(7), 0)
    assert schedule.follow({SHARD: lease(SHARD)}, 1) == [SHARD]
    assert names(schedule, 7) == [MEMBERS[0]]


async def test_known_subjects_keep_their_turn_when_listed_again_and_missing_ones_leave() -> None:
    schedule = following([SHARD])
    await schedule.load(SHARD, listing(MEMBERS[:3]), at(7), 0)
    assert moved(schedule, MEMBERS[0], 90)
    await schedule.load(SHARD, listing([MEMBERS[0], MEMBERS[3]]), at(8), 1)
    assert names(schedule, 8) == [MEMBERS[3]]
    assert names(schedule, 90) == [MEMBERS[0]]


async def test_a_subject_put_just_now_survives_a_list_from_an_index_that_lags() -> None:
    schedule = following([SHARD])
    schedule.put(MEMBERS[0], "", 5)
    await schedule.load(SHARD, listing([]), at(7), 0)
    assert len(schedule) == 1
    await schedule.load(SHARD, listing([]), at(7), 60)
    assert len(schedule) == 0


async def test_a_changed_shard_is_listed_once_the_index_had_time_to_follow() -> None:
    schedule = following([SHARD])
    await schedule.load(SHARD, listing([]), at(7), 0)
    await schedule.load(SHARD, listing([]), at(7), LIST_AGAIN_SECONDS)
    changed = {SHARD: lease(SHARD, changes=1)}
    assert schedule.follow(changed, 1000) == []
    assert schedule.follow(changed, 1000 + SETTLE_SECONDS) == [SHARD]
    await schedule.load(SHARD, listing(MEMBERS), at(7), 1000 + SETTLE_SECONDS)
    assert schedule.follow(changed, 1100) == []
    assert len(schedule) == len(MEMBERS)


async def test_a_change_that_comes_during_a_list_is_not_lost() -> None:
    schedule = following([SHARD])

    async def slow() -> AsyncIterator[tuple[Subject, str]]:
        schedule.follow({SHARD: lease(SHARD, changes=1)}, 1)
        yield MEMBERS[0], "listed"

    await schedule.load(SHARD, slow(), at(7), 0)
    assert schedule.follow({SHARD: lease(SHARD, changes=1)}, 1 + SETTLE_SECONDS) == [SHARD]


async def test_a_list_is_checked_after_a_minute_and_then_trusted_for_hours() -> None:
    schedule = following([SHARD])
    held = {SHARD: lease(SHARD)}
    await schedule.load(SHARD, listing([]), at(7), 0)
    assert schedule.follow(held, LIST_AGAIN_SECONDS - 1) == []
    assert schedule.follow(held, LIST_AGAIN_SECONDS) == [SHARD]
    await schedule.load(SHARD, listing([]), at(7), 60)
    assert schedule.follow(held, 60 + RELIST_SECONDS - 1) == []
    assert schedule.follow(held, 60 + RELIST_SECONDS) == [SHARD]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(SUBJECTS[:8]), st.integers(0, 400)),
        st.tuples(st.just("move"), st.sampled_from(SUBJECTS[:8]), st.integers(0, 400)),
        st.tuples(st.just("remove"), st.sampled_from(SUBJECTS[:8]), st.just(0)),
        st.tuples(st.just("due"), st.just(SUBJECTS[0]), st.integers(0, 400)),
    ),
    max_size=40,
)


@given(STEPS)
def test_it_hands_out_what_a_plain_list_of_times_would(steps: list[tuple[str, Subject, int]]) -> None:
    schedule, times, now = following(), dict[Subject, int](), 0
    for step, subject, number in steps:
        if step == "put":
            schedule.put(subject, "", number)
            times[subject] = number
        elif step == "move":
            assert moved(schedule, subject, number) == (subject in times)
            times |= {subject: number} if subject in times else {}
        elif step == "remove":
            schedule.remove(subject)
            times.pop(subject, None)
        else:
            now = max(now, number)
            expected = {subject for subject, due in times.items() if due <= now}
            assert set(names(schedule, now)) == expected
            times |= dict.fromkeys(expected, now + HAND_BACK_SECONDS)
    assert len(schedule) == len(times)
