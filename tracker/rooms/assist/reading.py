"""Threads as somebody may see them: in their circle, and by the rules of rooms."""

from collections.abc import Sequence
from datetime import datetime

from tracker.finding import Finder
from tracker.frozen import frozen
from tracker.notify.model import StillTrue
from tracker.rooms.assist.circles import people_in
from tracker.rooms.assist.errors import AmbiguousThread, NoSuchThread
from tracker.rooms.assist.model import THREAD, AssistMessage, AssistSeat, AssistThread, ThreadStatus
from tracker.rooms.book import blocks_with
from tracker.rooms.visibility import Standing
from tracker.store.entity import from_items
from tracker.store.index_keys import AssistCircleKey, StatusKey
from tracker.store.keys import AssistMessageKey, AssistSeatKey, AssistThreadKey
from tracker.store.table import Table

MOST_LISTED = 50
"""Threads of one circle, the newest."""

FINDER: Finder[AssistThread] = Finder(
    "thread",
    name=lambda one: one.title,
    ids=lambda one: (one.id,),
    missing=NoSuchThread,
    ambiguous=AmbiguousThread,
    is_live=lambda one: one.status is ThreadStatus.OPEN,
)


@frozen
class ThreadScene:
    """A thread with what was said, as somebody sees it."""

    thread: AssistThread
    messages: Sequence[AssistMessage]
    people: dict[str, str]
    """Ids and names of those who may help."""
    standing: Standing

    def authors(self) -> list[str]:
        """Of those who helped, in the order in which they came."""
        every = dict.fromkeys(one.user for one in self.messages if one.user)
        return [one for one in every if one != self.thread.asker]


async def thread_at(table: Table, thread_id: str) -> AssistThread | None:
    item = await table.get(AssistThreadKey(thread_id).key)
    return next(from_items(AssistThread, [item] if item else []), None)


async def scene_of(table: Table, thread_id: str, viewer: str) -> ThreadScene:
    """Raises NoSuchThread where the viewer may not see it."""
    thread = await thread_at(table, thread_id)
    if thread is None:
        raise NoSuchThread("There is no such thread for you.")
    people = await people_in(table, thread.circle)
    messages = await said_in(table, thread_id)
    others = {thread.asker, *people, *(one.user for one in messages if one.user)}
    members = frozenset({thread.asker, *people})
    standing = Standing(thread.asker, members, await blocks_with(table, viewer, others))
    if viewer not in members or standing.are_apart(viewer, thread.asker):
        raise NoSuchThread("There is no such thread for you.")
    seen = [one for one in messages if standing.may_see(viewer, one)]
    return ThreadScene(thread, seen, people, standing)


async def said_in(table: Table, thread_id: str) -> list[AssistMessage]:
    """All of it, in the order of saying, whoever may see it."""
    said = AssistMessageKey.prefix(thread=thread_id)
    items = [one async for one in table.query_all(said.pk, prefix=said.prefix)]
    return [*from_items(AssistMessage, items)]


async def own_threads(table: Table, user_id: str, status: ThreadStatus | None = None) -> list[AssistThread]:
    place = StatusKey.prefix(user=user_id, kind=THREAD, **({"status": status.value} if status else {}))
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix, index=place.index)]
    return [*from_items(AssistThread, items)]


async def threads_in(table: Table, circle: str) -> list[AssistThread]:
    """The open ones."""
    place = AssistCircleKey.prefix(circle=circle, status=ThreadStatus.OPEN.value)
    page = await table.query(
        place.pk, prefix=place.prefix, index=place.index, reverse=True, limit=MOST_LISTED
    )
    return [*from_items(AssistThread, page.items)]


async def seats_among(table: Table, thread_id: str, people: Sequence[str]) -> dict[str, AssistSeat]:
    """Of these, who has not left the thread."""
    found = await table.get_many(AssistSeatKey(one, thread_id).key for one in people)
    return {one.user: one for one in from_items(AssistSeat, found.values())}


def still_near(table: Table) -> StillTrue:
    """Whether whoever is thanked is not kept apart from who thanks them."""

    async def may_be_told(person: str, reference: str) -> bool:
        return not await blocks_with(table, person, [reference])

    return may_be_told


def still_said(table: Table) -> StillTrue:
    async def may_be_told(person: str, reference: str) -> bool:
        thread, at, id_ = reference.split("#")
        item = await table.get(AssistMessageKey(thread, datetime.fromisoformat(at), id_).key)
        message = next(from_items(AssistMessage, [item] if item else []), None)
        if message is None or message.user is None:
            return False
        try:
            scene = await scene_of(table, thread, person)
        except NoSuchThread:
            return False
        return scene.standing.may_see(person, message)

    return may_be_told
