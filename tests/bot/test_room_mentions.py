"""Somebody mentions Questlog in the channel of a room: it is said there once, and not posted again."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Literal

import pytest

from bot.rooms.slash_mentions import IN_THE_ROOM, NOT_IN_IT
from tests.bot.room_club import Club, line_of
from tests.fakes.clock import HandClock
from tests.fakes.discord.writing import write
from tests.fakes.faulty_table import FaultyTable
from tests.patience import PATIENCE
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.notify import outbox
from tracker.rooms import leaving
from tracker.rooms.messages import SAID
from tracker.rooms.model import Tell
from tracker.store.errors import Throttled
from tracker.store.keys import MentionKey
from tracker.store.table import Table

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.users import FakeUser

pytestmark = pytest.mark.both_engines

THE_END = "that is all"


@pytest.fixture
async def stored(table: Table) -> FaultyTable:
    """It counts how often it is asked."""
    return FaultyTable(table)


@pytest.fixture
async def club(stored: FaultyTable, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(stored, clock) as club:
        cem = club.people["Cem"].id
        await club.rooms.edit(cem, club.room, tell=Tell.ALL)
        yield club


def to_bot(club: Club, text: str) -> str:
    return f"{club.world.discord.bot.mention} {text}"


async def marked(club: Club, message: "FakeMessage", sign: str = IN_THE_ROOM) -> "FakeMessage":
    await club.hall.news.until(lambda: sign in message.reactions, PATIENCE)
    return message


async def mentions(club: Club, by: "FakeUser", text: str) -> "FakeMessage":
    club.clock.advance(13)
    return await marked(club, by.says(to_bot(club, text), in_=club.hall))


async def said(club: Club, name: str = "Cem") -> list[str]:
    """What a member reads, once all that was written on Discord has been worked on."""
    await mentions(club, club.ada, THE_END)
    page = await club.world.client.services.room_history.page(club.people[name].id, club.room, 100)
    return [f"{one.name}: {one.text}" for one in page.messages if one.text != THE_END]


async def heard_by_cem(club: Club) -> list[str]:
    told = await outbox.history(club.world.table, club.people["Cem"].id)
    return sorted(one.text for one in told if one.kind is SAID and THE_END not in one.text)


async def test_it_is_said_once_in_order_and_not_posted_again(club: Club) -> None:
    await club.bridge()
    await club.texts("Who comes?")
    mine = await mentions(club, club.bob, "On my way, *really*")
    await club.texts("Good")

    assert await said(club) == ["Cem: Who comes?", "Bob: On my way, *really*", "Cem: Good"]
    await club.relayed()
    posted = [line_of(one) for one in club.hall.messages if one.author is None]
    assert posted == ["Cem Who comes?", "Cem Good"]
    assert mine.reactions == [IN_THE_ROOM]
    assert len(await heard_by_cem(club)) == 1
    assert "On my way" in (await heard_by_cem(club))[0]


async def test_names_stand_where_discord_has_numbers(club: Club) -> None:
    await club.bridge()
    bot, eve = club.world.discord.bot, club.eve
    mail = club.world.discord.user("eve@example.org")
    odd = club.world.discord.user("e\u200bve\N{RIGHT-TO-LEFT OVERRIDE}")
    texts = (
        f"{bot.mention} you are {odd.mention}, {mail.mention} and <@12>",
        f"hey {bot.mention}, are you there {eve.mention}?",
        f"<@!{bot.id}>: <:lift:123> at <#{club.hall.id}>\n<@&77> with </room say:99>",
    )
    for text in texts:
        club.clock.advance(13)
        await marked(club, club.bob.says(text, in_=club.hall))

    assert await said(club) == [
        "Bob: you are @EVe, @Somebody and @Somebody",
        "Bob: hey, are you there @Eve?",
        "Bob: :lift: at #channel\n@role with /room say",
    ]


async def test_a_mention_of_a_member_by_their_name_there_is_told_to_them(club: Club) -> None:
    await club.bridge()
    await club.rooms.edit(club.people["Ada"].id, club.room, tell=Tell.MENTIONS)
    await mentions(club, club.bob, f"{club.ada.mention}, hurry")
    await mentions(club, club.bob, "nobody")

    told = await outbox.history(club.world.table, club.people["Ada"].id)
    assert ["hurry" in one.text for one in told if one.kind is SAID] == [True]


async def test_a_reply_that_pings_is_said_and_one_that_does_not_is_not(club: Club) -> None:
    await club.bridge()
    await club.texts("Who comes?")
    await club.relayed()
    [question] = club.hall.messages
    await marked(club, club.bob.says("Me", in_=club.hall, reply_to=question))
    silent = club.bob.says("Not to you", in_=club.hall, reply_to=question, pings=False)

    assert await said(club) == ["Cem: Who comes?", "Bob: Me"]
    assert silent.reactions == []


async def test_nobody_else_is_heard_or_answered(club: Club) -> None:
    await club.bridge()
    discord, dan = club.world.discord, club.world.discord.user("dan")
    await club.eve.slash("room list")
    assert club.hall.guild is not None
    side = club.hall.guild.text_channel("side")
    robot, hook = discord.user("robot"), discord.user("hook")
    robot.is_bot = True
    unheard = [
        club.eve.says(to_bot(club, "I am in no room"), in_=club.hall),
        club.eve.says(to_bot(club, "long " * 300), in_=club.hall),
        dan.says(to_bot(club, "I have no account"), in_=club.hall),
        robot.says(to_bot(club, "I am a bot"), in_=club.hall),
        write(hook, club.hall, to_bot(club, "I am a webhook"), by_webhook=True),
        club.bob.says(to_bot(club, "This channel shows no room"), in_=side),
        club.bob.says(to_bot(club, "  "), in_=club.hall),
        club.bob.says(to_bot(club, "We write to each other"), in_=club.bob.dm),
    ]

    assert await said(club) == []
    assert [one.reactions for one in unheard] == [[]] * len(unheard)
    assert {one.author for one in (*club.hall.messages, *side.messages)} == {
        *(club.eve, dan, robot, hook, club.bob, club.ada)
    }
    assert await club.world.account_of(dan) is None


async def test_what_does_not_mention_it_costs_nothing(club: Club, stored: FaultyTable) -> None:
    await club.bridge()
    await said(club)
    before = stored.calls
    await mentions(club, club.bob, "one")
    one = stored.calls - before
    before = stored.calls
    for number in range(20):
        message = club.eve.says(f"@everyone {number} {club.bob.mention}", in_=club.hall)
        message.rewrite("anew")
    await mentions(club, club.bob, "two")

    assert stored.calls - before == one


async def test_a_member_sees_what_cannot_be_said_and_can_put_it_right(club: Club) -> None:
    await club.bridge()
    long = club.bob.says(to_bot(club, "word " * 300), in_=club.hall)
    await marked(club, long, NOT_IN_IT)
    long.rewrite(to_bot(club, "in short: yes"))
    await marked(club, long)
    assert await said(club) == ["Bob: in short: yes"]
    assert long.reactions == [IN_THE_ROOM]

    club.clock.advance(120)
    many = [club.bob.says(to_bot(club, f"number {number}"), in_=club.hall) for number in range(6)]
    await marked(club, many[5], NOT_IN_IT)
    assert await said(club) == ["Bob: in short: yes", *(f"Bob: number {number}" for number in range(5))]


async def test_a_mention_that_was_forgotten_can_be_added_for_a_day(club: Club) -> None:
    await club.bridge()
    message, late = (club.bob.says(text, in_=club.hall) for text in ("on my way", "never mind"))
    message.rewrite(to_bot(club, "on my way"))
    await marked(club, message)
    club.clock.advance(86_400)
    late.rewrite(to_bot(club, "never mind"))

    assert await said(club) == ["Bob: on my way"]
    assert late.reactions == []


async def test_what_is_edited_reads_anew_in_the_room(club: Club) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "At sx")
    club.clock.advance(13)
    message.rewrite(to_bot(club, "At six"))
    assert await said(club) == ["Bob: At six"]
    await club.relayed()
    assert not [one for one in club.hall.messages if one.author is None]

    limit_before = await club.world.client.services.room_history.find(club.people["Bob"].id, club.room)
    message.unfurl()
    message.rewrite(to_bot(club, " At six "))
    message.rewrite("I do not mention you any more")
    assert await said(club) == ["Bob: At six"]
    after = await club.world.client.services.room_history.find(club.people["Bob"].id, club.room)
    assert after[1] == limit_before[1]


async def test_an_edit_does_not_follow_where_the_channel_shows_the_room_no_more(club: Club) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "one")
    await club.ada.slash("room unbridge", in_=club.hall)
    message.rewrite(to_bot(club, "two"))
    await club.ada.slash("room create", in_=club.hall, name="Tea")
    await club.ada.slash("room bridge", in_=club.hall, room="Tea")
    message.rewrite(to_bot(club, "three"))
    await club.bob.slash("room list")
    await mentions(club, club.ada, THE_END)

    page = await club.world.client.services.room_history.page(club.people["Cem"].id, club.room)
    assert [one.text for one in page.messages] == ["one"]


async def test_what_is_deleted_is_taken_back_alone_or_together(club: Club) -> None:
    await club.bridge()
    first, second, third = [await mentions(club, club.bob, text) for text in ("one", "two", "three")]
    other = club.eve.says("I am not in the room", in_=club.hall)
    first.erase()
    assert await said(club) == ["None: None", "Bob: two", "Bob: three"]
    club.hall.purge(second, other, third)

    assert await said(club) == ["None: None"] * 3
    assert await club.world.table.get(MentionKey(str(first.id)).key) is None


async def test_what_was_reported_stays_until_the_owner_decides(club: Club) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "rude")
    services = club.world.client.services
    _, found = await services.room_history.find(club.people["Bob"].id, club.room)
    await services.room_safety.report(club.people["Cem"].id, club.room, found.id)
    message.erase()

    assert await said(club) == ["Bob: rude"]


async def test_what_is_delivered_again_is_said_once_also_after_a_restart(
    club: Club,
) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "one")
    message.deliver_again()
    assert await said(club) == ["Bob: one"]
    await club.world.restart()
    message.deliver_again()
    assert await said(club) == ["Bob: one"]
    assert len(await heard_by_cem(club)) == 1
    club.clock.advance(13)
    await club.bob.slash("room unsay", in_=club.hall, room="Gym")
    message.deliver_again()
    message.rewrite(to_bot(club, "two"))

    assert await said(club) == ["None: None"]


async def test_what_was_written_while_the_connection_was_lost_is_said_afterwards(club: Club) -> None:
    await club.bridge()
    club.world.discord.gateway.drop()
    messages = [club.bob.says(to_bot(club, text), in_=club.hall) for text in ("one", "two", "three")]
    for message in messages:
        await marked(club, message)

    assert await said(club) == ["Bob: one", "Bob: two", "Bob: three"]


@pytest.mark.parametrize("when", ["before", "after"])
async def test_cut_at_every_step_of_the_store_it_is_said_and_told_once(
    club: Club, stored: FaultyTable, when: Literal["before", "after"]
) -> None:
    """Whatever call of the store is the last one that is answered: delivered again, it comes to the same."""
    await club.bridge()
    await said(club)
    before = stored.calls
    await mentions(club, club.bob, "uncut")
    steps, expected = stored.calls - before, ["Bob: uncut"]
    assert steps > 3
    for cut in range(1, steps + 1):
        stored.fail(at=cut, error=Throttled("cut"), when=when)
        club.clock.advance(61)
        message = club.bob.says(to_bot(club, f"cut {cut}"), in_=club.hall)
        message.deliver_again()
        await marked(club, message)
        expected.append(f"Bob: cut {cut}")
        assert await said(club) == expected
        assert len(await heard_by_cem(club)) == cut + 1


async def test_it_is_said_in_a_thread_and_where_it_may_not_react(club: Club) -> None:
    assert club.hall.guild is not None
    club.hall = club.hall.guild.thread("squats")
    await club.bridge()
    club.hall.forbid("add_reactions")
    message = club.bob.says(to_bot(club, "one"), in_=club.hall)
    club.hall.news.tell()
    await club.world.discord.until(lambda: bool(club.world.discord.asked("/reactions/")))
    club.hall.allow_all()

    assert await said(club) == ["Bob: one"]
    assert message.reactions == []


async def test_whoever_leaves_or_is_deleted_is_heard_no_more(club: Club) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "one")
    bob = club.people["Bob"]
    await club.rooms.leave(bob.id, club.room)
    message.rewrite(to_bot(club, "two"))
    gone = club.bob.says(to_bot(club, "three"), in_=club.hall)
    assert await said(club) == ["Bob: one"]
    assert gone.reactions == []

    await leaving.forget(club.world.table, bob.id, club.clock())
    await delete_person(club.world.table, Holder(bob.id), club.clock())
    assert await said(club) == ["None: None"]
    assert await club.world.table.get(MentionKey(str(message.id)).key) is None
    gone.deliver_again()
    assert await said(club) == ["None: None"]


async def test_a_room_that_is_gone_leaves_nothing_that_leads_to_it(club: Club) -> None:
    await club.bridge()
    message = await mentions(club, club.bob, "one")
    for name in ("Cem", "Bob", "Ada"):
        await club.rooms.leave(club.people[name].id, club.room)

    assert await club.world.table.get(MentionKey(str(message.id)).key) is None
