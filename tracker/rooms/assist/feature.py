"""What asking for help brings to what runs on the clock, and what becomes of it when somebody goes."""

from tracker.clock import Clock
from tracker.feature import DueWork, Rules
from tracker.rooms.assist.ending import ThreadEndings
from tracker.rooms.assist.messages import ANSWERED, ASKED, CHECK, THANKED, THANKS_CHECK
from tracker.rooms.assist.model import DUE, AssistEnd, AssistMessage
from tracker.rooms.assist.reading import own_threads, still_near, still_said
from tracker.rooms.leaving import take_back_all
from tracker.store.keys import AssistMessageKey, AuthorshipKey
from tracker.store.table import Table
from tracker.store.values import key_of
from tracker.words import count_of

ENDINGS: DueWork[AssistEnd] = DueWork(
    "assist", DUE, AssistEnd, seconds=300, holder=lambda tools: ThreadEndings(tools.table, tools.clock).hold
)


async def _farewell(table: Table, _: Clock, user_id: str) -> None:
    """Their own threads go with all that was said there; in those of others a mark stays."""
    for thread in await own_threads(table, user_id):
        said = AssistMessageKey.prefix(thread=thread.id)
        async for item in table.query_all(said.pk, prefix=said.prefix):
            author = item.get("user")
            also = [AuthorshipKey(str(author), *key_of(item)).key] if author else []
            await table.write_many(deletes=[key_of(item), *also])
    await take_back_all(table, user_id, AssistMessageKey, AssistMessage)


async def _parting_notes(table: Table, user_id: str) -> list[str]:
    """What a deletion of the person would do to others."""
    asked = len(await own_threads(table, user_id))
    return (
        [f"All answers to what you asked for help with go: {count_of(asked, 'question')}."] if asked else []
    )


ASSIST = Rules(
    "assist",
    kinds=(ASKED, ANSWERED, THANKED),
    checks=lambda table, _: {CHECK: still_said(table), THANKS_CHECK: still_near(table)},
    due=(ENDINGS,),
    farewell=_farewell,
    parting_notes=_parting_notes,
)
