"""What servers are told: in the transaction that tells the person, once, and only what they want to hear."""

import pytest

from tests.recorders import recorder_on
from tests.tracker.goals.looking import Interrupted
from tests.tracker.servers.halls import GUILD, Hall, subject
from tracker.goals.recording.evaluate import NumberChanged, TakenBack, TargetReached
from tracker.servers.announcements import ANNOUNCED_GOAL, kind_of
from tracker.servers.membership import MEMBER_CHECK, checks
from tracker.servers.model import Announces
from tracker.store.keys import MembershipKey


async def test_a_goal_that_is_reached_is_told_to_every_server_of_the_person(hall: Hall) -> None:
    clan, guild = await hall.server(), await hall.server(GUILD + 1, name="The Guild")
    silent = await hall.server(GUILD + 2)
    anna = await hall.player("Anna", clan, "99 wc")
    await hall.servers.join(anna, guild)
    await hall.servers.join(anna, silent)
    await hall.servers.announce(silent, Announces.NOTHING)

    hall.clock.advance(3 * 24 * 3600)
    await hall.cuts("Anna", 13_100_000)

    for server in (clan, guild):
        [told] = await hall.announced(server)
        assert told.kind.name == "announce-reached"
        assert told.title == "Anna reached 99 Woodcutting!"
        assert told.text == "Now 13,100,000 xp. It took 3 days."
    assert await hall.announced(silent) == []
    assert await hall.kinds(anna) == ["goal-reached"]


@pytest.mark.parametrize(("announces", "count"), [(Announces.MILESTONES, 1), (Announces.REACHED, 0)])
async def test_milestones_are_told_where_they_are_wanted(
    hall: Hall, announces: Announces, count: int
) -> None:
    server = await hall.server(announces=announces)
    anna = await hall.player("Anna", server, "99 wc")

    await hall.cuts("Anna", 7_100_000)

    told = await hall.announced(server)
    assert [one.title for one in told] == ["Anna: 50 % of 99 Woodcutting"] * count
    assert await hall.kinds(anna) == ["goal-milestone"]


async def test_a_level_on_the_way_is_a_milestone_too(hall: Hall) -> None:
    server = await hall.server(announces=Announces.MILESTONES)
    await hall.player("Anna", server, "200m wc", xp=5_000_000)

    await hall.cuts("Anna", 5_400_000)

    assert [one.title for one in await hall.announced(server)] == ["Anna: level 90 Woodcutting"]


async def test_a_milestone_is_announced_once_and_again_of_another_goal(hall: Hall) -> None:
    server = await hall.server(announces=Announces.MILESTONES)
    anna = await hall.player("Anna", server, "99 wc")
    await hall.cuts("Anna", 7_100_000)
    await hall.cuts("Anna", 7_150_000)
    assert [one.title for one in await hall.announced(server)] == ["Anna: 50 % of 99 Woodcutting"]
    [goal] = await hall.goals.list(anna.id)
    await hall.goals.edit(anna, goal, text="14m")

    await hall.cuts("Anna", 7_600_000)

    [_, another] = await hall.announced(server)
    assert another.title == "Anna: 50 % of 14m Woodcutting xp"


async def test_a_look_that_is_repeated_announces_nothing_twice(hall: Hall) -> None:
    """The subject could not be written, so the whole look comes once more."""
    server = await hall.server()
    await hall.player("Anna", server, "99 wc")
    interrupted = Interrupted(hall.table, lambda: hall.servers.find(GUILD), at=2)
    recorder = recorder_on(interrupted, hall.clock, keep_days=30)

    for _ in range(2):
        await hall.look({"woodcutting.xp": 13_100_000}, subject=subject("Anna"), recorder=recorder)

    assert len(await hall.announced(server)) == 1


async def test_whether_somebody_is_still_announced_is_asked_before_it_is_said(hall: Hall) -> None:
    server = await hall.server()
    anna = await hall.player("Anna", server, "99 wc")
    await hall.cuts("Anna", 13_100_000)
    [told] = await hall.announced(server)
    assert told.check is not None
    assert told.check.name == MEMBER_CHECK
    is_member = checks(hall.table)[MEMBER_CHECK]
    assert await is_member(told.person, told.check.reference)

    await hall.table.delete(MembershipKey(anna.id, server.account).key)

    assert not await is_member(told.person, told.check.reference)


def test_a_change_and_a_fall_are_no_news_to_others() -> None:
    assert kind_of(NumberChanged()) is None
    assert kind_of(TakenBack()) is None
    assert kind_of(TargetReached(found=True)) is None
    assert kind_of(TargetReached()) is ANNOUNCED_GOAL
