"""Answers that are kept: the same as long as nothing has moved, and no longer."""

import pytest

from tests.bot.sms.conftest import ADA, SmsWorld
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.goals.model import Frequency
from tracker.habits.changing import Told


async def test_what_has_moved_is_in_the_next_answer(world: SmsWorld) -> None:
    user = await world.plays("99 wc")
    phone = world.phone(ADA)
    before = [await phone.says("goals") for _ in range(3)]

    world.hiscores.osrs("Zezima").train("Woodcutting", 6_000_000)
    await world.pass_time(HOURS)
    after = await phone.says("goals")
    await world.goals.pause(user, (await world.goals.list(user.id))[0])
    paused = await phone.says("goals")
    [character] = await world.characters.list(user.id)
    await world.goal(user, character, "99 fishing", Frequency.DAILY)
    more = await phone.says("goals")
    await world.sets(user, name="Iron Bob")
    named = await phone.says("goals")

    assert before == ["1. 99 Woodcutting: 0%, too early to say"] * 3
    assert after == "1. 99 Woodcutting: 41.5%, too early to say"
    assert paused == "1. 99 Woodcutting: 41.5%, paused"
    assert more == f"{paused}\n2. 99 Fishing: 0%, too early to say"
    assert named.startswith("1. 99 Woodcutting (Zezima): ")


async def test_a_day_that_ends_is_in_the_next_answer(world: SmsWorld) -> None:
    await world.plays("+100k wc by in 9 days")
    phone = world.phone(ADA)
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_004_000)
    await world.pass_time(HOURS)
    today = [await phone.says("today") for _ in range(3)]

    world.clock.advance(24 * HOURS)

    assert today == ["1. 1.1m Woodcutting xp: 4,000 of 10,000 xp, too early to say"] * 3
    assert "0 of 10,667 xp" in await phone.says("today")


async def test_what_answers_something_is_never_kept(world: SmsWorld) -> None:
    await world.plays(*(f"{level} wc" for level in range(80, 99)))
    phone = world.phone(ADA)
    for _ in range(3):
        await phone.says("goals")
        assert (await phone.says("more")).startswith("9. ")
        assert (await phone.says("more")).startswith("17. ")
        assert (await phone.says("2")).startswith("81 Woodcutting")


async def test_a_habit_that_comes_changes_and_is_done_is_in_the_next_answer(world: SmsWorld) -> None:
    user = await world.plays("99 wc")
    phone = world.phone(ADA)
    texts = ("today", "wc", "pause wc", "habits", "habit wc")
    for _ in range(3):
        for text in texts:
            await phone.says(text)
        await phone.says("resume wc")

    habit = await world.services.habits.add_written(user, "wc daily")

    assert (await phone.says("wc")).startswith("Which one?")
    assert (await phone.says("pause wc")).startswith("Which one?")
    assert (await phone.says("today")).endswith("2. Wc: to do")
    assert await phone.says("habits") == "1. Wc: to do"
    await world.services.habits.complete(
        user.id, habit.id, Told(world.services.habits.today(user), "discord")
    )
    assert await phone.says("habits") == "1. Wc: done, 1 day in a row"
    assert "Wc" not in await phone.says("today")
    await world.services.habits.archive(user.id, habit.id)
    assert (await phone.says("wc")).startswith("99 Woodcutting")
    assert await phone.says("habits") == "No habits yet. Begin one: add habit gym 3x a week"


@pytest.mark.parametrize("text", ["goals", "today", "wc", "goal wc"])
async def test_whoever_has_no_habits_is_answered_by_one_read_and_one_write(
    world: SmsWorld, text: str
) -> None:
    await world.plays("99 wc", "99 fishing")
    phone = world.phone()
    for _ in range(3):
        await phone.says(text)
    counting = FaultyTable(world.table)
    object.__setattr__(world.services, "table", counting)

    await phone.says(text)

    assert counting.calls == 2


@pytest.mark.parametrize("habit", ["wc daily", "no wc", "wc at most 2 cups"])
async def test_the_first_habit_of_any_kind_is_noticed_at_once(world: SmsWorld, habit: str) -> None:
    user = await world.plays("99 wc")
    phone = world.phone()
    for _ in range(3):
        assert (await phone.says("wc")).startswith("99 Woodcutting")
    world.clock.advance(1)

    first = await world.services.habits.add_written(user, habit)
    assert (await phone.says("wc")).startswith("Which one?")
    await world.services.habits.pause(user.id, first.id)
    await world.pass_time(HOURS)
    assert (await phone.says("wc")).startswith("Which one?")
    await world.services.habits.remove(user.id, first.id)
    for _ in range(3):
        assert (await phone.says("wc")).startswith("99 Woodcutting")
    await world.services.habits.add_written(user, habit)
    assert (await phone.says("wc")).startswith("Which one?")
