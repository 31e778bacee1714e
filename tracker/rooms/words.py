"""What may be said of a room and in it, whom that names, and how an invitation is written."""

import re
import secrets
from collections.abc import Iterable, Iterator
from datetime import time

from tracker.rewards.taken import alike
from tracker.rooms.errors import BadCode, BadRoom, BadText
from tracker.rooms.model import LONGEST_NAME, LONGEST_PURPOSE, LONGEST_TEXT, RoomMember
from tracker.signing import hashed
from tracker.words import can_be_seen, clock_text

CODE_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
"""What nobody takes for something else; without vowels there are no words among the codes."""
CODE_LENGTH = 10
"""2 * 10^14 codes, of which one person can try twenty an hour."""
_GROUP = 5
LONGEST_QUESTION = 120
_MOST_LINES = 20


def checked_room_name(text: str) -> str:
    """On one line. Raises BadRoom."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not can_be_seen(name) or ":" in name:
        raise BadRoom(
            f"A room has a name of up to {LONGEST_NAME} letters, digits and signs, without a colon.",
            field="name",
        )
    return name


def checked_purpose(text: str | None) -> str | None:
    """On one line; None where it says nothing. Raises BadRoom."""
    purpose = " ".join((text or "").split())
    if len(purpose) > LONGEST_PURPOSE or not can_be_seen(purpose):
        raise BadRoom(f"A purpose has up to {LONGEST_PURPOSE} letters, digits and signs.", field="purpose")
    return purpose or None


def checked_question(text: str) -> str:
    """On one line. Raises BadRoom."""
    question = " ".join(text.split())
    if not question or len(question) > LONGEST_QUESTION or not can_be_seen(question):
        raise BadRoom(f"A question has up to {LONGEST_QUESTION} letters, digits and signs.", field="question")
    return question


def asks_at(at: time, zone: str, reader_zone: str) -> str:
    """`08:00`; `08:00 in Europe/Berlin` for whoever has other clocks."""
    return clock_text(at) if zone == reader_zone else f"{clock_text(at)} in {zone}"


def checked_text(text: str) -> str:
    """What somebody says, with its lines. Raises BadText."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    said = "\n".join(lines)
    if not said:
        raise BadText("Say something: there is nothing in it.", field="text")
    if len(said) > LONGEST_TEXT or len(lines) > _MOST_LINES or not all(map(can_be_seen, lines)):
        raise BadText(
            f"A message has up to {LONGEST_TEXT} letters, digits and signs on {_MOST_LINES} lines.",
            field="text",
        )
    return said


def named_in(text: str, members: Iterable[RoomMember]) -> Iterator[RoomMember]:
    """Those whom a text names: `@Ada, are you there?`."""
    words = text.casefold()
    for one in members:
        if re.search(rf"(?<!\w)@{re.escape(one.name.casefold())}(?!\w)", words):
            yield one


def called(members: Iterable[RoomMember], name: str) -> RoomMember | None:
    """The member of that name, as it may be written."""
    return next((one for one in members if alike(one.name) == alike(name.removeprefix("@"))), None)


def new_code() -> str:
    """`k3v7p-2mxwd`."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:_GROUP]}-{letters[_GROUP:]}"


def mark_of(code: str) -> str:
    """What is kept of a code, however it is written. Raises BadCode."""
    letters = re.sub(r"[\s-]", "", code).casefold()
    if not letters.isascii() or not letters.isalnum() or len(letters) != CODE_LENGTH:
        raise BadCode("An invitation looks like k3v7p-2mxwd. Check how it is written.", field="code")
    return hashed("room", letters)
