"""`/share` over the wire: what strangers would see is said first; who manages a server shares its boards."""

import json
import re

from bot.shares.showing import shown
from bot.shares.usecases import links_of
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.keepers import begin
from tests.bot.slash.players import account
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.users import FakeUser
from tracker.shares.model import SharedThing


async def opened(world: BotWorld, answer: Answer) -> SharedThing | None:
    [secret] = re.findall(r"/s/([\w-]{22})(?!/)\b", answer.text)[:1]
    return await links_of(world.client.services).opened(secret)


async def seen(world: BotWorld, answer: Answer) -> str:
    """All that strangers get."""
    thing = await opened(world, answer)
    assert thing is not None
    view = await shown(world.client.services, thing)
    assert view is not None
    return json.dumps([view.title, view.about, view.state, view.badge, view.facts, view.ranks, view.by])


async def test_what_strangers_see_is_said_before_there_is_a_link(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")

    asked = await ada.slash("share habit", habit="gym")

    assert asked.ephemeral
    assert "Share Gym with whoever has the link?" in asked.text
    assert "They do not see amounts, notes" in asked.text
    assert "/s/" not in asked.text
    await asked.click("Don't share it")
    assert "Nothing is shared" in (await ada.slash("share list")).text

    made = await (await ada.slash("share habit", habit="gym")).click("Make the link")

    assert "no streak now" in await seen(world, made)
    assert "Gym" in (await ada.slash("share list")).text


async def test_somebody_elses_question_cannot_be_answered(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await begin(world, ada, "gym")
    asked = await ada.slash("share habit", habit="gym")
    [mine] = await world.client.services.habits.list((await account(world, ada)).id)

    refused = await bob.slash("share habit", habit=mine.id)

    assert "no longer exists" in refused.text
    assert "Gym" not in refused.text
    assert "Make the link" in asked.buttons


async def test_a_board_is_shared_by_who_manages_the_server_and_by_nobody_else(
    world: BotWorld, ada: FakeUser
) -> None:
    clan = Clan.of(world)
    await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")
    await ada.slash("leaderboard join", in_=clan.guild.channel)

    refused = await ada.slash("share leaderboard", in_=clan.guild.channel)
    assert "Manage Server" in refused.text

    asked = await clan.leader.slash("share leaderboard", in_=clan.guild.channel)
    assert "who joined the board" in asked.text
    made = await asked.click("Make the link")
    assert "The leaderboard of The Clan" in await seen(world, made)
    assert "Ada" in await seen(world, made)

    assert "Nothing is shared" in (await ada.slash("share list", in_=clan.guild.channel)).text
    listed = await clan.leader.slash("share list", in_=clan.guild.channel)
    assert "of this server" in listed.text
    assert "Nothing is shared" in (await clan.leader.slash("share list")).text, "elsewhere it is not theirs"

    shown_there = await ada.slash("leaderboard show", in_=clan.guild.channel)
    assert "Strangers who have its link see this board, too." in shown_there.text
    again = await ada.slash("leaderboard join", in_=clan.guild.channel)
    assert "Strangers who have the link" in again.text
    await ada.slash("leaderboard leave", in_=clan.guild.channel)
    assert "Ada" not in await seen(world, made)

    [link] = re.findall(r"/share end link:([0-9a-f]{8})", made.text)
    assert "no such link" in (await ada.slash("share end", link=link, in_=clan.guild.channel)).text
    await clan.leader.slash("share end", link=link, in_=clan.guild.channel)
    assert await opened(world, made) is None


async def test_the_standings_of_a_challenge_show_who_is_in_it(world: BotWorld, ada: FakeUser) -> None:
    clan = Clan.of(world)
    await clan.set_up()
    await clan.leader.slash(
        "challenge create", in_=clan.guild.channel, name="Go out", counts="days on which habits are done"
    )
    await begin(world, ada, "gym")
    await ada.slash("challenge join", in_=clan.guild.channel, challenge="Go out")
    await ada.slash("habit done", habit="gym")
    await ada.slash("challenge count", in_=clan.guild.channel, challenge="Go out")
    assert (
        "Strangers"
        not in (await ada.slash("challenge status", in_=clan.guild.channel, challenge="Go out")).text
    )

    refused = await ada.slash("share challenge", in_=clan.guild.channel, challenge="Go out")
    assert "Only whoever set up Go out" in refused.text
    asked = await clan.leader.slash("share challenge", in_=clan.guild.channel, challenge="Go out")
    made = await asked.click("Make the link")
    before = await seen(world, made)
    assert "Ada" in before
    assert "gym" not in before.casefold()

    leaving = await ada.slash("challenge leave", in_=clan.guild.channel, challenge="Go out")
    assert "no longer in Go out" in (await leaving.click(leaving.buttons[0])).text
    assert "Ada" not in await seen(world, made)


async def test_addresses_of_ours_can_be_clicked_and_copied(world: BotWorld, ada: FakeUser) -> None:
    """Nothing stands in them that nobody sees, and no letter of theirs is taken for layout."""
    await begin(world, ada, "gym")
    made = await (await ada.slash("share habit", habit="gym")).click("Make the link")
    for answer, part in ((made, "/s/"), (await ada.slash("web"), "/login?link=")):
        [address, *_] = re.findall(r"<(http[^>]+)>", answer.text)
        assert part in address
        assert re.fullmatch(r"[!-~]+", address)
        assert "\\" not in address
