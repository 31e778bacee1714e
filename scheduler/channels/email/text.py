"""The words of an e-mail: its subject, and all of it as plain text."""

import re
from collections.abc import Iterator

from scheduler.channels.channel import LINK, LINK_LABEL, Message, Part
from scheduler.channels.visible import visible
from tracker.words import bar, percent_text

LONGEST_SUBJECT = 150
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_EMPTY_LINES = re.compile(r"\n\s*\n\s*")


def line(text: str) -> str:
    """On one line, whatever the text tries."""
    return " ".join(visible(text).split())


def paragraphs(text: str) -> list[list[str]]:
    """The lines of each paragraph."""
    blocks = _EMPTY_LINES.split(visible(text).strip())
    return [[row.rstrip() for row in block.split("\n")] for block in blocks if block]


def subject_of(message: Message) -> str:
    first, *others = (line(part.title) or "Questlog" for part in message.parts)
    more = f", and {len(others)} more" if others else ""
    most = LONGEST_SUBJECT - len(more)
    return f"{first if len(first) <= most else first[: most - 1].rstrip() + _ELLIPSIS}{more}"


def text_of(message: Message, why: str, link: str | None) -> str:
    """All of it, for those who read no HTML."""
    told = "\n\n\n".join("\n".join(_part(part)) for part in message.parts)
    note = f"\n\n{line(message.note)}" if message.note else ""
    way_out = f"\nUnsubscribe: {link}" if link else ""
    return f"{told}{note}\n\n-- \n{why}{way_out}\n"


def _part(part: Part) -> Iterator[str]:
    yield line(part.title) or "Questlog"
    yield from ("\n".join(["", *rows]) for rows in paragraphs(part.text))
    if (percent := part.percent) is not None:
        yield f"\n{bar(percent)} {percent_text(percent)}"
    if part.late:
        yield f"\n({line(part.late)})"
    if link := part.facts.get(LINK):
        yield f"\n{part.facts.get(LINK_LABEL, 'Open')}: {link}"
