"""The timeline: all kinds in the order of time, page by page, each page in one round trip."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.distant_table import DistantTable
from tracker.life.things import KINDS, NoSuchKind, TimelinePlace, kind_of, parse_kind, places_in, thing_in
from tracker.life.timeline import BadPage, TimelinePage, Wanted, page_of, parse_token, token_of
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import KeyOf
from tracker.store.ownership import HeldByPerson
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item, key_of

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
TYPES = [type_ for types in KINDS.values() for type_ in types if type_ not in {"goal", "user"}]


def item(place: TimelinePlace, user: str = "ada", **more: object) -> Item:
    """As much of an item as a list of all kinds reads."""
    where = TimelineKey(user, place.type, place.at, place.id).attributes
    key = {"PK": f"USER#{user}", "SK": f"{place.type}#{place.id}", "type": place.type}
    return {**key, **where, "title": f"{place.type} {place.id}", **more}  # type: ignore[dict-item]


async def all_pages(table: Table, **wanted: object) -> list[TimelinePage]:
    pages, after = list[TimelinePage](), None
    while True:
        step = Wanted(**wanted, after=after)  # type: ignore[arg-type]
        pages.append(await table.read_in_steps(page_of("ada", step)))
        if (after := pages[-1].last) is None:
            return pages


def places(pages: list[TimelinePage]) -> list[TimelinePlace]:
    return [one.place for page in pages for one in page.things]


def test_everything_that_a_person_has_in_time_has_a_name_there() -> None:
    timed = {
        cls.item_type
        for cls in KeyOf.declared.values()
        if TimelineKey in cls.indexes and any(isinstance(one, HeldByPerson) for one in cls.held)
    }
    assert timed == {type_ for types in KINDS.values() for type_ in types}


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sets(st.tuples(st.integers(0, 4), st.sampled_from(TYPES), st.sampled_from("abcdef")), max_size=40),
    st.integers(1, 7),
)
async def test_pages_are_the_whole_in_order_also_where_much_is_of_one_second(
    sqlite_table: SqliteTable, things: set[tuple[int, str, str]], size: int
) -> None:
    named = {
        (type_, id_): TimelinePlace(NOON + timedelta(seconds=at), type_, id_) for at, type_, id_ in things
    }
    await sqlite_table.write_many(deletes=[key_of(one) async for one in sqlite_table.scan()])
    await sqlite_table.write_many(puts=[item(one) for one in named.values()])

    pages = await all_pages(sqlite_table, size=size)

    assert places(pages) == sorted(named.values(), reverse=True)
    assert all(len(page.things) == size for page in pages[:-1])


async def test_a_page_is_one_round_trip_however_many_kinds_there_are(sqlite_table: SqliteTable) -> None:
    for number, type_ in enumerate(TYPES):
        await sqlite_table.put(item(TimelinePlace(NOON + timedelta(days=number), type_, "one")))
    far = DistantTable(sqlite_table)

    page, trips = await far.round_trips(far.read_in_steps(page_of("ada", Wanted(5))))
    again, more = await far.round_trips(far.read_in_steps(page_of("ada", Wanted(50, after=page.last))))

    assert (trips, more) == (1, 1)
    assert len(page.things) + len(again.things) == len(TYPES)


async def test_one_kind_and_some_days_can_be_asked_for(sqlite_table: SqliteTable) -> None:
    days = [TimelinePlace(NOON + timedelta(days=number), type_, "one") for number, type_ in enumerate(TYPES)]
    tasks = [TimelinePlace(NOON + timedelta(days=number), "task", f"t{number}") for number in range(5)]
    await sqlite_table.write_many(puts=[item(one) for one in (*days, *tasks)])

    some = Wanted(50, "task", since=tasks[1].at, until=tasks[3].at)
    found = await sqlite_table.read_in_steps(page_of("ada", some))

    assert [one.id for one in found.things if one.id != "one"] == ["t2", "t1"]
    assert {one.kind for one in found.things} == {"task"}


async def test_nothing_of_anybody_else_is_there(sqlite_table: SqliteTable) -> None:
    await sqlite_table.put(item(TimelinePlace(NOON, "task", "mine")))
    await sqlite_table.put(item(TimelinePlace(NOON, "task", "theirs"), user="bob"))

    assert [one.id for one in places(await all_pages(sqlite_table, size=1))] == ["mine"]


async def test_what_the_logbook_keeps_for_itself_is_not_shown(sqlite_table: SqliteTable) -> None:
    await sqlite_table.put(item(TimelinePlace(NOON, "metric", "mood"), isHidden=True))
    await sqlite_table.put(item(TimelinePlace(NOON, "character", "weight"), game="metric"))
    await sqlite_table.put(item(TimelinePlace(NOON, "metric", "weight")))

    assert [one.id for one in places(await all_pages(sqlite_table, size=1))] == ["weight"]


def test_an_item_that_cannot_be_read_is_left_out() -> None:
    damaged = item(TimelinePlace(NOON, "goal", "g"), subject=5)
    ((place, _),) = places_in([damaged])
    assert thing_in(place, damaged) is None


@pytest.mark.parametrize("text", ["task", "Tasks", " TASKS "])
def test_kinds_are_said_in_one_or_in_many(text: str) -> None:
    assert parse_kind(text) == "task"


def test_an_unknown_kind_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(NoSuchKind, match=r"goals, .* and accounts"):
        parse_kind("dragons")


@pytest.mark.parametrize("id_", ["01J", "first", "zezima-2", "iron bob.2"])
def test_a_place_is_the_same_again_after_a_button_had_it(id_: str) -> None:
    place = TimelinePlace(NOON, "task", id_)
    assert parse_token(token_of(place)) == place
    assert kind_of(place) == "task"


@pytest.mark.parametrize(
    "text", ["", "x", "1.task.a", "1803902400.dragon.a", "99999999999.task.a", "0" * 500]
)
def test_a_damaged_place_is_refused(text: str) -> None:
    with pytest.raises(BadPage):
        parse_token(text)
