"""Check-ins: a room asks its members every day, collects what they answer, and tells each what came of it.

An answer is something said in the room, and whoever may see it there finds it in the summary, nobody else.
Of two buddies each is told when the other has not answered. Whoever hears only of what names them is not
asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime

from tracker.clock import Clock
from tracker.due import forget, moved
from tracker.frozen import frozen
from tracker.limits import counted
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording, StillTrue
from tracker.rooms.asking import CHECK_IN, CheckInDue, CheckInPhase
from tracker.rooms.book import RoomScene, scene_of
from tracker.rooms.errors import BadRoom, NoSuchRoom, NothingAsked
from tracker.rooms.history import seen_in
from tracker.rooms.messages import SUMMARY, asked_message, summary_message
from tracker.rooms.model import CheckIn, RoomMember, RoomMessage, Tell
from tracker.rooms.often import QUESTIONS, refuse_full
from tracker.rooms.relaying import to_note
from tracker.rooms.service import ATTEMPTS, difference, refuse_others, restless
from tracker.rooms.visibility import HIDE_FROM
from tracker.rooms.words import checked_question
from tracker.store.conditions import eq
from tracker.store.entity import from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey, RoomMessageKey
from tracker.store.table import Check, Delete, Operation, Table

log = get_logger(__name__)

LONGEST_HOURS = 20


@frozen
class CheckInScene:
    """What was answered to the last question, as one member may see it."""

    scene: RoomScene
    day: date | None
    """None where nothing was asked yet."""
    is_open: bool
    answers: Sequence[RoomMessage]
    """The last one of each, in the order of coming into the room."""
    silent: Sequence[RoomMember]
    """Those who were asked and have not answered."""


class CheckIns:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def ask(self, user_id: str, room_id: str, wanted: CheckIn) -> RoomScene:
        """Every day from the next time on. Raises NotTheOwner, BadRoom."""
        if not 1 <= wanted.hours <= LONGEST_HOURS:
            raise BadRoom(f"A room waits 1 to {LONGEST_HOURS} hours for answers.", field="hours")
        wanted = wanted.model_copy(update={"question": checked_question(wanted.question)})
        day = wanted.next_day(self._now())
        due = CheckInDue(user=user_id, id=room_id, due_at=wanted.asked_on(day), day=day)
        return await self._set(user_id, room_id, wanted, [rewrite(due, due.key, due.place)])

    async def stop(self, user_id: str, room_id: str) -> RoomScene:
        """Raises NotTheOwner."""
        return await self._set(user_id, room_id, None, [Delete(DueKey(user_id, CHECK_IN, room_id).key)])

    async def board(self, user_id: str, room_id: str) -> CheckInScene:
        """Raises NoSuchRoom, NothingAsked."""
        scene = await scene_of(self._table, room_id, user_id)
        if (check_in := scene.room.check_in) is None:
            raise NothingAsked(f"{scene.room.name} asks nothing. Its owner can have it ask every day.")
        now = self._now()
        if (last := check_in.last_day(now)) is None:
            return CheckInScene(scene, None, is_open=False, answers=(), silent=())
        answers = await seen_in(self._table, scene, await _answers(self._table, scene.members, last))
        return _board(scene, last, answers, is_open=check_in.day_open(now) == last)

    async def _set(
        self, user_id: str, room_id: str, wanted: CheckIn | None, due: Sequence[Operation]
    ) -> RoomScene:
        for _ in range(ATTEMPTS):
            scene, now = await scene_of(self._table, room_id, user_id), self._now()
            refuse_others(scene, "have it ask")
            asks = wanted and wanted.beginning(now, scene.room.check_in)
            after = scene.room.model_copy(update={"check_in": asks, "revision": scene.room.revision + 1})
            limited = [] if wanted is None else [counted(QUESTIONS, user_id, now)]
            try:
                await self._table.transact([difference(scene.room, after), *limited, *due])
            except ConditionFailed as failed:
                if limited:
                    often = "You have changed what rooms ask often today, and everybody is asked each time."
                    refuse_full(failed, 1, QUESTIONS, now, often)
                continue
            return await scene_of(self._table, room_id, user_id)
        raise restless()

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


async def hold(table: Table, clock: Clock, work: CheckInDue) -> list[Notification]:
    """Asks, or says what came of it, once: the write that tells is also the one that plans the next time."""
    for _ in range(ATTEMPTS):
        now = clock().replace(microsecond=0)
        item = await table.get(work.key.key)
        due = next(from_items(CheckInDue, [item] if item else []), None)
        if due is None or due.due_at > now:
            return []
        try:
            scene = await scene_of(table, due.id, due.user)
        except NoSuchRoom:
            await forget(table, due)
            return []
        if (check_in := scene.room.check_in) is None or scene.room.owner != due.user:
            await forget(table, due)
            return []
        told, following, notes = await _told(table, scene, check_in, due, now)
        unchanged = Check(scene.room.key.key, eq("revision", scene.room.revision))
        with suppress(ConditionFailed):  # somebody has come or gone, or another one was faster
            await table.transact([unchanged, *map(outbox.operation, told), following, *notes])
            return told
    log.warning("room has not asked; it comes due once more", room=work.id)
    return []


async def _told(
    table: Table, scene: RoomScene, check_in: CheckIn, due: CheckInDue, now: datetime
) -> tuple[list[Notification], Operation, list[Operation]]:
    """What members are told, when it goes on, and what the room's channel on Discord shows of it."""
    until = check_in.summed_on(due.day)
    if due.phase is CheckInPhase.ASK and now < until:
        asked = [asked_message(one.user, scene.room, due, until, now) for one in _asked(scene)]
        note = to_note(scene.room, _note(due, "asked"), scene.room.name, check_in.question, now, asks=True)
        return asked, moved(due, until, phase=CheckInPhase.SUM_UP), [*note]
    day = check_in.next_day(now)
    following = moved(due, check_in.asked_on(day), phase=CheckInPhase.ASK, day=day)
    if due.phase is CheckInPhase.ASK:  # nobody was asked in time
        return [], following, []
    answers = await _answers(table, scene.members, due.day)
    said: list[Notification] = []
    for one in scene.members:
        theirs = await scene_of(table, scene.room.id, one.user)
        if text := await _summary(table, theirs, due.day, answers):
            said.append(summary_message(one.user, scene.room, due, text, now))
    return said, following, [*_shown(scene, due, answers, now)]


def _note(due: CheckInDue, what: str) -> str:
    """Its id in the channel. A room may ask twice a day, when its owner sets another time."""
    return f"{int(due.due_at.timestamp())}.{what}"


def _shown(
    scene: RoomScene, due: CheckInDue, answers: Sequence[RoomMessage], now: datetime
) -> Iterator[Operation]:
    """Of those who answered; who was silent is told to members alone."""
    last = {one.user: one for one in answers if one.reports < HIDE_FROM}
    lines = [f"{one.name}: {last[one.user].text}" for one in scene.members if one.user in last]
    asks = scene.room.check_in
    if lines and asks is not None:
        title = f"{scene.room.name}: {asks.question}"
        yield from to_note(scene.room, _note(due, "summary"), title, "\n".join(lines), now, asks=False)


def still_asked(table: Table, clock: Clock) -> StillTrue:
    """Whether a member has not answered yet."""

    async def waits(person: str, reference: str) -> bool:
        room_id, _, day = reference.partition("#")
        try:
            scene = await scene_of(table, room_id, person)
        except NoSuchRoom:
            return False
        check_in = scene.room.check_in
        if check_in is None or check_in.day_open(clock()) != date.fromisoformat(day):
            return False
        return not await _answers(table, [scene.mine], date.fromisoformat(day))

    return waits


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    async def summed_up(message: Notification) -> Notification | None:
        """By who may see what now: somebody may have left, taken back or blocked while it waited."""
        if (day := message.facts.get("day")) is None:  # an older version told it
            return message
        try:
            scene = await scene_of(table, str(message.facts["room"]), message.person)
        except NoSuchRoom:
            return None
        on = date.fromisoformat(str(day))
        text = await _summary(table, scene, on, await _answers(table, scene.members, on))
        now = clock().replace(microsecond=0)
        return message.model_copy(update={"text": text, "created_at": now}) if text else None

    return {SUMMARY: summed_up}


async def _answers(table: Table, members: Sequence[RoomMember], day: date) -> list[RoomMessage]:
    """The last one of each, however much is said besides."""
    given = [(one.room, one.answer) for one in members if one.answer is not None and one.answer.day == day]
    found = await table.get_many(RoomMessageKey(room, one.at, one.id).key for room, one in given)
    return [one for one in from_items(RoomMessage, found.values()) if one.is_there]


def _asked(scene: RoomScene) -> list[RoomMember]:
    return [one for one in scene.members if one.tell is not Tell.MENTIONS]


def _board(scene: RoomScene, day: date, answers: Sequence[RoomMessage], *, is_open: bool) -> CheckInScene:
    last = {one.user: one for one in answers}
    standing = scene.standing()
    known = [one for one in scene.members if not standing.are_apart(scene.viewer, one.user)]
    return CheckInScene(
        scene=scene,
        day=day,
        is_open=is_open,
        answers=[last[one.user] for one in known if one.user in last],
        silent=[one for one in _asked(scene) if one in known and one.user not in last],
    )


async def _summary(table: Table, scene: RoomScene, day: date, answers: Sequence[RoomMessage]) -> str:
    """What one member is told; nothing where nobody answered, and no buddy was silent."""
    board = _board(scene, day, await seen_in(table, scene, answers), is_open=False)
    buddy = scene.buddy
    if not board.answers and buddy not in board.silent:
        return ""
    first = [f"{buddy.name}, your buddy, has not answered."] if buddy in board.silent and buddy else []
    me = board.scene.viewer
    silent = ", ".join("you" if one.user == me else one.name for one in board.silent if one != buddy)
    last = [f"No word from {silent}."] if silent else []
    return "\n".join([*first, *(f"{one.name}: {one.text}" for one in board.answers), *last])
