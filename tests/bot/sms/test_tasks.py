"""Tasks by SMS."""

from tests.bot.sms.conftest import SmsWorld
from tests.bot.sms.test_habit_chat import held
from tests.world import HOURS

A_DAY = """
> task call the bank tomorrow 5pm p1 30m
Added. Call the bank, due tomorrow at 17:00, P1, 30 min.
Worth 90 points.
> add task pay rent every month
Added. Pay rent, due today, every month.
Worth 15 points.
> task water plants
Added. Water plants.
Worth 15 points.
> tasks
1. pay rent: today, repeats
2. call the bank: tomorrow at 17:00, P1, 30 min
3. water plants
> 1 3
pay rent: Done, 15 points. The next one is due 1 February. water plants: Done, 15 points.
> undo
Water plants: undone. 15 points taken back.
Pay rent: undone. 15 points taken back.
> move bank to fri
Call the bank: due 8 January now.
> later bank 2h
Call the bank: no reminder until today at 02:00.
> task edit bank to call the other bank p2 2h
Call the other bank: changed. Due 8 January, P2, 2 h.
> undo
Call the bank: undone.
> task edit bank notes to ask for Jo
Call the bank: changed. Due 8 January, P1, 30 min.
> task edit bank to tomorrow by 1 march
I read two dates: tomorrow and by 1 march. Say only one, and put in quotes what belongs to the title.
> task edit bank
task edit bank to fri 5pm p1 30m: change it; or one thing: task edit bank notes to ask for Jo.
> done bank
Call the bank: done, 90 points.
> drop plants
Water plants: cancelled.
> task start the car
Did you mean ADD TASK START THE CAR? Reply Y
> y
Added. Start the car.
Worth 15 points.
> tasks @phone
You have no such tasks.
> today
1. pay rent: today, repeats
> 1
Pay rent: done, 15 points. The next one is due 1 February.
"""


async def test_a_day_of_tasks(world: SmsWorld) -> None:
    await world.owner()
    await held(world, A_DAY)


async def test_a_habit_comes_before_a_task_and_several_are_asked_about(world: SmsWorld) -> None:
    user = await world.owner()
    await world.services.habits.add_written(user, "gym")
    phone = world.phone()
    await phone.says("task gym bag")
    assert (await phone.says("done gym")).startswith("Gym is done today")
    await phone.says("task gym shoes")
    assert await phone.says("task done gym") == "Which one? Reply with its number:\n1. gym bag\n2. gym shoes"
    assert await phone.says("2") == "Gym shoes: done, 15 points."


async def test_what_was_done_elsewhere_is_undone_here(world: SmsWorld) -> None:
    user = await world.owner()
    phone = world.phone()
    await phone.says("task gym bag")
    world.clock.advance(HOURS)
    [task] = (await world.services.tasks.find(user.id, "gym bag"),)
    await world.services.tasks.done(user.id, task.id)
    assert await phone.says("undo") == "Gym bag: undone. 15 points taken back."
