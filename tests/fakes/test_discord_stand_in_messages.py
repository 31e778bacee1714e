"""Messages in channels and in private: sent, sent once, read, edited, deleted, and refused."""

import io
from typing import Any

import discord
import pytest

from tests.fakes.clock import HandClock
from tests.fakes.discord.places import FakeChannel
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import TinyBot
from tests.fakes.discord.tiny_commands import PNG


async def posted(bot: TinyBot, channel: FakeChannel, **body: Any) -> Any:  # noqa: ANN401 - JSON
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    return await bot.http.request(route, json=body)


def chart(name: str = "chart.png", content: bytes = PNG) -> discord.File:
    return discord.File(io.BytesIO(content), name, description="a chart")


# Sending.


async def test_a_message_to_a_channel_arrives(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    sent = await bot.get_partial_messageable(channel.id).send("hello", silent=True)
    [message] = await channel.receives(1)
    assert (message.id, message.text, message.silent) == (sent.id, "hello", True)


async def test_a_private_message_arrives(fake: FakeDiscord, bot: TinyBot) -> None:
    ada = fake.user("ada")
    dm = await bot.create_dm(discord.Object(ada.id))
    await dm.send("psst")
    assert [message.text for message in await ada.receives(1)] == ["psst"]
    assert dm.id == ada.dm.id


async def test_a_button_in_a_private_message_is_pressed_by_its_reader(
    fake: FakeDiscord, bot: TinyBot
) -> None:
    ada = fake.user("ada")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Done", "custom_id": "done:3"}]}
    await posted(bot, ada.dm, content="time to go", components=[row])
    [reminder] = ada.dms
    assert (await reminder.click("Done")).text == "ada did 3"


async def test_files_are_kept_and_read_back(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    sent = await bot.get_partial_messageable(channel.id).send(
        "look", files=[chart(), chart("a b.txt", b"text")]
    )
    [message] = channel.messages
    assert [(one.filename, one.description) for one in message.attachments] == [
        ("chart.png", "a chart"),
        ("a_b.txt", "a chart"),
    ]
    assert [await attachment.read() for attachment in sent.attachments] == [PNG, b"text"]
    assert (sent.attachments[0].width, sent.attachments[0].height) == (3, 2)
    with pytest.raises(discord.NotFound):
        await bot.http.get_from_cdn(f"{fake.cdn_url}/attachments/1/none.png")


async def test_messages_can_be_read_listed_edited_and_deleted(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    there = bot.get_partial_messageable(channel.id)
    first, second = await there.send("one"), await there.send("two", file=chart())
    assert [message.content async for message in there.history()] == ["two", "one"]
    assert [message.content async for message in there.history(before=second)] == ["one"]
    await first.edit(content="one, better")
    assert (await there.fetch_message(first.id)).content == "one, better"
    await second.edit(attachments=[])
    assert channel.messages[1].attachments == []
    await first.delete()
    assert [message.text for message in channel.messages] == ["two"]
    with pytest.raises(discord.NotFound) as gone:
        await there.fetch_message(first.id)
    assert gone.value.code == 10008


async def test_an_edit_keeps_what_it_does_not_name(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    there = bot.get_partial_messageable(channel.id)
    sent = await there.send("text", embed=discord.Embed(title="title"), file=chart())
    await sent.edit(content="other")
    [message] = channel.messages
    assert (message.text, len(message.attachments)) == ("other\ntitle", 1)
    await sent.edit(attachments=[*sent.attachments, chart("more.png")])
    assert [one.filename for one in message.attachments] == ["chart.png", "more.png"]


async def test_channels_and_people_can_be_fetched(fake: FakeDiscord, bot: TinyBot) -> None:
    ada = fake.user("ada")
    assert (await bot.fetch_user(ada.id)).name == "ada"
    assert (await bot.fetch_channel(ada.dm.id)).id == ada.dm.id
    with pytest.raises(discord.NotFound) as unknown:
        await bot.fetch_user(1)
    assert unknown.value.code == 10013


async def test_mentions_ping_only_whom_they_may(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, channel = fake.user("ada"), fake.guild("clan").channel
    there = bot.get_partial_messageable(channel.id)
    text = f"<@{ada.id}> @everyone"
    await there.send(text)
    await there.send(text, allowed_mentions=discord.AllowedMentions.none())
    await there.send(text, allowed_mentions=discord.AllowedMentions(everyone=False, users=[ada]))
    assert [message.pings for message in channel.messages] == [
        {str(ada.id), "everyone"},
        set(),
        {str(ada.id)},
    ]


# Once.


async def test_a_nonce_that_was_used_brings_the_first_message_again(
    fake: FakeDiscord, bot: TinyBot, clock: HandClock
) -> None:
    channel = fake.guild("clan").channel
    there = bot.get_partial_messageable(channel.id)
    first = await there.send("once", nonce="delivery-1")
    again = await there.send("twice", nonce="delivery-1")
    assert (again.id, again.content) == (first.id, "once")
    other = await there.send("another", nonce="delivery-2")
    clock.advance(6 * 60)
    late = await there.send("much later", nonce="delivery-1")
    assert [message.id for message in channel.messages] == [first.id, other.id, late.id]


async def test_a_nonce_is_enforced_only_if_asked(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    for _ in range(2):
        await posted(bot, channel, content="x", nonce="same")
    assert len(channel.messages) == 2


async def test_a_nonce_has_at_most_25_characters(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    await posted(bot, channel, content="x", nonce="n" * 25, enforce_nonce=True)
    with pytest.raises(discord.HTTPException, match="In nonce: Must be 25 or fewer"):
        await posted(bot, channel, content="x", nonce="n" * 26, enforce_nonce=True)


# Where the bot may write.


async def code_of(bot: TinyBot, channel: FakeChannel) -> tuple[type[Exception], int]:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.get_partial_messageable(channel.id).send("hello", file=chart())
    return type(refused.value), refused.value.code


async def test_each_closed_door_has_its_code(fake: FakeDiscord, bot: TinyBot) -> None:
    clan, ada = fake.guild("clan"), fake.user("ada")
    channel = clan.channel
    channel.forbid("attach_files")
    assert await code_of(bot, channel) == (discord.Forbidden, 50013)
    channel.forbid("send_messages")
    assert await code_of(bot, channel) == (discord.Forbidden, 50013)
    channel.forbid("view_channel")
    assert await code_of(bot, channel) == (discord.Forbidden, 50001)
    channel.allow_all()
    await bot.get_partial_messageable(channel.id).send("hello")
    clan.remove_bot()
    assert await code_of(bot, channel) == (discord.Forbidden, 50001)
    channel.delete()
    assert await code_of(bot, channel) == (discord.NotFound, 10003)
    assert await code_of(bot, fake.private_channel(ada)) == (discord.Forbidden, 50001)
    assert fake.invalid_requests == 5


async def test_people_can_close_their_door(fake: FakeDiscord, bot: TinyBot) -> None:
    ada, stranger = fake.user("ada"), fake.user("stranger", installed=False)
    ada.close_dms()
    assert await code_of(bot, ada.dm) == (discord.Forbidden, 50007)
    ada.open_dms()
    await bot.get_partial_messageable(ada.dm.id).send("hello")
    assert await code_of(bot, stranger.dm) == (discord.Forbidden, 50278)
    fake.guild("clan").join(stranger)
    await bot.get_partial_messageable(stranger.dm.id).send("hello")


async def test_there_is_no_dm_with_nobody(fake: FakeDiscord, bot: TinyBot) -> None:
    for nobody in (1, fake.bot.id):
        with pytest.raises(discord.HTTPException) as refused:
            await bot.create_dm(discord.Object(nobody))
        assert refused.value.code == 50033


async def test_an_unknown_route_is_not_found(bot: TinyBot) -> None:
    with pytest.raises(discord.NotFound):
        await bot.http.request(discord.http.Route("GET", "/nowhere"))


# What is refused.


def embed(**parts: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"embeds": [{"title": "t", **parts}]}


FIELD = {"name": "n", "value": "v"}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"content": "x" * 2001}, "content"),
        (embed(title="x" * 257), "embeds.0.title"),
        (embed(description="x" * 4097), "embeds.0.description"),
        (embed(fields=[FIELD] * 26), "embeds.0.fields"),
        (embed(fields=[{**FIELD, "name": ""}]), "embeds.0.fields.0.name"),
        (embed(fields=[{**FIELD, "name": "x" * 257}]), "embeds.0.fields.0.name"),
        (embed(fields=[{**FIELD, "value": "x" * 1025}]), "embeds.0.fields.0.value"),
        (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
        (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
        (embed(color=0x1000000), "embeds.0.color"),
        (embed(url="javascript:alert()"), "embeds.0.url"),
        (embed(image={"url": "attachment://none.png"}), "embeds.0.image.url"),
        (embed(image={"url": "ftp://example.com/a.png"}), "embeds.0.image.url"),
        ({"content": "x", "nonce": -1}, "nonce"),
        ({"content": "x", "allowed_mentions": {"users": ["1"] * 101}}, "allowed_mentions.users"),
        ({"embeds": [{}]}, "embeds.0.description"),
        ({"embeds": [{"title": "t"}] * 11}, "embeds"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
        ({"content": "x", "flags": 64}, "flags"),
        ({"content": "x", "flags": 1 << 30}, "flags"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions.users",
        ),
        (
            {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
            "attachments.0.description",
        ),
        ({"content": "x", "attachments": [{"id": number} for number in range(11)]}, "attachments"),
    ],
)
async def test_a_wrong_message_is_refused_at_its_place(
    fake: FakeDiscord, bot: TinyBot, body: dict[str, Any], place: str
) -> None:
    channel = fake.guild("clan").channel
    with pytest.raises(discord.HTTPException) as refused:
        await posted(bot, channel, **body)
    assert refused.value.code == 50035
    assert f"In {place}:" in refused.value.text
    assert channel.messages == []


async def test_the_longest_message_there_may_be_is_accepted(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    longest = {
        "title": "t" * 256,
        "description": "d" * 4096,
        "fields": [FIELD] * 25,
        "footer": {"text": "f" * 1598},
    }
    await posted(bot, channel, content="x" * 2000, embeds=[longest])
    with pytest.raises(discord.HTTPException, match="6000"):
        await posted(bot, channel, embeds=[{**longest, "footer": {"text": "f" * 1599}}])


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": " \n "}, {"content": None, "embeds": []}, {"components": []}]
)
async def test_an_empty_message_is_refused(fake: FakeDiscord, bot: TinyBot, body: dict[str, Any]) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await posted(bot, fake.guild("clan").channel, **body)
    assert refused.value.code == 50006


async def test_a_file_that_is_too_large_is_refused(fake: FakeDiscord, bot: TinyBot) -> None:
    there = bot.get_partial_messageable(fake.guild("clan").channel.id)
    with pytest.raises(discord.HTTPException) as refused:
        await there.send(file=chart(content=b"x" * (10 * 1024 * 1024 + 1)))
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_an_edit_is_held_to_the_same_rules(fake: FakeDiscord, bot: TinyBot) -> None:
    channel = fake.guild("clan").channel
    sent = await bot.get_partial_messageable(channel.id).send("fine")
    with pytest.raises(discord.HTTPException) as too_long:
        await sent.edit(content="x" * 2001)
    with pytest.raises(discord.HTTPException) as emptied:
        await sent.edit(content="")
    assert (too_long.value.code, emptied.value.code) == (50035, 50006)
    assert channel.messages[0].text == "fine"
