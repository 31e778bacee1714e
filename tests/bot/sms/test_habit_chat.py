"""Habits by SMS, as they stand in a chat: after `>` what is texted, after `~` how much time passes."""

import re
from collections.abc import AsyncIterator

import pytest

from tests.bot.sms.conftest import ADA, SmsWorld, texting
from tests.fakes.clock import HandClock
from tests.world import HOURS
from tracker.store.table import Table

BEGINNING = """
> habits
You have no habits yet. Begin one in your own words: add habit gym 3x a week
Or: read 20 pages daily, run mon wed fri, no smoking.
> add gym 3x a week
New habit: Gym, 3 times a week. Text GYM when it is done.
> add read 20 pages daily at 7pm
New habit: Read, 20 pages, every day, a reminder at 19:00. Text READ when it is done.
> add no smoking
New habit: No smoking, every day. Days you don't log count as kept; text SLIP SMOKING if it happens.
> add habit coffee at most 2 cups
New habit: Coffee, at most 2 cups, every day. Text COFFEE 1, or as much as it was, each time.
> add meditate
Did you mean ADD HABIT MEDITATE? Reply Y
> y
New habit: Meditate, every day. Text MEDITATE when it is done.
> oops
Meditate is archived with its history.
> stretch every 2 days
Did you mean ADD HABIT STRETCH EVERY 2 DAYS? Reply Y
> no
All right.
> today
1. Gym: to do, 0 of 3 this week
2. Read: to do
> 1 2
Gym and Read are done today. +20 points. Achievement unlocked: First step.
> today
All done for today.
> undo
Read today is undone. -10 points.
Gym today is undone. -10 points.
"""

A_DAY = """
> gym
Gym is done today. +10 points. Achievement unlocked: First step.
> Gym!
Gym is done today already; it counts once.
> read 5 “chapter 1”
Read today: 5 of 20 pages.
> done read 5 pages
Read today: 10 of 20 pages.
> read 5 minutes
Read is counted in pages, not in minutes. Say how many pages.
> today
1. Read: 10 of 20 pages
> 1
Read is done today: 20 of 20 pages. 1 day in a row. +10 points.
> undo
Undone. Read today: 10 of 20 pages. -10 points.
> undo
Undone. Read today: 5 of 20 pages.
> undo
Read today is undone.
> undo
Gym today is undone. -10 points.
> undo
There is nothing that can be undone.
> gym
Gym is done today. +10 points. Achievement unlocked: First step.
> skip read
Read is skipped today.
> skip read
Read is skipped today already.
> smoking
Days you don't log count as kept. If Smoking happened after all, text SLIP SMOKING.
> slip smoking
Noted for today: Smoking. Tomorrow is a new day.
> undo
Smoking today is undone.
> coffee
How much? Text COFFEE 1, or as much as it was.
> coffee 1
Noted for today: Coffee, 1 of 2 cups.
> habits
1. Gym: done, 1 of 3 this week
2. Read: skipped
3. Smoking: nothing so far
4. Coffee: 1 of 2 cups so far
> points
10 points, level 1, 90 points to level 2, +10 today
> top
Nobody is on this leaderboard yet.
You are not on this leaderboard. It shows only who joined: TOP JOIN and a name
> top join Ada
You are on the leaderboard of everybody. You are number 1 with 10 points. \
Everybody there sees you as Ada, with your points, and nothing else of you.
> leaderboard
Top of all time:
1. Ada (you): 10 points
TOP LEAVE takes you off it.
> undo
You are no longer on the leaderboard of everybody; your points stay.
> habit read
Read: 20 pages, every day
Skipped
No streak yet, strength 0 %
Reminders at 19:00
~ 33h
> y read 20 "on the train"
Read was done yesterday: 20 of 20 pages. 1 day in a row. +10 points.
> gym yesterday
Gym was done yesterday already; it counts once.
> gym wednesday
Gym was done on Wednesday. +10 points.
> gmy
Did you mean DONE GYM? Reply Y
> y
Gym is done today. 1 week in a row, and this week is kept. +10 points.
> later read
Read: I remind you again at 10:00, if it is not done by then.
> snooze read 2h
Read: I remind you again at 11:00, if it is not done by then.
> later gym
Gym: done. There is nothing to remind you of.
> snooze 2h
No messages until 11:00. RESUME ends that.
> undo
Messages are on.
> pause gym
Gym is paused. Nothing is expected until you resume it, and your streak stays.
> undo
Gym is resumed.
> done read 2099-12-24
That is too long ago. You can log up to 7 days back.
> done walk
You have no habit 'walk'. You have Gym, Read, Smoking, Coffee.
"""

ONE_NAME = """
> add fishing daily
New habit: Fishing, every day. Text FISHING when it is done.
> fishing
Which one? Reply with its number:
1. Habit Fishing
2. Goal 99 Fishing (Zezima)
> 1
Fishing is done today. 1 day in a row. +10 points. Achievement unlocked: First step.
> fishing
Which one? Reply with its number:
1. Habit Fishing
2. Goal 99 Fishing (Zezima)
> 2
99 Fishing: Zezima
0 %, too early to say
Level 73 (1,000,000 xp), 12,034,431 xp to go
No forecast: it takes three whole days of numbers, due 1 June
Today: 0 of 79,174 xp
> undo
Fishing today is undone. -10 points.
> fishing 5 "trout"
Fishing is done today: 5. 1 day in a row. +10 points. Achievement unlocked: First step.
> undo fishing
Fishing today is undone. -10 points.
> today
1. Fishing: to do
2. 99 Fishing: 0 of 79,174 xp, too early to say
> 1 2
Fishing is done today. 1 day in a row. +10 points. Achievement unlocked: First step.
99 Fishing: Zezima
0 %, too early to say
Level 73 (1,000,000 xp), 12,034,431 xp to go
No forecast: it takes three whole days of numbers, due 1 June
Today: 0 of 79,174 xp
> goals
1. 99 Fishing: 0 %, too early to say
> 1
99 Fishing: Zezima
0 %, too early to say
Level 73 (1,000,000 xp), 12,034,431 xp to go
No forecast: it takes three whole days of numbers, due 1 June
Today: 0 of 79,174 xp
> pause fishing
Which one? Reply with its number:
1. Habit Fishing
2. Goal 99 Fishing (Zezima)
> 2
99 Fishing for Zezima: Paused. I keep recording it, and send no messages about it.
> undo
99 Fishing for Zezima: Resumed. I send messages about it again.
> goal fishing
99 Fishing: Zezima
0 %, too early to say
Level 73 (1,000,000 xp), 12,034,431 xp to go
No forecast: it takes three whole days of numbers, due 1 June
Today: 0 of 79,174 xp
> add 90 wc by 1 march
Goal set.
90 Woodcutting: Zezima
0 %, too early to say
Level 73 (1,000,000 xp), 4,346,332 xp to go
No forecast: it takes three whole days of numbers, due 1 March
Today: 0 of 72,439 xp
> add walk 10000 steps
There is no skill or boss 'walk steps' in Old School RuneScape: did you mean tempoross? \
If you meant ADD HABIT WALK 10000 STEPS, reply Y.
> y
New habit: Walk, 10,000 steps, every day. Text WALK when it is done.
> top 100 fishing
Did you mean ADD GOAL TOP 100 FISHING? Reply Y
"""

A_MORNING = """
> gym
Gym is done today. 1 day in a row. +10 points. Achievement unlocked: First step.
> run
Run is done today. 1 day in a row. +10 points.
~ 24h
> y
I did not ask anything. Text ? for what I know.
> run
Run is done today. 2 days in a row. +10 points.
~ 24h
> y
Did you mean YESTERDAY GYM? Reply Y
> y
Gym was done yesterday. 2 days in a row. +10 points.
~ 24h
> Yes
Which one? Reply with its number:
1. Gym
2. Run
> 2
Run was done yesterday. 3 days in a row. +11 points. Achievement unlocked: Three in a row.
"""


@pytest.fixture
async def world(table: Table, clock: HandClock) -> AsyncIterator[SmsWorld]:
    async with texting(table, clock) as world:
        yield world


async def held(world: SmsWorld, chat: str) -> None:
    phone = world.phone(ADA)
    for line in chat.strip().splitlines():
        if passed := re.fullmatch(r"~ (\d+)h", line):
            world.clock.advance(int(passed[1]) * HOURS)
            phone.log.append(line)
        elif line.startswith("> "):
            await phone.says(line[2:])

    assert "\n".join(filter(None, phone.log)) == chat.strip()


async def test_habits_are_begun_in_ones_own_words(world: SmsWorld) -> None:
    await world.owner()

    await held(world, BEGINNING)


async def test_a_day_is_told_bit_by_bit(world: SmsWorld) -> None:
    user = await world.owner()
    for text, remind in (("gym 3x a week", "off"), ("read 20 pages", "19:00"), ("no smoking", "off")):
        await world.services.habits.add_written(user, text, {"remind": remind})
        world.clock.advance(1)
    await world.services.habits.add_written(user, "coffee at most 2 cups")

    await held(world, A_DAY)


async def test_where_a_goal_and_a_habit_have_one_name_it_is_asked_which(world: SmsWorld) -> None:
    await world.plays("99 fishing by 1 june")

    await held(world, ONE_NAME)


async def test_in_the_morning_yes_is_about_yesterday(world: SmsWorld) -> None:
    user = await world.owner()
    for text in ("gym", "run"):
        await world.services.habits.add_written(user, text)
        world.clock.advance(1)
    world.clock.advance(7 * HOURS)

    await held(world, A_MORNING)
