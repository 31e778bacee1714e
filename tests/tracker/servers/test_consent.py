"""What members agreed to, kind by kind: nothing else is told of them, whatever a server wants to tell."""

from datetime import timedelta

import pytest

from tests.tracker.servers.halls import GUILD, Hall
from tracker.days import Span
from tracker.servers.deeds import Deeds, deeds_on
from tracker.servers.errors import NotAnnounced
from tracker.servers.membership import MEMBER_CHECK, checks, members_of, memberships_of
from tracker.servers.model import Announces, Guild, Membership, News, Server
from tracker.store.conditions import EXISTS
from tracker.store.table import Update


async def today(hall: Hall, server: Server) -> list[Deeds]:
    now = hall.clock() + timedelta(seconds=1)
    return await deeds_on(hall.table, server.account, Span(now - timedelta(days=1), now))


async def only(hall: Hall) -> Membership:
    [one] = await memberships_of(hall.table, "Anna")
    return one


async def test_a_yes_to_reached_goals_is_no_yes_to_gains_or_milestones(hall: Hall) -> None:
    server = await hall.server(announces=Announces.MILESTONES)
    await hall.player("Anna", server, "98 wc", "99 wc", agreed=[News.REACHED])
    hall.clock.advance(3600)

    await hall.cuts("Anna", 7_100_000)  # past half of both
    assert await hall.announced(server) == []
    assert await today(hall, server) == []
    await hall.cuts("Anna", 12_000_000)

    assert [one.title for one in await hall.announced(server)] == ["Anna reached 98 Woodcutting!"]
    [digest] = await today(hall, server)
    assert (digest.reached, digest.gains) == (("98 Woodcutting",), ())


async def test_a_yes_to_gains_is_no_yes_to_reached_goals(hall: Hall) -> None:
    server = await hall.server(announces=Announces.MILESTONES)
    await hall.player("Anna", server, "98 wc", agreed=[News.GAINS])
    hall.clock.advance(3600)

    await hall.cuts("Anna", 12_000_000)

    assert await hall.announced(server) == []
    [digest] = await today(hall, server)
    assert (digest.reached, digest.xp) == ((), 11_000_000)


async def test_a_server_that_tells_more_afterwards_tells_nothing_more_of_those_who_did_not_agree(
    hall: Hall,
) -> None:
    server = await hall.server(announces=Announces.REACHED)
    await hall.player("Anna", server, "99 wc", agreed=[News.REACHED])
    await hall.servers.announce(server, Announces.MILESTONES)
    await hall.servers.change_settings(server, {"digest": "daily"})
    hall.clock.advance(3600)

    await hall.cuts("Anna", 7_100_000)
    assert await hall.announced(server) == []
    await hall.servers.join(await hall.person("Anna"), server, News.MILESTONES)
    await hall.cuts("Anna", 10_100_000)

    assert [one.title for one in await hall.announced(server)] == ["Anna: 75 % of 99 Woodcutting"]


async def test_who_joined_before_kinds_had_names_agreed_to_reached_goals_alone(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server)
    await hall.table.update(
        Update((await only(hall)).key.key, remove=["reached", "milestones", "gains"], when=EXISTS)
    )

    assert (await only(hall)).agreed == (News.REACHED,)
    assert [one.user for one in await members_of(hall.table, server.account, News.REACHED)] == ["Anna"]
    assert await members_of(hall.table, server.account, News.MILESTONES, News.GAINS) == []


async def test_one_kind_is_taken_back_and_what_was_told_of_it_forgotten(hall: Hall) -> None:
    server = await hall.server(announces=Announces.MILESTONES)
    await hall.player("Anna", server, "98 wc", "99 wc")
    await hall.cuts("Anna", 7_100_000)
    await hall.cuts("Anna", 12_000_000)
    told = {one.kind.name: one for one in await hall.announced(server)}
    assert set(told) == {"announce-milestone", "announce-reached"}
    milestone = told["announce-milestone"]
    assert milestone.check is not None
    is_agreed = checks(hall.table)[MEMBER_CHECK]
    assert await is_agreed(server.account, milestone.check.reference)

    left = await hall.servers.leave_meant("Anna", None, Guild(GUILD), News.MILESTONES)

    assert left.agreed == (News.REACHED, News.GAINS)
    assert {one.kind.name for one in await hall.announced(server)} == {"announce-reached"}
    assert not await is_agreed(server.account, milestone.check.reference)


async def test_who_takes_back_the_last_kind_has_left(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, agreed=[News.GAINS])

    await hall.servers.leave_meant("Anna", "The Clan", None, News.GAINS)

    assert await memberships_of(hall.table, "Anna") == []
    with pytest.raises(NotAnnounced):
        await hall.servers.withdraw(
            Membership(user="Anna", server=server.account, name="", since=hall.clock()), News.GAINS
        )
