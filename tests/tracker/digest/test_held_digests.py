"""A digest that had to wait says what is true when it goes, and the next one goes on from there."""

from datetime import UTC, datetime, timedelta

import pytest

from scheduler.channels.channel import OpenChannels, Part, Retry
from scheduler.dispatch import Dispatcher
from tests.due_work import tools_at
from tests.fakes.clock import START, HandClock
from tests.scheduler.channels.scripted import Outage, ScriptedChannel
from tests.tracker.goals.mornings import MONDAY, begun, goes_on, planned
from tests.tracker.goals.scenes import ANNA, DAY, keep, record, steady, woodcutting
from tests.tracker.notify.notes import channel
from tracker.accounts.model import DigestFrequency, QuietHours, User
from tracker.digest.rounds import hold, preview
from tracker.feature import still_true_checks, wordings_of
from tracker.front_ends import FrontEnd
from tracker.goals.model import Frequency, GoalStatus
from tracker.goals.pace.state import GoalState
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.sections import DIGEST
from tracker.store.entity import change, from_item, to_item
from tracker.store.keys import UserKey
from tracker.store.sqlite import SqliteTable

HOUR = 3600
MIDNIGHT = datetime(MONDAY.year, MONDAY.month, MONDAY.day, tzinfo=UTC)
QUIET = QuietHours.model_validate({"from": "21:00", "to": "10:00"})
"""The digest of eight o'clock is held for two hours."""


class Morning:
    """Anna's mornings: rounds are held and messages go, by a clock in hand."""

    def __init__(self, table: SqliteTable, clock: HandClock) -> None:
        self.table, self.clock = table, clock
        self.channel = ScriptedChannel("webhook")
        tools = tools_at(table, clock)
        self.dispatcher = Dispatcher(
            table,
            clock,
            lambda: 1.0,
            OpenChannels(self.channel),
            checks=still_true_checks(tools),
            wordings=wordings_of(tools),
        )

    async def go_on_to(self, hour: int, day: int = 0) -> None:
        """On that day after the first Monday; every half hour what is due is done."""
        there = MIDNIGHT + timedelta(days=day, hours=hour)
        while self.clock() < there:
            self.clock.advance(HOUR / 2)
            await self.step()

    async def step(self) -> None:
        if (await planned(self.table)).due_at <= self.clock():
            await hold(tools_at(self.table, self.clock), await planned(self.table))
        await self.dispatcher.run()

    @property
    def said(self) -> list[str]:
        """What digests said."""
        return [part.text for part in self.parts if part.kind is DIGEST]

    @property
    def parts(self) -> list[Part]:
        return [part for message in self.channel.sent for part in message.parts]


@pytest.fixture
async def morning(sqlite_table: SqliteTable, clock: HandClock) -> Morning:
    webhook = channel("webhook")
    await sqlite_table.put(to_item(webhook, webhook.key_of(ANNA)))
    return Morning(sqlite_table, clock)


async def test_what_was_gained_while_it_waited_is_in_it_and_not_in_the_next(morning: Morning) -> None:
    goal, table, clock = woodcutting(), morning.table, morning.clock
    await begun(table, clock, goal, quiet_hours=QUIET)
    await morning.go_on_to(9)
    assert morning.said == []
    await goes_on(table, goal, clock(), 4_234_431 + 5_000, GoalState.ON_TRACK)
    await morning.go_on_to(11)
    await goes_on(table, goal, clock(), 4_234_431 + 5_700, GoalState.ON_TRACK)
    await morning.go_on_to(11, day=1)

    first, second = morning.said
    assert "4,239,431 xp, +1,205,000 since 1 January" in first
    assert "4,240,131 xp, +700 since yesterday" in second


async def test_what_was_done_while_it_waited_is_not_asked_for(morning: Morning) -> None:
    table, clock = morning.table, morning.clock
    user = await begun(table, clock, woodcutting(frequency=Frequency.OFF), quiet_hours=QUIET)
    habits = Habits(table, clock, iter(["gym", "read"]).__next__)
    gym, read = [await habits.add_written(user, one) for one in ("Gym", "Read 10 pages")]
    await morning.go_on_to(9)
    today = habits.today(user)
    await habits.complete(user.id, gym.id, DayReport(today, FrontEnd.TERMINAL))
    await habits.complete(user.id, read.id, DayReport(today, FrontEnd.TERMINAL, 4))
    await morning.go_on_to(11)

    [said] = morning.said
    assert "Read: 4 of 10 pages" in said
    assert "Gym: to do" not in said


async def test_what_is_done_in_the_minute_of_grouping_is_not_asked_for_either(morning: Morning) -> None:
    table, clock = morning.table, morning.clock
    user = await begun(table, clock, woodcutting())
    habits = Habits(table, clock, iter(["gym"]).__next__)
    gym = await habits.add_written(user, "Gym")
    await morning.go_on_to(8)
    clock.advance(30)
    await habits.complete(user.id, gym.id, DayReport(habits.today(user), FrontEnd.TERMINAL))
    clock.advance(30)
    await morning.step()

    [said] = morning.said
    assert "Gym: to do" not in said


async def test_a_digest_that_has_nothing_left_to_say_does_not_go(morning: Morning) -> None:
    table, clock = morning.table, morning.clock
    user = await begun(table, clock, woodcutting(frequency=Frequency.OFF), quiet_hours=QUIET)
    habits = Habits(table, clock, iter(["gym"]).__next__)
    gym = await habits.add_written(user, "Gym")
    await morning.go_on_to(9)
    await habits.complete(user.id, gym.id, DayReport(habits.today(user), FrontEnd.TERMINAL))
    await morning.go_on_to(11)

    assert morning.said == []
    [digest] = [one for one in await outbox.history(table, ANNA) if one.kind is DIGEST]
    assert (digest.status, digest.reason) == (DeliveryStatus.DROPPED, "no longer true")


async def test_who_wants_none_any_more_does_not_get_the_one_that_waits(morning: Morning) -> None:
    await begun(morning.table, morning.clock, quiet_hours=QUIET)
    await morning.go_on_to(9)
    user_key = (await _user(morning)).key
    await morning.table.update(change(User, user_key, {"digest": DigestFrequency.OFF}))
    await morning.go_on_to(11)

    assert morning.said == []


async def test_a_goal_that_was_paused_while_it_waited_is_not_in_it(morning: Morning) -> None:
    goals = woodcutting("a", target_value=90), woodcutting("b")
    await begun(morning.table, morning.clock, *goals, quiet_hours=QUIET)
    await morning.go_on_to(9)
    await keep(morning.table, goals[0].model_copy(update={"status": GoalStatus.PAUSED}))
    await morning.go_on_to(11)

    [said] = morning.said
    assert "99 Woodcutting" in said
    assert "90 Woodcutting" not in said


async def test_that_a_goal_is_doing_worse_is_still_news_when_the_digest_goes(morning: Morning) -> None:
    """The round itself remembers the new state, so that only the one that told it first knows it as new."""
    goal = woodcutting(target_date=MONDAY + 30 * DAY)
    await begun(morning.table, morning.clock, goal, quiet_hours=QUIET)
    await record(morning.table, goal, steady(10, 0), GoalState.ON_TRACK)
    await morning.go_on_to(11)

    assert sorted(part.kind.name for part in morning.parts) == ["digest", "goal-state"]

    await morning.go_on_to(11, day=1)
    assert len(morning.said) == 1, "and it is news once"


async def test_what_became_too_old_on_its_way_is_told_by_the_next_one(morning: Morning) -> None:
    goal, table, clock = woodcutting(), morning.table, morning.clock
    await begun(table, clock, goal)
    down = (MIDNIGHT - START).total_seconds() + 36 * HOUR
    morning.channel.script = Outage(Retry("down"), clock, until=down)
    await morning.go_on_to(12)
    await goes_on(table, goal, clock(), 4_234_431 + 300, GoalState.ON_TRACK)
    await morning.go_on_to(16, day=1)

    [said] = morning.said
    assert "4,234,731 xp, +1,200,300 since 1 January" in said


async def test_a_preview_goes_on_from_what_was_told_in_the_end(morning: Morning) -> None:
    goal, table, clock = woodcutting(), morning.table, morning.clock
    user = await begun(table, clock, goal, quiet_hours=QUIET)
    await morning.go_on_to(9)
    await goes_on(table, goal, clock(), 4_234_431 + 5_000, GoalState.ON_TRACK)
    await morning.go_on_to(12)

    [shown] = await preview(tools_at(table, clock), user)

    assert "no change today" in shown.text


async def _user(morning: Morning) -> User:
    item = await morning.table.get(UserKey(ANNA).key)
    assert item is not None
    return from_item(User, item)
