"""`/leaderboard` over the wire: who is ahead of those who chose to be seen, under the names they chose."""

import pytest

from bot.rewards.slash import RANKS_PER_PAGE
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.keepers import A_DAY, begin, keep, wallet
from tests.bot.slash.players import EVIL, account, press
from tests.fakes.discord.places import FakeChannel
from tests.fakes.discord.users import FakeUser
from tracker.rewards.boards import moved
from tracker.rewards.model import Wallet


@pytest.fixture
def clan(world: BotWorld) -> FakeChannel:
    """Where everybody is."""
    return world.discord.guild("The Clan").channel


async def earn(world: BotWorld, user: FakeUser, times: int = 1) -> None:
    for number in range(times):
        await begin(world, user, f"habit {'abcdefgh'[number]}")
        await user.slash("habit done", habit=f"habit {'abcdefgh'[number]}")


async def crowd(world: BotWorld, count: int, board: str = "global:all") -> None:
    """So many others with more points than anybody who has just begun."""
    for number in range(count):
        one = moved(f"user{number:03}", Wallet(shown_as=f"Other {number}"), board, None, 1000 + number)
        await world.table.transact([one])


# Joining


async def test_nobody_is_seen_who_did_not_join(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await earn(world, ada)

    answer = await bob.slash("leaderboard show")

    assert answer.ephemeral
    assert "The leaderboard of everybody" in answer.text
    assert "Nobody is on this leaderboard yet." in answer.text
    assert "/leaderboard join" in answer.text


async def test_who_joins_is_seen_under_the_name_they_have_there_with_what_they_have(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await earn(world, ada, 2)

    joined = await ada.slash("leaderboard join")

    assert joined.ephemeral
    assert "Everybody there sees you as **Ada**" in joined.text
    assert "You are not told when somebody gets ahead" in joined.text
    assert "🥇 Ada · 20 points" in (await bob.slash("leaderboard show")).text
    assert "🥇 **Ada** (you) · 20 points" in (await ada.slash("leaderboard show")).text


async def test_what_one_hears_is_ones_own_choice_and_the_name_is_that_on_discord(
    world: BotWorld, ada: FakeUser
) -> None:
    await ada.slash("leaderboard join", overtakes=True)
    again = await ada.slash("leaderboard join", overtakes=False)
    assert "sees you as **Ada**" in again.text
    assert "You are not told" in again.text
    kept = await wallet(world, ada)
    assert (kept.shown_as, kept.overtakes, kept.boards) == ("Ada", False, ("global",))
    other = world.discord.user("ADA")
    assert "sees you as **Ada (ADA)**" in (await other.slash("leaderboard join")).text


async def test_who_wants_to_hears_when_somebody_gets_ahead(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    await keep(world, ada, gym, 3)
    await ada.slash("leaderboard join", overtakes=True)
    evil = world.discord.user(EVIL[:32])
    await evil.slash("leaderboard join")
    await earn(world, evil, 4)
    await world.pass_time(600)

    [told] = [one for one in ada.dms if "got ahead of you" in one.text]
    assert "@everyone" not in told.text.lower()
    assert "https://" not in told.text


async def test_no_name_can_do_anything(world: BotWorld, bob: FakeUser, clan: FakeChannel) -> None:
    evil = world.discord.user("@everyone **x** <@1> `")
    await earn(world, evil)
    joined = await evil.slash("leaderboard join", in_=clan)

    shown = await bob.slash("leaderboard show", share=True, in_=clan)

    for answer in (joined, shown):
        assert "@everyone" not in answer.text.lower()
        assert "**x**" not in answer.text.lower()
        assert answer.text.count("<@") == answer.text.count("\\<@") == 1
    assert shown.message.pings == set()
    assert world.discord.refusals == []


async def test_a_name_on_discord_that_is_half_invisible_is_shown_as_far_as_it_can_be_seen(
    world: BotWorld,
) -> None:
    odd = world.discord.user("a\u200dd\u202ea")

    assert "sees you as **ADA**" in (await odd.slash("leaderboard join")).text


# Of a server


async def test_a_server_has_its_own_board_which_one_joins_by_itself(
    world: BotWorld, ada: FakeUser, bob: FakeUser, clan: FakeChannel
) -> None:
    await earn(world, ada)
    empty = await ada.slash("leaderboard show", in_=clan)
    assert "The leaderboard of this server" in empty.text
    assert "Nobody is on this leaderboard yet." in empty.text

    joined = await ada.slash("leaderboard join", in_=clan)
    assert "You are on the leaderboard of The Clan. You are number 1 with 10 points." in joined.text

    here = await bob.slash("leaderboard show", in_=clan)
    assert "The leaderboard of The Clan" in here.text
    assert "🥇 Ada · 10 points" in here.text
    assert (
        "Nobody is on this leaderboard yet."
        in (await bob.slash("leaderboard show", scope="everybody", in_=clan)).text
    )
    other = world.discord.guild("Others").channel
    assert "Nobody is on this leaderboard yet." in (await bob.slash("leaderboard show", in_=other)).text


async def test_a_server_without_the_bot_has_none(world: BotWorld, ada: FakeUser) -> None:
    guild = world.discord.guild("Elsewhere")
    guild.installed = False

    answer = await ada.slash("leaderboard join", in_=guild.channel)

    assert "not a member of this server" in answer.text
    assert (await wallet(world, ada)).boards == ()


async def test_in_direct_messages_there_is_no_server(ada: FakeUser) -> None:
    assert "use it there" in (await ada.slash("leaderboard show", scope="this server")).text


async def test_joining_a_board_changes_nothing_else_about_the_server(
    ada: FakeUser, clan: FakeChannel
) -> None:
    await ada.slash("leaderboard join", in_=clan)

    assert "Nothing is announced on this server" in (await ada.slash("announce on", in_=clan)).text
    assert clan.messages == []


# Leaving


async def test_who_leaves_is_gone_at_once_from_anywhere(
    world: BotWorld, ada: FakeUser, clan: FakeChannel
) -> None:
    await earn(world, ada)
    await ada.slash("leaderboard join", in_=clan)
    await ada.slash("leaderboard join", scope="everybody", in_=clan)
    found = await ada.autocomplete("leaderboard leave", of="")
    assert [one.name for one in found] == ["The Clan", "everybody"]

    gone = await ada.slash("leaderboard leave", of=str(found[0].value))
    assert "no longer on the leaderboard of The Clan" in gone.text
    assert "Nobody is on this leaderboard yet." in (await ada.slash("leaderboard show", in_=clan)).text
    assert "Ada" in (await ada.slash("leaderboard show")).text
    assert "no longer on the leaderboard of everybody" in (await ada.slash("leaderboard leave")).text
    assert (await wallet(world, ada)).boards == ()


async def test_one_cannot_leave_where_one_is_not(
    world: BotWorld, ada: FakeUser, bob: FakeUser, clan: FakeChannel
) -> None:
    assert "You are on no leaderboard." in (await ada.slash("leaderboard leave")).text
    await ada.slash("leaderboard join")
    assert "You are on that of everybody." in (await ada.slash("leaderboard leave", in_=clan)).text
    assert "You are on that of everybody." in (await ada.slash("leaderboard leave", of=EVIL)).text
    assert await bob.autocomplete("leaderboard leave", of="") == []
    assert len((await wallet(world, ada)).boards) == 1


# Spans, pages, and oneself far down


async def test_a_week_and_a_month_begin_anew(world: BotWorld, ada: FakeUser) -> None:
    [gym] = await begin(world, ada, "gym")
    await ada.slash("leaderboard join")
    await keep(world, ada, gym, 1)
    world.clock.advance(40 * A_DAY)
    await ada.slash("habit done", habit="gym")

    for when, points in (("all time", 20), ("this month", 10), ("this week", 10)):
        shown = await ada.slash("leaderboard show", when=when)
        assert f"-# {when}" in shown.text
        assert f"**Ada** (you) · {points} points" in shown.text


async def test_oneself_is_shown_also_outside_the_page(world: BotWorld, ada: FakeUser) -> None:
    await crowd(world, RANKS_PER_PAGE + 5)
    await earn(world, ada)
    await ada.slash("leaderboard join")

    lines = card_lines((await ada.slash("leaderboard show")).components)

    assert lines[4] == "│ 🥇 Other 14 · 1,014 points"
    assert lines[7] == "│ 4. Other 11 · 1,011 points"
    assert lines[-2:] == ["│ 16. **Ada** (you) · 10 points", "│ (Back, off) (Next)"]


async def test_pages_are_turned_by_whoever_asked_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser, clan: FakeChannel
) -> None:
    await crowd(world, 2 * RANKS_PER_PAGE + 3)
    first = await ada.slash("leaderboard show", scope="everybody", share=True, in_=clan)
    before = first.text
    await world.restart()

    refused = await press(first, "Next", by=bob)
    second = await press(first, "Next", by=ada)
    middle = second.text
    third = await press(second, "Next", by=ada)

    assert refused.text.startswith("This is not yours.")
    seen = [before, middle, third.text]
    assert [sum(f"Other {number} ·" in text for text in seen) for number in range(23)] == [1] * 23
    assert third.buttons == ["Back"]


async def test_nobody_learns_who_somebody_is_from_a_board(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    await earn(world, ada)
    await ada.slash("leaderboard join")

    shown = await bob.slash("leaderboard show")

    assert (await account(world, ada)).id not in str(shown.components)
    assert str(ada.id) not in str(shown.components)
