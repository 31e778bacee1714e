"""Looking back: a year ago, some days, and a search that costs no more than a year of pages."""

from datetime import date, datetime, timedelta

from tests.fakes.clock import START, HandClock
from tests.tracker.logbook.writers import DAY, Writer
from tracker.logbook import looking
from tracker.logbook.looking import MOST_FOUND, MOST_LOOKED_AT
from tracker.logbook.model import LogbookPage, LogEntry
from tracker.store.entity import to_item
from tracker.store.query import Query, QueryPage
from tracker.store.steps import Lookup, StepResult, walked
from tracker.store.table import Table


async def fill(ada: Writer, days: int, text: str = "nothing special", every: int = 1) -> None:
    """A page for each of so many days, ending today."""
    pages = [page(ada, ada.today - number * DAY, text) for number in range(0, days, every)]
    await ada.table.write_many(puts=[to_item(one, one.key) for one in pages])


def page(ada: Writer, day: date, text: str) -> LogbookPage:
    at: datetime = ada.clock()
    entry = LogEntry(id="e", at=at, time=at.time(), text=text)
    return LogbookPage(user=ada.user.id, day=day, entries=(entry,), created_at=at)


async def put(ada: Writer, ago: int, text: str) -> None:
    one = page(ada, ada.today - ago * DAY, text)
    await ada.table.write_many(puts=[to_item(one, one.key)])


async def test_a_search_finds_pages_with_all_words_the_newest_first(everywhere: Writer) -> None:
    await everywhere.write("Saw the DENTIST", title="Teeth")
    await everywhere.write("dentist called, café after it", ago=3)
    await everywhere.write("no teeth today", ago=5)
    found = await everywhere.logbook.search(everywhere.user.id, "dentist", everywhere.today)
    assert [(everywhere.today - one.page.day).days for one in found.found] == [0, 3]
    both = await everywhere.logbook.search(everywhere.user.id, "Cafe dentist", everywhere.today)
    assert [one.excerpt for one in both.found] == ["dentist called, café after it"]
    titled = await everywhere.logbook.search(everywhere.user.id, "teeth", everywhere.today)
    assert len(titled.found) == 2
    assert (found.older, both.older) == (None, None)


async def test_an_excerpt_shows_what_is_around_the_word_and_not_the_whole_page(ada: Writer) -> None:
    await ada.write("before " * 100 + "needle" + " after" * 100)
    [find] = (await ada.logbook.search(ada.user.id, "needle", ada.today)).found
    assert "needle" in find.excerpt
    assert find.excerpt.startswith("…")
    assert find.excerpt.endswith("…")
    assert len(find.excerpt) < 150


async def test_a_search_looks_at_a_year_at_a_time_and_says_where_to_go_on(ada: Writer) -> None:
    await fill(ada, 1000)
    await put(ada, 900, "the needle")
    until, looks = ada.today, 0
    while True:
        finds = await ada.logbook.search(ada.user.id, "needle", until)
        looks += 1
        if finds.found or finds.older is None:
            break
        assert (until - finds.older).days == MOST_LOOKED_AT
        until = finds.older
    assert (looks, (ada.today - finds.found[0].page.day).days) == (3, 900)
    assert finds.older is None


async def test_a_search_ends_after_ten_finds_and_goes_on_from_there(ada: Writer) -> None:
    await fill(ada, 25, "needle")
    seen, until = list[int](), ada.today
    while True:
        finds = await ada.logbook.search(ada.user.id, "needle", until)
        assert len(finds.found) <= MOST_FOUND
        seen += [(ada.today - one.page.day).days for one in finds.found]
        if finds.older is None:
            break
        until = finds.older
    assert seen == list(range(25))


async def test_ten_finds_on_the_last_ten_pages_leave_nothing_older(ada: Writer) -> None:
    await fill(ada, 10, "needle")
    assert (await ada.logbook.search(ada.user.id, "needle", ada.today)).older is None


def test_a_search_reads_at_most_a_year_of_pages_of_the_person_and_no_index() -> None:
    read = list[Query]()

    def full(lookup: Lookup) -> StepResult:
        """As many pages as were asked for, and more behind them."""
        [query] = lookup.queries
        first = sum(one.limit for one in read)
        read.append(query)
        days = (date(2100, 1, 1) - timedelta(days=first + number) for number in range(query.limit))
        pages = (LogbookPage(user="ada", day=day, created_at=START) for day in days)
        return StepResult({}, [QueryPage([to_item(one, one.key) for one in pages], "more")])

    finds = walked(looking.search("ada", "needle", date(2100, 1, 1)), full)
    assert finds.older == date(2100, 1, 1) - timedelta(days=MOST_LOOKED_AT)
    assert sum(one.limit for one in read) == MOST_LOOKED_AT
    assert {(one.pk, one.index, (one.lo or "")[:8]) for one in read} == {("USER#ada", None, "LOGBOOK#")}


async def test_a_year_ago_is_the_same_date_and_the_day_before_a_leap_day_where_there_is_none(
    table: Table,
) -> None:
    clock = HandClock(datetime.fromisoformat("2104-02-29T12:00:00Z"))
    ada = await Writer(table, clock).settle()
    await ada.write("then", ago=366)
    today, then = await ada.logbook.day_and_year_ago(ada.user.id, ada.today)
    assert today is None
    assert then is not None
    assert then.day == date(2103, 2, 28)


async def test_some_days_are_read_in_the_order_of_time_both_ends_included(everywhere: Writer) -> None:
    for ago in (8, 7, 3, 1, 0):
        await everywhere.write("x", ago=ago)
    days = await everywhere.logbook.pages(
        everywhere.user.id, everywhere.today - 7 * DAY, everywhere.today - DAY
    )
    assert [(everywhere.today - one.day).days for one in days] == [7, 3, 1]


async def test_a_page_that_cannot_be_read_hides_no_other(ada: Writer) -> None:
    await fill(ada, 3, "needle")
    broken = {
        **to_item(page(ada, ada.today - DAY, "needle"), page(ada, ada.today - DAY, "x").key),
        "entries": 7,
    }
    await ada.table.write_many(puts=[broken])
    finds = await ada.logbook.search(ada.user.id, "needle", ada.today)
    assert [(ada.today - one.page.day).days for one in finds.found] == [0, 2]
