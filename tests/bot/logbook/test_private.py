"""What somebody wrote or felt is in no log line, wherever they do it, and in nothing that is printed."""

import io
import logging
from collections.abc import Iterator
from datetime import date, time
from pathlib import Path

import pytest
import structlog

from bot import logs
from bot.logbook.documents import day_line, page_document, pages_found, pages_shown
from bot.logbook.requests import AddEntry, AnswerEvening, EditPage, SearchPages
from tests.bot.web.api_site import api_site
from tests.bot.web.pages.browsing import browsing
from tests.conversations.front_ends import held
from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import START, HandClock
from tests.tracker.logbook.writers import Writer
from tracker.logbook.looking import Find, Finds
from tracker.logbook.model import LogbookPage, LogbookState, LogEntry, Mood
from tracker.logbook.pages import NewEntry, PageEdit
from tracker.logbook.words import SaidEntry
from tracker.logbook.writing import LogbookChange, WrittenPage
from tracker.settings import LogSettings, Settings
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable

DIARY, TITLE = "quagga xylophone", "zugzwang"
TELLING = (DIARY, TITLE, "quagga", "high", "energy")
"""Words of which none is ever logged."""

WRITING = Script(
    feature="logbook",
    steps=(
        Step(
            "write",
            Slash("log", {"text": DIARY, "mood": "high", "energy": 7, "title": TITLE}),
            f"log {DIARY}, mood high energy 7",
            ("log", "add", DIARY, "--mood", "high", "--energy", "7", "--title", TITLE),
            Http("POST", "/logbook", {"text": DIARY, "mood": "high", "energy": 7, "title": TITLE}),
        ),
        Step(
            "show",
            Slash("logbook show"),
            "log show",
            ("log", "show"),
            Http("GET", "/logbook"),
            words=(DIARY,),
            fields={"page.mood": "High"},
        ),
        Step(
            "search",
            Slash("logbook search", {"words": DIARY}),
            f"log search {DIARY}",
            ("log", "search", DIARY),
            Http("POST", "/logbook/search", {"words": DIARY}),
            fields={"found.0.excerpt": DIARY},
        ),
        Step("week", Slash("logbook week"), "log week", ("log", "week"), Http("GET", "/logbook/week")),
        Step(
            "edit",
            Slash("logbook edit", {"title": f"{TITLE} 2"}),
            f"log title {TITLE} 2",
            ("log", "edit", "--title", f"{TITLE} 2"),
            Http("PATCH", "/logbook/today", {"title": f"{TITLE} 2"}),
        ),
        Step(
            "too long",
            Slash("logbook edit", {"energy": DIARY}),
            f"energy {DIARY}",
            ("log", "edit", "--energy", DIARY),
            Http("PATCH", "/logbook/today", {"energy": DIARY}),
            refused="bad_entry",
        ),
        Step("undo", Slash("logbook undo"), "undo", ("log", "undo"), Http("POST", "/logbook/undo")),
    ),
)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Every line of the process at its most talkative, as Questlog itself writes them."""
    root, library, out = logging.getLogger(), structlog.get_config(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    logs.configure(Settings(log=LogSettings(level="debug")), stream=out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in logs.QUIETER:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)
    structlog.configure(**library)


@pytest.mark.parametrize("front_end", ["discord", "sms", "http"])
async def test_no_log_line_says_what_was_written_or_felt(
    front_end: str, logged: io.StringIO, tmp_path: Path
) -> None:
    await held(WRITING, front_end, tmp_path / front_end)
    logging.getLogger("tests").debug("the end")
    lines = logged.getvalue().casefold()
    assert "the end" in lines
    assert [word for word in TELLING if word in lines] == []


async def test_no_log_line_says_what_was_written_on_a_page_in_a_browser(
    logged: io.StringIO, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    entry = {"text": DIARY, "title": TITLE, "mood": "high", "energy": "7"}
    async with browsing(sqlite_table, clock) as ada:
        await ada.sign_in()
        await ada.press("/logbook/write", "Write", **entry)
        assert DIARY in (await ada.get("/logbook")).page.text
        await ada.press("/logbook/write", "Write", **{**entry, "energy": DIARY})
        await ada.press("/logbook/search", "Search", words=DIARY)
        await ada.press("/logbook/search", "Search", words=DIARY, before=DIARY)
        await ada.get("/logbook/week")
    logging.getLogger("tests").debug("the end")
    lines = logged.getvalue().casefold()
    assert "the end" in lines
    assert [word for word in TELLING if word in lines] == []


async def test_nothing_is_left_of_a_page_that_was_removed_also_where_its_requests_had_a_key(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with api_site(sqlite_table, clock) as site:
        page = {"text": DIARY, "title": TITLE, "mood": "high"}
        asks: tuple[tuple[str, str, dict[str, str]], ...] = (
            ("POST", "/logbook", page),
            ("POST", "/logbook/search", {"words": DIARY}),
            ("PATCH", "/logbook/today", {"text": f"{DIARY} again"}),
            ("POST", "/logbook", page),
            ("POST", "/logbook/undo", {}),
        )
        for number, (method, path, said) in enumerate(asks):
            headers = {"Authorization": f"Bearer {site.token}", "Idempotency-Key": f"{number}"}
            answers = [
                await site.asks(method, f"/api/v1{path}", headers=headers, json=said) for _ in range(2)
            ]
            assert [one.status for one in answers] == [200, 200]
            assert [one.document.get("message") for one in answers] == [
                answers[0].document.get("message")
            ] * 2
        headers = {"Authorization": f"Bearer {site.token}"}
        await site.asks("DELETE", "/api/v1/logbook/today", headers=headers)

    kept = [str(item).casefold() async for item in sqlite_table.scan()]
    assert [item for item in kept if DIARY in item or TITLE in item] == []


async def test_a_page_that_cannot_be_read_is_logged_without_its_words(
    logged: io.StringIO, sqlite_table: SqliteTable, clock: HandClock
) -> None:
    ada = await Writer(sqlite_table, clock).settle()
    await ada.write(DIARY, mood=Mood.HIGH, energy=7, title=TITLE)
    page = await ada.page()
    assert page is not None
    item = to_item(page, page.key)
    entries = [{**one, "mood": f"{DIARY} mood", "energy": DIARY} for one in item["entries"]]  # type: ignore[union-attr, misc]
    await ada.table.write_many(puts=[{**item, "entries": entries}])
    assert await ada.page() is None
    lines = logged.getvalue().casefold()
    assert "logbook" in lines
    assert not any(word in lines for word in (DIARY, TITLE))


ENTRY = LogEntry(id="e", at=START, time=time(21), text=DIARY, mood=Mood.HIGH, energy=7)
PAGE = LogbookPage(
    user="ada",
    day=date(2100, 1, 1),
    title=TITLE,
    entries=(ENTRY,),
    mood=Mood.HIGH,
    energy=7,
    created_at=START,
)


@pytest.mark.parametrize(
    "holding",
    [
        ENTRY,
        PAGE,
        NewEntry(text=DIARY, mood=Mood.HIGH, energy=7, title=TITLE),
        PageEdit(text=DIARY, mood=Mood.HIGH, energy=7, title=TITLE),
        SaidEntry(DIARY, Mood.HIGH, 7),
        WrittenPage(PAGE.day, PAGE, PAGE, ENTRY),
        Find(PAGE, DIARY),
        Finds([Find(PAGE, DIARY)], PAGE.day, None),
        AddEntry(text=DIARY, mood="high", energy=7, title=TITLE),
        EditPage(text=DIARY, mood="high", energy=7, title=TITLE),
        SearchPages(words=DIARY),
        AnswerEvening(day="2100-01-01", mood="high", energy="7"),
        page_document(PAGE, []),
        day_line(PAGE),
        pages_shown(PAGE.day, PAGE.day, [PAGE]),
        pages_found(DIARY, Finds([Find(PAGE, DIARY)], PAGE.day, None)),
    ],
    ids=lambda holding: type(holding).__name__,
)
def test_what_holds_a_page_does_not_print_it(holding: object) -> None:
    shown = f"{holding!r} {holding}".casefold()
    assert [word for word in (*TELLING, "=7", "'7'") if word in shown] == []


def test_what_is_about_to_be_written_is_not_printed_either() -> None:

    shown = repr(LogbookChange(PAGE, LogbookState(), ENTRY)).casefold()
    assert not any(word in shown for word in TELLING)
