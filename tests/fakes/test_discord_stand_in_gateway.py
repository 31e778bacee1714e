"""The gateway is lost in every way there is, and the real client comes back, or does not."""

import asyncio
import math

import aiohttp
import discord
import pytest

from tests.fakes.discord.impossible import Impossible, NoAnswer
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot, connected
from tests.fakes.loop_time import leap
from tests.patience import PATIENCE


async def works(fake: FakeDiscord) -> bool:
    return (await fake.user("ada").slash("ping")).text == "pong ada"


async def test_a_dropped_connection_is_resumed(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.drop()
    await fake.gateway.until(resumes=1)
    assert fake.gateway.attempts == ["default", "resume"]
    assert fake.gateway.resumed[0]["session_id"] == bot.ws.session_id
    assert await works(fake)


@pytest.mark.parametrize("code", [1000, 1001, 4000, 4009])
async def test_a_connection_closed_with_an_ordinary_code_is_resumed(
    fake: FakeDiscord, bot: TinyBot, code: int
) -> None:
    fake.gateway.close(code)
    await fake.gateway.until(resumes=1)
    assert await works(fake)
    assert bot.is_ready()


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013])
async def test_a_code_that_forbids_coming_back_ends_the_client(
    fake: FakeDiscord, bot: TinyBot, code: int
) -> None:
    fake.gateway.close(code)
    assert bot.running is not None
    with pytest.raises(discord.ConnectionClosed) as closed:
        await bot.running
    assert closed.value.code == code


async def test_disallowed_intents_end_the_client_too(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.close(4014)
    assert bot.running is not None
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await bot.running


async def test_a_client_that_is_asked_to_reconnect_resumes(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.ask_to_reconnect()
    await fake.gateway.until(resumes=1)
    assert await works(fake)
    assert bot.is_ready()


async def test_an_invalid_session_that_is_resumable_is_resumed(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.invalidate(resumable=True)
    await fake.gateway.until(resumes=1)
    assert await works(fake)
    assert bot.is_ready()


async def test_an_invalid_session_means_to_identify_anew(fake: FakeDiscord, bot: TinyBot) -> None:
    before = bot.ws.session_id
    fake.gateway.invalidate()
    await fake.gateway.until(identifies=2)
    assert await works(fake)
    assert bot.ws.session_id != before
    assert fake.gateway.attempts == ["default", "default"]


async def test_a_session_that_was_forgotten_cannot_be_resumed(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.forget_sessions()
    fake.gateway.drop()
    await fake.gateway.until(identifies=2)
    assert fake.gateway.attempts == ["default", "resume", "resume"]
    assert fake.gateway.resumed == []
    assert await works(fake)
    assert bot.is_ready()


async def test_what_happened_while_the_client_was_away_is_replayed_in_order_and_once(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    ada = fake.user("ada")
    assert await works(fake)
    fake.gateway.drop()
    first = asyncio.create_task(ada.slash("ping"))
    second = asyncio.create_task(ada.slash("goal add", goal="99 wc"))
    assert [(await first).text, (await second).text] == ["pong ada", "added 99 wc from 0"]
    assert [one.type for one in bot.seen].count(discord.InteractionType.application_command) == 3
    assert len(fake.gateway.resumed) == 1


async def test_a_command_whose_answer_is_under_way_survives_a_drop(fake: FakeDiscord, bot: TinyBot) -> None:
    arrived, go = asyncio.Event(), asyncio.Event()

    async def hesitate(interaction: discord.Interaction) -> None:
        arrived.set()
        await go.wait()
        await interaction.response.send_message("still here")

    bot.does["ping"] = hesitate
    asked = asyncio.create_task(fake.user("ada").slash("ping"))
    await arrived.wait()
    fake.gateway.drop()
    go.set()
    assert (await asked).text == "still here"


async def test_a_resume_address_that_refuses_for_ever_is_asked_for_ever(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    """Known fault of the library (#10511): it never turns to the default address again, and seems ready."""
    fake.gateway.refuse(503, resume_only=True)
    fake.gateway.drop()
    await fake.gateway.until(attempts=3)
    assert fake.gateway.attempts == ["default", "resume", "resume"]
    assert bot.is_ready()
    assert math.isinf(bot.latency)


async def test_a_gateway_that_refuses_everybody_can_accept_again(fake: FakeDiscord, bot: TinyBot) -> None:
    fake.gateway.refuse(500)
    fake.gateway.drop()
    await fake.gateway.until(attempts=2)
    fake.gateway.accept()
    await fake.gateway.until(resumes=1)
    assert await works(fake)
    assert bot.is_ready()


async def test_a_connection_that_falls_silent_is_given_up_and_resumed(fake: FakeDiscord) -> None:
    fake.gateway.heartbeat_ms = 50
    async with connected(fake, heartbeat_timeout=0.2):
        fake.gateway.fall_silent()
        await fake.gateway.until(resumes=1)
        assert await works(fake)


async def test_heartbeats_are_acknowledged_and_can_be_asked_for(fake: FakeDiscord, bot: TinyBot) -> None:
    assert await works(fake)
    before = fake.gateway.heartbeats
    assert before == 1
    fake.gateway.ask_for_heartbeat()
    await fake.gateway.until(heartbeats=before + 1)
    assert await works(fake)
    assert 0 < bot.latency < PATIENCE


async def test_a_bot_that_never_logged_in_is_offline(fake: FakeDiscord) -> None:
    fake.commands.put(None, [{"name": "ping", "description": "Answers"}])
    with pytest.raises(Impossible, match="offline"):
        await works(fake)


@pytest.mark.parametrize(("code", "stays"), [(1000, False), (1001, False), (4000, True)])
async def test_a_session_ends_when_the_client_says_goodbye_and_not_otherwise(
    fake: FakeDiscord, code: int, *, stays: bool
) -> None:
    identity = {"token": fake.token, "properties": {}, "intents": 0}
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(fake.gateway_url + "?v=10")
        await socket.send_json({"op": 2, "d": identity})
        await fake.gateway.until(identifies=1)
        await socket.close(code=code)
    await fake.gateway.until_gone()
    assert bool(fake.gateway._sessions) is stays


async def test_a_bot_that_comes_back_is_a_new_session(fake: FakeDiscord) -> None:
    for _ in range(2):
        async with connected(fake):
            assert await works(fake)
    assert len(fake.gateway.identified) == 2


async def test_a_bot_that_says_nothing_is_named(fake: FakeDiscord, bot: TinyBot) -> None:
    async def say_too_much(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("x" * 2001)

    bot.does["ping"] = say_too_much
    asking = asyncio.create_task(works(fake))
    while not fake.refusals:  # noqa: ASYNC110 - a list sets no event
        await asyncio.sleep(0.001)
    await leap(fake.patience)
    with pytest.raises(
        NoAnswer, match=r"/ping was not answered within 300\.0 s; refused lately: .*2000 or fewer"
    ):
        await asking
