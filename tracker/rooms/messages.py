"""What members of a room are told: what was said, as it was said, where they want that."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from tracker.frozen import frozen
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.rooms.asking import CheckInDue
from tracker.rooms.assist.model import Report, SaidMessage
from tracker.rooms.model import Room, RoomMember, RoomMessage
from tracker.signing import hashed
from tracker.store.segments import timestamp
from tracker.tones import Tone

CHECK, CHEER_CHECK, ASKED_CHECK = "room-message", "room-cheer", "room-asked"


class RoomAct(ButtonAct):
    REPLY = "reply"
    ANSWER = "answer"
    CHEER = "cheer"
    BUDDY = "buddy"

    @property
    def label(self) -> str:
        return {RoomAct.CHEER: "Well done", RoomAct.BUDDY: "Be buddies"}.get(self) or super().label

    @property
    def is_main(self) -> bool:
        return True


SAID = declare(
    Kind(
        "room-said",
        "somebody said something in a room of yours",
        MessageLook("\N{SPEECH BALLOON}", Tone.PLAIN),
        answers=Answers(
            "room", ("room",), (RoomAct.REPLY,), replies=Replies("room {name}: ...", "", "room {name}: ...")
        ),
    )
)
NEWS = declare(
    Kind(
        "room-news",
        "somebody in a room of yours made progress",
        MessageLook("\N{CHEQUERED FLAG}", Tone.GOOD),
        answers=Answers(
            "room-news",
            ("room", "message"),
            (RoomAct.CHEER,),
            replies=Replies("room cheer {name}", "", "room cheer {name}"),
        ),
    )
)
CHEERED = declare(
    Kind(
        "room-cheered",
        "somebody in a room of yours is glad for you",
        MessageLook("\N{CLAPPING HANDS SIGN}", Tone.GOOD),
    )
)
ASKED = declare(
    Kind(
        "room-asked",
        "a room of yours asks how it goes",
        MessageLook("\N{RAISED HAND}", Tone.PLAIN),
        answers=Answers(
            "room",
            ("room",),
            (RoomAct.ANSWER,),
            replies=Replies("room answer {name}: ...", "", "room answer {name}: ..."),
        ),
    )
)
SUMMARY = declare(
    Kind("room-summary", "a room of yours has asked, and waited", MessageLook("\N{MEMO}", Tone.PLAIN))
)
REPORTED = declare(
    Kind(
        "room-reported",
        "somebody reported a message, and you decide about it",
        MessageLook("\N{TRIANGULAR FLAG ON POST}", Tone.WARNING),
    )
)
SHOWN = declare(
    Kind(
        "room-shown",
        "this channel shows a room",
        MessageLook("\N{SPEECH BALLOON}", Tone.PLAIN),
        answers=Answers("room-here", ("room", "message"), (RoomAct.REPLY,), for_anybody=True),
    )
)
SHOWN_NEWS = declare(
    Kind(
        "room-shown-news",
        "this channel shows a room",
        MessageLook("\N{CHEQUERED FLAG}", Tone.GOOD),
        answers=Answers("room-cheer-here", ("room", "message"), (RoomAct.CHEER,), for_anybody=True),
    )
)
SHOWN_QUESTION = declare(
    Kind(
        "room-shown-question",
        "this channel shows a room, which asks",
        MessageLook("\N{RAISED HAND}", Tone.PLAIN),
        answers=Answers("room-answer-here", ("room", "message"), (RoomAct.ANSWER,), for_anybody=True),
    )
)
BRIDGED = declare(
    Kind(
        "room-bridged",
        "a room of yours is shown in a channel on Discord",
        MessageLook("\N{SPEECH BALLOON}", Tone.WARNING),
    )
)
OWNER = declare(Kind("room-owner", "a room of yours has a new owner", MessageLook("\N{KEY}", Tone.PLAIN)))
_QUOTED = 120
LIFE, REPORT_LIFE = timedelta(days=2), timedelta(days=14)


def said_message(person: str, room: Room, message: RoomMessage) -> Notification:
    """Told once, whoever says so how often."""
    return Notification(
        person=person,
        kind=NEWS if message.news else SAID,
        entity=room.id,
        period=message.id,
        title=room.name,
        text=said_text(message),
        facts={"room": room.id, "name": room.name, "message": message.id},
        created_at=message.at,
        not_before=message.at,
        expires_at=message.at + LIFE,
        group=room.id,
        check=StillTrueCheck(name=CHECK, reference=reference_to(message)),
    )


def said_text(message: RoomMessage) -> str:
    return f"{message.name}: {message.text}"


def cheered_message(message: RoomMessage, room: Room, by: RoomMember, now: datetime) -> Notification:
    """To whoever said it."""
    about = " ".join((message.text or "").split())
    return Notification(
        person=message.user or "",
        kind=CHEERED,
        entity=message.id,
        period=by.user,
        title="Well done!",
        text=f"{by.name}, in {room.name}: {about[:_QUOTED]}",
        facts={"room": room.id, "name": room.name},
        created_at=now,
        not_before=now,
        expires_at=now + LIFE,
        group=room.id,
        check=StillTrueCheck(name=CHEER_CHECK, reference=f"{room.id}#{message.id}#{by.user}"),
    )


def asked_message(person: str, room: Room, due: CheckInDue, until: datetime, now: datetime) -> Notification:
    question = room.check_in.question if room.check_in else ""
    return Notification(
        person=person,
        kind=ASKED,
        entity=room.id,
        period=timestamp(due.due_at),
        title=room.name,
        text=question,
        facts={"room": room.id, "name": room.name},
        created_at=now,
        not_before=due.due_at,
        expires_at=until,
        check=StillTrueCheck(name=ASKED_CHECK, reference=f"{room.id}#{due.day}"),
    )


def summary_message(person: str, room: Room, due: CheckInDue, text: str, now: datetime) -> Notification:
    question = room.check_in.question if room.check_in else ""
    return Notification(
        person=person,
        kind=SUMMARY,
        entity=room.id,
        period=timestamp(due.due_at),
        title=f"{room.name}: {question}",
        text=text,
        facts={"room": room.id, "name": room.name, "day": due.day.isoformat()},
        created_at=now,
        not_before=due.due_at,
        expires_at=now + LIFE,
    )


def bridged_message(person: str, room: Room, now: datetime, *, ended: str | None = None) -> Notification:
    """To everybody in the room. To its owner, where it has ended without them: `ended` says why."""
    where = room.bridge.title if room.bridge else ""
    if ended is not None:
        title, text = f"{room.name} is no longer shown in a channel", ended
    else:
        title = f"{room.name} is shown in {where}"
        text = (
            "Whoever reads that channel reads what you say in the room from now on, under your name there. "
            "What was said before is not shown. If you do not want that, leave the room."
        )
    return Notification(
        person=person,
        kind=BRIDGED,
        entity=room.id,
        period=timestamp(now),
        title=title,
        text=text,
        facts={"room": room.id, "name": room.name},
        created_at=now,
        not_before=now,
        expires_at=now + REPORT_LIFE,
    )


def owner_message(person: str, room: Room, now: datetime, *, is_heir: bool) -> Notification:
    """`room` is as it was before. Nobody is named: who are kept apart hear nothing of each other."""
    whose = (
        "you, who have been in it longest. You can change it and take people out, and decide about reports"
        if is_heir
        else "whoever has been in it longest"
    )
    return Notification(
        person=person,
        kind=OWNER,
        entity=room.id,
        period=str(room.revision),
        title=f"{room.name} {'is yours now' if is_heir else 'has a new owner'}",
        text=f"Whoever owned the room has left it. It goes on, and belongs to {whose}.",
        facts={"room": room.id, "name": room.name},
        created_at=now,
        not_before=now,
        expires_at=now + REPORT_LIFE,
    )


@frozen
class ReportedIn:
    """A room, or a thread."""

    name: str
    facts: Mapping[str, str]
    owner: str | None = None
    """Of the room: who decides about it."""


def reported_message(
    person: str, place: ReportedIn, report: Report, around: Sequence[SaidMessage]
) -> Notification:
    """It names the author, and not who reported it."""
    lines = [
        f"{'> ' if one.id == report.message else ''}{one.name}: {one.text}" for one in around if one.text
    ]
    return Notification(
        person=person,
        kind=REPORTED,
        entity=report.message,
        period=hashed(report.message, report.user),
        title=f"A message in {place.name} was reported",
        text="\n".join([f"Why: {report.why}", *lines] if report.why else lines),
        facts={**place.facts, "message": report.message},
        created_at=report.at,
        not_before=report.at,
        expires_at=report.at + REPORT_LIFE,
    )


def reference_to(message: RoomMessage) -> str:
    return f"{message.room}#{timestamp(message.at)}#{message.id}"


def read_reference(reference: str) -> tuple[str, datetime, str]:
    room, at, id_ = reference.split("#")
    return room, datetime.fromisoformat(at), id_
