"""A conversation by SMS, as it stands in a chat: what is texted after `>`, and below it what is answered."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.sms.conftest import ADA, SmsWorld, texting
from tests.fakes.clock import HandClock
from tests.world import HOURS
from tracker.store.table import Table

CHAT = """
> hi
Text done gym, skip gym, habits, tasks, today, goals, gains, digest, snooze 2h, pause, zone, points, \
top, add 99 wc, undo, more. ? and a word tells more.
> Goals!
1. 99 Woodcutting: 1.3 %, 28 October, behind
2. 200m Woodcutting xp: 0 %, far off
3. 80 Fishing: 0 %, behind
> 1
99 Woodcutting: Zezima
1.3 %, behind
Level 74 (1,160,000 xp), 11,874,431 xp to go
Expected 28 October at 40,000 xp a day, due 1 March
Today: 0 of 212,044 xp
> fishing
80 Fishing: Zezima
0 %, behind
Level 73 (1,000,000 xp), 986,068 xp to go
No forecast: nothing came in 3 days, due 1 June
Today: 0 of 6,663 xp
> wc
Which one? Reply with its number:
1. Goal 99 Woodcutting (Zezima)
2. Goal 200m Woodcutting xp (Zezima)
> 2
200m Woodcutting xp: Zezima
0 %, far off
1,160,000 xp, 198,840,000 xp to go
Expected in more than 5 years at this pace
> gaols
Did you mean GOALS? Reply Y
> Yes
1. 99 Woodcutting: 1.3 %, 28 October, behind
2. 200m Woodcutting xp: 0 %, far off
3. 80 Fishing: 0 %, behind
> 70 zulrah kc
Did you mean ADD GOAL 70 ZULRAH KC? Reply Y
> no
All right.
> y
I did not ask anything. Text ? for what I know.
> today
1. 99 Woodcutting: 0 of 212,044 xp, behind
2. 80 Fishing: 0 of 6,663 xp, behind
3. 200m Woodcutting xp: 0 xp, far off
> gains wc week
99 Woodcutting: +40,000 xp this week
200m Woodcutting xp: +40,000 xp this week
> snooze 2h
No messages until 04:00. RESUME ends that.
> undo
Messages are on.
> pause until mon
No messages until Mon 11 Jan 08:00. RESUME ends that.
> resume
Messages are on.
> pause fishing
80 Fishing for Zezima: Paused. I keep recording it, and send no messages about it.
> pause fishing
The goal is paused already.
> undo
80 Fishing for Zezima: Resumed. I send messages about it again.
> undo
There is nothing that can be undone.
> add “99 fishing” by 1 april
Goal set.
99 Fishing: Zezima
0 %, behind
Level 73 (1,000,000 xp), 12,034,431 xp to go
No forecast: nothing came in 3 days, due 1 April
Today: 0 of 138,327 xp
> oops \N{FACE WITH COLD SWEAT}
99 Fishing for Zezima: Archived. Nothing more is recorded; its history stays.
> digest
Your goals on Tuesday, 5 January
99 Woodcutting: 1.3 %, behind
1,160,000 xp, +40,000 since yesterday
Expected about 28 October at 40,000 xp a day; due 1 March
Needed today: 212,044 xp
Next: level 75 in 50,421 xp
80 Fishing: 0 %, behind
1,000,000 xp, no change since yesterday
No forecast: nothing gained in 3 days; due 1 June
Needed today: 6,663 xp
Next: level 74 in 96,278 xp
200m Woodcutting xp: 0 %, far off
MORE for the rest
> more
1,160,000 xp, +40,000 since yesterday
Expected in more than 5 years at 40,000 xp a day
Next: level 75 in 50,421 xp
> more
That was all.
> digest 7am
Your digest comes every day at 07:00.
> quiet 22-7
Quiet hours: 22:00-07:00.
> zone europe/london
Your clocks: Europe/London, 01:00 now.
> xyzzy
I do not understand 'xyzzy'. Text ? for what I know.
> 1 3
99 Woodcutting: Zezima
1.3 %, behind
Level 74 (1,160,000 xp), 11,874,431 xp to go
Expected 28 October at 40,000 xp a day, due 1 March
Today: 0 of 212,044 xp
200m Woodcutting xp: Zezima
0 %, far off
1,160,000 xp, 198,840,000 xp to go
Expected in more than 5 years at this pace
> 9
There is no 9: the list goes from 1 to 3.
> ? pause
pause until mon: no messages until then; pause wc pauses a goal or a habit.
> Liked “Messages are on.”
> HELP
> STOP
> goals
> start
> 3
200m Woodcutting xp: Zezima
0 %, far off
1,160,000 xp, 198,840,000 xp to go
Expected in more than 5 years at this pace
"""


@pytest.fixture
async def world(table: Table, clock: HandClock) -> AsyncIterator[SmsWorld]:
    async with texting(table, clock) as world:
        yield world


async def test_a_conversation_by_sms(world: SmsWorld) -> None:
    await world.plays("99 wc by 1 march", "200m wc", "80 fishing by 1 june", timezone="Europe/Berlin")
    for day in range(1, 5):
        world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000 + 40_000 * day)
        await world.pass_time(24 * HOURS, step=6 * HOURS)
    phone = world.phone(ADA)

    for line in CHAT.splitlines():
        if line.startswith("> "):
            await phone.says(line[2:])

    assert "\n".join(filter(None, phone.log)) == CHAT.strip()
