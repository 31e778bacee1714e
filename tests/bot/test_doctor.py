"""The doctor's checks one by one, with a clock and a store as a test wants them."""

import os
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.config import ConfigProblems, Loaded
from bot.doctor import (
    EARLIEST,
    TOLERANCE,
    Examination,
    Verdict,
    check_clock,
    check_discord,
    check_email,
    check_github,
    check_sms,
    check_writing,
    examine,
)
from tests.bot.slash.bot_world import with_discord
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.github import TOKEN as GITHUB_TOKEN
from tests.fakes.github import FakeGitHub, github_settings, secondary_limit
from tests.fakes.mail_server import PASSWORD, USER, MailServer
from tests.fakes.twilio import SENDER, TOKEN, FakeTwilio, sms_settings
from tests.fakes.web_faults import garbage, page
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.service import Accounts
from tracker.challenge.model import Counted
from tracker.challenge.service import Challenges
from tracker.ids import ulids
from tracker.settings import Settings, StoreSettings
from tracker.store.sqlite import SqliteTable

LOADED = Loaded(Settings(), ())


async def test_a_clock_before_questlog_was_written_is_broken() -> None:
    early, late = HandClock(EARLIEST - timedelta(seconds=1)), HandClock(EARLIEST)
    assert (await check_clock(Examination(LOADED, None, None, early))).state == "broken"
    assert (await check_clock(Examination(LOADED, None, None, late))).state == "ok"


async def test_a_clock_may_differ_by_five_minutes_from_that_of_the_file_system() -> None:
    now = EARLIEST + timedelta(days=1)
    limit = now + TOLERANCE
    clock = HandClock(now)
    assert (await check_clock(Examination(LOADED, None, limit, clock))).state == "ok"
    beyond = limit + timedelta(seconds=1)
    assert (await check_clock(Examination(LOADED, None, beyond, clock))).state == "broken"


async def test_the_probe_of_the_writing_check_is_gone_afterwards(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    verdict = await check_writing(Examination(LOADED, sqlite_table, None, clock))
    assert verdict.state == "ok"
    assert [item async for item in sqlite_table.scan()] == []


async def test_the_clock_is_compared_with_the_database_as_it_was_before_the_doctor_wrote(
    tmp_path: Path,
) -> None:
    path = tmp_path / "questlog.db"
    loaded = Loaded(Settings(store=StoreSettings(path=path)), ())
    clock = HandClock()
    await (await SqliteTable.open(path, clock)).close()
    ahead = clock.second + 3600
    os.utime(path, (ahead, ahead))
    found = {finding.name: finding for finding in await examine(lambda: loaded, clock)}
    assert found["clock"].state == "broken"
    assert "but the database was changed at 2100-01-01T01:00:00Z" in found["clock"].found


async def test_problems_of_the_configuration_are_told_line_by_line() -> None:
    def load() -> Loaded[Settings]:
        raise ConfigProblems(["first", "second"])

    first, *others = await examine(load, HandClock())
    assert (first.name, first.state, first.found) == ("config", "broken", "first\nsecond")
    assert "broken" not in {finding.state for finding in others}


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord.running() as discord:
        with pointed_at(discord):
            yield discord


async def seen(discord: FakeDiscord, **changes: Any) -> Verdict:  # noqa: ANN401 - of any kind
    loaded = Loaded(with_discord(Settings(), discord, **changes), ())
    return await check_discord(Examination(loaded, None, None, HandClock()))


async def test_discord_without_a_token_is_off() -> None:
    verdict = await check_discord(Examination(LOADED, None, None, HandClock()))
    assert (verdict.state, verdict.found) == ("off", "no token")


@pytest.mark.parametrize(("guilds", "words"), [(0, "on 0 servers"), (1, "on 1 server"), (2, "on 2 servers")])
async def test_a_login_to_discord_says_on_how_many_servers_the_bot_is(
    discord: FakeDiscord, guilds: int, words: str
) -> None:
    for number in range(guilds):
        discord.guild(f"clan-{number}")
    verdict = await seen(discord)
    assert verdict.state == "ok"
    assert verdict.found.endswith(words)


async def test_discord_that_is_down_is_broken_with_something_to_do(discord: FakeDiscord) -> None:
    discord.stay_wrong(server_error(503))
    verdict = await seen(discord)
    assert verdict.state == "broken"
    assert "503" in verdict.found
    assert "network" in verdict.advice


async def test_a_wrong_address_of_discord_is_broken_and_shown_without_its_password(
    discord: FakeDiscord,
) -> None:
    beside = discord.api_url.replace("/api/v10", "/api/v9").replace("//", "//me:pw@")
    verdict = await seen(discord, api_url=beside)
    assert verdict.state == "broken"
    assert verdict.found.endswith("/api/v9 is not Discord")
    assert "pw" not in verdict.found
    assert "discord.api_url" in verdict.advice


async def test_an_application_whose_commands_go_elsewhere_is_broken(discord: FakeDiscord) -> None:
    discord.interactions_url = "https://example.org/interactions"
    verdict = await seen(discord)
    assert verdict.state == "broken"
    assert "Interactions Endpoint URL" in verdict.advice


async def asked(url: str, **changes: object) -> Verdict:
    settings = Settings.model_validate({"sms": sms_settings(url, **changes).model_dump()})
    return await check_sms(Examination(Loaded(settings, ()), None, None, HandClock()))


async def test_sms_without_an_account_is_off() -> None:
    verdict = await check_sms(Examination(LOADED, None, None, HandClock()))
    assert (verdict.state, verdict.found) == ("off", "no account at Twilio")
    assert "sms.account_sid" in verdict.advice


@pytest.mark.parametrize("forgotten", ["account_sid", "auth_token"])
async def test_sms_that_is_half_set_up_says_what_is_missing(forgotten: str) -> None:
    verdict = await asked("http://127.0.0.1:1", **{forgotten: None})
    assert (verdict.state, verdict.found) == ("broken", f"sms.{forgotten} is not set, so SMS is off")


async def test_an_account_that_twilio_takes_is_named_and_its_token_is_not() -> None:
    async with FakeTwilio.running() as twilio:
        verdict = await asked(twilio.url)
    assert verdict.state == "ok"
    assert verdict.found.startswith(
        f"“Questlog of Anna” at {twilio.url}/, from {SENDER}; answers do not arrive"
    )
    assert TOKEN not in f"{verdict}"
    assert [method for method, _ in twilio.requests] == ["GET"]


async def test_an_account_that_twilio_refuses_or_has_suspended_is_broken() -> None:
    async with FakeTwilio.running() as twilio:
        refused = await asked(twilio.url, auth_token="another")  # noqa: S106 - of a test
        twilio.account_status = "suspended"
        suspended = await asked(twilio.url)
    assert (refused.state, refused.found) == ("broken", "Twilio answered 20003")
    assert "sms.auth_token" in refused.advice
    assert suspended.state == "broken"
    assert "but it is suspended" in suspended.found


async def test_a_twilio_that_cannot_be_reached_is_broken_with_something_to_do(unused_tcp_port: int) -> None:
    verdict = await asked(f"http://127.0.0.1:{unused_tcp_port}")
    assert verdict.state == "broken"
    assert "could not be reached" in verdict.found
    assert "network" in verdict.advice


async def email_seen(**email: object) -> Verdict:
    loaded = Loaded(Settings.model_validate({"email": email}), ())
    return await check_email(Examination(loaded, None, None, HandClock()))


async def test_e_mail_without_an_address_is_off() -> None:
    verdict = await email_seen()
    assert (verdict.state, verdict.found) == ("off", "no address to send from")


async def test_a_mail_server_that_takes_the_login_is_ok_and_gets_no_message() -> None:
    async with MailServer.running() as server:
        verdict = await email_seen(**server.settings(username=USER, password=PASSWORD))
    assert (verdict.state, verdict.found) == (
        "ok",
        f"127.0.0.1 port {server.port}, logged in as {USER}",
    )
    assert server.taken == []


async def test_a_mail_server_that_refuses_the_login_is_broken_with_something_to_do() -> None:
    async with MailServer.running() as server:
        verdict = await email_seen(**server.settings(username=USER, password=PASSWORD[::-1]))
    assert verdict.state == "broken"
    assert verdict.advice == "see email.username and email.password"
    assert PASSWORD[::-1] not in verdict.found


async def test_a_mail_server_that_is_down_is_broken(unused_tcp_port: int) -> None:
    verdict = await email_seen(from_address=USER, port=unused_tcp_port)
    assert verdict.state == "broken"
    assert "could not be reached" in verdict.found
    assert "network" in verdict.advice


@pytest.mark.parametrize(
    ("counted", "found"),
    [
        (None, "no token, and no challenge counts commits"),
        (Counted.XP, "no token, and no challenge counts commits"),
        (Counted.COMMITS, "searching without a token: the commits of ten people a minute"),
    ],
)
async def test_github_without_a_token_is_off_and_says_whether_anybody_would_need_one(
    sqlite_table: SqliteTable, clock: HandClock, counted: Counted | None, found: str
) -> None:
    if counted is not None:
        owner = await Accounts(sqlite_table, clock, ulids(clock)).register(LOCAL_PERSON)
        await Challenges(sqlite_table, clock, ulids(clock)).create(owner, "Weekly", counted=counted)

    verdict = await check_github(Examination(LOADED, sqlite_table, None, clock))

    assert (verdict.state, verdict.found) == ("off", found)
    assert "sources.github.token" in verdict.advice


async def github_seen(url: str, **changes: object) -> Verdict:
    settings = {"sources": {"github": github_settings(url, requests_per_second=1000, **changes).model_dump()}}
    loaded = Loaded(Settings.model_validate(settings), ())
    return await check_github(Examination(loaded, None, None, HandClock()))


async def test_a_token_that_github_takes_is_ok_and_is_not_shown() -> None:
    async with FakeGitHub.running(HandClock()) as github:
        verdict = await github_seen(github.url)
        github.go_wrong(secondary_limit())
        limited = await github_seen(github.url)
    assert (verdict.state, verdict.found) == (
        "ok",
        f"{github.url}/ takes the token; 4,999 points are left of this hour",
    )
    assert (limited.state, limited.found.partition("; ")[2]) == ("ok", "we are asked to send fewer requests")
    assert GITHUB_TOKEN not in f"{verdict}{limited}"


async def test_a_github_of_ones_own_without_limits_is_ok() -> None:
    async with FakeGitHub.running(HandClock()) as github:
        github.go_wrong(page('{"data": {"rateLimit": null}}', content_type="application/json"))
        verdict = await github_seen(github.url)
    assert (verdict.state, verdict.found) == ("ok", f"{github.url}/ takes the token")


async def test_a_token_that_github_refuses_is_broken_with_something_to_do() -> None:
    async with FakeGitHub.running(HandClock()) as github:
        verdict = await github_seen(github.url, token="ghp_expired")  # noqa: S106 - of a test
    assert (verdict.state, verdict.found) == ("broken", f"{github.url}/: the token is refused")
    assert "sources.github.token" in verdict.advice
    assert "ghp_expired" not in f"{verdict}"


async def test_a_github_that_is_not_there_or_is_none_is_broken(unused_tcp_port: int) -> None:
    async with FakeGitHub.running(HandClock()) as github:
        github.stay_wrong(garbage())
        strange = await github_seen(github.url)
    absent = await github_seen(f"http://127.0.0.1:{unused_tcp_port}")
    assert (strange.state, absent.state) == ("broken", "broken")
    assert "no connection" in absent.found
    assert "sources.github.api_url" in absent.advice
