"""Messages by SMS: `messages`, and the number of one for why it came, or did not."""

from bot.messages import usecases, view
from bot.messages.requests import ListMessages, NameMessage
from bot.sms.conversation import Listed
from bot.sms.part import Answer, Command, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit

MESSAGES = Phrase(
    "messages", ("history", "outbox", "my messages"), "messages", "what I told you, and what became of it"
)
MESSAGE = Phrase("message", ("why",), "message 3f2a", "why a message came, or did not; by its number or id")
RETRY = Phrase("retry", ("send again",), "retry 3f2a", "send a message now that failed or waits")


async def show_messages(here: Visit, rest: str) -> Answer:
    return await show_message(here, rest) if rest else await show_more(here, None)


async def show_more(here: Visit, before: Listed | None) -> Answer:
    found = view.messages(here, await usecases.list_messages(here, ListMessages()))
    return answer_list(here, found, MESSAGE.name, MESSAGES.name, before)


async def show_message(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(MESSAGE)
    return answer(here, view.message(here, await usecases.show(here, NameMessage(message=rest))))


async def retry(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(RETRY)
    return answer(here, view.retried(here, await usecases.retry(here, NameMessage(message=rest))))


SMS = SmsPart(
    commands=(
        Command(MESSAGES, show_messages, more=show_more),
        Command(MESSAGE, show_message, takes_numbers=True),
        Command(RETRY, retry, takes_numbers=True),
    )
)
