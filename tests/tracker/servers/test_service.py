"""Servers as accounts: set up once, joined and left, forgotten with those who leave."""

import asyncio

import pytest

from tests.due_work import due_rounds, tools_at
from tests.tracker.servers.halls import GUILD, Hall
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import DigestFrequency
from tracker.feature import farewells
from tracker.servers.errors import NotAnnounced, NotManager, NotOnServer, ServerNotSetUp, TooManyServers
from tracker.servers.membership import members_of, memberships_of
from tracker.servers.model import Announces, Guild, News, Server
from tracker.servers.service import MOST_SERVERS


async def members(hall: Hall, server: Server, *news: News) -> list[str]:
    return [one.user for one in await members_of(hall.table, server.account, *(news or News))]


async def test_a_server_is_set_up_once_and_keeps_what_it_was_told(hall: Hall) -> None:
    assert await hall.servers.find(GUILD) is None
    first = await hall.server(announces=Announces.MILESTONES)

    again = await hall.servers.set_up(GUILD, "Another Name")

    assert again.account == first.account
    assert again.name == "Another Name"
    assert again.announces is Announces.MILESTONES
    assert await hall.servers.find(GUILD) == again


async def test_many_who_set_it_up_at_once_set_up_one(hall: Hall) -> None:
    found = await asyncio.gather(*(hall.servers.set_up(GUILD, "The Clan") for _ in range(6)))

    assert len({one.account for one in found}) == 1


async def test_a_new_server_has_no_digest_and_one_that_wants_it_a_round(hall: Hall) -> None:
    server = await hall.server()
    assert (await hall.servers.account(server)).digest is DigestFrequency.OFF

    account = await hall.servers.change_settings(server, {"digest": "daily", "digest_time": "18:00"})
    hall.clock.advance(18 * 3600)

    assert account.digest is DigestFrequency.DAILY
    assert [one.user for one in await due_rounds(hall.table, hall.clock())] == [server.account]


async def test_setting_it_up_again_leaves_the_digest_alone(hall: Hall) -> None:
    server = await hall.server()
    await hall.servers.change_settings(server, {"digest": "weekly"})

    await hall.servers.set_up(GUILD, "The Clan")

    assert (await hall.servers.account(server)).digest is DigestFrequency.WEEKLY


async def test_members_come_and_go(hall: Hall) -> None:
    server = await hall.server()
    anna, bert = await hall.person("anna"), await hall.person("bert")
    await hall.servers.join(anna, server)
    hall.clock.advance(1)
    await hall.servers.join(bert, server)
    assert await members(hall, server) == ["anna", "bert"]

    left = await hall.servers.leave("anna", server.account)

    assert left.name == "The Clan"
    assert await members(hall, server) == ["bert"]
    assert await memberships_of(hall.table, "anna") == []
    with pytest.raises(NotAnnounced):
        await hall.servers.leave("anna", server.account)


async def test_who_joins_again_has_been_there_since_the_first_time(hall: Hall) -> None:
    server, anna = await hall.server(), await hall.person("anna")
    first = await hall.servers.join(anna, server)
    hall.clock.advance(3600)

    assert await hall.servers.join(anna, server) == first
    at_once = await asyncio.gather(*(hall.servers.join(anna, server) for _ in range(4)))
    assert {one.server for one in at_once} == {server.account}
    assert len(await memberships_of(hall.table, "anna")) == 1


async def test_there_are_only_so_many_servers_for_one(hall: Hall) -> None:
    anna = await hall.person("anna")
    for number in range(MOST_SERVERS):
        await hall.servers.join(anna, await hall.server(GUILD + number))

    with pytest.raises(TooManyServers, match="that is the most"):
        await hall.servers.join(anna, await hall.server(GUILD + MOST_SERVERS))


async def test_who_is_being_deleted_does_not_join(hall: Hall) -> None:
    server, anna = await hall.server(), await hall.person("anna")
    holder = await hall.accounts.holder(parse_identity("local:anna"))
    assert holder is None  # made by hand, without a lock
    gone = anna.model_copy(update={"id": "nobody"})

    with pytest.raises(NoSuchUser):
        await hall.servers.join(gone, server)

    assert await members(hall, server) == []


async def test_what_a_server_was_told_of_somebody_goes_with_them(hall: Hall) -> None:
    server = await hall.server()
    await hall.player("Anna", server, "99 wc")
    await hall.player("Bert", server, "99 wc")
    await hall.cuts("Anna", 13_100_000)
    await hall.cuts("Bert", 13_100_000)
    assert len(await hall.announced(server)) == 2

    await hall.servers.leave("Anna", server.account)

    [kept] = await hall.announced(server)
    assert kept.facts["people"] == "Bert"


async def test_deleting_a_person_takes_along_what_servers_keep_of_them(hall: Hall) -> None:
    server = await hall.server()
    anna = await hall.accounts.register(parse_identity("discord:1"))
    await hall.servers.join(anna, server)
    character = await hall.character(anna, woodcutting_xp=1_000_000)
    await hall.goal(anna, character, "99 wc")
    await hall.look({"woodcutting.xp": 13_100_000})
    assert len(await hall.announced(server)) == 1
    holder = await hall.accounts.holder(parse_identity("discord:1"))
    assert holder is not None

    tools = tools_at(hall.table, hall.clock)
    await delete_person(hall.table, holder, hall.clock(), first=farewells(tools))

    assert await hall.announced(server) == []
    assert await members(hall, server) == []
    assert await hall.servers.find(GUILD) == server


# Who may, and what is meant


async def test_only_who_manages_a_server_may_set_it_up(hall: Hall) -> None:
    with pytest.raises(NotOnServer):
        await hall.servers.managed(None)
    with pytest.raises(NotManager):
        await hall.servers.managed(Guild(GUILD))
    with pytest.raises(ServerNotSetUp):
        await hall.servers.managed(Guild(GUILD, is_managed=True))
    server = await hall.server()
    assert await hall.servers.managed(Guild(GUILD, is_managed=True)) == server


async def test_nobody_is_announced_where_nothing_is(hall: Hall) -> None:
    anna, silent = await hall.person("anna"), await hall.server(announces=Announces.NOTHING)

    for server in (None, silent):
        with pytest.raises(ServerNotSetUp):
            await hall.servers.join(anna, server)
    assert await memberships_of(hall.table, "anna") == []


async def test_the_server_that_is_left_is_the_one_that_is_named_or_where_one_is(hall: Hall) -> None:
    anna = await hall.person("anna")
    clan, guild = await hall.server(), await hall.server(GUILD + 1, name="The Guild")
    for server in (clan, guild):
        await hall.servers.join(anna, server)
        hall.clock.advance(1)

    with pytest.raises(NotAnnounced, match="Which server") as refused:
        await hall.servers.leave_meant("anna", None, None)
    assert [one.value for one in refused.value.suggestions] == [clan.account, guild.account]
    with pytest.raises(NotAnnounced, match="not announced on this server"):
        await hall.servers.leave_meant("anna", None, Guild(GUILD + 2))
    assert (await hall.servers.leave_meant("anna", " the guild ", None)).server == guild.account
    with pytest.raises(NotAnnounced, match="not announced on this server"):
        await hall.servers.leave_meant("anna", None, Guild(GUILD + 1))
    assert (await hall.servers.leave_meant("anna", None, None)).server == clan.account
    with pytest.raises(NotAnnounced, match="nowhere"):
        await hall.servers.leave_meant("anna", "The Clan", None)
