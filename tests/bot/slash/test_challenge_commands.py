"""`/challenge create`, `leave`, `status` and `history` over the wire: who may do what, and what they see."""

from collections.abc import AsyncIterator
from datetime import date

import pytest

from bot.challenges import join_view, usecases
from bot.challenges.requests import NameChallenge
from bot.challenges.slash import WEEKS_PER_PAGE
from bot.slash.render import card
from tests.bot.slash.card_text import card_lines, card_text
from tests.bot.slash.challengers import A_DAY, NAME, Club
from tests.bot.slash.keepers import begin
from tests.bot.slash.players import EVIL, done, follow, press
from tests.fakes.clock import HandClock
from tests.fakes.discord.faults import refused
from tests.fakes.discord.refusals import UNKNOWN_GUILD
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.json_site import JsonSite
from tracker.challenge.joining import participants
from tracker.challenge.model import Counted, WhoMayJoin
from tracker.store.sqlite import SqliteTable

MOST_TEXT = 4000


@pytest.fixture
async def club(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Club]:
    async with Club.meeting(FaultyTable(sqlite_table), clock) as club:
        yield club


@pytest.fixture
def ada(club: Club) -> FakeUser:
    return club.world.discord.user("ada")


@pytest.fixture
def bob(club: Club) -> FakeUser:
    return club.world.discord.user("bob")


# Beginning one


async def test_a_challenge_is_begun_with_one_commit_a_week_unless_more_is_said(club: Club) -> None:
    answer = await club.leader.slash("challenge create", name="Weekly  commits", in_=club.hall)

    assert answer.ephemeral
    assert card_lines(answer.components) == [
        "┌ #a06cd5",
        "│ -# A new challenge",
        "│ ### Weekly commits",
        "│ ────",
        "│ **Counts** commits on GitHub",
        "│ **A good week** at least 1 commit, from Monday to Sunday",
        "│ **Clocks** UTC",
        "│ **When** since {1 January 2100}",
        "│ **Who may join** everybody on the server",
        "│ To have it and its results posted, choose a channel: `/server announce-channel`",
        "│ Work in private repositories does not count: GitHub does not say what it is.",
        "│ (Join it)",
    ]
    [made] = await club.challenges()
    assert (made.name, made.counted, made.threshold) == (NAME, Counted.COMMITS, 1)
    assert (made.starts, made.ends, made.who) == (date(2100, 1, 1), None, WhoMayJoin.SERVER)
    assert club.hall.messages == []


async def test_everything_about_it_can_be_said(club: Club) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)
    answer = await club.leader.slash(
        "challenge create", in_=club.hall, name="XP race", counts="xp that characters gain",
        timezone="tokyo", starts="next monday", ends="in 3 months", at_least=250_000,
        who="whoever knows its id, also elsewhere", share=True,
    )  # fmt: skip
    assert "no time zone 'tokyo'" in answer.text

    answer = await club.leader.slash(
        "challenge create", in_=club.hall, name="XP race", counts="xp that characters gain",
        timezone="asia/tokyo", starts="next monday", ends="in 3 months", at_least=250_000,
        who="whoever knows its id, also elsewhere", share=True,
    )  # fmt: skip

    assert not answer.ephemeral
    assert "**A good week** at least 250,000 xp" in answer.text
    assert "It is posted where this server is told things, and so are the results on Mondays." in answer.text
    [made] = await club.challenges()
    assert (made.counted, made.threshold, made.timezone) == (Counted.XP, 250_000, "Asia/Tokyo")
    assert (made.starts, made.ends, made.who) == (date(2100, 1, 4), date(2100, 4, 1), WhoMayJoin.ANYBODY)
    assert f"`{made.id}`" in answer.text
    assert "from {4 January 2100} to {1 April 2100}" in card_text(answer.components)


async def test_a_new_one_is_posted_for_the_members_who_can_join_it_there(club: Club) -> None:
    await club.leader.slash("server announce-channel", in_=club.hall, channel=club.news)
    await club.begin("Bread", counts="days on which habits are done", at_least=3)
    await club.world.context.dispatcher.run(hurry=True)

    *_, posted = club.news.messages
    assert "A new challenge: Bread" in posted.text
    assert "At least 3 completions a week, Monday to Sunday. It begins today." in posted.text
    assert "leader" not in posted.text
    bob = club.world.discord.user("bob")
    answer = await press(posted, "Join it", by=bob)
    assert "You are in Bread." in answer.text


async def test_only_those_who_manage_the_server_change_end_and_remove_it(club: Club) -> None:
    await club.begin()
    bob = club.world.discord.user("bob")
    for command in ("edit", "end", "remove"):
        options = {"name": "Mine now"} if command == "edit" else {}
        refused = await bob.slash(f"challenge {command}", in_=club.hall, challenge="weekly", **options)
        assert "Only whoever set up Weekly commits can change it" in refused.text
    [made] = await club.challenges()
    assert (made.name, made.ends) == (NAME, None)

    asked = await club.leader.slash("challenge remove", in_=club.hall)
    assert "Remove Weekly commits for everybody?" in asked.text
    assert "/challenge end" in asked.text
    assert "is removed" in (await press(asked, "Yes, remove it")).text
    assert await club.challenges() == []


async def test_a_person_has_a_challenge_counted_three_times_in_ten_minutes(club: Club) -> None:
    await club.begin()
    bob = club.world.discord.user("bob")
    await club.enter(bob, "bob")
    club.commit("bob", 4)
    first = await done(await bob.slash("challenge count", in_=club.hall))
    assert "4 commits" in first.text
    asked = len(club.github.asked)
    for _ in range(3):  # within a minute: nothing is asked, and nothing is used up
        again = await done(await bob.slash("challenge count", in_=club.hall))
        assert "counted less than a minute ago" in again.text
    assert len(club.github.asked) == asked
    for _ in range(2):
        club.world.clock.advance(61)
        counted = await done(await bob.slash("challenge count", in_=club.hall))
        assert "less than a minute" not in counted.text
    assert len(club.github.asked) > asked
    club.world.clock.advance(61)
    refused = await bob.slash("challenge count", in_=club.hall)
    assert "You had 3 counts just now. Try again in" in refused.text


async def test_the_first_day_is_that_of_the_challenges_own_clocks(club: Club) -> None:
    club.world.clock.advance(20 * 3600)

    made = await club.begin(timezone="Asia/Tokyo")

    assert made.starts == date(2100, 1, 2)


async def test_it_may_begin_earlier_in_this_week_and_ask_for_as_much_as_anywhere(club: Club) -> None:
    """The first of January 2100 is a Friday."""
    made = await club.begin(starts="2099-12-28", at_least=1_000_000_000_000)

    assert (made.starts, made.threshold) == (date(2099, 12, 28), 1_000_000_000_000)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"ends": "today"}, "ends after it begins"),
        ({"ends": "yesterday"}, "Write a date as"),
        ({"starts": "1999-01-01"}, "in the past"),
        ({"starts": "2099-12-27"}, "begins this week or later"),
        ({"name": "\u202eevil"}, "visible letters, digits and signs"),
        ({"timezone": "UTC+1"}, "is an offset"),
    ],
)
async def test_what_makes_no_sense_is_refused_in_words(
    club: Club, options: dict[str, str], says: str
) -> None:
    answer = await club.leader.slash("challenge create", in_=club.hall, **{"name": "A", **options})

    assert says in answer.text
    assert await club.challenges() == []


async def test_two_of_one_server_have_two_names(club: Club) -> None:
    await club.begin()

    answer = await club.leader.slash("challenge create", name="weekly COMMITS", in_=club.hall)

    assert "There is a challenge called weekly COMMITS here already." in answer.text
    assert len(await club.challenges()) == 1


async def test_it_needs_manage_server_at_the_moment_of_use(club: Club, ada: FakeUser) -> None:
    answer = await ada.slash("challenge create", name=NAME, in_=club.hall)
    assert "Only people with the permission Manage Server" in answer.text
    club.guild.permit(ada, "manage_guild")
    assert "A new challenge" in (await ada.slash("challenge create", name=NAME, in_=club.hall)).text

    club.guild.forbid(ada, "manage_guild")

    answer = await ada.slash("challenge create", name="Another", in_=club.hall)
    assert "Only people with the permission Manage Server" in answer.text
    assert [one.name for one in await club.challenges()] == [NAME]


async def test_it_cannot_be_begun_in_direct_messages_nor_where_the_bot_is_not(
    club: Club, ada: FakeUser
) -> None:
    assert "That is about a server: use it there" in (await ada.slash("challenge create", name=NAME)).text
    club.world.discord.go_wrong(refused(UNKNOWN_GUILD), on=f"GET /guilds/{club.guild.id}")
    answer = await club.leader.slash("challenge create", name=NAME, in_=club.hall)
    assert "I am not a member of this server yet" in answer.text
    assert await club.challenges() == []


async def test_days_and_zones_are_suggested(club: Club) -> None:
    days = await club.leader.autocomplete("challenge create", in_=club.hall, name="A", ends="in 2 weeks")
    assert [one.name for one in days] == ["Friday 15 January 2100"]
    zones = await club.leader.autocomplete("challenge create", in_=club.hall, name="A", timezone="berl")
    assert [one.value for one in zones] == ["Europe/Berlin"]


# What can be named, and by whom


async def test_a_challenge_of_another_server_is_nobodys_business(club: Club, ada: FakeUser) -> None:
    made = await club.begin()
    elsewhere = club.world.discord.guild("Elsewhere").channel

    for command in ("join", "status", "standings", "history"):
        answer = await ada.slash(f"challenge {command}", challenge=made.id, in_=elsewhere)
        assert "There is no challenge" in answer.text, command
        answer = await ada.slash(f"challenge {command}", challenge=made.name)
        assert "There is no challenge" in answer.text, command
    assert await ada.autocomplete("challenge join", challenge="", in_=elsewhere) == []


async def test_one_that_is_open_to_anybody_is_found_by_its_id_anywhere(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    made = await club.begin(
        counts="days on which habits are done", who="whoever knows its id, also elsewhere"
    )

    assert "You are not in it" in (await bob.slash("challenge status", challenge=made.id)).text
    joined = await ada.slash("challenge join", challenge=made.id.lower())
    assert "You are in Weekly commits" in joined.text
    again = await ada.slash("challenge join", challenge=made.id)
    assert "You are in Weekly commits already." in again.text
    wrong = await ada.slash("challenge join", challenge="0" * 26)
    assert "There is no challenge" in wrong.text


async def test_everybody_has_their_name_on_discord_and_a_second_one_of_it_that_of_the_account(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    made = await club.begin(counts="days on which habits are done")
    other = club.world.discord.user("ADA")

    for user in (ada, bob, other):
        await user.slash("challenge join", in_=club.hall)

    people = await participants(club.world.table, made.id)
    assert {one.name for one in people} == {"Ada", "Bob", "Ada (ADA)"}


async def test_where_there_are_several_one_is_chosen(club: Club, ada: FakeUser) -> None:
    await club.begin("Commits")
    await club.begin("Habits", counts="days on which habits are done")

    unclear = await ada.slash("challenge standings", in_=club.hall)
    assert "Which challenge? Choose one of: Commits, Habits." in unclear.text
    found = await ada.autocomplete("challenge standings", challenge="hab", in_=club.hall)
    assert [one.name for one in found] == ["Habits · at least 1 completion a week"]
    await ada.slash("challenge join", challenge=str(found[0].value), in_=club.hall)

    assert "## Habits" in (await ada.slash("challenge standings", in_=club.hall)).text
    assert [one.name for one in await ada.autocomplete("challenge leave", challenge="")] == [found[0].name]
    others = await ada.autocomplete("challenge join", challenge="", in_=club.hall)
    assert [one.name.partition(" ")[0] for one in others] == ["Commits"]


async def test_without_any_challenge_it_says_what_to_do(club: Club, ada: FakeUser) -> None:
    assert "No challenges yet" in (await ada.slash("challenge status")).text
    assert "No challenges yet" in (await ada.slash("challenge status", in_=club.hall)).text
    for command in ("standings", "history"):
        answer = await ada.slash(f"challenge {command}", in_=club.hall)
        assert "You are in no challenge yet, and there is none here." in answer.text, command
    assert "There is no challenge here yet." in (await ada.slash("challenge join", in_=club.hall)).text
    nowhere = await ada.slash("challenge standings")
    assert "You are in no challenge yet, and there is none here." in nowhere.text
    assert "You are in no challenge." in (await ada.slash("challenge leave")).text
    assert await ada.autocomplete("challenge leave", challenge="") == []


# Joining with xp and habits


async def test_xp_is_that_of_the_character_whom_one_chooses(club: Club, ada: FakeUser) -> None:
    await club.begin("XP race", counts="xp that characters gain", at_least=1000)
    assert "First say whom you play" in (await ada.slash("challenge join", in_=club.hall)).text
    await follow(club.world, ada, "Zezima")
    club.world.clock.advance(1)
    club.world.hiscores.osrs("Lynx Titan").train("Overall", 4_000_000)
    await follow(club.world, ada, "Lynx Titan")
    unclear = await ada.slash("challenge join", in_=club.hall)
    assert "Whose xp counts? Choose a character: Zezima, Lynx Titan." in unclear.text
    found = await ada.autocomplete("challenge join", character="lyn", in_=club.hall)
    assert [one.value for one in found] == ["Lynx Titan"]

    joined = await ada.slash("challenge join", character="Lynx Titan", in_=club.hall)

    assert joined.ephemeral
    assert "What Lynx Titan gains counts: at least 1,000 xp a week." in joined.text
    assert "see you as **Ada**" in joined.text
    club.world.clock.advance(A_DAY)
    club.world.hiscores.osrs("Lynx Titan").train("Overall", 4_002_500)
    await club.world.pass_time(3600)
    await club.count()
    assert "**2,500 xp**" in (await ada.slash("challenge status", in_=club.hall)).text


async def test_a_number_on_the_web_has_no_xp(club: Club, ada: FakeUser) -> None:
    await club.begin("XP race", counts="xp that characters gain")
    async with JsonSite.running() as site:
        await done(await ada.slash("character add-number", name="Steps", url=site.serve("/steps", 12)))

    assert "First say whom you play" in (await ada.slash("challenge join", in_=club.hall)).text
    answer = await ada.slash("challenge join", character="Steps", in_=club.hall)

    assert "Steps is a number on the web, and has no xp." in answer.text
    assert "You are in no challenge." in (await ada.slash("challenge leave")).text


async def test_habits_are_all_of_them_or_the_one_that_is_chosen(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await club.begin("Habits", counts="days on which habits are done", at_least=2)
    for user in (ada, bob):
        await begin(club.world, user, "gym", "read", "no smoking")
    found = await ada.autocomplete("challenge join", habit="", in_=club.hall)
    assert [one.name.partition(" ·")[0] for one in found] == ["all of them", "Gym", "Read"]
    lazy = await ada.slash("challenge join", habit="smoking", in_=club.hall)
    assert "something to do less of" in lazy.text

    every = await ada.slash("challenge join", in_=club.hall)
    one = await bob.slash("challenge join", habit="gym", in_=club.hall)

    assert "All of your habits count" in every.text
    assert "Days on which you do Gym count: at least 2 completions a week." in one.text
    for user in (ada, bob):
        await user.slash("habit done", habit="gym")
        await user.slash("habit done", habit="read")
    await club.count()
    assert "✅ ▰▰▰▰▰▰▰▰▰▰▰▰▰▰ **2 completions**" in (await ada.slash("challenge status", in_=club.hall)).text
    assert (
        "⏳ ▰▰▰▰▰▰▰▱▱▱▱▱▱▱ **1 of 2 completions**"
        in (await bob.slash("challenge status", in_=club.hall)).text
    )


async def test_an_option_of_another_kind_of_challenge_is_refused(club: Club, ada: FakeUser) -> None:
    await club.begin(counts="days on which habits are done")

    for option in ("github", "character"):
        answer = await ada.slash("challenge join", in_=club.hall, **{option: "octocat"})
        assert f"Weekly commits counts habits, so leave out the option {option}." in answer.text
    assert "You are in no challenge." in (await ada.slash("challenge leave")).text


async def test_one_that_is_over_cannot_be_joined(club: Club, ada: FakeUser) -> None:
    await club.begin(counts="days on which habits are done", ends="tomorrow")
    club.world.clock.advance(2 * A_DAY)

    assert (
        "Weekly commits is over." in (await ada.slash("challenge join", challenge=NAME, in_=club.hall)).text
    )
    assert await ada.autocomplete("challenge join", challenge="", in_=club.hall) == []
    shown = await ada.slash("challenge status", challenge=NAME, in_=club.hall)
    assert "over since" in shown.text
    assert shown.buttons == []


async def test_the_button_of_a_shared_card_is_for_whoever_presses_it_also_after_a_restart(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    shown = await club.leader.slash(
        "challenge create", name="Habits", counts="days on which habits are done", share=True, in_=club.hall
    )
    await club.world.restart()

    joined = await press(shown, "Join it", by=ada)
    again = await press(shown, "Join it", by=ada)
    other = await press(shown, "Join it", by=bob)

    assert joined.ephemeral
    assert "You are in Habits" in joined.text
    assert "You are in Habits already." in again.text
    assert "see you as **Bob**" in other.text


# Names


async def test_no_name_can_do_anything(club: Club, bob: FakeUser) -> None:
    evil = EVIL[:50]
    made = await club.begin(evil, counts="days on which habits are done")
    ada = club.world.discord.user("@everyone **x** <@1> `")
    await begin(club.world, ada, "gym")
    joined = await ada.slash("challenge join", in_=club.hall)
    await ada.slash("habit done", habit="gym")
    await club.count()

    answers = [
        joined,
        await ada.slash("challenge status", share=True, in_=club.hall),
        await ada.slash("challenge standings", share=True, in_=club.hall),
        await ada.slash("challenge history", share=True, in_=club.hall),
        await bob.slash("challenge status", challenge=made.id, share=True, in_=club.hall),
        await ada.slash("challenge leave"),
        await ada.slash("challenge join", challenge=evil, in_=club.hall),
    ]

    for answer in answers:
        assert "@everyone" not in answer.text.lower()
        assert "**x**" not in answer.text.lower()
        assert "](https://" not in answer.text
        assert answer.text.count("<@") == answer.text.count("\\<@")
        assert answer.message.pings == set()
    assert club.world.discord.refusals == []


# How one stands


async def test_all_that_one_is_in_and_what_else_is_here_in_one_card(club: Club, ada: FakeUser) -> None:
    await club.begin("Habits", counts="days on which habits are done")
    await club.begin("More habits", counts="days on which habits are done", at_least=5)
    await club.begin("Commits", at_least=3)
    await begin(club.world, ada, "gym")
    for name in ("Habits", "More habits"):
        await ada.slash("challenge join", challenge=name, in_=club.hall)
    await ada.slash("habit done", habit="gym")
    await club.count()

    answer = await ada.slash("challenge status", in_=club.hall)

    assert card_lines(answer.components)[1:] == [
        "│ ## Challenges",
        "│ ────",
        "│ ### Your challenges",
        "│ **Habits** · 1 completion · a good week · 🔥 1 week · number 1 of 1",
        "│ **More habits** · 1 of 5 completions · 3 days left · number 1 of 1",
        "│ ────",
        "│ ### Others here",
        "│ **Commits** · at least 3 commits a week",
        "│ `/challenge join` takes you in.",
    ]
    assert "Others here" not in (await ada.slash("challenge status")).text


async def test_a_status_says_everything_of_one(club: Club, ada: FakeUser) -> None:
    await club.begin(counts="days on which habits are done")
    await begin(club.world, ada, "gym")
    await ada.slash("challenge join", in_=club.hall)
    early = await ada.slash("challenge status", in_=club.hall)
    assert "⏳ Not counted yet" in early.text
    for _ in range(3):
        await ada.slash("habit done", habit="gym")
        await club.pass_days(7)

    answer = await ada.slash("challenge status", in_=club.hall)

    assert answer.ephemeral
    assert card_lines(answer.components) == [
        "┌ #3b8fd0",
        "│ ### Weekly commits",
        "│ -# at least 1 completion a week · since {1 January 2100}",
        "│ ⏳ ▱▱▱▱▱▱▱▱▱▱▱▱▱▱ **0 of 1 completion** · 3 days left",
        "│ ────",
        "│ **Place** number 1 of 1",
        "│ **Streak** 🔥 3 weeks in a row · the longest so far",
        "│ **Good weeks** 3 of 4 weeks, 75 %",
        "│ **In all** 3 completions, 0.8 a week",
        "│ **You are** Ada there",
        "│ -# last changed {relative to 2100-01-18 00:00}",
    ]


# All weeks


async def test_all_weeks_are_listed_the_newest_first_also_after_a_restart(
    club: Club, ada: FakeUser, bob: FakeUser
) -> None:
    await club.begin(counts="days on which habits are done")
    await begin(club.world, ada, "gym")
    await ada.slash("challenge join", in_=club.hall)
    for number in range(WEEKS_PER_PAGE + 2):
        if number != 3:
            await ada.slash("habit done", habit="gym")
        await club.pass_days(7)

    first = await ada.slash("challenge history", share=True, in_=club.hall)
    lines = card_lines(first.components)
    assert "│ -# 13 weeks · page 1 of 2" in lines
    assert lines[-2] == "│ ❌ **Week 3** from {18 January 2100} · 0 of 1 completion"
    assert lines[1] == "│ -# Shared by Ada"
    assert lines[5] == "│ ⏳ **Week 12** from {22 March 2100} · 0 of 1 completion · still open"
    await club.world.restart()
    assert (await press(first, "Next", by=bob)).text.startswith("This is not yours.")
    second = await press(first, "Next", by=ada)

    lines = card_lines(second.components)
    assert lines[5:8] == [
        "│ ✅ **Week 2** from {11 January 2100} · 1 completion",
        "│ ✅ **Week 1** from {4 January 2100} · 1 completion",
        "│ ✅ **Week 53** from {28 December 2099} · 1 completion",
    ]


async def test_before_the_first_week_is_counted_the_history_says_so(club: Club, ada: FakeUser) -> None:
    await club.begin()

    assert "No weeks of Weekly commits yet" in (await ada.slash("challenge history", in_=club.hall)).text


# Leaving


async def test_leaving_asks_first_and_takes_back_what_is_not_settled(club: Club, ada: FakeUser) -> None:
    await club.begin(counts="days on which habits are done")
    await begin(club.world, ada, "gym")
    await ada.slash("challenge join", in_=club.hall)
    for _ in range(2):
        await ada.slash("habit done", habit="gym")
        await club.pass_days(7)
    asked = await ada.slash("challenge leave")
    assert asked.ephemeral
    assert "Leave Weekly commits?" in asked.text
    assert "Your streak of 2 weeks may end with it." in asked.text
    assert "Nothing was changed." in (await press(asked, "Stay")).text
    asked = await ada.slash("challenge leave", challenge="weekly")
    await club.world.restart()

    left = await press(asked, "Yes, leave it")

    assert "You are no longer in Weekly commits." in left.text
    assert "You are in no challenge." in (await ada.slash("challenge leave")).text
    assert [one.settled for one in await club.weeks_of(ada)] == [True, True]


async def test_nobody_leaves_for_another(club: Club, ada: FakeUser, bob: FakeUser) -> None:
    await club.begin(counts="days on which habits are done")
    for user in (ada, bob):
        await user.slash("challenge join", in_=club.hall)
    here = await club.visit(ada)
    asked = join_view.leaving(here, await usecases.to_leave(here, NameChallenge()))
    hall = club.world.client.get_partial_messageable(club.hall.id)
    await hall.send(view=card(here, asked, ada.id))

    answer = await club.hall.messages[-1].click("Yes, leave it", by=bob)

    assert answer.text.startswith("This is not yours.")
    for user in (ada, bob):
        assert "**You are**" in (await user.slash("challenge status")).text
