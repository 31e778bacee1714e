"""Tells those who run this Questlog when something needs them: on their own channels, once a day each."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from tracker.accounts.identity import LOCAL_PERSON, identity
from tracker.accounts.service import Accounts
from tracker.clock import Clock
from tracker.ids import ulids
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import MessagePriority, Notification
from tracker.store.errors import StoreError
from tracker.store.keys import IdentityKind
from tracker.store.table import Table
from tracker.tones import Tone

log = get_logger(__name__)

LIFE = timedelta(days=1)

_TROUBLE = MessageLook("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.BAD)

CHANNEL_STOPPED = declare(
    Kind("channel-stopped", "you run this Questlog, and it cannot send on a channel", _TROUBLE)
)
SOURCE_BLOCKED = declare(Kind("source-blocked", "you run this Questlog, and a source blocks it", _TROUBLE))


class Alarm(NamedTuple):
    """What happened, why, and what to do. Kind and entity together are told once a day."""

    kind: Kind
    entity: str
    title: str
    text: str


Tell: TypeAlias = Callable[[Alarm], Awaitable[None]]
"""Raises nothing that the work could not bear in which the alarm was raised."""


async def tell_nobody(_: Alarm) -> None:
    """Where there are no operators."""


class Operators:
    """The owners of the bot, and whoever sits at the machine; as far as they have an account."""

    def __init__(self, table: Table, clock: Clock, owner_ids: Iterable[int]) -> None:
        self._table, self._clock = table, clock
        self._accounts = Accounts(table, clock, ulids(clock))
        owners = (identity(IdentityKind.DISCORD, str(owner)) for owner in owner_ids)
        self._identities = (LOCAL_PERSON, *owners)
        self._told: dict[tuple[Kind, str], str] = {}
        """The day of each alarm, so that a thousand who meet the same thing ask the store once."""

    async def tell(self, alarm: Alarm) -> None:
        now = self._clock().replace(microsecond=0)
        day = f"{now:%Y-%m-%d}"  # of UTC: one for all of them
        if self._told.get(alarm[:2]) == day:
            return
        try:
            for person in await self.people():
                await outbox.enqueue(self._table, _notification(person, alarm, day, now))
        except StoreError as error:
            log.warning(
                "operators not told; the next alarm tries again", kind=alarm.kind.name, error=str(error)
            )
        else:
            self._told[alarm[:2]] = day

    async def people(self) -> list[str]:
        """Their accounts by the locks of their identities. Two that lead to the same person are one."""
        found = [await self._accounts.holder(one) for one in self._identities]
        return list(dict.fromkeys(one.user_id for one in found if one is not None))


def _notification(person: str, alarm: Alarm, day: str, now: datetime) -> Notification:
    return Notification(
        person=person,
        kind=alarm.kind,
        entity=alarm.entity,
        period=day,
        title=alarm.title,
        text=alarm.text,
        priority=MessagePriority.URGENT,
        created_at=now,
        not_before=now,
        expires_at=now + LIFE,
    )


def channel_stopped(channel: str, reason: str, again_after: timedelta) -> Alarm:
    """`reason` has no full stop. It may be read when all is well again, so it says what was."""
    return Alarm(
        CHANNEL_STOPPED,
        channel,
        f"Questlog stopped sending by {channel}",
        f"{reason[:1].upper()}{reason[1:]}. Until that is put right, messages go on people's other channels, "
        f"or wait; one is tried every {again_after // timedelta(seconds=1)} seconds, and then all go. "
        "`questlog doctor` may say more.",
    )


def source_blocked(source: str, reason: str) -> Alarm:
    """`reason` is a whole sentence."""
    return Alarm(
        SOURCE_BLOCKED,
        source,
        f"Questlog is blocked by {source}",
        f"{reason} If it goes on, lower requests_per_second in [sources.runescape], and name a way to reach "
        "you in its user_agent, so that they can ask before they block.",
    )
