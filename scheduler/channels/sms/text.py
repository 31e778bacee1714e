"""A message as plain text for a telephone: titles and texts, and nothing that is not seen."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from scheduler.channels.channel import Message, Part
from tracker.notify.kinds import Answers, Replies

LONGEST_NAME = 20
"""A longer one is not repeated for each word that can be replied."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_KEPT = frozenset("\n\N{ZERO WIDTH JOINER}")  # the latter holds emoji together
_SPACES = re.compile(r"[ \t\r\f\v\u2028\u2029]+")
_EMPTY_LINES = re.compile(r"\s*\n\s*\n\s*")
_LINE_ENDS = re.compile(r" ?\n ?")


def sms_text(message: Message, *, is_heard: bool = False) -> str:
    """All of it; an empty line is between the parts. How to answer is said where somebody hears it."""
    blocks = [_block(part) for part in message.parts]
    note = _shown(message.note or "")
    replies = "\n".join(map(_line, _replies(message.parts))) if is_heard else ""
    return "\n\n".join(block for block in (*blocks, replies, note) if block)


def _replies(parts: Sequence[Part]) -> Iterator[str]:
    """A line for each way to answer: of several things one is the example."""
    found: dict[Replies, tuple[Answers, list[Part]]] = {}
    for part in parts:
        answers = part.kind.answers
        if answers is not None and answers.replies is not None and part.facts.get("name"):
            found.setdefault(answers.replies, (answers, []))[1].append(part)
    for replies, (answers, about) in found.items():
        yield _reply(replies, answers.about[0], about)


def _reply(replies: Replies, thing: str, about: Sequence[Part]) -> str:
    name = f"{about[0].facts['name']}".upper()
    if len({part.facts.get(thing) for part in about}) > 1 or len(name) > LONGEST_NAME:
        return replies.among_several.format(name=name)
    return (replies.with_amount if about[0].facts.get("amount") else replies.one).format(name=name)


def _block(part: Part) -> str:
    title, text = _line(part.title), _shown(part.text)
    late = f"({_line(part.late)})" if part.late else ""
    if title.casefold().rstrip(".!") in text.casefold():
        return f"{text} {late}".strip()
    return "\n".join(line for line in (f"{title} {late}".strip(), text) if line)


def _line(text: str) -> str:
    return " ".join(_shown(text).split())


def _shown(text: str) -> str:
    visible = "".join(
        letter
        for letter in _SPACES.sub(" ", text.replace("\r\n", "\n"))
        if letter in _KEPT or unicodedata.category(letter) not in _INVISIBLE
    )
    return _LINE_ENDS.sub("\n", _EMPTY_LINES.sub("\n\n", visible)).strip()
