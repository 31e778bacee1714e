"""Pictures in messages on Discord: of standings alone, dark, and never at the cost of the message."""

import io
from collections.abc import AsyncIterator

import discord
import pytest

from scheduler.channels.channel import MessageTarget, Part, Retry
from scheduler.channels.discord.card import MOST_COMPONENTS, card
from scheduler.channels.discord.channel import DiscordChannel
from scheduler.channels.picture import MOST_PICTURES, Picture
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.places import FakeChannel
from tests.fakes.discord.server import FakeDiscord
from tests.scheduler.channels.messages import message, part

SENDS = "POST /channels/"


def standings(name: str = "a", **other: object) -> Part:
    return part(name, kind="challenge-standings", **other)


@pytest.fixture
def asked() -> list[tuple[str, str, bool]]:
    """For whom, of which part, and whether for a dark place."""
    return []


@pytest.fixture
async def channel(
    client: discord.Client, asked: list[tuple[str, str, bool]]
) -> AsyncIterator[DiscordChannel]:
    async def draw(person: str, of: Part, *, dark: bool = False) -> Picture | None:
        asked.append((person, of.id, dark))
        return Picture(f"png of {of.id}".encode(), f"what {of.id} shows")

    opened = DiscordChannel(client, pictures=draw)
    yield opened
    await opened.close()


@pytest.fixture
def news(fake: FakeDiscord) -> FakeChannel:
    return fake.guild("clan").channel


def to(place: FakeChannel) -> MessageTarget:
    return MessageTarget("discord", f"channel:{place.id}", "server-1")


async def test_standings_have_their_picture_and_words_for_those_who_cannot_see_it(
    channel: DiscordChannel, news: FakeChannel, asked: list[tuple[str, str, bool]]
) -> None:
    await channel.send(to(news), message(standings()))

    [told] = news.messages
    [picture] = told.attachments
    assert (picture.filename, picture.content) == ("chart-1.png", b"png of id-of-a")
    assert picture.description == "what id-of-a shows"
    assert "Reached a" in told.text
    assert asked == [("server-1", "id-of-a", True)]


async def test_nothing_else_is_drawn(
    channel: DiscordChannel, news: FakeChannel, asked: list[tuple[str, str, bool]]
) -> None:
    await channel.send(to(news), message(part(kind="goal-reached"), part("b", kind="digest")))

    assert asked == []
    assert news.messages[0].attachments == []


async def test_each_has_its_own_and_there_are_a_few_at_most(
    channel: DiscordChannel, news: FakeChannel
) -> None:
    await channel.send(to(news), message(*(standings(str(number)) for number in range(6))))

    [told] = news.messages
    assert [one.filename for one in told.attachments] == ["chart-1.png", "chart-2.png", "chart-3.png"]
    assert len(told.attachments) == MOST_PICTURES


async def test_where_nothing_may_be_attached_the_message_goes_without(
    channel: DiscordChannel, news: FakeChannel
) -> None:
    news.forbid("attach_files")

    await channel.send(to(news), message(standings()))

    [told] = news.messages
    assert told.attachments == []
    assert "Reached a" in told.text


async def test_where_nothing_may_be_written_it_is_a_failure_as_ever(
    channel: DiscordChannel, news: FakeChannel
) -> None:
    news.forbid("send_messages")

    with pytest.raises(Retry):
        await channel.send(to(news), message(standings()))


async def test_a_retry_of_the_library_sends_the_whole_picture_again_and_no_second_message(
    fake: FakeDiscord, channel: DiscordChannel, news: FakeChannel
) -> None:
    fake.go_wrong(server_error(502), on=SENDS)

    await channel.send(to(news), message(standings()))

    [told] = news.messages
    assert told.attachments[0].content == b"png of id-of-a"


async def test_a_picture_that_fails_costs_the_picture_only(client: discord.Client, news: FakeChannel) -> None:
    async def broken(_: str, __: Part, *, dark: bool = False) -> Picture | None:
        raise RuntimeError("no more ink" if dark else "")

    channel = DiscordChannel(client, pictures=broken)
    await channel.send(to(news), message(standings()))
    await channel.close()

    assert news.messages[0].attachments == []


def test_with_pictures_there_are_still_no_more_components_than_discord_takes() -> None:
    parts = [
        part(str(number), kind="habit-reminder", facts={"habit": str(number), "day": "2027-03-01"})
        for number in range(12)
    ]
    files = {one.id: discord.File(io.BytesIO(b"png"), f"{one.id}.png") for one in parts[:3]}

    view = card(message(*parts), 80351110224678912, files)

    assert view.total_children_count <= MOST_COMPONENTS
