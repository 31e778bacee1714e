"""`/announce` and what is announced: only of those who say so, only what they agreed to, each once."""

import discord
import pytest

from scheduler.sources.web.http_json import NAME, VALUE
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.markdown import layout
from tests.bot.slash.players import EVIL, account, aim, follow
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS, MINUTES
from tracker.goals.characters.link import CharacterLink
from tracker.notify import outbox
from tracker.readings import Measure, Quantity, Reading
from tracker.servers.membership import memberships_of
from tracker.servers.model import News
from tracker.store.segments import Subject


@pytest.fixture
def clan(world: BotWorld) -> Clan:
    return Clan.of(world)


# Saying yes and no


async def test_who_says_yes_is_announced_with_little_else_than_the_goal(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc by 2100-03-01 then 200m")

    await clan.train("Zezima", 13_100_000)

    [told] = clan.told
    assert "Zezima reached 99 Woodcutting!" in told.text
    assert "13,100,000 xp" in told.text
    assert "March" not in told.text
    assert "200m" not in told.text
    assert told.buttons == []
    assert told.pings == set()
    assert len(ada.dms) == 1  # the person is told as ever


async def test_who_says_nothing_is_not_announced(clan: Clan, ada: FakeUser, bob: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    clan.guild.join(bob)
    await follow(clan.world, bob, "Iron Bob")
    await aim(clan.world, bob, "99 wc")

    await clan.train("Iron Bob", 13_100_000)

    assert clan.told == []


async def test_the_buttons_of_the_invitation_speak_for_whoever_presses_them(
    clan: Clan, ada: FakeUser, bob: FakeUser
) -> None:
    await clan.set_up()
    [invitation] = clan.news.messages
    for user, name in ((ada, "Zezima"), (bob, "Iron Bob")):
        clan.guild.join(user)
        await follow(clan.world, user, name)
        await aim(clan.world, user, "99 wc")

    joined = await invitation.click("Goals I reach", by=ada)
    await clan.train("Zezima", 13_100_000)
    await clan.train("Iron Bob", 13_100_000)

    assert joined.ephemeral
    [text] = clan.texts
    assert "Zezima" in text
    refused = await invitation.click("None of mine", by=bob)
    assert "not announced on this server" in refused.text
    assert len(await memberships_of(clan.world.table, (await account(clan.world, ada)).id)) == 1


async def test_a_stranger_who_presses_is_made_known_and_asked_for_their_zone(
    clan: Clan, ada: FakeUser
) -> None:
    await clan.set_up()
    clan.guild.join(ada)
    [invitation] = clan.news.messages

    joined = await invitation.click("Goals I reach", by=ada)

    assert "You are announced on The Clan" in joined.text
    await joined.until(lambda it: it.followups)
    assert "Which clocks do you follow?" in joined.followups[0].text


async def test_each_kind_is_agreed_to_by_name_and_taken_back_by_name(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up(what="milestones")
    clan.guild.join(ada)
    [invitation] = clan.news.messages

    joined = await invitation.click("Goals I reach", by=ada)
    assert "Everybody there may hear: goals you reach." in joined.text
    assert joined.buttons == ["No longer: Goals I reach", "Also: Milestones", "Also: What I gain"]
    more = await joined.click("Also: What I gain")
    assert "may hear: goals you reach, what you gain." in more.text
    less = await joined.click("No longer: Goals I reach")
    assert "may hear: what you gain." in less.text
    assert "The Clan** since" in (listed := (await ada.slash("announce list")).text)
    assert ": what you gain" in listed
    await ada.slash("announce off", server="The Clan", what="gains")

    assert "nowhere" in (await ada.slash("announce list")).text


async def test_a_server_that_widens_what_it_tells_asks_again(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc", agreed=[News.REACHED])

    await clan.set_up(what="milestones")
    await clan.train("Zezima", 7_100_000)
    assert clan.told == []
    await clan.news.messages[-1].click("Milestones", by=ada)
    await clan.train("Zezima", 10_100_000)

    [told] = clan.texts
    assert "Zezima: 75 % of 99 Woodcutting" in told


async def test_the_button_of_an_earlier_invitation_agrees_to_what_it_said(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up(what="milestones")
    clan.guild.join(ada)
    old = discord.ui.LayoutView().add_item(
        discord.ui.ActionRow(discord.ui.Button(label="Announce mine", custom_id="ql:announce:on"))
    )
    await clan.world.client.get_partial_messageable(clan.news.id).send(view=old)

    joined = await clan.news.messages[-1].click("Announce mine", by=ada)

    assert "may hear: goals you reach." in joined.text


async def test_saying_yes_twice_is_saying_it_once(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    again = await ada.slash("announce on", in_=clan.guild.channel)
    assert "You are announced on The Clan" in again.text

    await clan.train("Zezima", 13_100_000)

    assert len(clan.told) == 1


async def test_off_ends_it_at_once_also_for_what_is_under_way(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    server = await clan.world.client.services.servers.find(clan.guild.id)
    assert server is not None
    await clan.world.pass_time(HOURS)
    clan.world.hiscores.osrs("Zezima").train("Woodcutting", 13_100_000)
    clan.world.clock.advance(HOURS)
    await clan.world.look()
    assert len(await outbox.history(clan.world.table, server.account)) == 1

    left = await ada.slash("announce off", in_=clan.guild.channel)
    await clan.world.pass_time(HOURS)

    assert "no longer announced on The Clan" in left.text
    assert clan.told == []
    assert await outbox.history(clan.world.table, server.account) == []


async def test_it_can_be_ended_from_anywhere_by_the_servers_name(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    assert "**The Clan** since" in (await ada.slash("announce list")).text
    [choice] = await ada.autocomplete("announce off", server="clan")
    assert choice.name == "The Clan"

    assert "Which server?" in (await ada.slash("announce off", server="nonsense")).text
    assert "no longer" in (await ada.slash("announce off", server=choice.value)).text

    assert "You are announced nowhere" in (await ada.slash("announce list")).text
    assert "nowhere" in (await ada.slash("announce off", server="The Clan")).text
    assert await ada.autocomplete("announce off", server="") == []


async def test_in_direct_messages_it_asks_which_of_several_servers(world: BotWorld, ada: FakeUser) -> None:
    for name in ("The Clan", "The Guild"):
        clan = Clan.of(world, name)
        await clan.leader.slash("server announce-channel", in_=clan.guild.channel)
        clan.guild.join(ada)
        await ada.slash("announce on", in_=clan.guild.channel)

    asked = await ada.slash("announce off")
    assert asked.buttons == ["Not on The Clan", "Not on The Guild"]
    left = await asked.click("Not on The Clan")

    assert "no longer announced on The Clan" in left.text
    assert "no longer announced on The Guild" in (await ada.slash("announce off")).text


async def test_where_nothing_is_set_up_it_says_who_can_do_that(clan: Clan, ada: FakeUser) -> None:
    clan.guild.join(ada)
    nothing = await ada.slash("announce on", in_=clan.guild.channel)
    nowhere = await ada.slash("announce off", in_=clan.guild.channel)
    private = await ada.slash("announce on")

    assert "/server announce-channel" in nothing.text
    assert "not announced on this server" in nowhere.text
    assert "use it there" in private.text
    assert nothing.ephemeral


async def test_one_can_be_announced_on_ten_servers_and_not_on_more(world: BotWorld, ada: FakeUser) -> None:
    for number in range(11):
        clan = Clan.of(world, f"Clan {number}")
        await clan.leader.slash("server announce-channel", in_=clan.guild.channel)
        clan.guild.join(ada)
        answer = await ada.slash("announce on", in_=clan.guild.channel)
        assert ("You are announced on Clan" in answer.text) is (number < 10)
    assert "that is the most" in answer.text


async def test_others_see_nothing_of_where_somebody_is_announced(
    clan: Clan, ada: FakeUser, bob: FakeUser
) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")

    assert await bob.autocomplete("announce off", server="") == []
    assert "nowhere" in (await bob.slash("announce list")).text
    assert "not announced on this server" in (await bob.slash("announce off", in_=clan.guild.channel)).text
    await clan.train("Zezima", 13_100_000)
    assert len(clan.told) == 1


# What is announced


async def test_milestones_are_announced_where_they_are_wanted(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up(what="milestones")
    await clan.member(ada, "Zezima", "99 wc")

    await clan.train("Zezima", 7_100_000)

    [text] = clan.texts
    assert "Zezima: 50 % of 99 Woodcutting" in text
    await clan.world.pass_time(HOURS)
    assert len(clan.told) == 1


async def test_and_nowhere_else(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")

    await clan.train("Zezima", 7_100_000)

    assert clan.told == []


async def test_goals_that_are_switched_off_are_not_announced(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima")
    await aim(clan.world, ada, "99 wc", frequency="off")

    await clan.train("Zezima", 13_100_000)

    assert clan.told == []


async def test_a_number_on_the_web_is_nobodys_business(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up(what="milestones")
    clan.guild.join(ada)
    await ada.slash("announce on", in_=clan.guild.channel)
    weight = Subject(NAME, "weight")
    user = await account(clan.world, ada)
    link = CharacterLink(NAME, None, "Weight", weight, reading(clan.world, weight, 80))
    character = await clan.world.characters.add(user.id, link)
    await clan.world.goal(user, character, "75")

    clan.world.clock.advance(HOURS)
    recorded = await clan.world.context.tools.record(weight, reading(clan.world, weight, 75), since=None)
    await clan.world.pass_time(HOURS)

    assert recorded.told == 1
    assert "Weight 75 reached!" in ada.dms[0].text
    assert clan.told == []


def reading(world: BotWorld, subject: Subject, value: int) -> Reading:
    return Reading(subject, world.clock(), {VALUE: value})


async def test_what_was_reached_before_anybody_looked_is_no_news(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima")
    await aim(clan.world, ada, "500 zulrah kc")
    clan.world.hiscores.osrs("Zezima").score("Zulrah", 600)
    await clan.world.pass_time(HOURS)

    assert clan.told == []


async def test_names_do_nothing_in_an_announcement(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    clan.guild.join(ada)
    await ada.slash("announce on", in_=clan.guild.channel)
    evil, user = Subject("osrs", "main:evil"), await account(clan.world, ada)
    before, after = ({Quantity("woodcutting", Measure.XP): xp} for xp in (1_000_000, 13_100_000))
    link = CharacterLink("osrs", "main", EVIL, evil, Reading(evil, clan.world.clock(), before))
    await clan.world.goal(user, await clan.world.characters.add(user.id, link), "99 wc")

    clan.world.clock.advance(HOURS)
    await clan.world.context.tools.record(evil, Reading(evil, clan.world.clock(), after), since=None)
    clan.world.clock.advance(MINUTES)
    await clan.world.context.dispatcher.run(hurry=True)

    [told] = clan.told
    assert "reached 99 Woodcutting!" in told.text
    layout(told.text)
    assert told.pings == set()


async def test_all_that_a_server_keeps_of_somebody_goes_with_their_data(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.train("Zezima", 13_100_000)
    server = await clan.world.client.services.servers.find(clan.guild.id)
    assert server is not None
    assert len(await outbox.history(clan.world.table, server.account)) == 1

    asked = await ada.slash("delete-my-data")
    await asked.click("Delete everything")

    assert await outbox.history(clan.world.table, server.account) == []
    assert await clan.world.client.services.servers.find(clan.guild.id) == server
