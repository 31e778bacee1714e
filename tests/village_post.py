"""What is left in a village: messages in every state, texts that went and came, and Questlog's own notes."""

from datetime import timedelta
from itertools import count

from bot.slash.sync import EVERYWHERE, ToldCommands
from bot.sms.conversation import NOTHING_SAID, Listed, keep
from scheduler.leases import Leases
from tests.tracker.notify.notes import note
from tests.village import BEGIN, DAYS, PHONE, Village
from tracker.claims import Claim
from tracker.notify import outbox
from tracker.notify.model import ChannelTrouble, DeliveryStep, Notification, OutboxItem
from tracker.sms.sent import Draft, SentBook, moved
from tracker.store.entity import to_item
from tracker.store.keys import SeenKey

LAST = BEGIN + timedelta(days=DAYS, hours=-1)
"""When the last messages were written."""
END = LAST + timedelta(minutes=15)
"""When everybody leaves."""
STATES = ("pending", "held", "later", "claimed", "delivered", "returned", "dropped", "failed")


async def leave(village: Village) -> None:
    await _messages(village)
    await _texts(village)
    await _own_notes(village)
    village.clock.advance((END - village.clock()).total_seconds())


def message(village: Village, state: str) -> Notification:
    return note(state, LAST, person=village.ada.id, kind="goal-milestone", preferred_channel="webhook")


async def _messages(village: Village) -> None:
    """One in each state, and with all that can befall it."""
    table, now = village.table, village.clock()
    for state in STATES:
        await outbox.enqueue(table, message(village, state))
    busy, morning = now + timedelta(minutes=5), END + timedelta(hours=9)
    step = DeliveryStep(at=now, what="Retry: busy", channel="webhook")
    trouble = ChannelTrouble(channel="webhook", since=now, times=1, until=busy)
    await outbox.hold(table, await _claimed(village, "held"), morning, "quiet hours", now)
    await outbox.try_later(table, await _claimed(village, "later"), busy, "busy", [step], troubles=[trouble])
    await _claimed(village, "claimed")
    for state in ("delivered", "returned"):
        await outbox.record_delivery(table, await _claimed(village, state), "webhook", now, [step])
    ids = [message(village, "returned").outbox_id]
    await outbox.reopen(table, village.ada.id, ids, "webhook", "lost", now=now, rest=timedelta(hours=1))
    [dropped] = await _claimed(village, "dropped")
    await outbox.drop(table, dropped, "no longer true", now)
    await outbox.fail(table, await _claimed(village, "failed"), "no channel takes it", now, [step])


async def _claimed(village: Village, state: str) -> list[OutboxItem]:
    found = await outbox.find(village.table, village.ada.id, message(village, state).outbox_id)
    assert found is not None
    claimed = await outbox.claim(village.table, [found], village.clock())
    assert claimed is not None
    return claimed


async def _texts(village: Village) -> None:
    """What went by SMS, what came, and what was spoken of."""
    book, ada = SentBook(village.table, village.clock), village.ada.id
    for name, sid in (("m1", "SM1"), ("m2", "SM2"), ("m3", None)):
        sent = await book.begin(Draft(ada, name, PHONE, "Hello", "and more", ("o1",), 1), None)
        assert sent is not None
        if sid is not None:
            await book.went(sent, sid, "queued")
    known = await book.find(ada, "m2")
    assert known is not None
    await village.table.update(moved(known, "undelivered", 30003))
    await Claim(village.table, village.clock, SeenKey("sms", "SM9"), new_id=lambda: "claim").take()
    shown = Listed(command="goal", ids=("goal1", "goal2"), shown=1, lister="goals")
    spoken = {
        "listed": shown,
        "rest": "more",
        "question": "y",
        "undo": "undo gym",
        "undo_at": village.clock(),
    }
    after = NOTHING_SAID.model_copy(update=spoken)
    await keep(village.table, ada, NOTHING_SAID, after, village.clock())


async def _own_notes(village: Village) -> None:
    told = ToldCommands(scope=EVERYWHERE, application="1", digest="abc", ids={"goal": "2"})
    await village.table.put(to_item(told, told.key))
    versions = count(1)
    leases = Leases(
        village.table,
        "embedded",
        monotonic=lambda: village.clock().timestamp(),
        new_version=lambda: f"version{next(versions)}",
    )
    await leases.tick()
