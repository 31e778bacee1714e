"""Keeping people apart, and reporting what should not be there.

A block holds both ways and in every room, and nobody is told of it. A report keeps the message and what was
said around it: retention does not take it, and its author cannot take it back. It is told to the room's owner
and to those who run this Questlog, without saying who reported it.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from tracker.accounts.errors import NoSuchUser
from tracker.clock import Clock
from tracker.limits import Limit, counted
from tracker.notify import outbox
from tracker.notify.model import Notification
from tracker.rewards.taken import alike
from tracker.rooms.assist.model import Report, SaidMessage
from tracker.rooms.book import RoomScene, blocks_with
from tracker.rooms.errors import BadReport, NoSuchRoomMessage, NotBlocked, ReportedAlready, SaidTooOften
from tracker.rooms.history import History
from tracker.rooms.messages import ReportedIn, reported_message
from tracker.rooms.model import Block, RoomMessage, RoomReport
from tracker.rooms.relaying import to_remove
from tracker.rooms.service import ATTEMPTS, no_such_member, restless
from tracker.rooms.visibility import HIDE_FROM
from tracker.rooms.words import called, checked_purpose
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, Authorship, authored, change, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import AuthorshipKey, BlockKey, RoomMessageKey, UserKey
from tracker.store.query import after_prefix
from tracker.store.table import Check, Operation, Put, Table

AROUND = 5
"""So many messages before a reported one, and as many after it, are kept with it."""
REPORTS = Limit("room-report", 10, timedelta(days=1))
_REPORT_AT, _LIMIT_AT = 1, 3
_LONG_AGO = datetime.min.replace(tzinfo=UTC)

OperatorIds: TypeAlias = Callable[[], Awaitable[Sequence[str]]]


class Safety:
    def __init__(self, table: Table, clock: Clock, history: History, operators: OperatorIds) -> None:
        self._table, self._clock, self._history, self._operators = table, clock, history, operators

    async def block(self, user_id: str, room_id: str, whom: str) -> str:
        """A member by their name, or whoever said a message by its id; what they are called.

        Raises NoSuchRoom, NoSuchMember, NoSuchRoomMessage."""
        page = await self._history.page(user_id, room_id, 1)
        member = called(page.scene.others, whom)
        if member is None:
            message = await self._said(user_id, page.scene, whom)
            other, name = message.user, message.name
        else:
            other, name = member.user, member.name
        await keep_apart(self._table, Block(user=user_id, other=other or "", name=name or ""))
        return name or ""

    async def unblock(self, user_id: str, name: str) -> str:
        """Of two of that name, the one who was blocked last. Raises NotBlocked."""
        blocks = await self.blocked(user_id)
        found = next((one for one in blocks if alike(one.name) == alike(name)), None)
        if found is None:
            there = ", ".join(one.name for one in blocks) or "nobody"
            raise NotBlocked(f"You have not blocked {name[:40]}. You have blocked: {there}.", field="member")
        await self._table.delete(found.key.key)
        return found.name

    async def blocked(self, user_id: str) -> list[Block]:
        """Whoever was blocked last comes first."""
        mine = BlockKey.prefix(user=user_id)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        found = from_items(Block, items)
        return sorted(found, key=lambda one: one.created_at or _LONG_AGO, reverse=True)

    async def report(
        self, user_id: str, room_id: str, which: str, why: str | None = None
    ) -> tuple[RoomScene, RoomMessage]:
        """Raises NoSuchRoom, NoSuchRoomMessage, BadReport, ReportedAlready, SaidTooOften."""
        reason = checked_purpose(why)
        operators = await self._operators()
        for _ in range(ATTEMPTS):
            scene, message = await self._history.find(user_id, room_id, which)
            if message.user == user_id:
                raise BadReport("You said that yourself. You can take it back: room unsay.", field="message")
            around, now = await self._around(message), self._clock().replace(microsecond=0)
            report = RoomReport(
                room=room_id,
                message=message.id,
                user=user_id,
                why=reason,
                at=now,
                around=tuple(one.id for one in around),
            )
            operations = [
                *authored(user_id, report, report.key),
                counted(REPORTS, user_id, now),
                *kept(message, around),
                *(to_remove(message) if message.reports + 1 >= HIDE_FROM else ()),
            ]
            place = ReportedIn(scene.room.name, {"room": room_id}, scene.room.owner)
            told = await told_to(self._table, place, report, around, operators)
            try:
                await self._table.transact([*operations, *map(outbox.operation, told)])
            except ConditionFailed as failed:
                refuse_again(failed)
                continue
            return scene, message
        raise restless()

    async def _said(self, user_id: str, scene: RoomScene, message_id: str) -> RoomMessage:
        try:
            _, message = await self._history.find(user_id, scene.room.id, message_id)
        except NoSuchRoomMessage as unknown:
            raise no_such_member(scene, message_id) from unknown
        if message.user == user_id:
            raise no_such_member(scene, message_id)
        return message

    async def _around(self, message: RoomMessage) -> list[RoomMessage]:
        """With the message itself, in the order in which they were said."""
        said = RoomMessageKey.prefix(room=message.room)
        here, end = message.key.key.sk, after_prefix(said.prefix)
        before = await self._table.query(said.pk, lo=said.prefix, hi=here, reverse=True, limit=AROUND + 1)
        after = await self._table.query(said.pk, lo=here, hi=end, limit=AROUND + 1)
        return [*from_items(RoomMessage, [*before.items[::-1], *after.items[1:]])]


async def keep_apart(table: Table, block: Block) -> None:
    """From now on neither sees what the other says. Raises NoSuchUser."""
    present = [Check(UserKey(one).key, PRESENT) for one in (block.user, block.other)]
    try:
        await table.transact([*present, Put(to_item(block, block.key, block.place), ABSENT)])
    except ConditionFailed as failed:
        if failed.at(0) is not None or failed.at(1) is not None:
            raise NoSuchUser("There is no such account, or it is being deleted.") from failed


async def told_to(
    table: Table,
    place: ReportedIn,
    report: Report,
    around: Sequence[SaidMessage],
    operators: Iterable[str],
) -> list[Notification]:
    """To whoever owns the room and to those who run this Questlog, but not to who wrote or reported it."""
    reported = next(one for one in around if one.id == report.message)
    lines = dict.fromkeys(operators, around)
    if place.owner is not None and place.owner not in lines:
        lines[place.owner] = await _lines_for(table, place.owner, reported, around)
    told = [one for one in lines if one not in {report.user, reported.user}]
    return [reported_message(one, place, report, lines[one]) for one in told]


async def _lines_for(
    table: Table, owner: str, reported: SaidMessage, around: Sequence[SaidMessage]
) -> list[SaidMessage]:
    """What was reported, and of the rest nothing by people from whom the owner is kept apart."""
    authors = {one.user for one in around if one.user is not None}
    apart = {one for pair in await blocks_with(table, owner, authors) for one in pair} - {owner}
    return [one for one in around if one.id == reported.id or one.user not in apart]


def kept(reported: SaidMessage, around: Sequence[SaidMessage]) -> Iterator[Operation]:
    """Nothing of it expires, and neither does what leads its authors to it."""
    for one in around:
        more = {"reports": one.reports + 1} if one.id == reported.id else {}
        unchanged = EXISTS if one.user is None else eq("user", one.user) & eq("reports", one.reports)
        if more or one.ttl is not None:
            yield change(type(one), one.key, {"ttl": None, **more}, when=unchanged)
        if one.user and one.ttl is not None:
            yield change(Authorship, AuthorshipKey(one.user, *one.key.key), {"ttl": None})


def refuse_again(failed: ConditionFailed) -> None:
    """Nothing, where one of the messages has changed meanwhile."""
    if failed.at(_REPORT_AT) is not None:
        raise ReportedAlready("You have reported it already.") from failed
    if failed.at(_LIMIT_AT) is not None:
        raise SaidTooOften(
            "You have reported many messages today. Tell the owner of the room, too."
        ) from failed
