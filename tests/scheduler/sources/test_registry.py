"""All sources in one place: found by name, polite to each server, closed at the end."""

import pytest

from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.source import NotFound
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.web_faults import page
from tests.scheduler.sources.conftest import NewSources
from tests.scheduler.sources.timing import HandTime
from tracker.settings import SourcesSettings
from tracker.store.segments import Subject


async def test_sources_are_found_by_name(sources: Sources) -> None:
    assert list(sources.by_name) == ["osrs", "rs3", "http_json"]
    assert list(sources.games) == ["osrs", "rs3"]
    assert sources.describe(Subject("rs3", "main:bob")) == "bob (RuneScape 3)"
    assert sources.describe(Subject("http_json", "abc")) == "a number on the web"


async def test_a_subject_of_an_unknown_source_is_not_found(sources: Sources) -> None:
    with pytest.raises(NotFound, match="There is no source 'github'; there are osrs, rs3, http_json"):
        await sources.fetch(Subject("github", "x"))


async def test_questlog_says_who_it_is(game: FakeHiscores, new_sources: NewSources) -> None:
    game.osrs("Bob")
    await (await new_sources()).fetch(Subject("osrs", "main:bob"))
    await (await new_sources(user_agent="Questlog (me@example.org)")).fetch(Subject("osrs", "main:bob"))
    assert [asked.headers["User-Agent"] for asked in game.asked] == [
        "Questlog (self-hosted goal tracker)",
        "Questlog (me@example.org)",
    ]


async def test_requests_keep_the_pace_of_the_settings(
    game: FakeHiscores, new_sources: NewSources, time: HandTime
) -> None:
    game.osrs("Bob")
    slow = await new_sources(requests_per_second=0.5)
    for _ in range(4):
        await slow.fetch(Subject("osrs", "main:bob"))
    assert time.seconds == pytest.approx(6)


async def test_services_at_one_address_share_its_pace(
    game: FakeHiscores, sources: Sources, time: HandTime
) -> None:
    game.osrs("Bob")
    game.rs3("Bob").train_all(game.rs3_skills, 5000)
    for _ in range(2):
        await sources.fetch(Subject("osrs", "main:bob"))
        await sources.fetch(Subject("rs3", "main:bob"))
    assert time.seconds == pytest.approx(3 * 0.5)


async def test_services_at_different_addresses_do_not_wait_for_each_other(
    game: FakeHiscores, new_sources: NewSources, time: HandTime
) -> None:
    async with FakeHiscores.running() as other:
        game.osrs("Bob")
        other.rs3("Bob").train_all(other.rs3_skills, 5000)
        apart = await new_sources(rs3_url=other.url)
        await apart.fetch(Subject("osrs", "main:bob"))
        await apart.fetch(Subject("rs3", "main:bob"))
    assert time.seconds == 0


async def test_no_cookie_is_kept(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Bob")
    game.go_wrong(page("{}", Set_Cookie="id=5"), None)
    with pytest.raises(Exception, match="answered without the rows"):
        await sources.fetch(Subject("osrs", "main:bob"))
    await sources.fetch(Subject("osrs", "main:bob"))
    assert "Cookie" not in game.asked[-1].headers


async def test_connections_are_closed_at_the_end() -> None:
    async with open_sources(SourcesSettings()) as opened:
        sessions = [
            opened.osrs._hiscores._client.session,
            opened.http_json._client.session,
            opened.github._people._api._client.session,
        ]
        assert not any(session.closed for session in sessions)
    assert all(session.closed for session in sessions)
