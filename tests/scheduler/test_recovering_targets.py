"""A target that was down and answers again: what waits for it goes at once, in order, whoever it is for."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from scheduler.channels.channel import (
    ChannelFailure,
    Message,
    MessageTarget,
    OpenChannels,
    Receipt,
    Retry,
    StopSender,
)
from scheduler.dispatch import Dispatcher
from scheduler.target_health import PAUSE
from tests.fakes.clock import HandClock
from tests.tracker.notify.notes import ANNA, channel, item_of, note, settle
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus
from tracker.store.keys import UserKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table, Update

MINUTE, HOUR = 60, 3600
PEOPLE = [ANNA, "ben", "cleo", "dora"]


@dataclass
class Hooks:
    """A channel of webhooks, on hosts that fail as a test says."""

    clock: HandClock
    name: str = "webhook"
    fails: Callable[[MessageTarget, Message], ChannelFailure | None] = lambda *_: None
    tried: list[str] = field(default_factory=list)
    told: dict[str, list[str]] = field(default_factory=dict)

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        self.tried.append(target.person)
        if (failure := self.fails(target, message)) is not None:
            raise failure
        self.told.setdefault(target.person, []).extend(part.title for part in message.parts)
        return Receipt()


@pytest.fixture
def table(sqlite_table: SqliteTable) -> Table:
    return sqlite_table


@pytest.fixture
def hooks(clock: HandClock) -> Hooks:
    return Hooks(clock)


@pytest.fixture
def dispatcher(table: Table, clock: HandClock, hooks: Hooks) -> Dispatcher:
    return Dispatcher(table, clock, lambda: 1.0, OpenChannels(hooks))


async def live_on(table: Table, host: str, *people: str) -> None:
    for person in people:
        await settle(table, channel("webhook", identifier=f"https://{host}/hooks/{person}"), person=person)


async def news(table: Table, clock: HandClock, minute: int, *people: str) -> None:
    for person in people:
        await outbox.enqueue(table, note(f"{minute:02}", clock(), person=person))


async def test_after_ten_minutes_down_everybodys_messages_go_in_one_run_in_order(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: Retry("the webhook could not be reached")
    await live_on(table, "example.org", *PEOPLE)
    for minute in range(10):
        await news(table, clock, minute, *PEOPLE)
        clock.advance(MINUTE)
        await dispatcher.run()
    assert len(hooks.tried) <= 10 * len(PEOPLE)  # one message asks for all of a person's

    hooks.fails = lambda *_: None
    while not hooks.told:
        clock.advance(5)
        await dispatcher.run()
    everything = [f"Reached {minute:02}" for minute in range(10)]
    assert hooks.told == dict.fromkeys(PEOPLE, everything)
    assert hooks.clock() - (await item_of(table, "09")).created_at < PAUSE * 3


async def test_what_waited_in_the_process_before_goes_at_once_too(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: Retry("the webhook could not be reached")
    await live_on(table, "example.org", *PEOPLE)
    for minute, person in enumerate(PEOPLE):  # so each has a time of its own
        await news(table, clock, minute, person)
        await dispatcher.run(hurry=True)
        clock.advance(10)
    hooks.fails = lambda *_: None
    clock.advance(1)
    await Dispatcher(table, clock, lambda: 1.0, OpenChannels(hooks)).run()
    assert sorted(hooks.told) == sorted(PEOPLE)


async def test_another_host_does_not_answer_for_this_one(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: Retry("down")
    await live_on(table, "example.org", ANNA)
    await live_on(table, "elsewhere.example", "ben")
    await news(table, clock, 0, ANNA, "ben")
    await dispatcher.run(hurry=True)
    await dispatcher.run(hurry=True)
    clock.advance(30)
    hooks.fails = lambda target, _: Retry("down") if target.person == ANNA else None
    await dispatcher.run()
    clock.advance(MINUTE - 1)
    await dispatcher.run()
    assert sorted(hooks.tried) == [ANNA, ANNA, "ben", "ben"]


async def test_what_is_held_for_quiet_hours_by_then_is_not_looked_at_again_before_they_end(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: Retry("down")
    await live_on(table, "example.org", ANNA, "ben")
    await table.update(Update(UserKey(ANNA).key, set={"quietHours": {"from": "00:00", "to": "07:00"}}))
    clock.advance(-MINUTE)  # of the day before
    await news(table, clock, 0, ANNA, "ben")
    await dispatcher.run(hurry=True)
    clock.advance(MINUTE)
    await dispatcher.run()  # hers is held, and his fails once more
    hooks.fails = lambda *_: None
    clock.advance(MINUTE)
    await dispatcher.run()
    assert list(hooks.told) == ["ben"]
    held = (await item_of(table, "00")).trail
    clock.advance(7 * HOUR - MINUTE - 30)
    assert await dispatcher.run() == []
    assert (await item_of(table, "00")).trail == held
    clock.advance(30)
    await dispatcher.run()
    assert list(hooks.told) == ["ben", ANNA]


async def test_a_wait_that_the_other_side_named_is_kept_whoever_else_is_answered(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda target, _: Retry("slow down", after=HOUR) if target.person == ANNA else Retry("down")
    await live_on(table, "example.org", ANNA, "ben")
    await news(table, clock, 0, ANNA, "ben")
    await dispatcher.run(hurry=True)
    hooks.fails = lambda *_: None
    clock.advance(MINUTE)
    await dispatcher.run()
    assert list(hooks.told) == ["ben"]


async def test_a_message_that_makes_the_receiver_fail_does_not_keep_the_others_back(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    def stumbles(_: MessageTarget, message: Message) -> ChannelFailure | None:
        is_bad = message.parts[0].title == "Reached 00"
        return Retry("the webhook answered 500", of_message=True) if is_bad else None

    hooks.fails = stumbles
    await live_on(table, "example.org", ANNA)
    for minute in range(10):
        await news(table, clock, minute, ANNA)
        await dispatcher.run(hurry=True)
        clock.advance(MINUTE)
    await dispatcher.run()
    assert hooks.told[ANNA] == [f"Reached {minute:02}" for minute in range(1, 10)]
    assert len(hooks.tried) < 9 + 10  # it is asked with later and later, too
    assert (await item_of(table, "00")).status is DeliveryStatus.PENDING


async def test_who_wants_a_message_now_has_the_target_asked_that_rests(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: Retry("slow down", after=HOUR)
    await live_on(table, "example.org", ANNA)
    for minute in range(2):
        await news(table, clock, minute, ANNA)
        await dispatcher.run(hurry=True)
    hooks.fails = lambda *_: None
    assert await outbox.retry(table, ANNA, note("01", person=ANNA).outbox_id, clock())
    await dispatcher.run()
    assert hooks.told == {ANNA: ["Reached 01"]}


# A channel that refuses everything


async def test_one_refusal_pauses_the_channel_for_a_minute_and_then_one_message_asks_for_all(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: StopSender("the key is refused (401); see webhook.secret")
    await live_on(table, "example.org", *PEOPLE)
    await news(table, clock, 0, PEOPLE[0])
    await dispatcher.run(hurry=True)
    await news(table, clock, 1, *PEOPLE[1:])
    await dispatcher.run(hurry=True)
    assert len(hooks.tried) == 1
    reasons = {one.reason for person in PEOPLE for one in await outbox.history(table, person)}
    assert reasons == {"Webhook takes no messages from Questlog at the moment"}

    clock.advance(MINUTE)
    await dispatcher.run()
    assert len(hooks.tried) == 2
    hooks.fails = lambda *_: None
    clock.advance(MINUTE)
    await dispatcher.run()
    assert sorted(hooks.told) == sorted(PEOPLE)


async def test_a_new_process_need_not_wait_for_long_either(
    table: Table, dispatcher: Dispatcher, hooks: Hooks, clock: HandClock
) -> None:
    hooks.fails = lambda *_: StopSender("the key is refused (401); see webhook.secret")
    await live_on(table, "example.org", *PEOPLE)
    await news(table, clock, 0, *PEOPLE)
    await dispatcher.run(hurry=True)
    hooks.fails = lambda *_: None
    clock.advance(MINUTE)
    await Dispatcher(table, clock, lambda: 1.0, OpenChannels(hooks)).run()
    assert sorted(hooks.told) == sorted(PEOPLE)
