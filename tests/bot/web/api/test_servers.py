"""Servers on Discord over HTTP: for their members, and what manages them for those who may, when they ask."""

from collections.abc import AsyncIterator

import pytest

from bot.features import FEATURES
from bot.web.http_api.serving import feature_routes
from bot.web.site.tables import filled, names_in
from bot.web.there import GUILD, LOOKS_PER_MINUTE
from tests.bot.web.api.on_server import Program, ServerByApi, server_by_api
from tests.bot.web.api_site import ApiSite, Said, api_site
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import Fault, banned, hang, reset, server_error
from tracker.accounts.tokens import TokenScope
from tracker.store.sqlite import SqliteTable

THERE = [one for one in feature_routes(FEATURES) if GUILD in names_in(one.path)]
MANAGING: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("POST", "/announce-channel", {"channel": "{channel}"}),
    ("POST", "/channel", {"news": "goals", "channel": "{channel}"}),
    ("GET", "/settings", {}),
    ("PATCH", "/settings", {"timezone": "Europe/Berlin"}),
    ("POST", "/offers", {"title": "Tea", "coins": 5}),
    ("POST", "/offers/tea/award", {"who": "Bob"}),
    ("POST", "/offers/tea/close", {}),
    ("POST", "/room", {"room": "gym", "channel": "{channel}"}),
    ("POST", "/room/end", {"channel": "{channel}"}),
    ("POST", "/challenges", {"name": "Daily bread", "counts": "habits"}),
    ("POST", "/groups", {"name": "June", "aim": "1b xp", "until": "in 3 months"}),
    ("GET", "/shares/of/leaderboard/here", {}),
    ("POST", "/shares/of/leaderboard/here", {}),
)


@pytest.fixture
async def server(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ServerByApi]:
    async with server_by_api(sqlite_table, clock) as opened:
        yield opened


def outcome(said: Said) -> tuple[int, str]:
    return said.status, said.code if said.status >= 400 else ""


async def manages(server: ServerByApi, program: Program) -> list[tuple[int, str]]:
    """What comes of each thing that takes the right to manage."""
    found: list[tuple[int, str]] = []
    for method, path, fields in MANAGING:
        program.site.clock.advance(10)
        written = {
            name: value.format(channel=server.channel) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        found.append(outcome(await program.asks(method, server.path + path, **written)))
    return found


async def test_who_manages_a_server_sets_it_up(server: ServerByApi) -> None:
    ada = server.ada
    assert (await ada.asks("GET", server.path)).document == {
        "id": f"{server.clan.guild.id}",
        "name": "Run Club",
        "isManaged": True,
        "isSetUp": False,
        "agreed": [],
        "isListed": False,
    }
    assert (await ada.asks("POST", f"{server.path}/kept")).document["isListed"] is True
    assert (await ada.asks("DELETE", f"{server.path}/kept")).document["isListed"] is False
    assert outcome(await ada.asks("GET", f"{server.path}/gains")) == (409, "server_not_set_up")

    done = await ada.asks(
        "POST", f"{server.path}/announce-channel", channel=server.channel, what="milestones"
    )
    assert (done.document["announces"], done.document["channel"]["id"]) == ("milestones", server.channel)
    [message] = server.clan.guild.channel.messages
    assert "What of you may everybody here hear?" in message.text

    news = f"{server.clan.guild.text_channel('news').id}"
    done = await ada.asks("POST", f"{server.path}/channel", news="digest", channel=news)
    assert done.document["boards"]["digest"]["id"] == news
    done = await ada.asks("PATCH", f"{server.path}/settings", timezone="Europe/Berlin", digest="weekly")
    assert done.document["timezone"] == "Europe/Berlin"
    settings = (await ada.asks("GET", f"{server.path}/settings")).document
    assert "Mondays" in settings["digest"]
    assert (settings["channel"]["name"], settings["boards"]["digest"]["name"]) == ("general", "news")
    done = await ada.asks("POST", f"{server.path}/announce", what="gains")
    assert (done.document["name"], done.document["agreed"]) == ("Run Club", ["gains"])
    assert (await ada.asks("GET", "/servers")).document["servers"][0]["name"] == "Run Club"
    assert (await ada.asks("GET", f"{server.path}/gains?skill=wc&period=month")).document[
        "row"
    ] == "Woodcutting"
    assert (await ada.asks("GET", f"{server.path}/top")).document["server"] == "Run Club"


async def test_members_see_and_claim_what_is_offered_there(server: ServerByApi) -> None:
    ada, bob = server.ada, await server.member("bob")
    await ada.asks("POST", f"{server.path}/offers", title="10M", goal="99 wc")
    await bob.asks("POST", "/characters", name="Zezima")

    listed = (await bob.asks("GET", f"{server.path}/offers")).document
    assert ([one["title"] for one in listed["offers"]], listed["isManaged"]) == (["10M"], False)
    assert outcome(await bob.asks("GET", "/offers/10M")) == (404, "no_such_offer")
    claimed = await bob.asks("POST", f"{server.path}/offers/10M/claim", **{"as": "Bob"})
    assert claimed.document["status"] == "pursued"
    assert (await bob.asks("POST", f"{server.path}/offers/10M/leave")).status == 200
    closed = await ada.asks("POST", f"{server.path}/offers/10M/close", withdraw=True)
    assert closed.document["offer"]["status"] != "open"


async def test_a_room_is_shown_in_a_channel_and_no_more(server: ServerByApi) -> None:
    ada = server.ada
    gym = (await ada.asks("POST", "/rooms", name="Gym", **{"as": "Ada"})).document["room"]["id"]
    shown = await ada.asks("POST", f"{server.path}/room", room=gym, channel=server.channel)
    assert "general on Run Club" in shown.document["room"]["shownIn"]
    done = await ada.asks("POST", f"{server.path}/room/end", channel=server.channel)
    assert "shows no room any more" in done.document["message"]
    assert (await ada.asks("GET", f"/rooms/{gym}")).document["room"]["shownIn"] is None


async def test_what_is_set_up_there_is_the_servers_and_for_its_members(server: ServerByApi) -> None:
    ada, bob = server.ada, await server.member("bob")
    eve = await server.program(server.clan.discord.user("eve"))
    made = await ada.asks("POST", f"{server.path}/challenges", name="Daily bread", counts="habits")
    await ada.asks("POST", f"{server.path}/groups", name="June", aim="1b xp", until="in 3 months")

    for path, names in (("/challenges", "challenges"), ("/groups", "goals")):
        assert len((await bob.asks("GET", server.path + path)).document[names]) == 1, path
        assert (await bob.asks("GET", path)).document[names] == [], path
    bread = made.document["challenge"]["id"]
    assert outcome(await eve.asks("POST", f"/challenges/{bread}/join")) == (403, "not_open")
    joined = await bob.asks("POST", f"{server.path}/challenges/daily/join", **{"as": "Bob"})
    assert joined.document["joined"]
    assert outcome(await bob.asks("POST", f"{server.path}/challenges/daily/end")) == (403, "not_yours")
    assert (await ada.asks("POST", f"{server.path}/challenges/daily/end")).status == 200


async def test_its_leaderboard_is_joined_there_and_shared_by_who_manages_it(server: ServerByApi) -> None:
    bob = await server.member("bob")
    joined = await bob.asks("POST", f"{server.path}/leaderboard", name="Bob")
    assert (joined.document["board"], joined.document["joined"]) == ("Run Club", True)
    assert (await bob.asks("GET", f"{server.path}/leaderboard")).document["board"] == "Run Club"
    made = await server.ada.asks("POST", f"{server.path}/shares/of/leaderboard/here")
    assert made.document["title"] == "The leaderboard of Run Club"
    for who, many in ((server.ada, 1), (bob, 0)):
        assert len((await who.asks("GET", f"{server.path}/shares")).document["links"]) == many
    assert (await server.ada.asks("GET", "/shares")).document["links"] == []
    assert (await bob.asks("DELETE", f"{server.path}/leaderboard")).document["joined"] is False


async def test_members_ask_each_other_there(server: ServerByApi) -> None:
    await server.clan.set_up()
    bob = await server.member("bob")
    await bob.asks("POST", f"{server.path}/assist/volunteer", **{"as": "Bob"})
    asked = await server.ada.asks("POST", f"{server.path}/assist", text="How?", **{"as": "Ada"})
    assert asked.document["told"] == 1


async def test_a_member_without_the_right_manages_nothing(server: ServerByApi) -> None:
    bob = await server.member("bob")
    assert set(await manages(server, bob)) == {(403, "not_manager")}
    assert await server.clan.browser.site.services.servers.find(server.clan.guild.id) is None
    assert server.clan.guild.channel.messages == []


async def test_a_stranger_to_the_server_learns_nothing_of_it(server: ServerByApi) -> None:
    await server.clan.set_up()
    eve = await server.program(server.clan.discord.user("eve"))
    assert len(THERE) > 50
    for one in THERE:
        eve.site.clock.advance(10)
        values = {**dict.fromkeys(names_in(one.path), "1"), GUILD: f"{server.clan.guild.id}"}
        said = await eve.asks(one.method, filled(one.path, values))
        assert (outcome(said), "Run Club" in said.message) == ((404, "no_such_server"), False), one


async def test_a_right_that_was_taken_away_is_gone_at_once(server: ServerByApi) -> None:
    await server.clan.set_up()
    assert (await server.ada.asks("PATCH", f"{server.path}/settings", timezone="Europe/Rome")).status == 200
    server.clan.guild.forbid(server.clan.ada, "manage_guild")
    assert set(await manages(server, server.ada)) == {(403, "not_manager")}
    services = server.clan.browser.site.services
    found = await services.servers.find(server.clan.guild.id)
    assert found is not None
    assert (await services.servers.account(found)).timezone == "Europe/Rome"
    server.clan.guild.leave(server.clan.ada)
    assert set(await manages(server, server.ada)) == {(404, "no_such_server")}


async def test_the_id_of_another_server_leads_nowhere(server: ServerByApi) -> None:
    clan = server.clan
    other, alone = clan.discord.guild("Other Club"), clan.discord.guild("Without", installed=False)
    alone.permit(clan.ada, "manage_guild")
    for guild in (other.id, alone.id, 1, 0, 2**64, "x", "-1", "9" * 40, "%C2%B2", "1%2F2"):
        for path in ("", "/settings"):
            said = await server.ada.asks("GET", f"/servers/{guild}{path}")
            assert (outcome(said), "Club" in said.message) == ((404, "no_such_server"), False), guild
    other.join(clan.ada)
    assert outcome(await server.ada.asks("GET", f"/servers/{other.id}/settings")) == (403, "not_manager")


async def test_an_offer_of_another_server_is_not_there(server: ServerByApi) -> None:
    clan, other = server.clan, server.clan.discord.guild("Other Club")
    other.permit(clan.ada, "manage_guild")
    made = await server.ada.asks("POST", f"{server.path}/offers", title="Tea", coins=5)
    tea = made.document["offer"]["id"]
    await server.ada.asks("POST", f"/servers/{other.id}/offers", title="Cake", coins=5)
    for method, path, fields in (("GET", "", {}), ("POST", "/award", {"who": "Bob"}), ("POST", "/close", {})):
        said = await server.ada.asks(method, f"/servers/{other.id}/offers/{tea}{path}", **fields)
        assert outcome(said) == (404, "no_such_offer"), path


async def test_a_channel_that_is_elsewhere_or_not_seen_is_not_taken(server: ServerByApi) -> None:
    clan, other = server.clan, server.clan.discord.guild("Other Club")
    other.permit(clan.ada, "manage_guild")
    secret = clan.guild.text_channel("plans")
    secret.hidden_from.add(clan.ada)
    await clan.set_up()
    gym = (await server.ada.asks("POST", "/rooms", name="Gym", **{"as": "Ada"})).document["room"]["id"]
    for channel in (f"{secret.id}", f"{other.channel.id}", "1", "x"):
        server.ada.site.clock.advance(10)
        for path, fields in (
            ("/announce-channel", {}),
            ("/channel", {"news": "goals"}),
            ("/room", {"room": gym}),
            *((("/room/end", {}),) if channel.isdigit() else ()),
        ):
            said = await server.ada.asks("POST", server.path + path, channel=channel, **fields)
            assert (outcome(said), said.document["error"]["field"]) == (
                (404, "no_such_channel"),
                "channel",
            ), path
    assert secret.messages == other.channel.messages == []


async def test_where_nothing_can_be_written_nothing_is_changed(server: ServerByApi) -> None:
    quiet = server.clan.guild.text_channel("quiet")
    quiet.forbid("send_messages")
    await server.clan.set_up()
    for path, fields in (("/announce-channel", {}), ("/channel", {"news": "goals"})):
        said = await server.ada.asks("POST", server.path + path, channel=f"{quiet.id}", **fields)
        assert outcome(said) == (503, "cannot_write_there"), path
    shown = (await server.ada.asks("GET", f"{server.path}/settings")).document
    assert (shown["channel"]["id"], shown["boards"]) == (server.channel, {})


FAULTS = {"reset": reset(), "503": server_error(503), "banned": banned(), "hung": hang()}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_where_discord_does_not_answer_nobody_may(
    server: ServerByApi, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = (await server.clan.set_up()).account
    monkeypatch.setattr(server.clan.browser.site.services.network.servers(), "_seconds", 0.3)
    server.clan.discord.stay_wrong(fault, on="GET /guilds/")
    said = await server.ada.asks("PATCH", f"{server.path}/settings", timezone="Europe/Rome")
    assert (outcome(said), "does not answer now" in said.message) == ((503, "servers_unknown"), True)
    server.clan.discord.recover()
    assert (await server.ada.site.services.accounts.get(account)).timezone == "UTC"


async def test_without_discord_nobody_can_say_who_is_there(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with api_site(sqlite_table, clock) as site:
        assert outcome(await site.gets("/api/v1/servers/1")) == (503, "servers_unknown")


async def test_somebody_without_an_account_on_discord_is_on_no_server(server: ServerByApi) -> None:
    site: ApiSite = server.clan.browser.site
    said = await site.gets(f"/api/v1{server.path}")
    assert (outcome(said), "not linked" in said.message) == ((404, "no_such_server"), True)


async def test_a_token_does_there_what_it_is_for_and_discord_is_not_asked_before(server: ServerByApi) -> None:
    await server.clan.set_up()
    reads = await server.program(server.clan.ada, TokenScope.READ)
    tells = await server.program(server.clan.ada, TokenScope.TELL)
    before = len(server.clan.discord.requests)
    for one in THERE:
        reads.site.clock.advance(10)
        values = {**dict.fromkeys(names_in(one.path), "1"), GUILD: f"{server.clan.guild.id}"}
        programs = (tells,) if one.method == "GET" else (tells, reads)
        for program in programs:
            assert outcome(await program.asks(one.method, filled(one.path, values))) == (403, "scope"), one
    assert len(server.clan.discord.requests) == before
    assert (await reads.asks("GET", f"{server.path}/settings")).status == 200


async def test_discord_is_asked_only_so_often_for_one_person_whichever_way_they_come(
    server: ServerByApi,
) -> None:
    for _ in range(LOOKS_PER_MINUTE - 1):
        assert (await server.ada.asks("GET", server.path)).status == 200
    assert (await server.clan.browser.get(server.path)).status == 200
    before = len(server.clan.discord.requests)
    said = await server.ada.asks("GET", server.path)
    assert (outcome(said), said.headers["Retry-After"]) == ((429, "too_often"), "60")
    assert (await server.clan.browser.get(server.path)).status == 429
    assert len(server.clan.discord.requests) == before
    assert (await (await server.member("bob")).asks("GET", server.path)).status == 200


async def test_the_server_stands_in_the_address_alone(server: ServerByApi) -> None:
    other = server.clan.discord.guild("Other Club")
    other.permit(server.clan.ada, "manage_guild")
    said = await server.ada.asks("POST", f"{server.path}/offers", title="Tea", coins=5, guild=f"{other.id}")
    assert outcome(said) == (400, "bad_body")
    assert outcome(await server.ada.asks("GET", f"{server.path}?guild={other.id}")) == (400, "bad_body")
