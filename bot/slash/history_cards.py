"""Cards of what somebody was told, and of one message with all that happened to it."""

from collections.abc import Iterator, Sequence

from bot.page import Page, page_of
from bot.slash.cards import Card, Row, empty_card, heading, separated, text
from bot.slash.paging import Place, turn_rows
from bot.slash.texts import counted, dotted, moment, safe, small
from bot.slash.whole_message import LONGEST_PAGE, pages
from scheduler.channels.discord.text import cut
from tracker.notify.model import OutboxItem
from tracker.notify.reasons import Told, happened, where, why

PER_PAGE = 6
LONGEST_STEP = 80
MOST_STEPS = 12
LONGEST_STORY = 2500


def history_card(page: Page[OutboxItem], rows: Sequence[Row]) -> Card:
    if not page.total:
        return empty_card("No messages yet", "What I tell you is kept for 90 days, with what became of it.")
    head = heading("What I told you", dotted([counted(page.total, "message"), "90 days", str(page)]))
    lines = [line for item in page.items for line in _entry(item)]
    return Card(*separated([head, text(*lines)]), rows=rows)


def message_card(item: OutboxItem, place: Place, rows: Sequence[Row]) -> Card:
    """What happened to it, and all of its text, page by page where that is long."""
    page = page_of(_told(item), place.number, 1)
    [words] = page.items
    head = heading(safe(item.title), dotted([_words(where(item)), str(page)]))
    return Card(head, text(words), rows=[*turn_rows(place, page), *rows])


def _entry(item: OutboxItem) -> Iterator[str]:
    yield f"**{safe(item.title)}**"
    at = item.delivered_at or item.created_at
    yield small(dotted([moment(at), _words(where(item))]))


def _told(item: OutboxItem) -> list[str]:
    story, [first, *others] = cut("\n".join(_story(item)), LONGEST_STORY), pages([item])
    if len(story) + len(first) < LONGEST_PAGE:
        return [f"{story}\n{first}", *others]
    return [story, first, *others]


def _story(item: OutboxItem) -> Iterator[str]:
    yield f"You were to be told this {safe(why(item), LONGEST_STEP)}."
    yield small(f"{moment(item.created_at)} \N{MIDDLE DOT} it happened")
    steps = item.trail
    if len(steps) > MOST_STEPS:
        yield small(f"{len(steps) - MOST_STEPS} earlier steps are left out")
    for step in steps[-MOST_STEPS:]:
        yield small(f"{moment(step.at)} \N{MIDDLE DOT} {_words(happened(step))}")


def _words(told: Told) -> str:
    return told.text(moment, lambda words: safe(words, LONGEST_STEP))
