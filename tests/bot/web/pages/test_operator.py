"""`/operator`: for whoever runs this Questlog, and not there for anybody else."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from bot.operator import view
from bot.operator.documents import JobHealth, Workings
from bot.view import At
from bot.visit import Visit
from tests.bot.web.api_site import api_site
from tests.bot.web.pages.browsing import Browser, another, pages_of
from tests.fakes.clock import HandClock
from tests.tracker.notify.notes import note
from tracker.accounts.identity import parse_identity
from tracker.accounts.operating import is_operator
from tracker.front_ends import FrontEnd
from tracker.notify import outbox
from tracker.settings import DiscordSettings, Settings, StoreSettings, WebSettings
from tracker.store.sqlite import SqliteTable
from tracker.tones import Tone


@pytest.fixture
async def ada(sqlite_table: SqliteTable, clock: HandClock, tmp_path: Path) -> AsyncIterator[Browser]:
    settings = Settings(
        web=WebSettings(operators=("email:ada@example.org", "email:nonsense")),
        discord=DiscordSettings(owner_ids=(42,)),
        store=StoreSettings(path=tmp_path / "doctor.db"),
    )
    async with (
        api_site(sqlite_table, clock, settings, pages_of(settings)) as site,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        browser = Browser(site, client)
        await browser.sign_in()
        yield browser


@pytest.mark.parametrize("identity", ["local:me", "discord:42", "email:Ada@example.org"])
async def test_whoever_runs_it_sees_how_it_works(ada: Browser, identity: str) -> None:
    services = ada.site.services
    who = await services.accounts.register(parse_identity(identity))
    await ada.site.habit("read every day")
    await outbox.enqueue(services.table, note("gym", ada.site.clock(), person=ada.site.ada.id))
    ada.site.clock.advance(timedelta(minutes=5).total_seconds())
    async with another(ada) as browser:
        await browser.sign_in(who)
        shown = await browser.get("/operator")
        assert "Due now 1 piece of work" in shown.page.text
        assert "16 shards polled by nobody" in shown.page.text
        assert "answers" in shown.page.text
        assert "People 1 with a goal, a habit or a task" in shown.page.text
        assert " MB" in shown.page.text
        assert "This process runs no jobs." in shown.page.text
        assert "/operator" in shown.page.links
        assert "gym" not in shown.page.text
        if identity == "local:me":
            doctor = await browser.press("/operator", "Call the doctor")
            assert "Nothing is broken" in doctor.page.text


def test_a_job_whose_last_run_failed_is_told_from_those_that_go_well(ada: Browser) -> None:
    at = ada.site.clock()
    later, here = at + timedelta(minutes=1), Visit(ada.site.services, ada.site.ada, FrontEnd.WEB, at)
    jobs = (
        JobHealth(name="aggregate", good_at=None, failed_at=None),
        JobHealth(name="dispatch", good_at=later, failed_at=at),
        JobHealth(name="ttl-sweep", good_at=at, failed_at=later),
    )
    empty: tuple[()] = ()
    shown = view.workings(
        here,
        Workings(
            version="1", store="SQLite", stored_bytes=1_250_000, people=3, at=at, sources=empty,
            workers=empty, free_shards=0, work=empty, jobs=jobs,
        ),
    )  # fmt: skip
    rows = shown.sections[-1].rows
    assert [(one.title, one.tone) for one in rows] == [
        ("aggregate", Tone.QUIET),
        ("dispatch", Tone.GOOD),
        ("ttl sweep", Tone.BAD),
    ]
    assert rows[2].cells[0] == ("failed ", At(later), "; the log says why")
    assert ("Stored", "1.2 MB") in [(one.label, one.text) for one in shown.facts[0]]


@pytest.mark.parametrize("identity", ["local:bob", "discord:43", "email:bob@example.org"])
async def test_to_everybody_else_there_is_no_such_page(ada: Browser, identity: str) -> None:
    bob = await ada.site.services.accounts.register(parse_identity(identity))
    assert not is_operator(bob, ada.site.services.settings)
    async with another(ada) as stranger:
        await stranger.sign_in(bob)
        assert (await stranger.get("/operator")).status == 404
        assert "/operator" not in (await stranger.get("/menu")).page.links
        assert (await stranger.post("/operator/doctor")).status == 404
