"""What is remembered of a subject from one look to the next, and what counts as news."""

import gc
import sys
from datetime import UTC, date, datetime, timedelta
from types import FunctionType, ModuleType

import pytest

from scheduler.leases import Held
from scheduler.observe import GONE, UNCHANGED, Memory, Observer, fingerprint, known
from scheduler.schedule import Schedule
from tests.recorders import recorder_on
from tests.scheduler.conftest import Lines
from tests.scheduler.realm import BOB, SETTINGS, Realm
from tracker.readings import Measure, Number, Quantity
from tracker.shards import SHARDS
from tracker.store.entity import from_item, to_item
from tracker.store.segments import Subject
from tracker.store.table import Check
from tracker.subjects import Observed, Outage, OutageKind

NOW = datetime(2027, 5, 10, 9, 30, tzinfo=UTC)
XP = Quantity("fishing", Measure.XP)
RANK = Quantity("fishing", Measure.RANK)
NOBODY = frozenset[str]()


def observed(**fields: object) -> Observed:
    return Observed.model_validate({"subject": BOB, "createdAt": NOW - timedelta(days=90), **fields})


def permit() -> Check | None:
    return None


async def observer(realm: Realm) -> Observer:
    sources = await realm.sources()
    return Observer(realm.clock, sources, recorder_on(realm.table, realm.clock, keep_days=90), SETTINGS)


def size_of(*kept: object) -> int:
    """How many bytes these take, object by object: what else the process allocates does not count."""
    seen = dict[int, object]()
    found = list[object](kept)
    while found:
        one = found.pop()
        if id(one) not in seen and not isinstance(one, type | ModuleType | FunctionType):
            seen[id(one)] = one
            found += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))


def test_a_subject_takes_less_than_a_kilobyte_with_its_place_in_the_schedule() -> None:
    count, day = 2000, date(2027, 5, 9)
    schedule = Schedule[Memory]()
    schedule.follow({shard: Held(shard, 1, 0, 0, 0) for shard in range(SHARDS)}, 0)
    empty = size_of(schedule)
    for number in range(count):
        one = observed(subject=("osrs", f"main:player {number}"), changedOn=day)
        subject, memory = known(from_item(Observed, to_item(one, one.key)), NOW)
        memory.content_hash, memory.fingerprint = hash(subject), hash(str(subject))
        memory.looked = int(NOW.timestamp()) + number
        schedule.put(subject, memory, 1e6 + number / 100)
    size = (size_of(schedule) - empty) / count
    assert 100 < size < 1024


@pytest.mark.parametrize(
    ("changed_on", "expected"),
    [
        (None, NOW),
        (date(2027, 5, 10), NOW),
        (date(2027, 5, 9), datetime(2027, 5, 10, tzinfo=UTC)),
        (date(2027, 4, 1), datetime(2027, 4, 2, tzinfo=UTC)),
    ],
)
def test_a_subject_counts_as_changed_when_it_can_last_have_changed(
    changed_on: date | None, expected: datetime
) -> None:
    _, memory = known(observed(changedOn=changed_on), NOW)
    assert memory.changed == expected.timestamp()


def test_the_first_look_is_a_whole_one() -> None:
    _, memory = known(observed(), NOW)
    assert memory.whole


def test_only_a_revision_that_has_grown_is_news() -> None:
    _, memory = known(observed(revision=3), NOW)
    memory.whole = False
    assert not memory.heed(3)
    assert not memory.heed(2)
    assert not memory.whole
    assert memory.heed(4)
    assert memory.whole


Values = dict[Quantity, Number]


@pytest.mark.parametrize(
    ("before", "after", "ranks", "same"),
    [
        ({XP: 5, RANK: 10}, {XP: 5, RANK: 11}, NOBODY, True),
        ({XP: 5, RANK: 10}, {XP: 6, RANK: 10}, NOBODY, False),
        ({XP: 5, RANK: 10}, {XP: 5}, NOBODY, False),
        ({XP: 5, RANK: 10}, {RANK: 10}, NOBODY, False),
        (
            {XP: 5, RANK: 10, Quantity("mining", Measure.RANK): 7},
            {XP: 5, RANK: 10, Quantity("mining", Measure.RANK): 8},
            frozenset({"fishing"}),
            True,
        ),
        (
            {XP: 5, RANK: 10, Quantity("mining", Measure.RANK): 7},
            {XP: 5, RANK: 11, Quantity("mining", Measure.RANK): 7},
            frozenset({"fishing"}),
            False,
        ),
    ],
)
def test_readings_are_the_same_if_only_ranks_differ_that_nobody_watches(
    before: Values, after: Values, ranks: frozenset[str], *, same: bool
) -> None:
    assert (fingerprint(before, ranks) == fingerprint(after, ranks)) is same


@pytest.mark.parametrize("number", [-1, -2])
def test_a_reading_without_such_ranks_has_no_fingerprint(number: int) -> None:
    """Numbers of Python have the same hash for -1 and -2."""
    assert fingerprint({Quantity("value", Measure.VALUE): number}, NOBODY) is None


async def test_what_is_odd_about_a_page_is_logged_once_however_its_ranks_move(
    realm: Realm, lines: Lines
) -> None:
    await realm.bob()
    realm.game.osrs("Bob").train("Overall", 4_999_999, level=10)
    looker, memory = await observer(realm), Memory(revision=0, changed=0)
    for rank in range(4):
        realm.clock.advance(60)
        realm.game.osrs("Bob").train("Attack", 100, rank=rank + 1)
        await looker.look(BOB, memory, permit)
    notes = [line["notes"] for line in lines if line["event"] == "reading with notes"]
    assert len(notes) == 1
    assert "stale" in notes[0][0]


async def test_a_new_row_is_logged_even_if_nothing_else_is_new(realm: Realm, lines: Lines) -> None:
    await realm.bob()
    looker, memory = await observer(realm), Memory(revision=0, changed=0)
    await looker.look(BOB, memory, permit)
    realm.game.osrs_activities.append("Great Wyrm")
    look = await looker.look(BOB, memory, permit)
    assert look.outcome == UNCHANGED
    notes = [line["notes"] for line in lines if line["event"] == "reading with notes"]
    assert notes == [("a new row: great wyrm",)]


async def test_a_subject_that_nobody_watches_is_gone(realm: Realm) -> None:
    realm.game.osrs("Bob").train("Fishing", 5_000)
    look = await (await observer(realm)).look(BOB, Memory(revision=0, changed=0), permit)
    assert look.outcome == GONE


async def test_a_clock_that_was_set_back_makes_no_look_the_last_one(realm: Realm) -> None:
    goal = await realm.bob()
    looker, memory = await observer(realm), Memory(revision=0, changed=0)
    memory.looked = int(realm.clock().timestamp()) + 86_400
    realm.clock.advance(60)
    realm.game.osrs("Bob").train("Fishing", 6_000_000)
    await looker.look(BOB, memory, permit)
    assert memory.looked == realm.clock().timestamp()
    assert await realm.values(goal) == [5_000_000, 6_000_000]


async def test_an_outage_of_a_server_from_before_the_start_is_not_a_new_one(realm: Realm) -> None:
    looker = await observer(realm)
    began = realm.clock() - timedelta(hours=5)
    down = Outage(kind=OutageKind.DOWN, since=began, looks=9, told=True)
    looker.meet(observed(outage=down))
    other = looker.meet(observed(subject=Subject("osrs", "main:ann")))
    assert other[1].trouble is None
    assert looker._silences.failed("osrs", int(realm.clock().timestamp())) == began.timestamp()
