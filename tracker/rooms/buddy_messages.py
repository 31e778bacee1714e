"""What buddies are told of each other: that one is wanted, and that the other missed a habit."""

from datetime import date, datetime

from tracker.accounts.model import User
from tracker.habits.schedule import Schedule
from tracker.habits.watched import Watched
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, Kind, MessageLook, Replies, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.rooms.messages import LIFE, REPORT_LIFE, RoomAct
from tracker.rooms.model import Room, RoomMember
from tracker.signing import hashed
from tracker.tones import Tone
from tracker.words import month_text, weekday

BUDDY_CHECK = "room-buddy"
HEARS = "has not answered what the room asks, or has missed a habit that they share with it"
"""What two buddies agree to hear of each other, in whichever words it is asked."""

WANTS_BUDDY = declare(
    Kind(
        "room-buddy",
        "somebody in a room of yours wants to be your buddy",
        MessageLook("\N{HANDSHAKE}", Tone.PLAIN),
        answers=Answers(
            "room-buddies",
            ("room", "by"),
            (RoomAct.BUDDY,),
            replies=Replies("room buddy {name}", "", "room buddy {name}"),
        ),
    )
)
MISSED = declare(
    Kind(
        "room-missed",
        "your buddy missed a habit that they share",
        MessageLook("\N{SEEDLING}", Tone.PLAIN),
    )
)


def buddy_message(
    person: str, room: Room, by: RoomMember, now: datetime, *, again: bool = False
) -> Notification:
    """Once from each member: whoever does not want it need not say so. `again`: they are buddies, and
    agreed to less."""
    title = f"{by.name} wants to be your buddy in {room.name}"
    text = (
        f"Buddies are told when the other {HEARS}. If you want that, name {by.name} as your buddy, too. "
        "Else do nothing."
    )
    if again:
        title = f"Do you and {by.name} want to hear more of each other in {room.name}?"
        text = (
            "You are buddies, and hear when the other has not answered. Buddies can now also hear when the "
            f"other has missed a habit that they share with the room. If you want that, name {by.name} as "
            "your buddy again; it holds once both of you have. Else do nothing, and all stays as it is."
        )
    return Notification(
        person=person,
        kind=WANTS_BUDDY,
        entity=room.id,
        period=hashed(by.user, "habits") if again else hashed(by.user),
        title=title,
        text=text,
        facts={"room": room.id, "by": by.user, "name": f"{room.name}: {by.name}"},
        created_at=now,
        not_before=now,
        expires_at=now + REPORT_LIFE,
        check=StillTrueCheck(name=BUDDY_CHECK, reference=f"{room.id}#{by.user}"),
    )


@worded_for
def missed_message(person: User, room: Room, by: RoomMember, habit: Watched, day: date) -> Notification:
    """Once of each habit and day, or week, or month, in however many rooms they are buddies."""
    return Notification(
        person=person.id,
        kind=MISSED,
        entity=habit.habit.id,
        period=day.isoformat(),
        title=f"{by.name} missed {habit.habit.name}",
        text=f"{_when(habit.habit.schedule, day)}. You are buddies in {room.name}: a kind word may help.",
        facts={"room": room.id, "by": by.user, "habit": habit.habit.id, "day": day.isoformat()},
        created_at=habit.now,
        not_before=habit.now,
        expires_at=habit.now + LIFE,
        group=room.id,
    )


def _when(schedule: Schedule, day: date) -> str:
    """Of a period that ended on that day."""
    match schedule.kind:
        case "perMonth":
            return f"In {month_text(day)}"
        case "perWeek":
            return f"In the week until {weekday(day)}"
        case "every":
            return f"It was due by {weekday(day)}"
        case "daily" | "weekdays" | "within":
            return f"On {weekday(day)}"
