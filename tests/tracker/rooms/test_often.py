"""Nobody keeps others busy, or uses up what they need: by coming and going, by bridges, by questions."""

from datetime import time

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.rooms.people import Circle
from tracker.notify import outbox
from tracker.rooms.bridging import Bridges
from tracker.rooms.check_ins import CheckIns
from tracker.rooms.errors import SaidTooOften
from tracker.rooms.messages import BRIDGED
from tracker.rooms.model import Bridge, CheckIn
from tracker.rooms.often import BRIDGES, JOINS, QUESTIONS
from tracker.servers.model import Guild
from tracker.store.sqlite import SqliteTable

DAY = 86_400


@pytest.fixture
async def circle(sqlite_table: SqliteTable, clock: HandClock) -> Circle:
    circle = Circle(sqlite_table, clock)
    await circle.meet("Ada", "Bob")
    return circle


async def test_who_comes_and_goes_does_not_use_up_the_invitation(circle: Circle) -> None:
    await circle.arrive("Eve", "Cem")
    made = await circle.rooms.invite(circle.id("Ada"), circle.room, uses=JOINS.most + 1, days=1)
    circle.code = made.code
    for _ in range(JOINS.most):
        await circle.join("Eve")
        await circle.rooms.leave(circle.id("Eve"), circle.room)
    with pytest.raises(SaidTooOften, match="joined Gym often today"):
        await circle.join("Eve")
    await circle.join("Cem")


async def test_who_left_can_come_back_another_day(circle: Circle) -> None:
    for _ in range(JOINS.most + 1):
        await circle.rooms.leave(circle.id("Bob"), circle.room)
        circle.clock.advance(DAY)
        await circle.join("Bob")


async def test_members_are_not_told_of_one_bridge_after_another(circle: Circle) -> None:
    bridges, club = Bridges(circle.table, circle.clock), Guild(7, is_managed=True)

    async def show(channel: int) -> None:
        circle.clock.advance(60)
        bridge = Bridge(
            channel=f"{channel}", channel_name="gym", server="7", server_name="Club", since=circle.clock()
        )
        await bridges.show(circle.id("Ada"), circle.room, club, bridge)

    for number in range(BRIDGES.most):
        await show(number % 2)
    with pytest.raises(SaidTooOften, match="everybody is told each time"):
        await show(5)
    told = [one for one in await outbox.history(circle.table, circle.id("Bob")) if one.kind is BRIDGED]
    assert len(told) == BRIDGES.most


async def test_members_are_not_asked_all_day(circle: Circle) -> None:
    check_ins = CheckIns(circle.table, circle.clock)
    for minute in range(QUESTIONS.most):
        await check_ins.ask(circle.id("Ada"), circle.room, question(minute))
    with pytest.raises(SaidTooOften, match="everybody is asked each time"):
        await check_ins.ask(circle.id("Ada"), circle.room, question(59))
    assert (await check_ins.stop(circle.id("Ada"), circle.room)).room.check_in is None
    circle.clock.advance(DAY)
    await check_ins.ask(circle.id("Ada"), circle.room, question(59))


def question(minute: int) -> CheckIn:
    return CheckIn(question="Did you?", at=time(12, minute), zone="UTC")
