"""`/group` over the wire: who may set one, how one joins it, what the server is told."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.players import done, follow, press
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS

MINUTE = 60.0


@pytest.fixture
async def clan(world: BotWorld, ada: FakeUser, bob: FakeUser) -> Clan:
    """Ada plays Zezima; Bob plays nobody. Neither has agreed to be announced."""
    clan = Clan.of(world)
    await clan.set_up()
    clan.guild.join(ada)
    clan.guild.join(bob)
    await follow(world, ada, "Zezima", 1_000_000)
    return clan


async def asked(clan: Clan, by: FakeUser, command: str, **options: object) -> Answer:
    return await done(await by.slash(f"group {command}", in_=clan.guild.channel, **options))


async def begin(clan: Clan, **options: object) -> Answer:
    said = {"name": "Lumber month", "aim": "100k woodcutting", "until": "1 february"}
    return await asked(clan, clan.leader, "add", **said, **options)


async def test_only_those_who_manage_the_server_set_change_end_and_remove_one(
    clan: Clan, ada: FakeUser
) -> None:
    said = {"name": "Mine", "aim": "1b xp", "until": "1 february"}
    assert "Manage Server" in (await asked(clan, ada, "add", **said)).text
    assert "A new group goal" in (await begin(clan)).text
    await asked(clan, ada, "join", goal="lumber")
    for command, options in (("edit", {"name": "Ada's"}), ("end", {}), ("remove", {})):
        assert (
            "Only whoever set Lumber month can change it" in (await asked(clan, ada, command, **options)).text
        )
    clan.guild.forbid(clan.leader, "manage_guild")
    assert "Only whoever set" in (await asked(clan, clan.leader, "end", goal="lumber")).text


async def test_a_mark_is_told_in_the_servers_channel_with_a_thermometer_that_names_nobody(
    clan: Clan, ada: FakeUser, bob: FakeUser
) -> None:
    await begin(clan)
    await clan.world.pass_time(MINUTE * 3)
    [new] = [one for one in clan.told if "A new group goal: Lumber month" in one.text]
    joined = await press(new, "Join it", by=ada)
    assert "You are in Lumber month, as Ada." in joined.text
    assert "how much Woodcutting xp Zezima gains, from now until 1 February" in joined.text
    assert "you have none. Add one first." in (await press(new, "Join it", by=bob)).text

    await clan.train("Zezima", 1_060_000)
    await clan.world.pass_time(HOURS)
    [told] = [one for one in clan.told if "Lumber month: 50 %" in one.text]
    assert "60,000 of 100,000 Woodcutting xp, by 1 person." in told.text
    [picture] = told.attachments
    assert picture.description is not None
    assert picture.description.startswith("A thermometer: Lumber month is at 60 %")
    for text in (told.text, picture.description):
        assert "ada" not in text.casefold()
        assert "zezima" not in text.casefold()

    shown = await asked(clan, bob, "show")
    assert "Ada" in shown.text
    assert "60,000 Woodcutting xp" in shown.text
    [picture] = shown.attachments
    assert "Most came from: Ada 60,000 Woodcutting xp" in str(picture.description)


async def test_to_those_elsewhere_there_is_no_such_goal(clan: Clan, world: BotWorld) -> None:
    await begin(clan)
    eve = world.discord.user("eve")
    listed = await done(await eve.slash("group list"))
    assert "Lumber month" not in listed.text
    assert "no group goal" in (await done(await eve.slash("group show", goal="Lumber month"))).text
    other = world.discord.guild("Elsewhere")
    other.permit(eve, "manage_guild")
    for command in ("show", "end", "join"):
        answer = await done(await eve.slash(f"group {command}", in_=other.channel, goal="Lumber month"))
        assert "no group goal" in answer.text
