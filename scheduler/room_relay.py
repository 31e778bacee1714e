"""What is said in rooms appears in their channels on Discord: each message once, in the order of saying.

A channel is worked through from its first to its last. What fails for now keeps what comes after it waiting.
Where an earlier attempt may have arrived, the channel is read before anything is posted again.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from scheduler.backoff import Backoff
from scheduler.channels.channel import (
    BadMessage,
    ChannelFailure,
    Message,
    MessageTarget,
    Part,
    Receipt,
    Retry,
    StopSender,
    TargetGone,
    TargetOff,
)
from tracker.clock import Clock
from tracker.logs import get_logger
from tracker.rooms import relaying
from tracker.rooms.bridging import end_where_gone
from tracker.rooms.messages import SHOWN, SHOWN_NEWS, SHOWN_QUESTION
from tracker.rooms.relaying import Post, Relay, RelayAct
from tracker.signing import hashed
from tracker.store.table import Table

log = get_logger(__name__)

AT_ONCE = 8
"""Channels that are worked on beside each other."""
MOST_IN_A_TURN = 20
"""Of one channel; then the others have their turn."""
STOPPED_FOR = timedelta(minutes=10)
_BACKOFF = Backoff(first=5.0, longest=600.0)
_NONCE = 24


class PostingChannel(Protocol):
    """Discord, as far as a room needs it."""

    async def send(self, target: MessageTarget, message: Message) -> Receipt: ...

    async def find(self, address: str, button: str) -> str | None:
        """The message of ours, among the newest, with that button; None where there is none."""
        ...

    async def rewrite(self, address: str, reference: str, message: Message) -> None:
        """Changes a message of ours; nothing where it is gone already."""
        ...

    async def withdraw(self, address: str, reference: str) -> None:
        """Removes a message of ours; nothing where it is gone already."""
        ...


@dataclass(slots=True)
class RoomRelay:
    table: Table
    clock: Clock
    chance: Callable[[], float]
    discord: PostingChannel

    async def run(self) -> int:
        """Everything that is due; how many messages were posted or removed."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def turn(channel: str) -> int:
            async with gate:
                return await self._turn(channel)

        due = await relaying.channels_due(self.table, self._now())
        return sum(await asyncio.gather(*map(turn, due)))

    async def _turn(self, channel: str) -> int:
        done = 0
        for _ in range(MOST_IN_A_TURN):
            relay = await relaying.claimed(self.table, channel, self._now())
            if relay is None:
                break
            try:
                done += await self._work(relay)
            except ChannelFailure as failure:
                await self._failed(relay, failure)
                break
            except Exception:  # one channel's trouble must not keep the others waiting
                log.exception("room not shown; it comes due again", channel=channel)
                break
        return done

    async def _work(self, relay: Relay) -> bool:
        if relaying.is_too_late(relay, self._now()):
            await relaying.drop(self.table, relay)
            return False
        if relay.act is RelayAct.REMOVE:
            return await self._removed(relay)
        post = await relaying.wanted(self.table, relay)
        if post is None:
            await relaying.drop(self.table, relay)
            return False
        message = message_of(post, self._now())
        if relay.act is RelayAct.EDIT:
            return await self._edited(relay, message)
        reference = await self.discord.find(_address(relay), post.id) if relay.attempts > 1 else None
        if reference is None:
            receipt = await self.discord.send(MessageTarget("discord", _address(relay)), message)
            reference = receipt.reference or ""
        await relaying.is_posted(self.table, relay, post, reference)
        return True

    async def _edited(self, relay: Relay, message: Message) -> bool:
        reference = await relaying.posted_as(self.table, relay)
        if reference:
            await self.discord.rewrite(_address(relay), reference, message)
        await relaying.drop(self.table, relay)
        return reference is not None

    async def _removed(self, relay: Relay) -> bool:
        reference = await relaying.posted_as(self.table, relay)
        if reference:
            await self.discord.withdraw(_address(relay), reference)
        await relaying.is_removed(self.table, relay)
        return reference is not None

    async def _failed(self, relay: Relay, failure: ChannelFailure) -> None:
        log.info("room not shown", channel=relay.channel, reason=f"{type(failure).__name__}: {failure}")
        match failure:
            case TargetGone() | TargetOff():
                await end_where_gone(self.table, relay.room, relay.channel, self._now())
                await relaying.drop(self.table, relay)
            case BadMessage():
                await relaying.drop(self.table, relay)
            case StopSender():
                await relaying.put_off(self.table, relay, self._now() + STOPPED_FOR)
            case _:
                after = failure.after if isinstance(failure, Retry) else None
                wait = after or _BACKOFF.wait(relay.attempts, self.chance())
                await relaying.put_off(self.table, relay, self._now() + timedelta(seconds=max(wait, 1)))

    def _now(self) -> datetime:
        return self.clock().replace(microsecond=0)


def message_of(post: Post, now: datetime) -> Message:
    """The same nonce each time, so that what is sent again soon is no second message."""
    facts = {"room": post.room, "message": post.id}
    kind = SHOWN_QUESTION if post.asks else SHOWN_NEWS if post.news else SHOWN
    part = Part(post.id, kind, post.title, post.text, facts, urgent=False, meant_for=now, late=None)
    return Message(hashed("room-relay", post.room, post.id)[:_NONCE], (part,))


def _address(relay: Relay) -> str:
    return f"channel:{relay.channel}"
