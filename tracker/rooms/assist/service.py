"""Asking for help, answering, thanking: each is one transaction, which tells everybody who hears of it."""

import builtins
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.accounts.service import present_people
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.goals.composite.model import CompositeGoal
from tracker.goals.model import Goal
from tracker.ids import Ids
from tracker.limits import counted
from tracker.notify import outbox
from tracker.rewards.board_names import no_address
from tracker.rewards.taken import alike
from tracker.rooms.assist import messages, thanks
from tracker.rooms.assist.circles import Circle, circles_of, people_in
from tracker.rooms.assist.ending import closed, first_end
from tracker.rooms.assist.errors import (
    NoSuchHelper,
    NotTheAsker,
    ThreadClosed,
    TooManyThreads,
)
from tracker.rooms.assist.model import (
    MOST_HELPERS,
    MOST_MESSAGES,
    MOST_OF_ONE,
    MOST_OPEN,
    POINTS,
    AssistMessage,
    AssistSeat,
    AssistThread,
    Helper,
    ThreadStatus,
)
from tracker.rooms.assist.reading import FINDER, ThreadScene, own_threads, scene_of, seats_among, threads_in
from tracker.rooms.book import blocks_with
from tracker.rooms.errors import SaidTooOften
from tracker.rooms.saying import LIMITS, refuse_too_often
from tracker.rooms.service import ATTEMPTS, restless
from tracker.rooms.visibility import Standing
from tracker.rooms.words import checked_room_name, checked_text
from tracker.servers.model import Server
from tracker.signing import hashed
from tracker.store.conditions import EXISTS, eq
from tracker.store.entity import PRESENT, authored, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import AssistSeatKey, HelperKey, UserKey
from tracker.store.table import Check, Operation, Table


@frozen
class AssistQuestion:
    """What somebody shares: nobody sees more of it than the title and the text."""

    circle: Circle
    name: str
    """Of whoever asks, as the others see them."""
    title: str
    text: str
    task: str | None = None
    goal: Goal | CompositeGoal | None = None


@frozen
class QuestionAsked:
    thread: AssistThread
    message: AssistMessage
    told: int


@frozen
class Solved:
    thread: AssistThread
    helper: str | None = None
    """The name of who is thanked."""
    points: int = 0


class Assist:
    def __init__(self, table: Table, clock: Clock, new_id: Ids, keep_days: int) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id
        self._keep = timedelta(days=keep_days)

    async def circles(self, user_id: str, here: Server | None = None) -> builtins.list[Circle]:
        return await circles_of(self._table, user_id, here)

    async def volunteer(self, user_id: str, server: str, name: str, *, stop: bool = False) -> None:
        """Be asked for help by members of a server, or no longer."""
        key = HelperKey(user_id, server)
        if stop:
            await self._table.delete(key.key)
            return
        new = Helper(user=user_id, server=server, name=no_address(name), since=self._now())
        present = [Check(UserKey(one).key, PRESENT) for one in (user_id, server)]
        try:
            await self._table.transact([*present, rewrite(new, key, new.place)])
        except ConditionFailed as failed:
            raise NoSuchUser("That account or server no longer exists.") from failed

    async def ask(self, user_id: str, question: AssistQuestion) -> QuestionAsked:
        """Raises BadText, TooManyThreads, SaidTooOften."""
        now, circle = self._now(), question.circle
        if len(await own_threads(self._table, user_id, ThreadStatus.OPEN)) >= MOST_OPEN:
            raise TooManyThreads(f"You ask for help in {MOST_OPEN} threads already. Solve one of them first.")
        thread_id = self._new_id()
        there = [one for one in await people_in(self._table, circle.id) if one != user_id]
        people = sorted(there, key=lambda one: hashed(thread_id, one))[:MOST_HELPERS]
        blocks = await blocks_with(self._table, user_id, people)
        standing = Standing(user_id, frozenset(people), blocks)
        told = [one for one in await present_people(self._table, people) if standing.may_hear(one, user_id)]
        thread = AssistThread(
            id=thread_id,
            circle=circle.id,
            where=circle.where or circle.name,
            asker=user_id,
            name=no_address(question.name),
            title=checked_room_name(question.title.replace(":", " ")),
            task=question.task,
            goal=question.goal and question.goal.id,
            character=question.goal.character if isinstance(question.goal, Goal) else None,
            created_at=now,
        )
        first = self._message(thread, user_id, thread.name, checked_text(question.text), now)
        written = authored(user_id, thread, thread.key, *thread.places())
        await self._write(first, [*written, *_said(thread, first, told, is_first=True), first_end(thread)])
        return QuestionAsked(thread, first, len(told))

    async def list(self, user_id: str, here: Server | None = None) -> builtins.list[AssistThread]:
        """Their own, and the open ones where they may help."""
        mine = await own_threads(self._table, user_id)
        circles = [one for one in await circles_of(self._table, user_id, here) if one.may_help]
        there = [one for circle in circles for one in await threads_in(self._table, circle.id)]
        blocks = await blocks_with(self._table, user_id, [one.asker for one in there])
        apart = {one for pair in blocks for one in pair} - {user_id}
        found = {one.id: one for one in (*mine, *(one for one in there if one.asker not in apart))}
        return sorted(found.values(), key=lambda one: (one.status is not ThreadStatus.OPEN, one.created_at))

    async def find(self, user_id: str, text: str, here: Server | None = None) -> AssistThread:
        """Raises NoSuchThread, AmbiguousThread."""
        return FINDER.one(await self.list(user_id, here), text)

    async def scene(self, user_id: str, thread_id: str) -> ThreadScene:
        return await scene_of(self._table, thread_id, user_id)

    async def answer(self, user_id: str, thread_id: str, text: str) -> QuestionAsked:
        """What a helper says reaches the asker, and what the asker says all helpers who have not left.

        Raises NoSuchThread, ThreadClosed, BadText, SaidTooOften.
        """
        said, now = checked_text(text), self._now()
        scene = await scene_of(self._table, thread_id, user_id)
        thread = scene.thread
        if thread.status is not ThreadStatus.OPEN:
            raise ThreadClosed(f"{thread.title} is closed.")
        if len(scene.messages) >= MOST_MESSAGES:
            raise ThreadClosed(f"There are {MOST_MESSAGES} messages in this thread. Ask in a new one.")
        is_asker = user_id == thread.asker
        if not is_asker and sum(one.user == user_id for one in scene.messages) >= MOST_OF_ONE:
            raise SaidTooOften(
                f"You have said {MOST_OF_ONE} things in {thread.title}. Let others answer, too."
            )
        name = thread.name if is_asker else scene.people[user_id]
        message = self._message(thread, user_id, name, said, now)
        told = [*await seats_among(self._table, thread.id, scene.authors())] if is_asker else [thread.asker]
        told = [one for one in told if scene.standing.may_hear(one, user_id)]
        operations: builtins.list[Operation] = [
            Check(UserKey(user_id).key, PRESENT),
            Check(thread.key.key, eq("status", ThreadStatus.OPEN.value)),
            *_said(thread, message, told, is_first=False),
        ]
        if not is_asker:
            seat = AssistSeat(user=user_id, thread=thread.id, name=name)
            operations.append(rewrite(seat, seat.key))
        await self._write(message, operations)
        return QuestionAsked(thread, message, len(told))

    async def leave(self, user_id: str, thread_id: str) -> AssistThread:
        """A helper hears of it no longer. What they said stays."""
        thread = (await scene_of(self._table, thread_id, user_id)).thread
        try:
            await self._table.delete(AssistSeatKey(user_id, thread_id).key, when=EXISTS)
        except ConditionFailed as failed:
            raise NoSuchHelper(f"You do not help with {thread.title}.") from failed
        return thread

    async def solved(self, user_id: str, thread_id: str, helper: str | None = None) -> Solved:
        """Closes it, and thanks who helped; points go to one of them. Raises NotTheAsker, ThreadClosed."""
        for _ in range(ATTEMPTS):
            scene = await scene_of(self._table, thread_id, user_id)
            thread = scene.thread
            if thread.asker != user_id:
                raise NotTheAsker("Only whoever asked can say that it is solved.")
            if thread.status is not ThreadStatus.OPEN:
                raise ThreadClosed(f"{thread.title} is closed already.")
            seats = await seats_among(self._table, thread.id, scene.authors())
            whom = _thanked([*seats.values()], helper)
            users = await present_people(self._table, [*seats])
            payee = users.get(whom.user) if whom else None
            name = whom and whom.name
            if payee is not None and await thanks.would_circle(self._table, user_id, payee.id):
                payee = None
            if payee is not None and await self._closed(thread, users, payee):
                return Solved(thread, name, POINTS)
            if await self._closed(thread, users, None):
                return Solved(thread, name)
        raise restless()

    async def _closed(self, thread: AssistThread, users: Iterable[str], payee: User | None) -> bool:
        """False where it was closed in the same moment, or enough was given already."""
        now = self._now()
        given = await thanks.giving(self._table, thread, payee, now) if payee else []
        told = [
            outbox.operation(messages.thanked(one, thread, now, gives=payee is not None and one == payee.id))
            for one in users
        ]
        closing = closed(thread, ThreadStatus.SOLVED, now)
        try:
            await self._table.transact([closing, Check(UserKey(thread.asker).key, PRESENT), *told, *given])
        except ConditionFailed:
            return False
        return True

    def _message(self, thread: AssistThread, user: str, name: str, text: str, now: datetime) -> AssistMessage:
        return AssistMessage(
            thread=thread.id,
            id=self._new_id(),
            at=now,
            user=user,
            name=name,
            text=text,
            ttl=int((now + self._keep).timestamp()) if self._keep else None,
        )

    async def _write(self, message: AssistMessage, operations: Sequence[Operation]) -> None:
        """With the limits of rooms. Raises SaidTooOften, NoSuchUser, ThreadClosed."""
        counts = [counted(limit, message.user or "", message.at) for limit in LIMITS]
        try:
            await self._table.transact([*counts, *operations])
        except ConditionFailed as failed:
            refuse_too_often(failed, self._clock())
            if failed.at(len(LIMITS)) is not None:
                raise NoSuchUser("There is no such account, or it is being deleted.") from failed
            raise ThreadClosed("It was closed in the same moment.") from failed

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _said(
    thread: AssistThread, message: AssistMessage, told: Sequence[str], *, is_first: bool
) -> list[Operation]:
    """In a transaction that makes sure that the author is there."""
    author = message.user or ""
    return [
        *authored(author, message, message.key, message.place(author))[1:],
        *(outbox.operation(messages.told_of(one, thread, message, is_first=is_first)) for one in told),
    ]


def _thanked(seats: Sequence[AssistSeat], name: str | None) -> AssistSeat | None:
    """The one who is named; the only one need not be. Raises NoSuchHelper."""
    if name is None:
        return seats[0] if len(seats) == 1 else None
    found = [one for one in seats if alike(one.name) == alike(name.removeprefix("@"))]
    if len(found) != 1:
        names = ", ".join(one.name for one in seats) or "nobody"
        raise NoSuchHelper(f"Nobody called {name[:40]} helped you here. There was {names}.", field="helper")
    return found[0]
