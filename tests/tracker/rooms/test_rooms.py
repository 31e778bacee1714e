"""Rooms: who comes in and how, what they are called, who is told what, and what becomes of a room."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.accounts.service import Accounts
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.rewards.board_names import DiscordName
from tracker.rewards.errors import BadName, NameTaken
from tracker.rooms import leaving
from tracker.rooms.book import profiles_in
from tracker.rooms.errors import (
    BadCode,
    BadRoom,
    InRoomAlready,
    NoSuchMember,
    NoSuchRoom,
    NotTheOwner,
    ReportedAlready,
    RoomFull,
    SaidTooOften,
    TooManyRooms,
)
from tracker.rooms.messages import OWNER, REPORTED
from tracker.rooms.model import MOST_MEMBERS, MOST_ROOMS, RoomMember, Tell
from tracker.rooms.service import Who
from tracker.store.entity import change
from tracker.store.keys import RoomMemberKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

DAY = 24 * 3600.0


@pytest.fixture
def circle(sqlite_table: SqliteTable, clock: HandClock) -> Circle:
    return Circle(sqlite_table, clock)


@pytest.fixture
def everywhere(table: Table, clock: HandClock) -> Circle:
    """On both engines in turn."""
    return Circle(table, clock)


async def rest_of(table: Table) -> set[str]:
    return {str(item["type"]) async for item in table.scan()}


async def test_whoever_knows_the_code_comes_in_until_it_ends(circle: Circle) -> None:
    await circle.meet("Ada", "Bob")
    await circle.arrive("Cem", "Dan")
    with pytest.raises(InRoomAlready):
        await circle.join("Bob")
    later = await circle.rooms.invite(circle.id("Ada"), circle.room, uses=1, days=2)
    with pytest.raises(BadCode):
        await circle.join("Cem")
    circle.code = later.code
    await circle.join("Cem")
    with pytest.raises(BadCode):
        await circle.join("Dan")
    circle.code = (await circle.rooms.invite(circle.id("Ada"), circle.room, uses=5, days=2)).code
    circle.clock.advance(3 * DAY)
    with pytest.raises(BadCode):
        await circle.join("Dan")
    with pytest.raises(NotTheOwner, match="Only Ada"):
        await circle.rooms.invite(circle.id("Bob"), circle.room, uses=1, days=1)


@pytest.mark.parametrize(
    ("uses", "days", "field"),
    [(0, None, "people"), (-1, None, "people"), (50, None, "people"), (None, 0, "days"), (None, 91, "days")],
)
async def test_an_invitation_for_nobody_or_for_no_day_is_refused(
    circle: Circle, uses: int | None, days: int | None, field: str
) -> None:
    await circle.meet("Ada")
    with pytest.raises(BadRoom) as refused:
        await circle.rooms.invite(circle.id("Ada"), circle.room, uses=uses, days=days)
    assert refused.value.field == field
    await circle.arrive("Bob")
    await circle.join("Bob")  # the code before still works


async def test_codes_cannot_be_tried_out(circle: Circle) -> None:
    await circle.arrive("Eve")
    for number in range(20):
        with pytest.raises(BadCode):
            await circle.rooms.join(Who(circle.people["Eve"]), f"{number:010}")
    with pytest.raises(SaidTooOften, match="Try again in 60 minutes"):
        await circle.rooms.join(Who(circle.people["Eve"]), "2222222222")


async def test_of_many_who_come_at_once_each_use_lets_one_in(everywhere: Circle) -> None:
    await everywhere.meet("Ada")
    names = [f"Guest {number}" for number in range(6)]
    await everywhere.arrive(*names)
    everywhere.code = (
        await everywhere.rooms.invite(everywhere.id("Ada"), everywhere.room, uses=3, days=1)
    ).code

    came = await asyncio.gather(*map(everywhere.join, names), return_exceptions=True)

    assert [type(one) for one in came].count(BadCode) == 3
    scene = await everywhere.rooms.scene(everywhere.id("Ada"), everywhere.room)
    assert len(scene.members) == len({one.name for one in scene.members}) == 4


async def test_rooms_and_people_have_room_for_so_many(circle: Circle) -> None:
    await circle.meet(*(f"Guest {number}" for number in range(MOST_MEMBERS)))
    await circle.arrive("Eve")
    circle.code = (await circle.rooms.invite(circle.id("Guest 0"), circle.room, uses=None, days=None)).code
    with pytest.raises(RoomFull):
        await circle.join("Eve")
    said = await circle.say("Guest 0", "Hello everybody")
    assert said.told == MOST_MEMBERS - 1
    for number in range(MOST_ROOMS):
        await circle.rooms.create(Who(circle.people["Eve"]), f"Room {number}")
    with pytest.raises(TooManyRooms):
        await circle.rooms.create(Who(circle.people["Eve"]), "One more")


async def test_in_a_room_everybody_has_a_name_of_their_own_and_no_address(circle: Circle) -> None:
    await circle.meet("Ada", "Bob")
    await circle.arrive("Cem", "Dan")
    with pytest.raises(NameTaken):
        await circle.rooms.join(Who(circle.people["Cem"], "ada."), circle.code)
    for address in ("cem@example.org", "+44 7700 900123", "07700-900-123"):
        with pytest.raises(BadName):
            await circle.rooms.join(Who(circle.people["Cem"], address), circle.code)
    for name in ("Cem", "Dan"):
        await circle.rooms.join(Who(circle.people[name]), circle.code)
    with pytest.raises(NameTaken):
        await circle.rooms.edit(circle.id("Bob"), circle.room, member_name="Áda")
    scene = await circle.rooms.scene(circle.id("Ada"), circle.room)
    assert [one.name for one in scene.members] == ["Ada", "Bob", "Somebody", "Somebody 2"]


async def test_whose_names_on_discord_look_like_addresses_is_somebody(circle: Circle) -> None:
    await circle.meet("Ada")
    await circle.arrive("Bob")
    number = DiscordName("077 009 001 23", "07700900123")
    joined = await circle.rooms.join(Who(circle.people["Bob"], discord=number), circle.code)
    assert joined.mine.name == "Somebody"


async def test_each_is_told_as_they_like_and_once(circle: Circle) -> None:
    await circle.meet("Ada", "Bob", "Cem", "Dan", tell=Tell.DIGEST)
    await circle.rooms.edit(circle.id("Bob"), circle.room, tell=Tell.ALL)
    await circle.rooms.edit(circle.id("Cem"), circle.room, tell=Tell.MENTIONS)
    first = await circle.say("Ada", "On my way", "press-1")
    again = await circle.say("Ada", "On my way", "press-1")
    assert (first.told, again.told, again.again) == (1, 0, True)
    assert again.message == first.message
    assert (await circle.say("Ada", "Coming, @cem? @Bobby is not")).told == 2
    assert [len(await circle.told(name)) for name in ("Ada", "Bob", "Cem", "Dan")] == [0, 2, 1, 0]
    assert {one.text for one in await circle.told("Cem")} == {"Ada: Coming, @cem? @Bobby is not"}
    assert await circle.sees("Dan") == ["Ada: On my way", "Ada: Coming, @cem? @Bobby is not"]


async def test_a_stranger_sees_and_changes_nothing(circle: Circle) -> None:
    await circle.meet("Ada", "Bob")
    await circle.arrive("Eve")
    said = await circle.say("Ada", "Between us")
    eve, message = circle.id("Eve"), said.message.id
    for attempt in (
        lambda: circle.rooms.find(eve, circle.room),
        lambda: circle.rooms.scene(eve, circle.room),
        lambda: circle.history.page(eve, circle.room),
        lambda: circle.history.take_back(eve, circle.room, message),
        lambda: circle.saying.say(eve, circle.room, "Hi"),
        lambda: circle.rooms.invite(eve, circle.room, uses=1, days=1),
        lambda: circle.rooms.edit(eve, circle.room, name="Mine"),
        lambda: circle.rooms.remove(eve, circle.room, "Ada"),
        lambda: circle.safety.report(eve, circle.room, message),
        lambda: circle.safety.block(eve, circle.room, "Ada"),
    ):
        with pytest.raises(NoSuchRoom):
            await attempt()
    await circle.rooms.leave(eve, circle.room)
    assert await circle.sees("Bob") == ["Ada: Between us"]


async def test_one_who_floods_takes_nothing_from_others(circle: Circle) -> None:
    await circle.meet("Ada", "Bob", "Cem")
    for number in range(5):
        await circle.say("Ada", f"{number}")
    with pytest.raises(SaidTooOften, match=r"5 messages a minute.* Try again in 60 seconds\."):
        await circle.say("Ada", "more")
    await circle.say("Bob", "I can")
    circle.clock.advance(61)
    for minute in range(39):
        for number in range(5):
            await circle.say("Ada", f"{minute} {number}")
        circle.clock.advance(61)
    with pytest.raises(SaidTooOften, match=r"200 messages a day.* Try again in 24 hours\."):
        await circle.say("Ada", "more")
    assert len(await circle.told("Cem")) == 201


async def test_history_is_read_back_page_by_page_and_each_message_once(circle: Circle) -> None:
    await circle.meet("Ada", "Bob", tell=Tell.DIGEST)
    for number in range(23):
        await circle.say("Ada" if number % 2 else "Bob", f"{number}")
        circle.clock.advance(7 if number % 3 else 30)
    read, before = list[str](), None
    while True:
        page = await circle.history.page(circle.id("Bob"), circle.room, 5, before)
        read = [*(one.text or "" for one in page.messages), *read]
        if (before := page.before) is None:
            break
    assert read == [f"{number}" for number in range(23)]


async def test_whoever_leaves_is_forgotten_when_they_are_the_last(circle: Circle) -> None:
    await circle.meet("Ada", "Bob", "Cem")
    await circle.say("Ada", "one")
    await circle.say("Bob", "two")
    await circle.rooms.leave(circle.id("Ada"), circle.room)
    scene = await circle.rooms.scene(circle.id("Bob"), circle.room)
    assert (scene.room.owner, [one.name for one in scene.members]) == (circle.id("Bob"), ["Bob", "Cem"])
    assert await circle.sees("Cem") == ["Ada: one", "Bob: two"]
    with pytest.raises(NoSuchMember):
        await circle.rooms.remove(circle.id("Bob"), circle.room, "Ada")
    await circle.rooms.remove(circle.id("Bob"), circle.room, "cem")
    with pytest.raises(BadCode):
        await circle.join("Cem")
    await circle.rooms.leave(circle.id("Bob"), circle.room)
    left = await rest_of(circle.table)
    assert left.isdisjoint({"room", "roomMember", "roomMessage", "roomCode", "authorship"})


@pytest.mark.parametrize("goes", ["leaves", "is deleted"])
async def test_everybody_is_told_whose_a_room_is_when_its_owner_goes(circle: Circle, goes: str) -> None:
    await circle.meet("Ada", "Bob", "Cem")

    async def told(name: str) -> list[tuple[str, str]]:
        found = await outbox.history(circle.table, circle.id(name))
        return [(one.title, one.text) for one in found if one.kind is OWNER]

    assert await leaving.parting_notes(circle.table, circle.id("Ada")) == [
        "The room Gym passes to Bob, who has been in it longest, and everybody in it is told."
    ]
    if goes == "leaves":
        await circle.rooms.leave(circle.id("Ada"), circle.room)
    else:
        await circle.delete("Ada")
    gone = "Whoever owned the room has left it. It goes on, and belongs to"
    duties = "You can change it and take people out, and decide about reports."
    assert await told("Bob") == [("Gym is yours now", f"{gone} you, who have been in it longest. {duties}")]
    assert await told("Cem") == [("Gym has a new owner", f"{gone} whoever has been in it longest.")]

    await circle.rooms.leave(circle.id("Cem"), circle.room)
    assert len(await told("Bob")) == 1, "somebody else who leaves is nobody's business"


async def test_an_owner_goes_from_a_full_room_in_which_all_want_them_as_a_buddy(circle: Circle) -> None:
    names = ["Ada", *(f"Bob {number}" for number in range(MOST_MEMBERS - 1))]
    await circle.meet(*names)
    for name in names[1:]:
        mine = RoomMemberKey(circle.id(name), circle.room)
        await circle.table.update(change(RoomMember, mine, {"buddy": circle.id("Ada")}))
    await circle.rooms.leave(circle.id("Ada"), circle.room)
    scene = await circle.rooms.scene(circle.id("Bob 0"), circle.room)
    assert scene.room.owner == circle.id("Bob 0")
    assert {one.buddy for one in scene.members} == {None}


async def test_a_deletion_leaves_a_mark_and_the_room_to_others(everywhere: Circle) -> None:
    await everywhere.meet("Ada", "Bob", "Cem")
    await everywhere.say("Ada", "one")
    await everywhere.say("Bob", "two")
    await everywhere.safety.block(everywhere.id("Cem"), everywhere.room, "Ada")
    ada = everywhere.id("Ada")
    await everywhere.delete("Ada")
    assert await everywhere.sees("Bob") == ["[deleted]", "Bob: two"]
    assert await everywhere.sees("Cem") == ["[deleted]", "Bob: two"]
    scene = await everywhere.rooms.scene(everywhere.id("Bob"), everywhere.room)
    assert scene.room.owner == everywhere.id("Bob")
    assert not [item async for item in everywhere.table.scan() if ada in str(item)]


async def test_a_report_keeps_what_was_said_and_two_hide_it(circle: Circle) -> None:
    await circle.meet("Ada", "Bob", "Cem", "Dan", tell=Tell.DIGEST)
    await circle.arrive("Root")
    circle.operators = [circle.id("Root")]
    for number in range(4):
        await circle.say("Ada", f"{number}")
    bad = await circle.say("Bob", "something nasty")
    await circle.safety.report(circle.id("Cem"), circle.room, bad.message.id, "rude")
    with pytest.raises(ReportedAlready):
        await circle.safety.report(circle.id("Cem"), circle.room, bad.message.id)
    with pytest.raises(NotTheOwner):
        await circle.history.take_back(circle.id("Bob"), circle.room, bad.message.id)

    async def reported(name: str) -> list[OutboxItem]:
        return [one for one in await outbox.history(circle.table, circle.id(name)) if one.kind is REPORTED]

    [to_owner], [to_operator] = await reported("Ada"), await reported("Root")
    assert (
        to_owner.text
        == to_operator.text
        == "Why: rude\nAda: 0\nAda: 1\nAda: 2\nAda: 3\n> Bob: something nasty"
    )
    assert "Cem" not in to_owner.text
    assert circle.id("Cem") not in repr(to_owner)

    assert "Bob: something nasty" in await circle.sees("Dan")
    await circle.safety.report(circle.id("Dan"), circle.room, "Bob")
    seeing = {
        name: "Bob: something nasty" in await circle.sees(name) for name in ("Ada", "Bob", "Cem", "Dan")
    }
    assert seeing == {"Ada": True, "Bob": True, "Cem": False, "Dan": False}
    circle.clock.advance(timedelta(days=400).total_seconds())
    assert len(await circle.sees("Ada")) == 5
    await circle.history.take_back(circle.id("Ada"), circle.room, bad.message.id)
    assert (await circle.sees("Dan"))[-1] == "[deleted]"


@pytest.mark.parametrize("last", ["Bob", "Cem"])
async def test_of_two_of_one_name_the_one_who_was_blocked_last_is_unblocked(
    circle: Circle, last: str
) -> None:
    await circle.meet("Ada", "Cem")
    await circle.arrive("Bob")
    tea = await circle.rooms.create(Who(circle.people["Ada"], "Ada"), "Tea")
    assert tea.invitation is not None
    await circle.rooms.join(Who(circle.people["Bob"], "Cem"), tea.invitation.code)
    rooms = {"Cem": circle.room, "Bob": tea.room.id}
    for one in sorted(rooms, key=lambda name: name == last):
        await circle.safety.block(circle.id("Ada"), rooms[one], "Cem")
        circle.clock.advance(1)

    await circle.safety.unblock(circle.id("Ada"), "Cem")

    blocked = {one.other for one in await circle.safety.blocked(circle.id("Ada"))}
    assert blocked == {circle.id(one) for one in rooms if one != last}


async def test_what_was_said_expires_with_what_leads_to_it(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    circle = Circle(sqlite_table, clock, keep_days=30)
    await circle.meet("Ada", "Bob", tell=Tell.DIGEST)
    await circle.say("Ada", "old")
    clock.advance(20 * DAY)
    await circle.say("Ada", "new")
    clock.advance(11 * DAY)
    assert await circle.sees("Bob") == ["Ada: new"]
    assert len([one async for one in sqlite_table.scan() if one["type"] == "authorship"]) == 1


async def known(circle: Circle, viewer: str) -> set[str]:
    """Who shows something of themselves to somebody."""
    scene = await circle.rooms.scene(circle.id(viewer), circle.room)
    profiles = await profiles_in(circle.table, scene)
    return {name for name in circle.people if circle.id(name) in profiles}


async def test_what_people_say_of_themselves_is_seen_by_others_in_their_rooms_only_if_they_wish(
    circle: Circle,
) -> None:
    await circle.meet("ada", "bob", "eve")
    accounts = Accounts(circle.table, circle.clock, lambda: "")
    said = {"pronouns": "she/her", "bio": "I climb.", "birth_date": "1990-03-01"}
    await accounts.change_settings(circle.id("ada"), said)
    assert await known(circle, "bob") == set()

    await accounts.change_settings(circle.id("ada"), {"shown_in_rooms": "pronouns"})
    await circle.safety.block(circle.id("eve"), circle.room, "ada")

    assert (await known(circle, "bob"), await known(circle, "ada"), await known(circle, "eve")) == (
        {"ada"},
        {"ada"},
        set(),
    )
    await accounts.change_settings(circle.id("ada"), {"shown_in_rooms": "none"})
    assert await known(circle, "bob") == set()
