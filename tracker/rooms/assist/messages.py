"""What those who help and those who asked are told."""

from datetime import datetime, timedelta

from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import MessagePriority, Notification, StillTrueCheck
from tracker.rooms.assist.model import POINTS, AssistMessage, AssistThread
from tracker.store.segments import timestamp
from tracker.tones import Tone

ASKED = declare(
    Kind("assist-asked", "somebody asks for help where you help", MessageLook("\N{RAISED HAND}", Tone.PLAIN))
)
ANSWERED = declare(
    Kind("assist-said", "there is an answer in your thread", MessageLook("\N{SPEECH BALLOON}", Tone.GOOD))
)
THANKED = declare(
    Kind(
        "assist-thanked",
        "somebody you helped has solved it",
        MessageLook("\N{PERSON WITH FOLDED HANDS}", Tone.TRIUMPH),
    )
)
CHECK, THANKS_CHECK = "assist-message", "assist-thanks"
_LIFE = timedelta(days=2)


def told_of(person: str, thread: AssistThread, message: AssistMessage, *, is_first: bool) -> Notification:
    """Only what was shared: the title, and what was written."""
    return Notification(
        person=person,
        kind=ASKED if is_first else ANSWERED,
        entity=thread.id,
        period=message.id,
        title=f"{thread.name} asks for help: {thread.title}" if is_first else thread.title,
        text=f"{message.name}: {message.text}",
        facts={"thread": thread.id, "name": thread.title},
        priority=MessagePriority.NORMAL,
        created_at=message.at,
        not_before=message.at,
        expires_at=message.at + _LIFE,
        group=thread.id,
        check=StillTrueCheck(name=CHECK, reference=f"{thread.id}#{timestamp(message.at)}#{message.id}"),
    )


def thanked(person: str, thread: AssistThread, now: datetime, *, gives: bool) -> Notification:
    points = f" You get {POINTS} points." if gives else ""
    return Notification(
        person=person,
        kind=THANKED,
        entity=thread.id,
        period="solved",
        title=f"Solved: {thread.title}",
        text=f"{thread.name} thanks you.{points}",
        facts={"thread": thread.id, "name": thread.title},
        created_at=now,
        not_before=now,
        expires_at=now + _LIFE,
        check=StillTrueCheck(name=THANKS_CHECK, reference=thread.asker),
    )
