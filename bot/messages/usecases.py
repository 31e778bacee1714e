"""What a person can do with the messages that they got: words in, documents out.

Ids in an outbox are hashes, in no order of time: so a page reads all that the person was told.
"""

import bot.late_answer  # noqa: F401 # pyright: ignore[reportUnusedImport] - so that such messages are known
from bot.messages.documents import MessageList, MessageShown, message_document
from bot.messages.requests import ListMessages, NameBatch, NameMessage
from bot.page import page_of
from bot.visit import Visit
from tracker.notify import history, outbox


async def list_messages(visit: Visit, ask: ListMessages) -> MessageList:
    every = await outbox.history(visit.services.table, visit.person.id)
    found = [one for one in every if ask.status in (None, one.status)]
    shown = found[: ask.limit]
    page = page_of(shown, ask.page or 0, max(len(shown), 1) if ask.page is None else ask.per_page)
    return MessageList(
        messages=tuple(message_document(one, visit.now) for one in page.items),
        total=len(found),
        page=page.number,
        pages=page.count,
    )


async def show(visit: Visit, ask: NameMessage) -> MessageShown:
    found = await history.find_message(visit.services.table, visit.person.id, ask.message)
    return MessageShown(message=message_document(found, visit.now))


async def show_together(visit: Visit, ask: NameBatch) -> MessageList:
    found = await history.sent_together(visit.services.table, visit.person.id, ask.batch)
    messages = tuple(message_document(one, visit.now) for one in found)
    return MessageList(messages=messages, total=len(found), page=0, pages=1)


async def retry(visit: Visit, ask: NameMessage) -> MessageShown:
    again = await history.send_again(visit.services.table, visit.person.id, ask.message, visit.now)
    return MessageShown(message=message_document(again, visit.now))
