"""What an entry, an answer, an undo and an edit make of a page: nothing goes by writing more."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.clock import START
from tracker.accounts.model import User
from tracker.logbook import pages
from tracker.logbook.errors import (
    BadEntry,
    EntryTooLong,
    LogbookRefused,
    NoSuchEntry,
    NoSuchPage,
    NothingWritten,
    PageFull,
    PageUnchanged,
    TooManyLinks,
)
from tracker.logbook.model import (
    LONGEST_ENTRY,
    LONGEST_PAGE,
    MOST_ENTRIES,
    Links,
    LogbookPage,
    LogbookState,
    LogEntry,
    Mood,
)
from tracker.logbook.pages import NewEntry, PageEdit

TODAY = START.date()
ADA = User(id="ada", created_at=START)
BLANK = LogbookPage(user="ada", day=TODAY, revision=0, created_at=START)

entries = st.builds(
    NewEntry,
    text=st.text(max_size=300),
    mood=st.sampled_from([None, *Mood]),
    energy=st.none() | st.integers(1, 10),
    title=st.none() | st.text(min_size=1, max_size=20),
).filter(lambda new: bool(new.text or new.mood or new.energy))


def entry(new: NewEntry, number: int = 1) -> LogEntry:
    return pages.written_at(ADA, TODAY, START + timedelta(minutes=number), f"e{number}", new)


def written(*news: NewEntry) -> LogbookPage:
    page = BLANK
    for number, new in enumerate(news, 1):
        page = pages.appended(page, entry(new, number), new)
    return page


@given(st.lists(entries, min_size=1, max_size=8))
def test_entries_stand_in_the_order_in_which_they_were_written_and_none_changes(news: list[NewEntry]) -> None:
    page = written(*news)
    assert [(one.text, one.mood, one.energy) for one in page.entries] == [
        (one.text, one.mood, one.energy) for one in news
    ]
    assert page.mood == next((one.mood for one in reversed(news) if one.mood), None)
    assert page.energy == next((one.energy for one in reversed(news) if one.energy), None)
    assert page.title == next((one.title for one in reversed(news) if one.title), None)


@given(st.lists(entries, min_size=1, max_size=6))
def test_undoing_all_entries_leads_back_through_every_page_to_none(news: list[NewEntry]) -> None:
    page: LogbookPage | None = written(*news)
    for number in range(len(news), 0, -1):
        assert page is not None
        page = pages.without(page, f"e{number}")
        before = written(*news[: number - 1])
        if number > 1:
            assert page is not None
            assert (page.entries, page.mood, page.energy) == (before.entries, before.mood, before.energy)
    assert page is None


@given(st.lists(st.integers(1, LONGEST_ENTRY + 5), max_size=12))
def test_a_page_never_grows_beyond_its_bounds_and_a_refusal_changes_nothing(lengths: list[int]) -> None:
    page, kept = BLANK, list[int]()
    for number, length in enumerate(lengths, 1):
        new = NewEntry(text="x" * length)
        fits = length <= LONGEST_ENTRY and sum(kept) + length <= LONGEST_PAGE
        if fits:
            page, kept = pages.appended(page, entry(new, number), new), [*kept, length]
        else:
            with pytest.raises((EntryTooLong, PageFull)):
                pages.appended(page, entry(new, number), new)
    assert [len(one.text) for one in page.entries] == kept


def test_a_page_has_so_many_entries_and_no_more() -> None:
    page = written(*[NewEntry(energy=5)] * MOST_ENTRIES)
    with pytest.raises(PageFull):
        pages.appended(page, entry(NewEntry(energy=5), 101), NewEntry(energy=5))


def test_a_refusal_says_how_much_room_there_is_and_quotes_nothing() -> None:
    page = written(*[NewEntry(text="secret " * 500)] * 5)
    new = NewEntry(text="secret " * 500)
    with pytest.raises(PageFull) as refused:
        pages.appended(page, entry(new, 6), new)
    assert "20,000" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_nothing_at_all_is_no_entry() -> None:
    with pytest.raises(BadEntry):
        pages.appended(BLANK, entry(NewEntry()), NewEntry(title="A title alone"))


def test_both_taps_of_an_evening_are_one_entry_and_another_tap_corrects_it() -> None:
    page = pages.answered(BLANK, entry(NewEntry(mood=Mood.LOW)).model_copy(update={"id": "evening"}))
    page = pages.answered(page, entry(NewEntry(energy=7)).model_copy(update={"id": "evening"}))
    [one] = page.entries
    assert (one.mood, one.energy) == (Mood.LOW, 7)
    page = pages.answered(page, entry(NewEntry(mood=Mood.HIGH)).model_copy(update={"id": "evening"}))
    assert (page.mood, page.energy, len(page.entries)) == (Mood.HIGH, 7, 1)


def test_the_same_tap_twice_changes_nothing() -> None:
    tap = entry(NewEntry(mood=Mood.LOW)).model_copy(update={"id": "evening"})
    page = pages.answered(BLANK, tap)
    assert pages.answered(page, tap) is page


def test_an_edit_changes_the_last_entry_or_the_one_that_is_named() -> None:
    page = written(NewEntry(text="one", mood=Mood.LOW), NewEntry(text="two", energy=3))
    last = pages.edited(page, PageEdit(text="second"))
    first = pages.edited(page, PageEdit(entry=1, mood=Mood.HIGH))
    cleared = pages.edited(page, PageEdit(clear=frozenset({"energy"})))
    assert [one.text for one in last.entries] == ["one", "second"]
    assert (first.mood, first.entries[0].text, first.entries[1]) == (Mood.HIGH, "one", page.entries[1])
    assert (cleared.energy, cleared.mood) == (None, Mood.LOW)


def test_a_title_can_be_given_changed_and_taken_away() -> None:
    page = written(NewEntry(text="one"))
    titled = pages.edited(page, PageEdit(title="A good day"))
    assert titled.title == "A good day"
    assert pages.edited(titled, PageEdit(title="")).title is None


@pytest.mark.parametrize(
    ("edit", "refusal"),
    [
        (PageEdit(entry=2, text="x"), NoSuchEntry),
        (PageEdit(entry=0, text="x"), NoSuchEntry),
        (PageEdit(text="one"), PageUnchanged),
        (PageEdit(), PageUnchanged),
        (PageEdit(text=""), BadEntry),
        (PageEdit(text="x" * (LONGEST_ENTRY + 1)), EntryTooLong),
        (PageEdit(title="x" * 101), EntryTooLong),
        (PageEdit(links=Links(task_ids=tuple(map(str, range(21))))), TooManyLinks),
    ],
)
def test_what_cannot_be_edited_is_refused(edit: PageEdit, refusal: type[LogbookRefused]) -> None:
    with pytest.raises(refusal):
        pages.edited(written(NewEntry(text="one")), edit)


def test_there_is_nothing_to_edit_on_a_page_that_is_not_there() -> None:
    with pytest.raises(NoSuchPage):
        pages.edited(None, PageEdit(text="x"))


def test_links_of_later_entries_are_added_each_once() -> None:
    one, other = Links(task_ids=("a", "b")), Links(task_ids=("b", "c"), goal_ids=("g",))
    page = written(NewEntry(text="1", links=one), NewEntry(text="2", links=other))
    assert page.links == Links(task_ids=("a", "b", "c"), goal_ids=("g",))


def test_words_with_a_mark_are_tags_each_once_and_headings_are_none() -> None:
    page = written(NewEntry(text="# Heading\n#Work and #home, not a#b"), NewEntry(text="#work again, #2026"))
    assert page.tags == ("Work", "home", "2026")


def test_an_entry_keeps_the_time_by_the_clocks_of_its_person_and_the_day_it_was_written() -> None:
    ada = ADA.model_copy(update={"timezone": "Asia/Tokyo", "day_start": time(4)})
    now = datetime(2100, 1, 2, 3, 30, 40, tzinfo=ZoneInfo("Asia/Tokyo"))
    late = pages.written_at(ada, date(2100, 1, 1), now, "e", NewEntry(text="x"))
    backfilled = pages.written_at(ada, date(2099, 12, 24), now, "e", NewEntry(text="x"))
    assert (late.time, late.written_on) == (time(3, 30), None)
    assert backfilled.written_on == date(2100, 1, 1)


def test_the_last_five_entries_can_be_undone_the_newest_first() -> None:
    state = LogbookState()
    for number in range(1, 8):
        state = pages.remembered(state, TODAY, entry(NewEntry(text="x"), number))
    undone = list[str]()
    while state.written:
        last = pages.last_written(state)
        undone.append(last.entry)
        state = pages.forgotten(state, last.day, last.entry)
    assert undone == ["e7", "e6", "e5", "e4", "e3"]
    with pytest.raises(NothingWritten):
        pages.last_written(state)


def test_a_low_mood_a_steady_and_a_high_one_are_numbers_around_zero() -> None:
    assert [one.score for one in Mood] == [-1, 0, 1]
