"""What goes wrong on the way to the game's servers: which failure it is, and what it says."""

import asyncio
import contextlib
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.sources.answers import seconds
from scheduler.sources.registry import Sources
from scheduler.sources.source import (
    Blocked,
    Malformed,
    NotFound,
    RateLimited,
    SourceFailure,
    Unavailable,
)
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.web_faults import (
    Fault,
    blocked,
    garbage,
    html_with_200,
    huge,
    not_found,
    page,
    rate_limited,
    reset,
    server_error,
    slow_body,
    slow_headers,
    truncated,
)
from tests.scheduler.sources.conftest import NewSources
from tests.scheduler.sources.timing import START, HandTime
from tracker.goals.games.game import game_of
from tracker.store.segments import Subject

LATER = "Your goals keep their last numbers, and Questlog tries again by itself."
TITLES = {"osrs": "The Old School hiscores", "rs3": "The RuneScape 3 hiscores"}


@pytest.fixture(params=["osrs", "rs3"])
def bob(request: pytest.FixtureRequest, game: FakeHiscores) -> Subject:
    """A character with every skill, of each game in turn."""
    game.osrs("Bob").train_all(game.osrs_skills, 5000)
    game.rs3("Bob").train_all(game.rs3_skills, 5000)
    return Subject(request.param, "main:bob")


async def failure_of(sources: Sources, subject: Subject) -> SourceFailure:
    with pytest.raises(SourceFailure) as caught:
        await sources.fetch(subject)
    return caught.value


@pytest.mark.parametrize(
    "case",
    [
        (html_with_200(), Unavailable, "answered with a web page in place of numbers: an outage"),
        (page("\ufeff \n<link rel='x'>"), Unavailable, "answered with a web page"),
        (blocked(200), Blocked, "blocked this machine's address for now"),
        (blocked(403), Blocked, "blocked this machine's address"),
        (blocked(404), Blocked, "blocked this machine's address"),
        (blocked(503), Blocked, "blocked this machine's address"),
        (page("YOUR IP HAS BEEN TEMPORARILY BLOCKED", content_type="text/plain"), Blocked, "blocked"),
        (page("<iframe src='/_Incapsula_Resource?x'>"), Blocked, "blocked"),
        (page("no", 403), Blocked, r"refused to answer \(status 403\)"),
        (rate_limited("30"), RateLimited, "asked for fewer requests"),
        (page("teapot", 418), Unavailable, "answered with status 418 and no numbers"),
        (page("", 204), Unavailable, "answered with status 204"),
        (garbage(), Malformed, "answered in a form that Questlog does not understand"),
        (page(""), Malformed, "answered in a form that Questlog does not understand"),
        (huge(600_000), Malformed, "answered with more than 524,288 bytes"),
        (not_found(), NotFound, r"do not list bob \("),
    ],
)
async def test_every_bad_answer_is_a_failure_of_its_kind_that_says_what_happened(
    game: FakeHiscores, sources: Sources, bob: Subject, case: tuple[Fault, type[SourceFailure], str]
) -> None:
    fault, kind, says = case
    game.go_wrong(fault)
    with pytest.raises(kind, match=f"{TITLES[bob.source]} {says}"):
        await sources.fetch(bob)


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (html_with_200(), "a web page in place of numbers"),
        (blocked(200), "our address is blocked for now"),
        (page("no", 403), "a refusal, status 403"),
        (rate_limited("30"), "we are asked to send fewer requests"),
        (page("teapot", 418), "an answer without numbers, status 418"),
        (server_error(503), "an error, status 503"),
        (reset(), "an answer that breaks off"),
        (slow_headers(60), "no answer within 20 seconds"),
        (garbage(), "an answer that Questlog does not understand"),
        (huge(600_000), "an answer of more than 524,288 bytes"),
    ],
)
async def test_every_failure_says_its_cause_in_a_few_words_also_while_nobody_is_asked(
    game: FakeHiscores, new_sources: NewSources, bob: Subject, fault: Fault, cause: str
) -> None:
    sources = await new_sources(timeout_seconds=20)
    game.stay_wrong(fault)
    failures = [await failure_of(sources, bob) for _ in range(6)]
    assert {failure.cause for failure in failures} == {cause}
    assert LATER in str(failures[0])


async def test_a_server_has_one_name_in_failures_and_in_messages(sources: Sources) -> None:
    found = {name: game_of(name).source for name in sources.games}
    assert found == {name: title[:1].lower() + title[1:] for name, title in TITLES.items()}


@pytest.mark.parametrize("fault", [server_error(500), server_error(503), reset(), truncated()])
async def test_a_brief_failure_is_tried_again_and_nobody_hears_of_it(
    game: FakeHiscores, sources: Sources, bob: Subject, fault: Fault
) -> None:
    game.go_wrong(fault, times=2)
    assert (await sources.fetch(bob)).values


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (server_error(503), r"answered with an error \(status 503\)"),
        (reset(), "broke off in the middle of its answer"),
        (truncated(), "broke off in the middle of its answer"),
    ],
)
async def test_one_that_lasts_is_an_outage(
    game: FakeHiscores, sources: Sources, bob: Subject, fault: Fault, says: str
) -> None:
    game.stay_wrong(fault)
    with pytest.raises(Unavailable, match=says):
        await sources.fetch(bob)
    assert len(game.asked) in {3, 6}  # on a connection that is reset, aiohttp repeats each request once


@pytest.mark.parametrize("fault", [slow_headers(60), slow_body(60)])
async def test_an_answer_that_takes_too_long_is_an_outage_and_is_not_waited_for_again(
    game: FakeHiscores, new_sources: NewSources, bob: Subject, fault: Fault
) -> None:
    impatient = await new_sources(timeout_seconds=20)
    game.go_wrong(fault)
    with pytest.raises(Unavailable, match=r"did not answer within 20 seconds"):
        await impatient.fetch(bob)
    assert len(game.asked) == 1


async def test_a_server_that_is_not_there_is_an_outage(new_sources: NewSources) -> None:
    nowhere = await new_sources(osrs_url="http://127.0.0.1:1")
    with pytest.raises(Unavailable, match="The Old School hiscores could not be reached"):
        await nowhere.fetch(Subject("osrs", "main:bob"))


async def test_a_server_that_speaks_no_http_is_an_outage(new_sources: NewSources) -> None:
    async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        other = await new_sources(osrs_url=f"http://127.0.0.1:{port}")
        with pytest.raises(Unavailable, match="did not speak HTTP as it should"):
            await other.fetch(Subject("osrs", "main:bob"))


async def test_redirects_without_end_are_an_outage(
    game: FakeHiscores, sources: Sources, bob: Subject
) -> None:
    here = f"{game.url}/m=hiscore/index_lite.ws?player=bob"
    game.stay_wrong(page("", 302, Location=here))
    with pytest.raises(Unavailable, match="from one address to the next without end"):
        await sources.fetch(bob)


async def test_every_failure_says_what_it_means_for_the_goals(
    game: FakeHiscores, sources: Sources, bob: Subject
) -> None:
    game.go_wrong(html_with_200())
    assert str(await failure_of(sources, bob)).endswith(LATER)


async def test_a_block_page_leaves_the_server_alone_for_15_minutes(
    game: FakeHiscores, sources: Sources, bob: Subject, time: HandTime
) -> None:
    game.go_wrong(blocked())
    await failure_of(sources, bob)
    asked = len(game.asked)
    failure = await failure_of(sources, bob)
    assert isinstance(failure, Blocked)
    assert failure.until is not None
    assert timedelta(minutes=14) < failure.until - START <= timedelta(minutes=15)
    assert str(failure).endswith("Questlog asks again after 2026-11-01 12:15:00 UTC.")
    assert len(game.asked) == asked
    time.seconds = 900
    assert (await sources.fetch(bob)).values


async def test_how_long_is_a_setting(
    game: FakeHiscores, new_sources: NewSources, bob: Subject, time: HandTime
) -> None:
    short = await new_sources(blocked_seconds=60)
    game.go_wrong(blocked())
    await failure_of(short, bob)
    time.seconds = 60
    assert (await short.fetch(bob)).values


async def test_one_that_asks_to_slow_down_is_left_alone_for_as_long_as_it_says(
    game: FakeHiscores, sources: Sources, bob: Subject, time: HandTime
) -> None:
    game.go_wrong(rate_limited("120"))
    first, second = await failure_of(sources, bob), await failure_of(sources, bob)
    assert isinstance(first, RateLimited)
    assert first.retry_after == 120
    assert second.until == START + timedelta(seconds=120)
    time.seconds = 120
    assert (await sources.fetch(bob)).values


async def test_an_outage_leaves_the_server_alone_after_a_few_requests(
    game: FakeHiscores, sources: Sources, bob: Subject, time: HandTime
) -> None:
    game.stay_wrong(server_error())
    for _ in range(10):
        with contextlib.suppress(Unavailable):
            await sources.fetch(bob)
    assert len(game.asked) == 5
    game.recover()
    time.seconds += 30
    assert (await sources.fetch(bob)).values


async def test_trouble_with_one_game_does_not_stop_the_other(game: FakeHiscores, sources: Sources) -> None:
    game.osrs("Bob").train_all(game.osrs_skills, 5000)
    game.go_wrong(blocked(), path="/m=hiscore/")
    with pytest.raises(Blocked):
        await sources.fetch(Subject("rs3", "main:bob"))
    assert (await sources.fetch(Subject("osrs", "main:bob"))).values


@pytest.mark.parametrize(
    ("retry_after", "left"),
    [
        (None, None),
        ("", None),
        ("0", None),
        ("30", 30),
        (" 30 ", 30),
        ("-30", None),
        ("1.5", None),
        ("soon", None),
        ("Sun, 01 Nov 2026 12:01:00 GMT", 60),
        ("Sun, 01 Nov 2026 11:59:00 GMT", None),
        ("Sun, 01 Nov 2026 12:01:00 -0000", 60),
        ("9" * 5000, 999_999_999),
    ],
)
def test_retry_after_is_read_as_seconds_or_a_date(retry_after: str | None, left: float | None) -> None:
    assert seconds(retry_after, START) == left


@given(
    st.one_of(st.text(), st.from_regex(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}"))
)
def test_any_retry_after_is_a_time_or_nothing(retry_after: str) -> None:
    left = seconds(retry_after, START)
    assert left is None or left > 0
