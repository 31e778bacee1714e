"""What is answered about goals: one shape for `--json` and `/api`, described in docs/schema/."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from bot.documents import Document, copied
from bot.goal_parts.documents import GoalMilestoneDocument, PartsGoal, PartsGoalDetails
from tracker.goals.games.game import ALL_SKILLS, game_of
from tracker.goals.model import Frequency, Goal, GoalStatus, ProgressRecord
from tracker.goals.pace.quota import Quota, is_done_today, quota_of
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.goals.words.standings import (
    ShortSkill,
    counts_xp_for_it,
    in_own_unit,
    is_open,
    lowest_skill,
    short_skills,
    state_text,
    today_text,
    where_text,
)
from tracker.goals.words.wording import goal_title, unit_of
from tracker.readings import Measure, Number, Quantity

CUSTOM = "custom"


class GoalRef(Document, frozen=True):
    id: str
    character: str
    """Its name."""
    title: str
    attribute: str
    type: GoalType
    unit: str

    @classmethod
    def of(cls, goal: Goal, character: str) -> "GoalRef":
        return cls(**ref_fields(goal, character))


class NextLevelDocument(Document, frozen=True):
    level: int
    xp: int
    remaining: int
    virtual: bool


class EtaRange(Document, frozen=True):
    """The days by which it is reached in one case of ten, in five and in nine; null is beyond 5 years."""

    early: date | None
    middle: date | None
    late: date | None


class ShortSkillDocument(Document, frozen=True):
    """What one skill lacks of a goal on all of them."""

    attribute: str
    name: str
    level: int
    xp: Number
    remaining: Number
    """In xp."""
    levels: int | None
    """So many levels are to come; null where the goal is about xp."""


class GoalBrief(GoalRef, frozen=True):
    """What a line of a list says of a goal. Numbers are in the unit that it was set in: for a level, that."""

    kind: Literal["number"] = "number"
    percent: float | None
    progress: float | None
    """The same, as goals of parts call it."""
    remaining: Number | None
    """In its unit, as all that follows."""
    required_per_day: float | None
    state: GoalState
    state_text: str
    status: GoalStatus
    open: bool
    """Whether there is still something to do."""
    due: date | None
    eta: date | None
    forecast_days: int | None
    """The forecast follows from so many days; null where there is none."""
    reached_at: datetime | None
    outage_since: datetime | None
    """Where nothing could be read since then."""
    character_id: str
    names_character: bool
    """Whether the title says whose it is."""


class GoalDocument(GoalBrief, frozen=True):
    """A goal, and where it stands."""

    target: Number
    current: Number | None
    current_text: str | None
    """`level 60 (273,742 xp)`."""
    start: Number | None
    start_text: str | None
    current_xp: Number | None
    """Of a goal on levels, or on all skills; null for others."""
    target_xp: Number | None
    start_xp: Number | None
    eta_range: EtaRange | None
    own_per_day: float | None
    safe_days: float | None
    gained_today: Number | None
    today_text: str | None
    next_level: NextLevelDocument | None
    frequency: Frequency
    channel: str | None
    after: str | None
    """The id of the goal that it came after."""
    then: str | None
    then_text: str | None
    short: tuple[ShortSkillDocument, ...] = ()
    """Of a goal on all skills: those that are not there yet, the farthest first."""
    begun: date
    created_at: datetime
    as_of: datetime | None
    game: str


class GoalPage(Document, frozen=True):
    """A page of a list, as far as people see it. Goals of parts come first."""

    goals: tuple[GoalBrief | PartsGoal, ...]
    total: int
    """How many there are on all pages."""
    page: int
    pages: int
    characters: int
    """How many the person follows."""
    archived: bool
    """Whether archived ones are among them."""
    of_character: str | None
    """Its name, where only those of one were asked for."""
    character_id: str | None


class GoalList(GoalPage, frozen=True):
    goals: tuple[GoalDocument | PartsGoal, ...]


class ServingHabit(Document, frozen=True):
    """A habit that is kept for a goal."""

    id: str
    name: str
    streak: int
    unit: str
    """`day`, `week`: what the streak is counted in."""
    text: str
    """`12 days in a row, today: to do`."""


class GoalDetails(Document, frozen=True):
    goal: GoalDocument | PartsGoalDetails
    habits: tuple[ServingHabit, ...]
    """Those that serve it, as far as they are not put away."""
    milestones: tuple[GoalMilestoneDocument, ...]
    """Parts of the way, in their order, and when they were reached."""


class GoalChanged(Document, frozen=True):
    """A goal after it was set, changed, paused, resumed, archived or removed."""

    goal: GoalDocument | PartsGoalDetails
    message: str
    """What happened to it, in a sentence."""
    missing_channel: str | None = None
    """The channel that was chosen for it, and that the person does not have."""


class GoalQuota(Document, frozen=True):
    """What the day asks for."""

    done: Number | None
    wanted: float


class GoalToday(GoalDocument, frozen=True):
    quota: GoalQuota | None
    quota_percent: float | None
    """How much of it is done; null where nothing is asked for today."""
    done: bool | None


class TimedGain(Document, frozen=True):
    character: str
    title: str
    attribute: str
    unit: str
    period: str
    first: date = Field(validation_alias="from", serialization_alias="from")
    last: date = Field(validation_alias="to", serialization_alias="to")
    amount: Number | None
    """Null where nothing was known yet."""
    text: str | None
    since: datetime | None


class GoalGain(TimedGain, frozen=True):
    goal: str
    """Its id."""


class AttributeGainDocument(TimedGain, frozen=True):
    """Of a skill, a boss or a number, with or without a goal."""

    measure: Measure


class GainsList(Document, frozen=True):
    gains: tuple[GoalGain, ...]
    """Of each goal of the page, one for each period."""
    attributes: tuple[AttributeGainDocument, ...] = ()
    """Where a character is asked for: all that moved and that no goal here is about, one for each period."""
    total: int
    """How many goals and attributes there are on all pages."""
    page: int
    pages: int
    characters: int
    character_id: str | None
    period: str | None
    """The one that was asked for; null is all."""
    moved_last: str | None
    """The goal of these whose number changed last."""


class GoalRecord(Document, frozen=True):
    at: datetime
    value: Number
    since: datetime | None
    day: date
    appeared: Number

    @classmethod
    def of(cls, record: ProgressRecord) -> "GoalRecord":
        return cls(**copied(record, "at", "value", "since", "day"), appeared=record.point.appeared)


class GoalHistory(Document, frozen=True):
    goal: GoalRef
    history: tuple[GoalRecord, ...]
    """The oldest first."""
    more: bool
    """Whether there are older ones."""


def ref_fields(goal: Goal, character: str) -> dict[str, Any]:
    game = game_of(goal.subject.source)
    return {
        "id": goal.id,
        "attribute": goal.attribute,
        "character": character,
        "title": goal_title(goal, game),
        "type": goal.target_type,
        "unit": unit_of(goal, game),
    }


def goal_brief(standing: GoalStanding, character: str) -> GoalBrief:
    ahead = standing.forecast
    return GoalBrief.made(_brief(standing, character, ahead and ahead.expected(standing.today)))


def goal_document(
    standing: GoalStanding, character: str, values: Mapping[Quantity, Number] | None = None
) -> GoalDocument:
    """`values` are all that is known of the character, where the goal is about all skills."""
    return GoalDocument.made(_fields(standing, character, values or {}, quota_of(standing)))


def goal_today(
    standing: GoalStanding, character: str, values: Mapping[Quantity, Number] | None = None
) -> GoalToday:
    quota, progress = quota_of(standing), standing.progress
    is_free = progress is not None and (progress.safe_days or 0) >= 1
    return GoalToday.made(
        {
            **_fields(standing, character, values or {}, quota),
            "quota": quota and GoalQuota(done=quota.done, wanted=round(float(quota.wanted), 4)),
            "quota_percent": None if quota is None or quota.done is None or is_free else quota.percent,
            "done": is_done_today(standing, quota),
        }
    )


def _brief(standing: GoalStanding, character: str, eta: date | None) -> dict[str, Any]:
    goal, progress, ahead = standing.goal, standing.progress, standing.forecast
    return {
        **ref_fields(goal, character),
        "kind": "number",
        "percent": progress and progress.percent,
        "progress": progress and progress.percent,
        "remaining": progress and progress.remaining,
        "required_per_day": _rounded(progress and progress.required_per_day),
        "state": standing.state,
        "state_text": state_text(standing),
        "status": goal.status,
        "open": is_open(standing),
        "due": goal.target_date,
        "eta": eta,
        "forecast_days": ahead and ahead.days,
        "reached_at": goal.reached_at,
        "outage_since": standing.outage and standing.outage.since,
        "character_id": goal.character,
        "names_character": goal.label == character,
    }


def _fields(
    standing: GoalStanding, character: str, values: Mapping[Quantity, Number], quota: Quota | None
) -> dict[str, Any]:
    goal, progress, ahead, latest = standing.goal, standing.progress, standing.forecast, standing.latest
    start, everything = standing.plan.start, goal.target_attribute == ALL_SKILLS
    in_xp, eta = counts_xp_for_it(goal), standing.eta
    current = None
    if latest is not None:
        current = lowest_skill(standing, values) if everything else in_own_unit(standing, latest.value)
    return {
        **_brief(standing, character, eta and eta.middle),
        **copied(goal, "frequency", "after", "then", "begun", "created_at"),
        "target": goal.target_value,
        "current": current,
        "current_text": latest and where_text(standing, latest.value),
        "start": None if start is None or everything else in_own_unit(standing, start),
        "start_text": None if goal.start_value is None else where_text(standing, goal.start_value),
        "current_xp": latest.value if latest and in_xp else None,
        "target_xp": standing.plan.aim.target if in_xp else None,
        "start_xp": start if in_xp else None,
        "eta_range": eta and EtaRange.made(eta._asdict()),
        "own_per_day": _rounded(ahead and ahead.per_day),
        "safe_days": _rounded(progress and progress.safe_days),
        "gained_today": standing.gained_today,
        "today_text": today_text(standing, quota),
        "next_level": _next_level(standing),
        "channel": goal.notification_channel_type,
        "then_text": _then(goal, standing.today) if goal.then else None,
        "short": tuple(map(_short, short_skills(standing, values))) if everything and latest else (),
        "as_of": latest and latest.at,
        "game": standing.game.title,
    }


def _then(goal: Goal, today: date) -> str:
    from tracker.goals.chain import titles_to_come  # noqa: PLC0415 - few goals have any

    return ", then ".join(titles_to_come(goal, today))


def _next_level(standing: GoalStanding) -> NextLevelDocument | None:
    coming = standing.next_level
    return coming and NextLevelDocument.made(copied(coming, *NextLevelDocument.model_fields))


def _short(one: ShortSkill) -> ShortSkillDocument:
    return ShortSkillDocument(
        attribute=one.skill.attribute,
        name=one.skill.name,
        **copied(one, "level", "xp", "remaining", "levels"),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
