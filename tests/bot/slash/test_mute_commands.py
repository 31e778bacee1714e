"""`/mute` over the wire: until when, what was understood, and what comes when it is over."""

from datetime import timedelta

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account
from tests.fakes.clock import START
from tests.fakes.discord.users import FakeUser
from tests.tracker.notify.notes import note
from tests.world import HOURS
from tracker.notify import outbox


async def tell(world: BotWorld, user: FakeUser, entity: str) -> None:
    """Something happens, and its minute of waiting for company passes."""
    person = (await account(world, user)).id
    await outbox.enqueue(world.table, note(entity, world.clock(), person=person))
    await world.pass_time(120)


async def test_whoever_is_muted_is_told_until_when_in_their_own_clock(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("settings timezone", zone="Europe/Berlin")
    answer = await ada.slash("mute", until="18:00")
    end = START + timedelta(hours=17)  # it is one o'clock at night there
    assert answer.ephemeral
    assert f"Muted until <t:{int(end.timestamp())}:f>, <t:{int(end.timestamp())}:R>" in answer.text
    assert (await account(world, ada)).muted_until == end
    assert "**Muted** until" in (await ada.slash("settings show")).text


async def test_what_happens_meanwhile_comes_as_one_message_when_it_is_over(
    world: BotWorld, ada: FakeUser
) -> None:
    await ada.slash("mute", until="2h")
    await tell(world, ada, "a")
    await tell(world, ada, "b")
    assert ada.dms == []
    await world.pass_time(2 * HOURS)
    [told] = ada.dms
    assert "Reached a" in told.text
    assert "Reached b" in told.text


async def test_off_ends_it_at_once(world: BotWorld, ada: FakeUser) -> None:
    await ada.slash("mute", until="1 week")
    await tell(world, ada, "a")
    answer = await ada.slash("mute", until="off")
    assert "You are not muted" in answer.text
    assert (await account(world, ada)).muted_until is None
    await world.pass_time(60)
    assert ["Reached a" in told.text for told in ada.dms] == [True]


async def test_nonsense_is_refused_with_what_can_be_written(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("mute", until="a while @everyone")
    assert "such as 2h, 3 days, tomorrow, mon or 18:00" in answer.text
    assert "@everyone" not in answer.text
    assert (await account(world, ada)).muted_until is None


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("2h", [("2h (until Friday 1 January, 02:00)", "2h")]),
        ("until mon", [("until mon (until Monday 4 January, 08:00)", "until mon")]),
        ("off", [("off (I write to you again at once)", "off")]),
        ("a whi", []),
    ],
)
async def test_while_typing_it_is_shown_what_was_understood(
    world: BotWorld, ada: FakeUser, typed: str, suggested: list[tuple[str, str]]
) -> None:
    choices = await ada.autocomplete("mute", until=typed)
    assert [(one.name, one.value) for one in choices] == suggested
    assert await world.account_of(ada) is None


async def test_before_anything_is_typed_the_usual_ends_are_suggested(ada: FakeUser) -> None:
    choices = await ada.autocomplete("mute", until="")
    assert [one.value for one in choices] == ["1h", "3h", "18:00", "tomorrow", "mon", "1 week", "off"]


async def test_what_is_urgent_may_pass_if_the_person_says_so(world: BotWorld, ada: FakeUser) -> None:
    answer = await ada.slash("settings urgent", passes="yes")
    assert "**Urgent messages** come in quiet hours and mutes, too" in answer.text
    assert (await account(world, ada)).urgent_passes
    assert "What is urgent still comes." in (await ada.slash("mute", until="2h")).text
    await ada.slash("settings urgent", passes="no")
    assert not (await account(world, ada)).urgent_passes
