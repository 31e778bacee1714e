"""A room that a channel on Discord shows: each message once, in order, whatever fails, and back again."""

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest

from scheduler.rounds import run_due
from tests.bot.room_club import Club, line_of
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import refused, reset, server_error
from tests.fakes.discord.refusals import MISSING_ACCESS, UNKNOWN_CHANNEL
from tests.fakes.faulty_table import FaultyTable
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.notify import outbox
from tracker.rooms import leaving
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.feature import CHECK_INS
from tracker.rooms.messages import BRIDGED
from tracker.store.errors import Throttled
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines


@pytest.fixture
async def club(table: Table, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(table, clock) as club:
        yield club


async def test_what_is_said_appears_once_in_order_and_is_answered_there(club: Club) -> None:
    await club.texts("before")
    assert "The Club" in await club.bridge()
    await club.texts("On my way, @everyone")
    await club.bob.slash("room say", in_=club.hall, text="Me, too")
    await club.texts("*See* you https://example.org")
    lines = await club.relayed()
    assert lines == [
        "Cem On my way, @\u200beveryone",
        "Bob Me, too",
        "Cem \\*See\\* you https:\u200b//example.org",
    ]
    assert await club.relayed() == lines
    assert not any(one.pings for one in club.hall.messages)

    answer = await (await club.hall.messages[0].click("Reply", by=club.bob)).modal.submit(text="Hurry")
    assert answer.ephemeral
    assert (await club.relayed())[3:] == ["Bob Hurry"]
    page = await club.world.client.services.room_history.page(club.people["Cem"].id, club.room)
    assert [one.text for one in page.messages][1:] == [
        "On my way, @everyone", "Me, too", "*See* you https://example.org", "Hurry",
    ]  # fmt: skip
    stranger = await (await club.hall.messages[0].click("Reply", by=club.eve)).modal.submit(text="Me?")
    assert "not in this room" in stranger.text
    assert len(await club.relayed()) == 4


async def test_everybody_is_told_and_only_owner_and_manager_can_show_it(club: Club) -> None:
    club.world.discord.guilds[club.hall.guild.id if club.hall.guild else 0].permit(club.bob, "manage_guild")
    refused_to_bob = await club.bob.slash("room bridge", in_=club.hall, room="Gym")
    assert "Only" in refused_to_bob.text
    await club.bridge()
    for name in ("Bob", "Cem"):
        told = await outbox.history(club.world.table, club.people[name].id)
        assert [one.title for one in told if one.kind is BRIDGED] == ["Gym is shown in #general on The Club"]
    said = await club.bob.slash("room say", in_=club.hall, room="gym", text="hello")
    assert "#general on The Club" in said.text.replace("\\", "")
    await club.bob.slash("room unbridge", in_=club.hall)
    await club.texts("not there")
    assert await club.relayed() == []


async def test_who_manages_the_server_ends_it_also_without_being_in_the_room(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    assert "Gym" not in (await club.eve.slash("room unbridge", in_=club.hall)).text
    assert await club.relayed() == ["Cem one"]
    club.world.discord.guilds[club.hall.guild.id if club.hall.guild else 0].permit(club.eve, "manage_guild")
    said = (await club.eve.slash("room unbridge", in_=club.hall)).text
    assert "shows no room any more" in said
    assert "Gym" not in said
    await club.texts("two")
    assert await club.relayed() == ["Cem one"]
    told = await outbox.history(club.world.table, club.people["Ada"].id)
    assert [one.text for one in told if one.kind is BRIDGED] == [
        "Somebody who manages The Club ended it in #general."
    ]
    assert "shows no room" in (await club.eve.slash("room unbridge", in_=club.hall)).text


async def test_what_is_taken_back_goes_there_too_also_with_a_person(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    await club.texts("two")
    await club.bob.slash("room say", in_=club.hall, text="mine")
    assert len(await club.relayed()) == 3
    cem = club.people["Cem"]
    await club.world.client.services.room_history.take_back(cem.id, club.room, None)
    assert await club.relayed() == ["Cem one", "Bob mine"]
    await club.texts("three")
    await club.world.client.services.room_history.take_back(cem.id, club.room, None)
    assert await club.relayed() == ["Cem one", "Bob mine"]
    await leaving.forget(club.world.table, cem.id, club.world.clock())
    await delete_person(club.world.table, Holder(cem.id), club.clock())
    assert await club.relayed() == ["Bob mine"]


async def test_what_is_corrected_reads_anew_there_also_if_it_was_not_posted_yet(club: Club) -> None:
    await club.bridge()
    await club.texts("At sx")
    assert await club.relayed() == ["Cem At sx"]
    await club.texts("Bring shos")
    services, cem = club.world.client.services, club.people["Cem"]
    first, *_ = (await services.room_history.page(cem.id, club.room)).messages
    for text, which in (("Bring shoes, @everyone", None), ("At six", first.id)):
        club.clock.advance(13)
        await services.corrections.correct(cem.id, club.room, text, which)
    assert await club.relayed() == ["Cem At six", "Cem Bring shoes, @\u200beveryone"]
    assert not any(one.pings for one in club.hall.messages)
    await services.room_history.take_back(cem.id, club.room, None)
    club.hall.messages[0].deleted = True  # by a moderator
    await services.corrections.correct(cem.id, club.room, "At seven")
    assert await club.relayed() == []


@pytest.mark.parametrize("fault", [reset(accepted=True), reset(), server_error(503, accepted=True)])
async def test_a_lost_answer_leads_to_one_message(club: Club, fault: object) -> None:
    await club.bridge()
    await club.texts("one")
    await club.texts("two")
    club.world.discord.go_wrong(fault, on="POST /channels")  # type: ignore[arg-type]
    assert len(await club.relayed()) <= 1
    assert await club.relayed(20) == ["Cem one", "Cem two"]


async def test_also_where_discord_has_forgotten_the_nonce(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    club.world.discord.go_wrong(reset(accepted=True), on="POST /channels")
    assert await club.relayed() == ["Cem one"]
    await club.texts("two")
    assert await club.relayed(3600) == ["Cem one", "Cem two"]


async def test_what_fails_for_now_keeps_the_others_waiting(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    await club.texts("two")
    club.world.discord.go_wrong(refused(MISSING_ACCESS), on="POST /channels")
    assert await club.relayed() == []
    assert await club.relayed(60) == []
    assert await club.relayed(3600) == ["Cem one", "Cem two"]


@pytest.mark.parametrize(("way", "request_line"), [("take back", "DELETE /chan"), ("correct", "PATCH /chan")])
async def test_what_cannot_be_changed_there_for_a_day_keeps_nothing_waiting_any_more(
    club: Club, way: str, request_line: str
) -> None:
    services, cem = club.world.client.services, club.people["Cem"]
    await club.bridge()
    await club.texts("one")
    assert await club.relayed() == ["Cem one"]
    if way == "correct":
        await services.corrections.correct(cem.id, club.room, "two")
    else:
        club.clock.advance(timedelta(days=2).total_seconds())  # the day counts from the first attempt
        await services.room_history.take_back(cem.id, club.room, None)
    club.world.discord.stay_wrong(refused(MISSING_ACCESS), on=request_line)
    assert await club.relayed() == ["Cem one"]
    await club.relayed(timedelta(hours=23).total_seconds())
    await club.texts("three")
    assert await club.relayed(700) == ["Cem one"]
    assert await club.relayed(7200) == ["Cem one", "Cem three"]
    asked = len(club.world.discord.asked(request_line))
    await club.relayed(7200)
    assert len(club.world.discord.asked(request_line)) == asked > 0


async def test_a_channel_that_is_gone_is_told_to_the_owner_once(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    await club.texts("two")
    club.world.discord.stay_wrong(refused(UNKNOWN_CHANNEL), on="POST /channels")
    for _ in range(3):
        await club.relayed(120)
    told = await outbox.history(club.world.table, club.people["Ada"].id)
    assert [one.title for one in told if one.kind is BRIDGED] == ["Gym is no longer shown in a channel"]
    scene = await club.rooms.scene(club.people["Cem"].id, club.room)
    assert scene.room.bridge is None


async def test_a_room_that_is_gone_leaves_nothing_there(club: Club) -> None:
    await club.bridge()
    await club.texts("one")
    assert len(await club.relayed()) == 1
    for name in ("Cem", "Bob", "Ada"):
        await club.rooms.leave(club.people[name].id, club.room)
    assert await club.relayed() == []
    with pytest.raises(NoSuchRoom):
        await club.rooms.scene(club.people["Ada"].id, club.room)
    assert await club.world.client.services.bridges.room_in(club.hall.id) is None


@pytest.mark.parametrize("when", ["before", "after"])
async def test_cut_at_every_step_of_the_store_each_message_stands_there_once(
    club: Club, when: Literal["before", "after"]
) -> None:
    """Two things are said and one is taken back: whatever call of the store is the last of a life, another
    life comes to the same, also when Discord has forgotten what it was asked."""
    await club.bridge()
    relay = club.world.context.room_relay
    assert relay is not None
    expected: list[str] = []
    for cut in range(1, 40):
        await club.texts(f"one {cut}")
        await club.texts(f"two {cut}")
        await club.texts(f"gone {cut}")
        await club.world.client.services.room_history.take_back(club.people["Cem"].id, club.room, None)
        expected += [f"Cem one {cut}", f"Cem two {cut}"]
        cut_short = FaultyTable(club.world.table)
        cut_short.fail(at=cut, error=Throttled("cut"), when=when)
        with suppress(Throttled):
            await replace(relay, table=cut_short).run()
        assert await club.relayed(1200) == expected
        if cut_short.calls < cut:
            return
    pytest.fail("it never came to its end")


async def test_a_thread_is_woken_where_something_is_taken_back_and_waits_while_it_is_locked(
    club: Club,
) -> None:
    assert club.hall.guild is not None
    club.hall = club.hall.guild.thread("squats")
    assert "squats" in await club.bridge()
    await club.texts("one")
    await club.texts("two")
    assert await club.relayed() == ["Cem one", "Cem two"]
    club.hall.archived = True
    await club.world.client.services.room_history.take_back(club.people["Cem"].id, club.room, None)
    assert await club.relayed() == ["Cem one"]
    club.hall.archived = True
    await club.texts("three")
    assert await club.relayed() == ["Cem one", "Cem three"]
    club.hall.archived = club.hall.locked = True
    await club.texts("four")
    await club.world.client.services.room_history.take_back(club.people["Cem"].id, club.room, "Cem")
    await club.texts("five")
    assert await club.relayed() == ["Cem one", "Cem three"]
    club.hall.locked = False
    assert await club.relayed(3700) == ["Cem one", "Cem three", "Cem five"]


async def test_two_rooms_that_ask_at_the_same_time_are_both_heard(club: Club) -> None:
    """Discord takes a nonce once, whichever channel it is for."""
    side = club.hall.guild.text_channel("side") if club.hall.guild else None
    assert side is not None
    await club.bridge()
    await club.ada.slash("room create", in_=side, name="Tea")
    await club.ada.slash("room bridge", in_=side, room="Tea")
    at = f"{club.clock() + timedelta(minutes=5):%H:%M}"
    for room in ("Gym", "Tea"):
        await club.ada.slash("room check-in", in_=side, room=room, ask=f"How is {room}?", at=at)
    club.clock.advance(301)
    tools = tools_at(club.world.table, club.clock)
    await run_due(CHECK_INS, tools)
    assert await club.relayed() == ["\N{RAISED HAND} Gym How is Gym?"]
    assert [line_of(one) for one in side.messages] == ["\N{RAISED HAND} Tea How is Tea?"]
