"""Discord as a channel: the real client, over the wire, and a stand-in that refuses what Discord refuses."""

import asyncio
import gc
from collections.abc import AsyncIterator

import discord
import pytest
from aiohttp import web

from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Hung,
    Message,
    MessageTarget,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from scheduler.channels.discord.channel import PAUSED_SECONDS, SECONDS, DiscordChannel, failure_of, place_of
from tests.fakes.clock import HandClock
from tests.fakes.discord import refusals as says
from tests.fakes.discord.faults import Held, Proceed, banned, hang, rate_limited, refused, reset, server_error
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.requests import reply
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tests.fakes.loop_time import leap
from tests.scheduler.channels.discord_login import logged_in
from tests.scheduler.channels.messages import message, part

SENDS = "POST /channels/"
OPENS = "POST /users/@me/channels"


@pytest.fixture
async def channel(client: discord.Client) -> AsyncIterator[DiscordChannel]:
    opened = DiscordChannel(client)
    yield opened
    await opened.close()


def to(user: FakeUser) -> MessageTarget:
    return MessageTarget("discord", f"dm:{user.id}")


async def given_up(channel: DiscordChannel, target: MessageTarget, held: Held) -> ChannelFailure:
    """How it fails while Discord holds the message."""
    sending = asyncio.create_task(failure(channel, target))
    await held.arrived.wait()
    await asyncio.sleep(0)  # whoever joins a send that is under way waits from here on
    await leap(SECONDS)
    return await sending


async def failure(
    channel: DiscordChannel, target: MessageTarget, told: Message | None = None
) -> ChannelFailure:
    with pytest.raises(ChannelFailure) as raised:
        await channel.send(target, told or message())
    return raised.value


def nonces(fake: FakeDiscord) -> list[object]:
    return [asked.form["nonce"] for asked in fake.asked(SENDS)]


# The usual way


async def test_a_message_arrives_as_a_card_in_the_persons_direct_messages(
    channel: DiscordChannel, anna: FakeUser
) -> None:
    receipt = await channel.send(to(anna), message(part("a"), part("b")))
    [told] = anna.dms
    assert receipt == Receipt(str(told.id))
    assert told.in_v2
    assert "Reached a" in told.text
    assert "Reached b" in told.text
    assert told.nonce == "id-of-a"


async def test_a_message_arrives_in_a_channel_of_a_server(fake: FakeDiscord, channel: DiscordChannel) -> None:
    place = fake.guild("clan").channel
    await channel.send(MessageTarget("discord", f"channel:{place.id}"), message())
    [told] = place.messages
    assert "99 Woodcutting" in told.text


async def test_the_nonce_is_the_beginning_of_the_id_for_discord_takes_no_more(
    channel: DiscordChannel, anna: FakeUser
) -> None:
    long = part("x" * 40)
    await channel.send(to(anna), message(long))
    assert anna.dms[0].nonce == long.id[:25]


async def test_direct_messages_are_opened_once(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    for name in ("a", "b", "c"):
        await channel.send(to(anna), message(part(name)))
    assert len(fake.asked(OPENS)) == 1
    assert len(anna.dms) == 3


async def test_nobody_is_mentioned_whatever_is_told(
    channel: DiscordChannel, fake: FakeDiscord, anna: FakeUser
) -> None:
    place = fake.guild("clan").channel
    evil = f"@everyone @here <@{anna.id}> <@&1> [gold](https://evil.example) **loud**"
    await channel.send(MessageTarget("discord", f"channel:{place.id}"), message(part(title=evil, text=evil)))
    [told] = place.messages
    assert told.allowed_mentions == {"parse": []}
    assert told.pings == set()
    assert "https://" not in told.text
    assert "\\*\\*loud" in told.text


async def test_the_most_that_can_be_told_is_taken(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    facts = {"goal": "h2k7wd", "percent": "43.2"}
    parts = [
        part(
            f"goal{n}",
            kind="goal-state",
            group="zezima",
            facts={**facts, "goal": f"goal{n}"},
            text="_" * 9000,
        )
        for n in range(100)
    ]
    await channel.send(to(anna), message(*parts))
    assert len(anna.dms) == 1
    assert fake.refusals == []
    assert anna.dms[0].buttons[-1] == "Read all of it"


async def test_nothing_of_a_message_stays_in_memory(
    client: discord.Client, channel: DiscordChannel, anna: FakeUser
) -> None:
    facts = {"goal": "h2k7wd", "percent": "43.2"}
    await channel.send(to(anna), message(part(kind="goal-state", group="zezima", facts=facts)))
    assert anna.dms[0].buttons == ["Show the goal", "Pause it"]
    assert client.persistent_views == []
    assert client._connection._view_store._synced_message_views == {}
    assert channel._under_way == channel._arrived == {}


# What each answer means

SLOW_SERVER = Refusal(429, 20029, "The write action you are performing on the server has hit the limit.")
UNKNOWN_REFUSAL = Refusal(403, 99_999, "A code of a later year")
PLAIN_REFUSAL = Refusal(400, 0, "400: Bad Request")
INVALID_FORM = says.invalid_form({"components": {"_errors": [{"code": "X", "message": "Y"}]}})


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (says.DM_CLOSED, TargetOff),
        (says.NO_MUTUAL_GUILDS, TargetOff),
        (says.UNKNOWN_CHANNEL, TargetGone),
        (says.UNKNOWN_USER, TargetGone),
        (says.UNKNOWN_WEBHOOK, TargetGone),
        (says.INVALID_WEBHOOK_TOKEN, TargetGone),
        (says.MISSING_ACCESS, Retry),
        (says.MISSING_PERMISSIONS, Retry),
        (INVALID_FORM, BadMessage),
        (says.EMPTY_MESSAGE, BadMessage),
        (says.TOO_LARGE, BadMessage),
        (UNKNOWN_REFUSAL, BadMessage),
        (PLAIN_REFUSAL, BadMessage),
        (says.SLOWMODE, Retry),
        (says.CHANNEL_WRITE_LIMIT, Retry),
        (SLOW_SERVER, Retry),
        (says.OVERLOADED, Retry),
        (says.TOO_MANY_DMS, Retry),
        (says.UNAUTHORIZED, StopSender),
        (says.INVALID_TOKEN, StopSender),
        (says.UNVERIFIED, StopSender),
        (says.QUARANTINED, StopSender),
        (says.CLOUDFLARE_BLOCK, StopSender),
    ],
    ids=lambda it: str(it.code) if isinstance(it, Refusal) else "",
)
async def test_each_refusal_has_its_meaning(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser, refusal: Refusal, kind: type[ChannelFailure]
) -> None:
    fake.stay_wrong(refused(refusal), on=SENDS)
    found = await failure(channel, to(anna))
    assert type(found) is kind
    assert str(refusal.code or refusal.status) in str(found)
    assert len(fake.asked(SENDS)) == patience(refusal)
    assert anna.dms == []


def patience(refusal: Refusal) -> int:
    """How often discord.py asks by itself."""
    return 5 if refusal.status == 429 else 1


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (says.TOO_MANY_DMS, Retry),
        (says.UNKNOWN_USER, TargetGone),
        (says.INVALID_RECIPIENT, TargetGone),
        (says.DM_CLOSED, TargetOff),
    ],
    ids=lambda it: str(it.code) if isinstance(it, Refusal) else "",
)
async def test_a_refusal_to_open_direct_messages_means_the_same(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser, refusal: Refusal, kind: type[ChannelFailure]
) -> None:
    fake.go_wrong(refused(refusal), on=OPENS, times=patience(refusal))
    assert type(await failure(channel, to(anna))) is kind
    await channel.send(to(anna), message())
    assert len(anna.dms) == 1


@pytest.mark.parametrize("permission", ["view_channel", "send_messages"])
async def test_where_it_may_not_write_it_looks_again_in_an_hour(
    fake: FakeDiscord, channel: DiscordChannel, permission: str
) -> None:
    place = fake.guild("clan").channel
    place.forbid(permission)
    found = await failure(channel, MessageTarget("discord", f"channel:{place.id}"))
    assert isinstance(found, Retry)
    assert found.after == PAUSED_SECONDS


async def test_a_person_who_takes_no_direct_messages_is_told_what_to_do(
    channel: DiscordChannel, anna: FakeUser
) -> None:
    anna.close_dms()
    found = await failure(channel, to(anna))
    assert isinstance(found, TargetOff)
    assert str(found) == (
        "Discord does not let it write to you (50007); "
        "allow direct messages there, and then use any command of Questlog"
    )


async def test_a_channel_that_was_deleted_is_gone(fake: FakeDiscord, channel: DiscordChannel) -> None:
    place = fake.guild("clan").channel
    place.delete()
    assert isinstance(await failure(channel, MessageTarget("discord", f"channel:{place.id}")), TargetGone)


async def test_a_token_that_is_refused_stops_the_sender_and_does_not_show(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    fake.token, token = "another", fake.token
    found = await failure(channel, to(anna))
    assert isinstance(found, StopSender)
    assert token not in f"{found!r} {found.__cause__!r}"


@pytest.mark.parametrize(
    "address", ["", "dm:", "dm:me", "dm:0", "dm:-1", "dm:²", "mail:1", "channel:1e3", f"dm:{2**63}"]
)
async def test_an_address_that_is_none_is_switched_off(channel: DiscordChannel, address: str) -> None:
    assert isinstance(await failure(channel, MessageTarget("discord", address)), TargetOff)


def test_an_address_is_a_person_or_a_channel() -> None:
    assert place_of("dm:123") == (123, True)
    assert place_of("channel:456") == (456, False)


def test_a_fault_of_our_own_is_not_taken_for_an_answer() -> None:
    assert failure_of(ZeroDivisionError()) is None


# What is temporary


@pytest.mark.parametrize("fault", [server_error(503), banned(), reset()])
async def test_trouble_on_the_way_costs_an_attempt_and_the_next_one_arrives(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser, fault: object
) -> None:
    fake.go_wrong(fault, on=SENDS)
    assert isinstance(await failure(channel, to(anna)), Retry)
    await channel.send(to(anna), message())
    assert len(anna.dms) == 1
    assert nonces(fake) == ["id-of-a"] * 2


async def test_the_time_that_discord_names_is_taken_from_the_answer(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    async def busy(_request: web.Request, _proceed: Proceed) -> web.StreamResponse:
        return reply({"message": "busy", "code": 0}, 503, {"Retry-After": "77.5"})

    fake.go_wrong(busy, on=SENDS)
    found = await failure(channel, to(anna))
    assert isinstance(found, Retry)
    assert found.after == 77.5


async def test_a_short_limit_is_waited_for(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    fake.go_wrong(rate_limited(0.05), on=SENDS)
    await channel.send(to(anna), message())
    assert len(anna.dms) == 1
    assert nonces(fake) == ["id-of-a"] * 2


async def test_a_limit_that_the_client_does_not_wait_for_says_when_to_come_again(fake: FakeDiscord) -> None:
    anna = fake.user("anna")
    fake.go_wrong(rate_limited(45.0), on=SENDS)
    async with logged_in(fake, max_ratelimit_timeout=30.0) as client:
        found = await failure(DiscordChannel(client), to(anna))
    assert isinstance(found, Retry)
    assert found.after == 45.0


async def test_a_limit_on_everything_ends_also_where_nobody_waited_so_long(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    """A request of discord.py that is cancelled now would keep all others waiting for ever."""
    ben = fake.user("ben")
    fake.go_wrong(rate_limited(SECONDS + 5, scope="global"), on=SENDS)
    sending = asyncio.create_task(failure(channel, to(anna)))
    while channel._client.http._global_over.is_set():  # noqa: ASYNC110 - the library tells nobody
        await asyncio.sleep(0)
    await leap(SECONDS)
    assert isinstance(await sending, Retry)
    sending = asyncio.create_task(channel.send(to(ben), message(part("b"))))
    await leap(5)
    await sending
    assert len(ben.dms) == 1


async def test_many_at_once_are_sent_without_a_single_refusal(
    fake: FakeDiscord, channel: DiscordChannel
) -> None:
    fake.limit(SENDS, requests=2, per=0.1)
    people = [fake.user(f"person-{number}") for number in range(5)]
    await asyncio.gather(
        *(channel.send(to(who), message(part(f"{who.name}-{n}"))) for who in people for n in range(4))
    )
    assert [len(who.dms) for who in people] == [4] * 5
    assert fake.invalid_requests == 0


# Once


async def test_what_was_accepted_before_a_bad_gateway_is_one_message(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    fake.go_wrong(server_error(502, accepted=True), on=SENDS)
    receipt = await channel.send(to(anna), message())
    assert nonces(fake) == ["id-of-a"] * 2
    assert [str(told.id) for told in anna.dms] == [receipt.reference]


async def test_what_was_accepted_before_a_reset_is_one_message(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    fake.go_wrong(reset(accepted=True), on=SENDS)
    assert isinstance(await failure(channel, to(anna)), Retry)
    receipt = await channel.send(to(anna), message())
    assert nonces(fake) == ["id-of-a"] * 2
    assert [str(told.id) for told in anna.dms] == [receipt.reference]


async def test_an_attempt_that_hangs_is_joined_by_the_next_one(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    held = Held()
    fake.go_wrong(held, on=SENDS)
    for _ in range(3):
        assert isinstance(await given_up(channel, to(anna), held), Retry)
    assert len(fake.asked(SENDS)) == 1


async def test_what_arrived_when_nobody_waited_any_more_is_not_sent_again(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser, clock: HandClock
) -> None:
    held = Held()
    fake.go_wrong(held, on=SENDS)
    assert isinstance(await given_up(channel, to(anna), held), Retry)
    held.go.set()
    [told] = await anna.receives()
    await _quiet(channel)
    clock.advance(3600)  # Discord has forgotten the nonce
    assert await channel.send(to(anna), message()) == Receipt(str(told.id))
    assert len(anna.dms) == 1


async def test_what_failed_when_nobody_waited_any_more_is_sent_again(
    fake: FakeDiscord, channel: DiscordChannel, anna: FakeUser
) -> None:
    held = Held()
    fake.go_wrong(held, on=SENDS)
    assert isinstance(await given_up(channel, to(anna), held), Retry)
    anna.close_dms()
    held.go.set()
    await _quiet(channel)
    anna.open_dms()
    await channel.send(to(anna), message())
    assert len(anna.dms) == 1


async def _quiet(channel: DiscordChannel) -> None:
    """Until nothing is under way."""
    if tasks := list(channel._under_way.values()):
        await asyncio.wait(tasks)


# The connection


async def test_a_login_is_enough_to_write_also_while_the_gateway_is_away(
    fake: FakeDiscord, anna: FakeUser
) -> None:
    with pointed_at(fake):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(fake.token)
            await DiscordChannel(client).send(to(anna), message())
    assert len(anna.dms) == 1


async def test_before_the_client_is_logged_in_nothing_is_tried(anna: FakeUser, fake: FakeDiscord) -> None:
    channel = DiscordChannel(discord.Client(intents=discord.Intents.none()))
    assert isinstance(await failure(channel, to(anna)), Retry)
    assert fake.requests == []


async def test_after_the_client_is_closed_nothing_is_tried(
    fake: FakeDiscord, client: discord.Client, channel: DiscordChannel, anna: FakeUser
) -> None:
    await client.close()
    assert isinstance(await failure(channel, to(anna)), Retry)
    assert fake.asked(SENDS) == []


async def test_a_client_that_is_closed_meanwhile_costs_an_attempt(
    fake: FakeDiscord, client: discord.Client, channel: DiscordChannel, anna: FakeUser
) -> None:
    held = Held()
    fake.go_wrong(held, on=OPENS)
    sending = asyncio.create_task(failure(channel, to(anna)))
    await held.arrived.wait()
    await client.close()
    assert isinstance(await sending, Retry)


async def test_discord_that_is_down_costs_an_attempt(
    anna: FakeUser, channel: DiscordChannel, unused_tcp_port: int
) -> None:
    discord.http.Route.BASE = f"http://127.0.0.1:{unused_tcp_port}/api/v10"
    assert isinstance(await failure(channel, to(anna)), Retry)


async def test_at_the_end_nothing_is_left_running(
    fake: FakeDiscord, client: discord.Client, anna: FakeUser
) -> None:
    channel = DiscordChannel(client)
    fake.go_wrong(hang(), on=SENDS)
    assert isinstance(await failure(channel, to(anna)), Retry)
    before = len(asyncio.all_tasks())
    await channel.close()
    assert len(asyncio.all_tasks()) == before - 1


async def test_what_fails_when_nobody_waits_for_it_any_more_is_no_trouble(channel: DiscordChannel) -> None:
    troubles, may_fail = list[object](), asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, said: troubles.append(said))

    async def late() -> None:
        await may_fail.wait()
        raise discord.DiscordException("nobody hears of it")

    with pytest.raises(Hung):
        await channel.in_time(late(), seconds=0)
    may_fail.set()
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    assert not troubles
