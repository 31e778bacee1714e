"""`/digest` over the wire: a look at the next one, when it comes, and how often."""

from datetime import datetime, time, timedelta

import pytest

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.somebody import account, plays
from tests.due_work import due_rounds
from tests.fakes.clock import START
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.accounts.model import DigestFrequency
from tracker.goals.model import Frequency

SKILLS = (
    "attack", "defence", "strength", "hitpoints", "ranged", "prayer", "magic", "cooking", "fletching",
    "firemaking", "crafting", "smithing", "mining", "herblore", "agility", "thieving", "slayer",
)  # fmt: skip


async def round_at(world: BotWorld) -> datetime:
    """When the only round is due."""
    [planned] = await due_rounds(world.table, START + timedelta(days=30))
    return planned.due_at


# A look at it


async def test_now_shows_the_next_digest_to_the_person_alone_and_sends_nothing(
    world: BotWorld, ada: FakeUser
) -> None:
    await plays(world, ada, "99 wc")
    clan = world.discord.guild("clan")

    shown = await ada.slash("digest now", in_=clan.channel)

    assert shown.ephemeral
    assert "Your next digest, if it came now" in shown.text
    assert "Your digest comes every day at 08:00" in shown.text
    assert "99 Woodcutting" in shown.text
    assert ada.dms == []


async def test_now_leaves_the_real_digest_as_it_is(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_200_000)
    await world.pass_time(HOURS)
    await ada.slash("digest now")

    await world.pass_time(7 * HOURS)

    [told] = ada.dms
    assert "200,000" in told.text


async def test_where_there_is_nothing_to_say_now_tells_what_to_do(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc", frequency=Frequency.OFF)

    shown = await ada.slash("digest now")

    assert "Nothing to say" in shown.text
    assert "/goal add" in shown.text


async def test_a_newcomer_is_welcomed_with_it(world: BotWorld, ada: FakeUser) -> None:
    shown = await (await ada.slash("digest now")).until(lambda it: it.followups)

    assert "Nothing to say" in shown.text
    assert "Which clocks do you follow?" in shown.followups[0].text
    assert await world.account_of(ada) is not None


async def test_a_long_digest_has_pages_that_turn_also_after_a_restart(world: BotWorld, ada: FakeUser) -> None:
    names = ("Zezima", "Lynx Titan", "Woox")
    for name in names:
        for skill in SKILLS:
            world.hiscores.osrs(name).train(skill.title(), 1_000_000)
        await plays(world, ada, *(f"99 {skill}" for skill in SKILLS), name=name)
    first = await ada.slash("digest now")
    assert "page 1 of" in first.text
    seen = first.text
    await world.restart()

    second = await first.click("Next")

    assert second.changed_the_message
    assert "page 2 of" in second.text
    seen += second.text
    while "Next" in second.buttons:
        second = await second.click("Next")
        seen += second.text
    assert all(name in seen for name in names)


async def test_names_cannot_break_the_digest(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc", name="_a_ b")

    shown = await ada.slash("digest now")

    assert "_a_" not in shown.text.replace("\\_a\\_", "")


# When it comes


async def test_the_time_is_understood_as_people_write_it_and_moves_the_next_one(
    world: BotWorld, ada: FakeUser
) -> None:
    await plays(world, ada, "99 wc")
    assert await round_at(world) == START + timedelta(hours=8)

    shown = await ada.slash("digest time", time="9.30 pm")

    assert shown.ephemeral
    assert "Your digest comes every day at 21:30." in shown.text
    assert (await account(world, ada)).digest_time == time(21, 30)
    assert await round_at(world) == START + timedelta(hours=21, minutes=30)


async def test_it_comes_at_the_new_time_and_not_at_the_old_one(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_200_000)
    await ada.slash("digest time", time="12:00")

    await world.pass_time(10 * HOURS)
    assert ada.dms == []
    await world.pass_time(2 * HOURS)

    assert "99 Woodcutting" in ada.dms[0].text


@pytest.mark.parametrize("typed", ["25:00", "whenever", "@everyone"])
async def test_what_is_no_time_is_refused_and_changes_nothing(
    world: BotWorld, ada: FakeUser, typed: str
) -> None:
    shown = await ada.slash("digest time", time=typed)

    assert "is not a time of the day" in shown.text
    assert "@everyone" not in shown.text
    assert (await account(world, ada)).digest_time == time(8)


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("", ["07:00", "08:00", "12:00", "18:00", "20:00"]),
        ("8", ["08:00"]),
        ("7 pm", ["19:00"]),
        (":00", ["07:00", "08:00", "12:00", "18:00", "20:00"]),
        ("soon", []),
    ],
)
async def test_while_typing_one_sees_which_time_was_understood(
    world: BotWorld, ada: FakeUser, typed: str, suggested: list[str]
) -> None:
    choices = await ada.autocomplete("digest time", time=typed)

    assert [choice.value for choice in choices] == suggested
    assert await world.account_of(ada) is None


# How often


async def test_weekly_ones_come_on_mondays(world: BotWorld, ada: FakeUser) -> None:
    await plays(world, ada, "99 wc")
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_200_000)

    shown = await ada.slash("digest frequency", frequency="weekly")
    await world.pass_time(60 * HOURS, step=HOURS)
    assert ada.dms == []
    await world.pass_time(24 * HOURS, step=HOURS)

    assert "Your digest comes on Mondays at 08:00" in shown.text
    assert "99 Woodcutting" in ada.dms[0].text


async def test_they_can_be_off_and_on_again(world: BotWorld, ada: FakeUser) -> None:
    off = await ada.slash("digest frequency", frequency="off")
    assert (await account(world, ada)).digest is DigestFrequency.OFF
    still_off = await ada.slash("digest time", time="10:00")
    on = await ada.slash("digest frequency", frequency="daily")

    assert "Digests are off" in off.text
    assert "Digests are off. `/digest frequency` switches them on." in still_off.text
    assert "every day at 10:00" in on.text
    assert (await account(world, ada)).digest is DigestFrequency.DAILY


async def test_they_can_come_also_when_nothing_has_moved(world: BotWorld, ada: FakeUser) -> None:
    shown = await ada.slash("digest frequency", frequency="daily", when_quiet=True)
    assert (await account(world, ada)).digest_when_quiet
    kept = await ada.slash("digest frequency", frequency="weekly")
    await ada.slash("digest frequency", frequency="weekly", when_quiet=False)

    assert "also when nothing has moved" in shown.text
    assert "also when nothing has moved" in kept.text
    assert not (await account(world, ada)).digest_when_quiet


async def test_there_are_three_frequencies_and_no_other(ada: FakeUser) -> None:
    with pytest.raises(Impossible, match="not among the choices"):
        await ada.slash("digest frequency", frequency="hourly")


async def test_the_settings_of_others_stay(world: BotWorld, ada: FakeUser, bob: FakeUser) -> None:
    await bob.slash("digest frequency", frequency="weekly")

    await ada.slash("digest frequency", frequency="off")

    assert (await account(world, bob)).digest is DigestFrequency.WEEKLY
