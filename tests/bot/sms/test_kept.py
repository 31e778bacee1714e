"""Answers that are kept: the same as long as nothing has moved, and no longer."""

from tests.bot.sms.conftest import ADA, SmsWorld
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS
from tracker.goals.model import Frequency


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


async def test_a_list_that_has_not_moved_takes_one_read_and_one_write(world: SmsWorld) -> None:
    await world.plays("99 wc", "99 fishing")
    phone = world.phone(ADA)
    for _ in range(3):
        await phone.says("goals")
    counting = FaultyTable(world.table)
    object.__setattr__(world.services, "table", counting)

    await phone.says("goals")

    assert counting.calls == 2
