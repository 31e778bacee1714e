"""`/server` over the wire: who may use it, what it sets up, and what it answers where it cannot."""

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.clans import Clan
from tests.bot.slash.players import EVIL
from tests.fakes.discord.faults import refused, server_error
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.refusals import UNKNOWN_GUILD
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.servers.model import Announces, Server


@pytest.fixture
def clan(world: BotWorld) -> Clan:
    return Clan.of(world)


async def server(clan: Clan) -> Server:
    found = await clan.world.client.services.servers.find(clan.guild.id)
    assert found is not None
    return found


# The channel


async def test_a_channel_is_chosen_and_everybody_there_is_invited(clan: Clan) -> None:
    answer = await clan.set_up()

    assert answer.ephemeral
    assert "Questlog on The Clan" in answer.text
    assert f"<#{clan.news.id}>" in answer.text
    assert "goals that members reach" in answer.text
    [invitation] = clan.news.messages
    assert "What of you may everybody here hear?" in invitation.text
    assert "in which skills and bosses you have goals, reached or not" in invitation.text
    assert "Milestones" not in invitation.text
    assert invitation.buttons == ["Goals I reach", "What I gain", "None of mine"]
    assert (await server(clan)).announces is Announces.REACHED


async def test_without_a_channel_it_is_the_one_where_the_command_is_used(clan: Clan) -> None:
    answer = await clan.leader.slash("server announce-channel", in_=clan.guild.channel, what="milestones")

    assert f"<#{clan.guild.channel.id}>" in answer.text
    assert "and their milestones" in answer.text
    assert "Milestones" in clan.guild.channel.messages[-1].buttons


async def test_another_channel_alone_keeps_what_is_announced(clan: Clan) -> None:
    await clan.set_up(what="milestones")

    answer = await clan.leader.slash("server announce-channel", in_=clan.guild.channel)

    assert "and their milestones" in answer.text
    assert (await server(clan)).announces is Announces.MILESTONES
    await clan.set_up(what="nothing")
    await clan.set_up()
    assert (await server(clan)).announces is Announces.REACHED


@pytest.mark.parametrize("missing", ["view_channel", "send_messages"])
async def test_a_channel_that_cannot_be_written_in_is_refused_and_nothing_changes(
    clan: Clan, missing: str
) -> None:
    clan.news.forbid(missing)

    answer = await clan.set_up()

    assert "I could not write in that channel, so nothing was changed" in answer.text
    assert "Permissions" in answer.text
    assert (await server(clan)).announces is Announces.NOTHING
    clan.news.allow_all()
    assert "Announced in" in (await clan.set_up()).text


async def test_a_discord_that_is_down_is_said_and_nothing_changes(clan: Clan) -> None:
    clan.world.discord.go_wrong(*[server_error(503)] * 3, on=f"POST /channels/{clan.news.id}")

    answer = await clan.set_up()

    assert "I could not write in that channel" in answer.text
    assert clan.news.messages == []


async def test_another_channel_takes_the_place_of_the_first(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    other = clan.guild.text_channel("other")
    await clan.leader.slash("server announce-channel", in_=clan.guild.channel, channel=other)

    await clan.train("Zezima", 13_100_000)

    assert clan.told == []
    assert "Zezima reached 99 Woodcutting!" in other.messages[-1].text


async def test_each_kind_of_news_can_have_a_channel_of_its_own(clan: Clan, ada: FakeUser) -> None:
    place = clan.guild.channel
    bells, daily = clan.guild.text_channel("bells"), clan.guild.text_channel("daily")
    await clan.set_up(what="milestones")
    await clan.leader.slash("server channel", in_=place, news="milestones", channel=bells)
    shown = await clan.leader.slash("server channel", in_=place, news="digest", channel=daily)
    assert f"**Channel of milestones** <#{bells.id}>" in shown.text
    assert f"**Channel of the digest** <#{daily.id}>" in shown.text
    await clan.member(ada, "Zezima", "99 wc")
    await clan.leader.slash("server digest", in_=place, frequency="daily", time="18:00")

    await clan.train("Zezima", 7_100_000)
    await clan.train("Zezima", 13_100_000)
    await clan.world.pass_time(24 * HOURS, step=HOURS)

    assert "50 % of 99 Woodcutting" in bells.messages[1].text
    assert "The day on The Clan" in daily.messages[1].text
    [reached] = clan.texts
    assert "Zezima reached 99 Woodcutting!" in reached


async def test_news_whose_channel_is_gone_or_given_up_comes_where_all_other_news_is(
    clan: Clan, ada: FakeUser
) -> None:
    place, bells = clan.guild.channel, clan.guild.text_channel("bells")
    await clan.set_up()
    await clan.leader.slash("server channel", in_=place, news="goals", channel=bells)
    await clan.member(ada, "Zezima", "98 wc", "99 wc")
    bells.delete()

    await clan.train("Zezima", 12_000_000)
    assert "Zezima reached 98 Woodcutting!" in "".join(clan.texts)
    assert "Nothing more comes in the channel for goals: it is no longer there" in "".join(clan.texts)
    shown = await clan.leader.slash("server settings", in_=place)
    assert "switched off" in shown.text.split("reached goals")[1].splitlines()[0]
    shown = await clan.leader.slash("server channel", in_=place, news="goals")
    assert "Channel of reached goals" not in shown.text
    await clan.train("Zezima", 13_100_000)

    assert "99 Woodcutting" in clan.texts[-1]


async def test_a_channel_of_its_own_that_cannot_be_written_in_is_refused(clan: Clan) -> None:
    place, bells = clan.guild.channel, clan.guild.text_channel("bells")
    await clan.set_up()
    bells.forbid("send_messages")

    answer = await clan.leader.slash("server channel", in_=place, news="digest", channel=bells)

    assert "so nothing was changed" in answer.text
    assert "Channel of" not in (await clan.leader.slash("server settings", in_=place)).text


async def test_nothing_is_announced_after_it_is_switched_off_and_members_stay(
    clan: Clan, ada: FakeUser
) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "98 wc", "99 wc")
    answer = await clan.leader.slash("server announce-channel", in_=clan.guild.channel, what="nothing")
    assert "Nothing more is announced." in answer.text
    await clan.train("Zezima", 12_000_000)
    assert clan.told == []

    await clan.set_up()
    await clan.train("Zezima", 13_100_000)

    [text] = clan.texts
    assert "99 Woodcutting" in text
    assert "98" not in text


async def test_where_the_bot_is_no_member_it_says_so(clan: Clan) -> None:
    """It was thrown out in this very moment."""
    clan.world.discord.go_wrong(refused(UNKNOWN_GUILD), on=f"GET /guilds/{clan.guild.id}")

    answer = await clan.set_up()

    assert "I am not a member of this server yet" in answer.text
    assert clan.news.messages == []


# The digest and the clocks


async def test_a_digest_is_planned_by_the_clocks_of_the_server_and_shown_at_once(
    clan: Clan, ada: FakeUser
) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.train("Zezima", 1_500_000)

    await clan.leader.slash("server settings", in_=clan.guild.channel, timezone="Europe/Berlin")
    answer = await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="daily", time="6 pm")

    assert answer.ephemeral
    assert "every day at 18:00" in answer.text
    assert "The day on The Clan" in answer.text
    assert "Zezima: +500,000 xp" in answer.text


async def test_the_digest_comes_at_its_time_and_once(clan: Clan, ada: FakeUser, bob: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.member(bob, "Iron Bob", "98 wc", xp=2_000_000)
    await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="daily", time="18:00")
    clan.world.hiscores.osrs("Zezima").train("Woodcutting", 1_500_000)
    clan.world.hiscores.osrs("Iron Bob").train("Woodcutting", 12_000_000)

    await clan.world.pass_time(24 * HOURS, step=HOURS)

    assert "What I gain" in clan.news.messages[1].buttons  # the digest tells more: members are asked
    [reached, digest] = clan.texts
    assert "Iron Bob reached 98 Woodcutting!" in reached
    lines = digest.splitlines()
    assert lines[0].endswith("The day on The Clan")
    assert "Iron Bob: 98 Woodcutting" in lines
    assert "1\\. Iron Bob: +10,000,000 xp (Woodcutting)" in lines
    assert "2\\. Zezima: +500,000 xp (Woodcutting)" in lines


async def test_a_day_on_which_nothing_moved_has_no_digest_unless_it_is_wanted(
    clan: Clan, ada: FakeUser
) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="daily")
    await clan.world.pass_time(24 * HOURS, step=HOURS)
    assert clan.told == []

    await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="daily", when_quiet=True)
    await clan.world.pass_time(24 * HOURS, step=HOURS)

    [text] = clan.texts
    assert "Nothing has moved." in text


async def test_a_weekly_digest_comes_on_mondays_with_all_of_the_week(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="weekly")
    for xp in (1_100_000, 1_200_000, 1_300_000, 1_400_000, 1_500_000, 1_600_000, 1_700_000):
        clan.world.hiscores.osrs("Zezima").train("Woodcutting", xp)
        await clan.world.pass_time(24 * HOURS, step=6 * HOURS)

    [text] = clan.texts
    assert "The week on The Clan" in text
    assert clan.told[0].created.weekday() == 0


async def test_a_digest_that_is_switched_off_comes_no_more(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="daily")
    answer = await clan.leader.slash("server digest", in_=clan.guild.channel, frequency="off")
    assert "**Digest** off" in answer.text

    clan.world.hiscores.osrs("Zezima").train("Woodcutting", 1_500_000)
    await clan.world.pass_time(24 * HOURS, step=HOURS)

    assert clan.told == []


async def test_quiet_hours_hold_announcements_until_they_end(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "99 wc")
    answer = await clan.leader.slash("server settings", in_=clan.guild.channel, quiet_hours="00:00-06:00")
    assert "from 00:00 to 06:00" in answer.text

    await clan.train("Zezima", 13_100_000)
    assert clan.told == []
    await clan.world.pass_time(6 * HOURS, step=HOURS)

    [text] = clan.texts
    assert "was meant for" in text


async def test_settings_are_shown_and_wrong_ones_refused(clan: Clan) -> None:
    place = clan.guild.channel
    before = await clan.leader.slash("server settings", in_=place)
    assert "not set up yet" in before.text
    await clan.set_up()

    assert "**Digest** off" in (await clan.leader.slash("server settings", in_=place)).text
    wrong = await clan.leader.slash("server settings", in_=place, timezone="Berlim")
    assert "Europe/Berlin" in wrong.text
    wrong = await clan.leader.slash("server digest", in_=place, frequency="daily", time="25:00")
    assert "not a time of the day" in wrong.text


async def test_times_zones_and_hours_are_suggested(clan: Clan) -> None:
    place, leader = clan.guild.channel, clan.leader
    times = await leader.autocomplete(
        "server digest", in_=place, frequency="daily", focus="time", time="6 pm"
    )
    zones = await leader.autocomplete("server settings", in_=place, timezone="berl")
    hours = await leader.autocomplete("server settings", in_=place, quiet_hours="")

    assert [one.value for one in times] == ["18:00"]
    assert zones[0].value == "Europe/Berlin"
    assert "22:00-07:00" in [one.value for one in hours]


# Who may


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("server announce-channel", {}),
        ("server digest", {"frequency": "daily"}),
        ("server settings", {}),
        ("server channel", {"news": "digest"}),
    ],
)
async def test_who_does_not_manage_the_server_may_not_even_where_the_command_is_shown_to_all(
    clan: Clan, bob: FakeUser, command: str, options: dict[str, object]
) -> None:
    with pytest.raises(Impossible, match="hidden"):
        await bob.slash(command, in_=clan.guild.channel, **options)
    clan.guild.open_command("server")

    answer = await bob.slash(command, in_=clan.guild.channel, **options)

    assert answer.ephemeral
    assert "permission Manage Server" in answer.text
    assert await clan.world.client.services.servers.find(clan.guild.id) is None
    assert clan.guild.channel.messages == []


async def test_the_permission_is_asked_for_each_time(clan: Clan) -> None:
    await clan.set_up()
    clan.guild.forbid(clan.leader, "manage_guild")
    clan.guild.open_command("server")

    answer = await clan.leader.slash("server announce-channel", in_=clan.guild.channel, what="nothing")

    assert "permission Manage Server" in answer.text
    assert (await server(clan)).announces is Announces.REACHED


async def test_an_administrator_may(clan: Clan, bob: FakeUser) -> None:
    clan.guild.permit(bob, "administrator")

    assert "Announced in" in (await bob.slash("server announce-channel", in_=clan.guild.channel)).text


async def test_in_direct_messages_it_is_not_offered(clan: Clan) -> None:
    with pytest.raises(Impossible):
        await clan.leader.slash("server settings")


async def test_a_server_is_set_up_by_itself_alone(clan: Clan, ada: FakeUser) -> None:
    """Somebody who manages another server changes nothing here."""
    await clan.set_up()
    other = Clan.of(clan.world, "Rivals")
    await other.leader.slash("server announce-channel", in_=other.guild.channel)
    await other.leader.slash("server digest", in_=other.guild.channel, frequency="daily")

    assert "**Digest** off" in (await clan.leader.slash("server settings", in_=clan.guild.channel)).text
    await clan.member(ada, "Zezima", "99 wc")
    await clan.train("Zezima", 13_100_000)
    assert len(clan.told) == 1
    assert all("None of mine" in one.buttons for one in other.guild.channel.messages)  # invitations


async def test_the_name_of_a_server_does_nothing(world: BotWorld) -> None:
    clan = Clan.of(world, EVIL)

    answer = await clan.set_up()

    assert "@everyone" not in answer.text
    assert "](https://" not in answer.text
    assert clan.world.discord.refusals == []


# After a while


async def test_it_all_works_after_a_restart(clan: Clan, ada: FakeUser) -> None:
    await clan.set_up()
    await clan.world.restart()
    [invitation] = clan.news.messages
    clan.guild.join(ada)
    joined = await invitation.click("Goals I reach", by=ada)
    assert joined.ephemeral
    assert "You are announced on The Clan" in joined.text


async def test_a_channel_that_is_gone_is_switched_off_and_named_in_the_settings(
    clan: Clan, ada: FakeUser
) -> None:
    await clan.set_up()
    await clan.member(ada, "Zezima", "98 wc", "99 wc")
    clan.news.delete()
    await clan.train("Zezima", 12_000_000)

    shown = await clan.leader.slash("server settings", in_=clan.guild.channel)
    assert "switched off" in shown.text
    await clan.leader.slash("server announce-channel", in_=clan.guild.channel)
    await clan.train("Zezima", 13_100_000)

    told = "\n".join(one.text for one in clan.guild.channel.messages)
    assert "99 Woodcutting" in told
