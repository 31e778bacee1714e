"""What is answered about group goals: one shape for `--json` and `/api`, described in docs/schema/."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from bot.documents import Document, copied
from tracker.challenge.model import Phase, WhoMayJoin
from tracker.challenge.wording import row_name
from tracker.group_goals.counting import progress_of
from tracker.group_goals.model import GroupCounts, GroupGoal, GroupShare, in_full
from tracker.group_goals.words import (
    aim_text,
    left_text,
    phase_of,
    share_of,
    standing_text,
    thousandths_text,
)
from tracker.readings import Number


class GroupGoalDocument(Document, frozen=True):
    id: str
    name: str
    aim: str
    """`1,000,000,000 xp`, `20 days each`."""
    counts: GroupCounts
    only: str | None
    """The one skill or boss that counts: `Woodcutting`; null for all skills, and for what has none."""
    unit: str | None
    """Of numbers."""
    each: bool
    """Whether everybody has the target for themselves."""
    target: Number
    starts: date
    ends: date
    zone: str
    who: WhoMayJoin
    phase: Phase
    """By its own clocks."""
    left: str
    """`12 days left`."""
    progress: Number
    """Percent: of the target, or where everybody has it, of those who have reached theirs."""
    standing: str
    """`512 of 1,000 xp`."""
    total: Number
    people: int
    reached: int
    """How many have reached their own target."""
    milestones: tuple[int, ...]
    """The percentages that were passed."""
    created_at: datetime


class ListedGroupGoal(GroupGoalDocument, frozen=True):
    joined: bool


class GroupGoalList(Document, frozen=True):
    goals: tuple[ListedGroupGoal, ...]


class GroupShareDocument(Document, frozen=True):
    rank: int
    name: str
    amount: Number
    text: str
    """`1,200 xp`."""
    percent: float
    """Of all that was added."""
    reached: bool
    """Where everybody has the target: whether this person has come to it."""
    you: bool


class GroupGoalShown(Document, frozen=True):
    goal: GroupGoalDocument
    shares: tuple[GroupShareDocument, ...]
    """The largest first."""
    you: GroupShareDocument | None
    manages: bool
    """Whether you may change it."""
    page: int
    pages: int


class GroupGoalAdded(Document, frozen=True):
    goal: GroupGoalDocument
    announced: bool | None
    """Whether its server has a channel for news; null where it is no server's."""


class GroupGoalChanged(Document, frozen=True):
    goal: GroupGoalDocument
    changes: tuple[str, ...]


class GroupGoalJoined(Document, frozen=True):
    goal: GroupGoalDocument
    name: str
    """As others in it see the person."""
    sharing: str
    """What others see from now on, and until when."""


class GroupGoalLeft(Document, frozen=True):
    goal: GroupGoalDocument
    name: str
    character: str | None
    """By which the person had joined; a metric is one, too."""
    habit: str | None
    text: str
    """What went with them."""


class GroupGoalRemoval(Document, frozen=True):
    goal: GroupGoalDocument
    done: bool


def group_goal_document(goal: GroupGoal, today: date) -> GroupGoalDocument:
    return GroupGoalDocument(**_fields(goal, today))


def listed_document(goal: GroupGoal, today: date, *, joined: bool) -> ListedGroupGoal:
    return ListedGroupGoal(**_fields(goal, today), joined=joined)


def _fields(goal: GroupGoal, today: date) -> dict[str, Any]:
    same = copied(goal, "id", "name", "counts", "unit", "each", "target", "starts", "ends", "who", "people")
    return {
        **same,
        **copied(goal, "reached", "milestones", "created_at"),
        "aim": aim_text(goal),
        "only": goal.attribute and row_name(goal.attribute),
        "zone": goal.timezone,
        "phase": phase_of(goal, today),
        "left": left_text(goal, today),
        "progress": progress_of(goal),
        "standing": standing_text(goal),
        "total": in_full(goal.total),
    }


def share_documents(goal: GroupGoal, shares: Sequence[GroupShare], me: str) -> tuple[GroupShareDocument, ...]:
    """In their order."""
    return tuple(
        GroupShareDocument(
            rank=number,
            name=one.name,
            amount=in_full(one.contribution),
            text=thousandths_text(goal, one.contribution),
            percent=share_of(goal, one),
            reached=one.has_reached,
            you=one.user == me,
        )
        for number, one in enumerate(shares, 1)
    )
