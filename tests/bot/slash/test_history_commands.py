"""`/history` over the wire: what somebody was told, and why a message came or did not."""

from typing import Any

import pytest

from bot.page import page_of
from bot.slash.errors import Problem
from bot.slash.history_cards import PER_PAGE, history_card, message_card
from bot.slash.history_commands import message_page
from bot.slash.paging import Place
from scheduler.channels.discord.card import MOST_TEXT
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.clock import START
from tests.fakes.discord.faults import server_error
from tests.fakes.discord.users import FakeUser
from tests.tracker.notify.notes import note, waiting
from tests.world import HOURS
from tracker.notify import outbox
from tracker.notify.model import Step

MINUTES = 60
PLACE = Place("history", 1)


async def told(world: BotWorld, user: FakeUser, entity: str, **other: Any) -> str:  # noqa: ANN401 - any field
    await user.slash("today")
    message = note(entity, world.clock(), person=(await account(world, user)).id, **other)
    await outbox.enqueue(world.table, message)
    await world.pass_time(2 * MINUTES)
    return message.outbox_id


async def test_without_messages_it_says_what_will_be_there(ada: FakeUser) -> None:
    answer = await ada.slash("history")
    assert answer.ephemeral
    assert "No messages yet" in answer.text


async def test_messages_stand_newest_first_with_what_became_of_them_for_their_person_alone(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await told(world, ada, "first")
    await ada.slash("mute", until="2h")
    await told(world, ada, "second")
    answer = await ada.slash("history", in_=world.discord.guild("clan").channel)
    assert answer.ephemeral
    assert answer.text.index("Reached second") < answer.text.index("Reached first")
    assert "waits until <t:" in answer.text
    assert ">: muted" in answer.text
    assert "delivered on Discord" in answer.text
    assert "No messages yet" in (await bob.slash("history")).text


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
    whole = await (await ada.slash("history")).choose("Why did it come, or why not?", name)
    for words in (
        "You were to be told this because your goal h2k7wd of Zezima passed a milestone.",
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
    first = await ada.slash("history")
    assert "page 1 of 2" in first.text
    assert "Reached goal 0" not in first.text
    assert "Reached goal 0" in (await first.click("Next")).text


async def test_a_message_of_somebody_else_is_not_shown(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await told(world, ada, "hers")
    shown = await ada.slash("history")
    await told(world, bob, "his")
    other = (await outbox.history(world.table, (await account(world, bob)).id))[0]
    place = Place("history-one", ada.id, about=other.id)
    assert other.id not in shown.text
    with pytest.raises(Problem, match="no longer kept"):
        await message_page(world.client.services, await account(world, ada), place)


async def test_at_their_longest_both_cards_fit() -> None:
    steps = tuple(Step(at=START, what="Retry: " + "_" * 500, channel="discord") for _ in range(30))
    long = waiting(title="*" * 500, text="<@1> " * 5000, reason="~" * 500, trail=steps)
    assert history_card(page_of([long] * 100, 0, PER_PAGE), []).content_length() <= MOST_TEXT
    for number in range(3):
        assert message_card(long, PLACE.at(number), []).content_length() <= MOST_TEXT
