"""`/points` and `/achievements` over the wire: what was earned, with when and for what."""

from bot.rewards.slash import LEDGER_PER_PAGE
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.keepers import begin, keep
from tests.bot.slash.players import press
from tests.fakes.discord.users import FakeUser
from tracker.rewards.achievements import ACHIEVEMENTS


async def test_before_anything_is_earned_it_says_how(ada: FakeUser) -> None:
    answer = await ada.slash("points")

    assert answer.ephemeral
    assert "No points yet" in answer.text
    assert "/habit add" in answer.text


async def test_points_have_their_level_and_what_gave_them_the_newest_first(
    world: BotWorld, ada: FakeUser
) -> None:
    await begin(world, ada, "gym", "walk")
    await ada.slash("habit done", habit="gym")
    world.clock.advance(60)
    await ada.slash("habit done", habit="walk")
    world.clock.advance(60)
    await ada.slash("habit undo")

    assert card_lines((await ada.slash("points")).components) == [
        "┌ #a06cd5",
        "│ ## Your points",
        "│ -# 10 coins · habits done 1 time",
        "│ ▰▱▱▱▱▱▱▱▱▱▱▱▱▱ **10 points** · level 1 · 90 points to level 2 · +10 today",
        "│ ────",
        "│ **-10** Walk, undone · {1 January 2100 00:02}",
        "│ **+10** Walk · {1 January 2100 00:01}",
        "│ **+10** Gym · {1 January 2100 00:00}",
    ]


async def test_the_ledger_has_pages_also_after_a_restart(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym")
    await keep(world, ada, gym, LEDGER_PER_PAGE + 2)
    first = await ada.slash("points", share=True, in_=world.discord.guild("clan").channel)
    before = first.text
    await world.restart()

    assert (await press(first, "Next", by=bob)).text.startswith("This is not yours.")
    second = await press(first, "Next", by=ada)

    assert not first.ephemeral
    assert (before.count("Gym"), second.text.count("Gym")) == (LEDGER_PER_PAGE, 2)
    assert second.buttons == ["Back"]
    assert "level 2" in before


async def test_achievements_are_those_that_are_held_and_then_those_that_are_open(
    world: BotWorld, ada: FakeUser, bob: FakeUser
) -> None:
    [gym] = await begin(world, ada, "gym")
    await keep(world, ada, gym, 3)

    first = await ada.slash("achievements")
    lines = card_lines(first.components)
    second = await press(first, "Next")

    assert first.ephemeral
    assert lines[2] == f"│ -# 2 of {len(ACHIEVEMENTS)} · page 1 of 2"
    assert lines[4] == "│ 🏅 **Three in a row** · A streak of 3 in one habit. · {3 January 2100}"
    assert lines[5] == "│ 🏅 **First step** · Did a habit for the first time. · {1 January 2100}"
    assert lines[6] == "│ ▫️ A lucky seven · A streak of 7 in one habit."
    shown = "\n".join([*lines, second.text])
    assert [one.title for one in ACHIEVEMENTS if one.title not in shown] == []
    assert "🏅" not in (await bob.slash("achievements")).text


async def test_an_achievement_that_is_taken_back_is_open_again(world: BotWorld, ada: FakeUser) -> None:
    await begin(world, ada, "gym")
    await ada.slash("habit done", habit="gym")
    await ada.slash("habit undo")

    assert "🏅" not in (await ada.slash("achievements")).text
