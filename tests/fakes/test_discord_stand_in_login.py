"""The real client logs in to the stand-in, compressed or not, in one shard or in several."""

import json
import zlib
from collections.abc import Iterator

import aiohttp
import discord
import pytest

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot, connected, pointed_at


class ShardedBot(TinyBot, discord.AutoShardedClient):
    """The same bot, in as many shards as Discord recommends."""


class ZlibStream:
    """What the library does where it finds no zstandard."""

    COMPRESSION_TYPE = "zlib-stream"

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes, /) -> str:
        assert data.endswith(b"\x00\x00\xff\xff")
        return self._stream.decompress(data).decode()


@pytest.fixture
def zlib_only() -> Iterator[None]:
    before = discord.utils._ActiveDecompressionContext
    discord.utils._ActiveDecompressionContext = ZlibStream
    yield
    discord.utils._ActiveDecompressionContext = before


async def test_a_bot_logs_in_and_knows_who_it_is(fake: FakeDiscord, bot: TinyBot) -> None:
    assert bot.is_ready()
    assert bot.user is not None
    assert (bot.user.id, bot.application_id) == (fake.bot.id, fake.application_id)
    assert [asked.line for asked in fake.requests[:2]] == ["GET /users/@me", "GET /oauth2/applications/@me"]
    assert fake.gateway.attempts == ["default"]


async def test_a_wrong_token_is_refused(fake: FakeDiscord) -> None:
    with pointed_at(fake):
        async with TinyBot() as stranger:
            with pytest.raises(discord.LoginFailure):
                await stranger.login("not.the.token")
    assert fake.invalid_requests == 1


async def test_the_gateway_compresses_with_zstd(fake: FakeDiscord, bot: TinyBot) -> None:
    assert discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream"
    assert (await fake.user("ada").slash("ping")).text == "pong ada"
    assert bot.is_ready()


@pytest.mark.usefixtures("zlib_only")
async def test_the_gateway_compresses_with_zlib(fake: FakeDiscord) -> None:
    async with connected(fake):
        for _ in range(3):
            assert (await fake.user("ada").slash("ping")).text == "pong ada"


async def test_without_compression_the_gateway_talks_in_text(fake: FakeDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(fake.gateway_url + "?v=10") as socket:
        hello = json.loads((await socket.receive()).data)
    assert (hello["op"], hello["d"]) == (10, {"heartbeat_interval": 41_250})


async def test_a_bot_without_intents_hears_nothing_of_guilds(fake: FakeDiscord) -> None:
    fake.guild("clan")
    async with connected(fake) as bot:
        assert fake.gateway.identified[0]["intents"] == 0
        assert [guild.unavailable for guild in bot.guilds] == [True]


async def test_a_bot_that_listens_to_guilds_knows_them_and_hears_when_it_is_removed(
    fake: FakeDiscord,
) -> None:
    clan = fake.guild("clan")
    async with connected(fake, intents=discord.Intents(guilds=True)) as bot:
        assert [(guild.name, guild.text_channels[0].name) for guild in bot.guilds] == [("clan", "general")]
        later = fake.guild("later")
        await fake.user("ada").slash("ping")
        assert {guild.id for guild in bot.guilds} == {clan.id, later.id}
        clan.remove_bot()
        await fake.user("ada").slash("ping")
        assert {guild.id for guild in bot.guilds} == {later.id}


async def test_a_bot_that_listens_to_messages_reads_only_those_that_mention_it(fake: FakeDiscord) -> None:
    clan, ada = fake.guild("clan"), fake.user("ada")
    heard: list[str] = []

    class Listener(TinyBot):
        async def on_message(self, message: discord.Message) -> None:
            heard.append(message.content)

    async with connected(fake, Listener(intents=discord.Intents(guild_messages=True))):
        ada.says("to nobody", in_=clan.channel)
        ada.says(f"{fake.bot.mention} hello", in_=clan.channel)
        ada.says("in private", in_=ada.dm)
        await ada.slash("ping")
    assert heard == ["", f"{fake.bot.mention} hello"]


async def test_several_shards_each_get_what_is_theirs(fake: FakeDiscord) -> None:
    fake.shards = 3
    guilds = [fake.guild(f"clan {number}") for number in range(6)]
    ada = fake.user("ada")
    async with connected(fake, ShardedBot()) as bot:
        await fake.gateway.until_ready(3)
        assert [one["shard"] for one in fake.gateway.identified] == [[0, 3], [1, 3], [2, 3]]
        for guild in guilds:
            assert (await ada.slash("ping", in_=guild.channel)).text == "pong ada"
        assert (await ada.slash("ping")).text == "pong ada"
        assert [one.guild_id for one in bot.seen] == [*(guild.id for guild in guilds), None]


async def test_a_privileged_intent_has_to_be_allowed(fake: FakeDiscord) -> None:
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(fake, intents=discord.Intents(message_content=True)):
            pass
    fake.gateway.allowed_intents = discord.Intents(message_content=True).value
    async with connected(fake, intents=discord.Intents(message_content=True)) as bot:
        assert bot.is_ready()


async def said(fake: FakeDiscord, *payloads: object, query: str = "?v=10&encoding=json") -> int | None:
    """The code with which the gateway ends the talk."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(fake.gateway_url + query) as socket,
    ):
        for payload in payloads:
            await socket.send_str(payload if isinstance(payload, str) else json.dumps(payload))
        while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
        return socket.close_code


def identity(fake: FakeDiscord, **changes: object) -> dict[str, object]:
    return {"op": 2, "d": {"token": fake.token, "properties": {}, "intents": 0, **changes}}


async def test_the_gateway_ends_a_talk_with_the_code_of_the_fault(fake: FakeDiscord) -> None:
    assert await said(fake, query="?v=9") == 4012
    assert await said(fake, query="?v=10&compress=brotli") == 4002
    assert await said(fake, "no json") == 4002
    assert await said(fake, {"op": 1, "d": "x" * 5000}) == 4002
    assert await said(fake, {"op": 99}) == 4001
    assert await said(fake, {"op": 3, "d": {}}) == 4003
    assert await said(fake, {"op": 2, "d": {"token": fake.token}}) == 4002
    assert await said(fake, identity(fake, token=fake.token[1:])) == 4004
    assert await said(fake, identity(fake), identity(fake)) == 4005
    assert await said(fake, identity(fake, shard=[3, 3])) == 4010
    assert await said(fake, identity(fake, intents=1 << 30)) == 4013
    assert await said(fake, identity(fake, intents=1 << 1)) == 4014
    assert await said(fake, {"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}) == 4004


async def test_a_sequence_from_the_future_cannot_be_resumed(fake: FakeDiscord, bot: TinyBot) -> None:
    resume = {"token": fake.token, "session_id": bot.ws.session_id, "seq": 1_000_000}
    assert await said(fake, {"op": 6, "d": resume}) == 4007
