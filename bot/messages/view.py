"""Messages as people read them, on any front end: what came, and why, or why not."""

from collections.abc import Iterator

from bot.messages.documents import DeliveryOutcome, MessageDocument, MessageList, MessageShown
from bot.names import TITLE, cut_short, shown_name
from bot.view import Action, At, Choice, Column, Menu, Paging, Passage, Row, Text, View, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.notify.model import DeliveryStatus
from tracker.tones import Tone
from tracker.words import clock_text, count_of, day_text, people, quoted, weekday

LIST, ONE, TOGETHER = "messages", "message", "sent-together"
MENU = "why"

SHORT_ID = 8
LONGEST_STEP = 80
MOST_STEPS = 10
TONES = {
    DeliveryStatus.PENDING: Tone.WARNING,
    DeliveryStatus.CLAIMED: Tone.WARNING,
    DeliveryStatus.DELIVERED: Tone.GOOD,
    DeliveryStatus.DROPPED: Tone.QUIET,
    DeliveryStatus.FAILED: Tone.BAD,
}


def messages(here: Visit, found: MessageList) -> View:
    if not found.messages:
        return View(
            title="No messages yet",
            empty=True,
            lead="There are no messages. What I tell you is kept for 90 days, with what became of it.",
        )
    on_terminal = here.front_end is FrontEnd.TERMINAL
    paging, older = Paging(LIST, found.page, found.pages), found.total - len(found.messages)
    hidden = found.pages == 1 and older
    return View(
        title="What I told you",
        noun="message",
        subtitle=joined(count_of(found.total, "message"), "90 days", str(paging)),
        columns=(Column("outcome"), Column("when"), *((Column("id"),) if on_terminal else ())),
        rows=[_row(one, with_id=on_terminal) for one in found.messages],
        hints=[f"{people(older)} older ones are not shown; --all shows them."]
        if hidden and on_terminal
        else [],
        menu=Menu(MENU, "Why did it come, or why not?", [_choice(here, one) for one in found.messages]),
        paging=paging,
    )


def _row(one: MessageDocument, *, with_id: bool) -> Row:
    cells: tuple[Text, ...] = (_outcome(one.outcome), (At(one.delivered_at or one.created_at),))
    ids: tuple[Text, ...] = (one.id[:SHORT_ID],) if with_id else ()
    return Row(one.id, shown_name(one.title, TITLE), (*cells, *ids), tone=TONES[one.status])


def _choice(here: Visit, one: MessageDocument) -> Choice:
    at = one.created_at.astimezone(here.person.zone)
    return Choice(one.id, one.title, f"{weekday(at)} {day_text(at, at)}, {clock_text(at)}")


def message(here: Visit, shown: MessageShown, page: int = 0) -> View:
    """All of one, why it came, and each step on its way."""
    one = shown.message
    return View(
        title=shown_name(one.title, TITLE),
        tone=TONES[one.status],
        passages=[Passage(one.text)],
        hints=[*_story(one)],
        actions=[Action(f"page:{LIST}", ("0",), "All messages")],
        paging=Paging(ONE, page, 1, one.id),
    )


def _story(one: MessageDocument) -> Iterator[Text]:
    yield f"Why: {cut_short(one.why, LONGEST_STEP)}."
    yield (At(one.created_at), "  it happened")
    if (earlier := len(one.trail) - MOST_STEPS) > 0:
        yield f"{count_of(earlier, 'earlier step')} left out"
    for step in one.trail[-MOST_STEPS:]:
        yield (At(step.at), "  ", *_outcome(step.outcome))
    yield ("Now: ", *_outcome(one.outcome), ".")


def _outcome(outcome: DeliveryOutcome) -> Text:
    reason = f": {cut_short(outcome.reason, LONGEST_STEP)}" if outcome.reason else ""
    at = (" ", At(outcome.at)) if outcome.at else ()
    return (cut_short(outcome.text, LONGEST_STEP), *at, reason)


def together(here: Visit, found: MessageList, page: int, batch: str) -> View:
    """All of a message that was too long for where it came."""
    return View(
        passages=[Passage(one.text, one.title) for one in found.messages],
        paging=Paging(TOGETHER, page, 1, batch),
    )


def retried(here: Visit, done: MessageShown) -> View:
    on_terminal = here.front_end is FrontEnd.TERMINAL
    hints = ["`questlog run` sends it, or `questlog dispatch --once`."] if on_terminal else []
    return View(lead=f"The message {quoted(shown_name(done.message.title, TITLE))} is due now.", hints=hints)
