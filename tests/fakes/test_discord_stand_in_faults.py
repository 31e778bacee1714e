"""Requests go wrong before or after they were accepted, and the real client does what it does."""

import asyncio

import aiohttp
import discord
import pytest

from tests.fakes.discord import refusals
from tests.fakes.discord.faults import (
    Held,
    banned,
    hang,
    rate_limited,
    refused,
    reset,
    server_error,
    slow,
)
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot, pointed_at
from tests.fakes.loop_time import leap

POST = "POST /channels/"


async def send(bot: TinyBot, fake: FakeDiscord, text: str = "hello", **more: object) -> discord.Message:
    return await bot.get_partial_messageable(fake.owner.dm.id).send(text, **more)


def texts(fake: FakeDiscord) -> list[str]:
    return [message.text for message in fake.owner.dms]


# Limits.


async def test_a_rate_limit_is_waited_for(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.go_wrong(rate_limited(0.05), on=POST)
    started = asyncio.get_running_loop().time()
    await send(bot, fake)
    assert asyncio.get_running_loop().time() - started >= 0.05
    first, second = fake.asked(POST)
    assert (first.status, second.status) == (429, 200)
    assert first.body["nonce"] == second.body["nonce"]
    assert texts(fake) == ["hello"]


async def test_a_global_rate_limit_holds_everything_back(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.go_wrong(rate_limited(60, scope="global"), on=POST)
    first = asyncio.create_task(send(bot, fake))
    while bot.http._global_over.is_set():  # noqa: ASYNC110 - the library tells nobody
        await asyncio.sleep(0)
    other = asyncio.create_task(bot.fetch_user(fake.owner.id))
    await leap(59 - 1)
    assert fake.asked("GET /users/7") == []
    await leap(2)
    await asyncio.gather(first, other)
    assert len(fake.asked("GET /users/7")) == 1


async def test_a_limit_that_is_too_long_is_raised(fake: FakeDiscord) -> None:
    fake.go_wrong(rate_limited(60), on=POST)
    with pointed_at(fake):
        async with TinyBot(max_ratelimit_timeout=30) as bot:
            await bot.login(fake.token)
            with pytest.raises(discord.RateLimited):
                await send(bot, fake)


async def test_a_ban_is_raised_at_once(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.go_wrong(banned(), on=POST)
    with pytest.raises(discord.HTTPException) as raised:
        await send(bot, fake)
    assert raised.value.status == 429
    assert fake.invalid_requests == 1


async def test_a_bucket_is_respected_before_it_is_exceeded(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.limit(POST, requests=5, per=0.1)
    await asyncio.gather(*(send(bot, fake, str(number)) for number in range(12)))
    assert [asked.status for asked in fake.asked(POST)] == [200] * 12
    assert texts(fake) == [str(number) for number in range(12)]


async def test_a_bucket_that_is_exceeded_refuses(fake: FakeDiscord) -> None:
    fake.limit(POST, requests=2, per=30)
    url, headers = (
        f"{fake.api_url}/channels/{fake.owner.dm.id}/messages",
        {"Authorization": f"Bot {fake.token}"},
    )
    async with aiohttp.ClientSession(headers=headers) as session:
        answers = [await session.post(url, json={"content": "x"}) for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
        assert 0 < (await answers[2].json())["retry_after"] <= 30
        assert answers[2].headers["Via"]
        other = f"{fake.api_url}/channels/{fake.user('ada').dm.id}/messages"
        assert (await session.post(other, json={"content": "x"})).status == 200


# Failures of the server.


async def test_a_bad_gateway_is_tried_again_with_the_same_nonce(fake: FakeDiscord, bot: TinyBot) -> None:
    """Before the message was accepted, and after: in both cases there is one message."""
    ada = fake.user("ada")
    fake.go_wrong(server_error(502), on=f"{POST}{fake.owner.dm.id}")
    fake.go_wrong(server_error(500, accepted=True), on=f"{POST}{ada.dm.id}")
    await asyncio.gather(send(bot, fake), bot.get_partial_messageable(ada.dm.id).send("hello"))
    for person in (fake.owner, ada):
        first, second = fake.asked(f"{POST}{person.dm.id}")
        assert first.body["nonce"] == second.body["nonce"]
        assert [message.text for message in person.dms] == ["hello"]


@pytest.mark.parametrize("accepted", [False, True])
async def test_an_unavailable_server_is_not_tried_again(
    fake: FakeDiscord, bot: TinyBot, *, accepted: bool
) -> None:
    fake.go_wrong(server_error(503, accepted=accepted), on=POST)
    with pytest.raises(discord.DiscordServerError):
        await send(bot, fake)
    assert len(fake.asked(POST)) == 1
    assert texts(fake) == ["hello"] * accepted


@pytest.mark.parametrize("accepted", [False, True])
async def test_a_reset_connection_is_raised(fake: FakeDiscord, bot: TinyBot, *, accepted: bool) -> None:
    fake.go_wrong(reset(accepted=accepted), on=POST)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await send(bot, fake, nonce="once")
    assert texts(fake) == ["hello"] * accepted
    await send(bot, fake, nonce="once")
    assert texts(fake) == ["hello"]


@pytest.mark.parametrize("accepted", [False, True])
async def test_a_server_can_hang(fake: FakeDiscord, bot: TinyBot, *, accepted: bool) -> None:
    fake.go_wrong(hang(accepted=accepted), on=POST)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(20):
            await send(bot, fake)
    assert texts(fake) == ["hello"] * accepted


async def test_a_server_can_be_slow(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.go_wrong(slow(5), on=POST)
    started = asyncio.get_running_loop().time()
    await send(bot, fake)
    assert asyncio.get_running_loop().time() - started >= 5


async def test_a_request_can_be_held_until_the_test_lets_it_go(fake: FakeDiscord, bot: TinyBot) -> None:
    held = Held()
    fake.go_wrong(held, on=POST)
    sending = asyncio.create_task(send(bot, fake))
    await held.arrived.wait()
    assert texts(fake) == []
    held.go.set()
    await sending
    assert texts(fake) == ["hello"]


async def test_faults_are_for_their_route_in_their_order_and_until_recovery(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    fake.go_wrong(server_error(503), None, server_error(503), on=POST)
    outcomes = await asyncio.gather(*(send(bot, fake) for _ in range(4)), return_exceptions=True)
    assert sorted(isinstance(one, discord.DiscordServerError) for one in outcomes) == [
        False,
        False,
        True,
        True,
    ]
    fake.stay_wrong(server_error(503), on=POST)
    assert (await bot.fetch_user(fake.owner.id)).name == "owner"
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError):
            await send(bot, fake)
    fake.recover()
    await send(bot, fake)


async def test_an_answer_to_an_interaction_can_be_lost(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.go_wrong(reset(accepted=True), on="/callback")
    assert (await fake.user("ada").slash("ping")).text == "pong ada"
    await bot.news.until(lambda: bool(bot.failures), fake.patience)
    assert isinstance(bot.failures[0], (aiohttp.ClientError, OSError))


# Any refusal, on demand.


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (refusals.DM_CLOSED, discord.Forbidden),
        (refusals.NO_MUTUAL_GUILDS, discord.Forbidden),
        (refusals.UNKNOWN_CHANNEL, discord.NotFound),
        (refusals.UNKNOWN_USER, discord.NotFound),
        (refusals.UNKNOWN_WEBHOOK, discord.NotFound),
        (refusals.INVALID_WEBHOOK_TOKEN, discord.HTTPException),
        (refusals.MISSING_ACCESS, discord.Forbidden),
        (refusals.MISSING_PERMISSIONS, discord.Forbidden),
        (refusals.EMPTY_MESSAGE, discord.HTTPException),
        (refusals.TOO_LARGE, discord.HTTPException),
        (refusals.OVERLOADED, discord.DiscordServerError),
        (refusals.UNAUTHORIZED, discord.HTTPException),
        (refusals.INVALID_TOKEN, discord.HTTPException),
        (refusals.UNVERIFIED, discord.HTTPException),
        (refusals.QUARANTINED, discord.Forbidden),
        (refusals.CLOUDFLARE_BLOCK, discord.Forbidden),
    ],
)
async def test_a_refusal_arrives_with_its_code(
    fake: FakeDiscord, bot: TinyBot, refusal: Refusal, kind: type[discord.HTTPException]
) -> None:
    fake.go_wrong(refused(refusal), on=POST)
    with pytest.raises(kind) as raised:
        await send(bot, fake)
    assert (raised.value.status, raised.value.code) == (refusal.status, refusal.code)


@pytest.mark.parametrize("refusal", [refusals.SLOWMODE, refusals.CHANNEL_WRITE_LIMIT, refusals.TOO_MANY_DMS])
async def test_a_refusal_for_being_too_fast_is_waited_for_and_then_raised(
    fake: FakeDiscord, bot: TinyBot, refusal: Refusal
) -> None:
    fake.stay_wrong(refused(refusal), on=POST)
    with pytest.raises(discord.HTTPException) as raised:
        await send(bot, fake)
    assert raised.value.code == refusal.code
    assert len(fake.asked(POST)) == 5
