"""`/messages` over the wire: what somebody was told, and why a message came or did not."""

from typing import Any

import pytest

from bot.messages.requests import PER_PAGE, NameMessage
from bot.messages.usecases import show
from bot.visit import Visit
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.clock import START
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.users import FakeUser
from tests.tracker.notify.notes import note
from tests.world import HOURS
from tracker.front_ends import FrontEnd
from tracker.notify import outbox
from tracker.notify.history import NoSuchMessage

MINUTES = 60


async def told(world: BotWorld, user: FakeUser, entity: str, **other: Any) -> str:  # noqa: ANN401 - any field
    await user.slash("today")
    message = note(entity, world.clock(), person=(await account(world, user)).id, **other)
    await outbox.enqueue(world.table, message)
    await world.pass_time(2 * MINUTES)
    return message.outbox_id


async def test_without_messages_it_says_what_will_be_there(ada: FakeUser) -> None:
    answer = await ada.slash("messages")
    assert answer.ephemeral
    assert "No messages yet" in answer.text


async def test_messages_stand_newest_first_with_what_became_of_them_for_their_person_alone(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await told(world, ada, "first")
    await ada.slash("mute", until="2h")
    await told(world, ada, "second")
    answer = await ada.slash("messages", in_=world.discord.guild("clan").channel)
    assert answer.ephemeral
    assert answer.text.index("Reached second") < answer.text.index("Reached first")
    assert "waits until <t:" in answer.text
    assert ">: muted" in answer.text
    assert "delivered on Discord" in answer.text
    assert "No messages yet" in (await bob.slash("messages")).text


async def test_one_message_tells_its_whole_story(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("channel list")
    person = (await account(world, ada)).id
    await world.client.services.channels.add(person, "webhook", world.webhook.url)
    await ada.slash("mute", until="1h")
    facts = {"goal": "h2k7wd", "character": "Zezima"}
    name = await told(world, ada, "99 wc", kind="goal-milestone", facts=facts)
    world.discord.stay_wrong(server_error(503), on="POST /channels/")
    await world.pass_time(3 * HOURS)
    world.discord.recover()
    whole = await (await ada.slash("messages")).choose("Why did it come, or why not?", name)
    for words in (
        "Why: your goal h2k7wd of Zezima passed a milestone.",
        f"held until <t:{int(START.timestamp()) + 3600}:f>: muted",
        "not sent on Discord yet: ",
        "delivered by webhook",
        "99 Woodcutting, at last.",
    ):
        assert words in whole.text
    back = await whole.click("All messages")
    assert "What I told you" in back.text


async def test_there_are_pages(world: BotWorld, ada: FakeUser) -> None:
    for number in range(PER_PAGE + 1):
        await told(world, ada, f"goal {number}")
    first = await ada.slash("messages")
    assert "page 1 of 2" in first.text
    assert "Reached goal 0" not in first.text
    assert "Reached goal 0" in (await first.click("Next")).text


async def test_a_message_of_somebody_else_is_not_shown(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await told(world, ada, "hers")
    shown = await ada.slash("messages")
    await told(world, bob, "his")
    other = (await outbox.history(world.table, (await account(world, bob)).id))[0]
    assert other.id not in shown.text
    here = Visit(world.client.services, await account(world, ada), FrontEnd.DISCORD, world.clock())
    with pytest.raises(NoSuchMessage, match="no longer kept"):
        await show(here, NameMessage(message=other.id))


async def test_the_old_word_does_the_same(world: BotWorld, ada: FakeUser) -> None:
    await told(world, ada, "wc")
    assert (await ada.slash("history")).text == (await ada.slash("messages")).text
