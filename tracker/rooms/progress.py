"""Something that a member shares, and what has moved of it: what the room hears, and what a buddy hears."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple

from tracker.accounts.model import User
from tracker.challenge.results import joined_challenge, result_text, settled_week
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.goals.composite.model import CompositeGoal, CompositeStatus
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.standing import standings
from tracker.goals.words.wording import goal_title
from tracker.habits.model import Habit, HabitStatus, StreakItem
from tracker.habits.rounds.missing import missed_on
from tracker.habits.watched import Watched
from tracker.habits.words.wording import streak_text
from tracker.projects.model import Project, ProjectStatus
from tracker.store.entity import Entity, Instant, StoredWeek, from_items
from tracker.store.keys import CompositeGoalKey, GoalKey, HabitKey, ProjectKey, RoomShareKey, StreakKey
from tracker.store.table import Table
from tracker.weeks import previous, week_of

MILESTONES, WHOLE = (25, 50, 75, 90), 100
STALE = timedelta(days=2)
"""What was missed longer ago than the last day that was called over is no news to anybody."""


class ShareKind(StrEnum):
    HABIT = "habit"
    GOAL = "goal"
    PROJECT = "project"
    CHALLENGE = "challenge"


class RoomShare(Entity, frozen=True):
    type: Literal["roomShare"] = "roomShare"
    user: str
    room: str
    kind: ShareKind
    thing: str
    """Its id."""
    character: str | None = None
    """Of a goal: whose it is. One of parts is nobody's in a game."""
    name: str
    """As it was called when it was shared."""
    told_day: date | None = None
    """The last day of a habit that the room knows of."""
    missed_until: date | None = None
    """The last day on which it was missed that was looked at, for a buddy to hear of it."""
    told_percent: int = 0
    """How far the room knows a goal to be."""
    told_week: StoredWeek | None = None
    """The last settled week of a challenge that the room knows of."""
    since: Instant

    @property
    def key(self) -> RoomShareKey:
        return RoomShareKey(self.user, self.room, self.kind.value, self.thing)


class Miss(NamedTuple):
    habit: Watched
    day: date
    """The last one of the period that was missed."""


class ShareProgress(NamedTuple):
    """What there is to tell of one thing, and what the room knows then; no line where nothing moved."""

    line: str | None = None
    known: dict[str, object] = {}  # noqa: RUF012 - nobody changes it
    missed: Sequence[Miss] = ()
    """What nobody but a buddy hears of."""


NOTHING = ShareProgress()


@frozen
class ShareLook:
    table: Table
    user: User
    now: datetime
    called_over: date | None = None
    """The last day of habits that is over for good."""

    @property
    def today(self) -> date:
        return local_day(self.now, self.user.zone, self.user.day_start)

    async def at(self, share: RoomShare) -> ShareProgress | None:
        """None where the thing no longer exists."""
        look = {
            ShareKind.HABIT: self._habit,
            ShareKind.GOAL: self._goal,
            ShareKind.PROJECT: self._project,
            ShareKind.CHALLENGE: self._challenge,
        }
        return await look[share.kind](share)

    async def _habit(self, share: RoomShare) -> ShareProgress | None:
        keys = HabitKey(share.user, share.thing).key, StreakKey(share.user, share.thing).key
        found = await self.table.get_many(keys)
        habit = next(from_items(Habit, [found[keys[0]]] if keys[0] in found else []), None)
        streak = next(from_items(StreakItem, [found[keys[1]]] if keys[1] in found else []), None)
        if habit is None:
            return None
        done = self._done(share, habit, streak)
        entries = streak.entries if streak else {}
        missed = [*self._missed(share, Watched(self.user, habit, self.now, streak, entries))]
        known = {**done.known, "missed_until": missed[-1].day} if missed else done.known
        return ShareProgress(done.line, known, missed)

    def _done(self, share: RoomShare, habit: Habit, streak: StreakItem | None) -> ShareProgress:
        done = None if streak is None else streak.last_done
        if streak is None or done is None or done <= (share.told_day or date.min):
            return NOTHING
        if done < self.today - timedelta(days=1):  # it was said so late that it is no news
            return ShareProgress(known={"told_day": done})
        days = f", {streak_text(streak.current, habit.schedule)}" if streak.current > 1 else ""
        when = "" if done >= self.today else " yesterday"
        return ShareProgress(f"{habit.name}: done{when}{days}", {"told_day": done})

    def _missed(self, share: RoomShare, habit: Watched) -> Iterator[Miss]:
        """Of days since it is shared, once they are called over."""
        until = self.called_over
        if until is None or habit.habit.status is not HabitStatus.ACTIVE:
            return
        shared = habit.day_of(share.since) - timedelta(days=1)
        after = max(share.missed_until or date.min, until - STALE, shared)
        for day in missed_on(habit, after, until):
            yield Miss(habit, day)

    async def _challenge(self, share: RoomShare) -> ShareProgress | None:
        """Who leaves it shares it no more, also when they come back."""
        joined = await joined_challenge(self.table, share.user, share.thing, self.now)
        if joined is None or joined.who.joined_at > share.since:
            return None
        week = await settled_week(self.table, joined)
        if week is None or (share.told_week is not None and week <= share.told_week):
            return NOTHING
        this = week_of(local_day(self.now, joined.challenge.zone))
        if week != previous(this):  # it was counted so late that it is no news
            return ShareProgress(known={"told_week": week})
        said = await result_text(self.table, joined, week)
        return ShareProgress(f"{joined.challenge.name}: {said}", {"told_week": week})

    async def _goal(self, share: RoomShare) -> ShareProgress | None:
        if share.character is None:
            return await self._goal_of_parts(share)
        item = await self.table.get(GoalKey(share.user, share.character, share.thing).key)
        goal = next(from_items(Goal, [item] if item else []), None)
        if goal is None:
            return None
        [standing] = await standings(self.table, self.user, [goal], self.now)
        percent = 0.0 if standing.progress is None else standing.progress.percent
        known = WHOLE if goal.status is GoalStatus.REACHED else min(int(percent), WHOLE - 1)
        return _on_its_way(share, goal_title(goal, standing.game), known, "reached!")

    async def _goal_of_parts(self, share: RoomShare) -> ShareProgress | None:
        """It is achieved when its person says so."""
        item = await self.table.get(CompositeGoalKey(share.user, share.thing).key)
        goal = next(from_items(CompositeGoal, [item] if item else []), None)
        if goal is None:
            return None
        is_done = goal.status is CompositeStatus.ACHIEVED
        percent = WHOLE if is_done else min(int(goal.shown_progress or 0), WHOLE - 1)
        return _on_its_way(share, goal.title, percent, "reached!")

    async def _project(self, share: RoomShare) -> ShareProgress | None:
        item = await self.table.get(ProjectKey(share.user, share.thing).key)
        project = next(from_items(Project, [item] if item else []), None)
        if project is None:
            return None
        is_done = project.status is ProjectStatus.COMPLETED
        percent = WHOLE if is_done else min(int(project.cached_progress or 0), WHOLE - 1)
        return _on_its_way(share, project.name, percent, "done!")


def _on_its_way(share: RoomShare, title: str, percent: int, end: str) -> ShareProgress:
    """The last milestone that the room does not know of; 100 is the end."""
    if percent >= WHOLE > share.told_percent:
        return ShareProgress(f"{title}: {end}", {"told_percent": WHOLE})
    passed = [one for one in MILESTONES if share.told_percent < one <= percent]
    return (
        ShareProgress(f"{title}: {passed[-1]} % of the way", {"told_percent": passed[-1]})
        if passed
        else NOTHING
    )
