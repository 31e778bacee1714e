"""A goal as programs see it: the one JSON shape, and the numbers in the unit that the goal was set in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.cli.goal_names import GoalName, named
from bot.cli.person import Desk
from tracker.accounts.model import User
from tracker.goals.characters.service import values_of
from tracker.goals.games.game import ALL_SKILLS, OVERALL, Skill
from tracker.goals.model import Goal
from tracker.goals.pace.standing import Standing, standings
from tracker.goals.words.request import LEVELS, GoalType
from tracker.readings import Measure, Number, Quantity
from tracker.store.segments import timestamp


@dataclass(frozen=True, slots=True)
class GoalView:
    """Where a goal stands, and what it takes to show it."""

    called: GoalName
    standing: Standing
    user: User
    values: Mapping[Quantity, Number]
    """All that is known of the character; read only where the goal is about all skills."""

    @property
    def goal(self) -> Goal:
        return self.called.goal

    @property
    def counts_other_than_it_says(self) -> bool:
        """Whether the goal is measured in xp, but not set as the xp of one skill."""
        if self.goal.target_attribute == ALL_SKILLS:
            return True
        return self.goal.target_type in LEVELS and self.goal.target_attribute != OVERALL

    @property
    def current(self) -> Number | None:
        """In the unit of the target: for level goals, the level."""
        if self.standing.latest is None:
            return None
        if self.goal.target_attribute == ALL_SKILLS:
            return self._lowest()
        return self.said(self.standing.latest.value)

    @property
    def start(self) -> Number | None:
        """The same of where it began; unknown for all skills, of which only the sum was kept."""
        begun = self.standing.plan.start
        return None if begun is None or self.goal.target_attribute == ALL_SKILLS else self.said(begun)

    def said(self, value: Number) -> Number:
        """A value as it is measured, in the unit that the goal was set in."""
        if not self.counts_other_than_it_says:
            return value
        game, attribute = self.standing.game, self.goal.target_attribute
        return self._level(game.skills.get(attribute) or game.new_skill(attribute), value)

    def _lowest(self) -> Number:
        """Of all skills, the one that is farthest behind."""
        skills = self.standing.game.skills.values()
        xp = {
            it.attribute: self.values.get(Quantity(it.attribute, Measure.XP), it.starts_at) for it in skills
        }
        if self.goal.target_type not in LEVELS:
            return min(xp.values())
        return min(self._level(skill, xp[skill.attribute]) for skill in skills)

    def _level(self, skill: Skill, xp: Number) -> int:
        virtual = self.goal.target_type is GoalType.VIRTUAL_LEVEL
        return skill.virtual_level(int(xp)) if virtual else skill.level(int(xp))


async def views(desk: Desk, user: User, goals: Sequence[Goal]) -> list[GoalView]:
    """Character by character."""
    called = await named(desk, user, goals)
    whole = {goal.subject for goal in goals if goal.target_attribute == ALL_SKILLS}
    values = {subject: await values_of(desk.table, subject) for subject in whole}
    found = await standings(desk.table, user, [one.goal for one in called], desk.now)
    return [
        GoalView(one, standing, user, values.get(one.goal.subject, {}))
        for one, standing in zip(called, found, strict=True)
    ]


async def view(desk: Desk, user: User, goal: Goal) -> GoalView:
    return (await views(desk, user, [goal]))[0]


def as_data(view: GoalView) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    standing, goal = view.standing, view.goal
    progress, ahead, latest = standing.progress, standing.forecast, standing.latest
    return {
        "id": goal.id,
        "character": view.called.character,
        "title": view.called.title,
        "attribute": goal.attribute,
        "type": goal.target_type.value,
        "target": goal.target_value,
        "current": view.current,
        "start": view.start,
        **(_in_xp(view) if view.counts_other_than_it_says else {}),
        "unit": view.called.unit,
        "percent": progress and progress.percent,
        "remaining": progress and progress.remaining,
        "state": standing.state.value,
        "status": goal.status.value,
        "due": goal.target_date and goal.target_date.isoformat(),
        **_eta(standing),
        "requiredPerDay": _rounded(progress and progress.required_per_day),
        "ownPerDay": _rounded(ahead and ahead.per_day),
        "safeDays": _rounded(progress and progress.safe_days),
        "gainedToday": standing.gained_today,
        "nextLevel": _next_level(standing),
        "frequency": goal.frequency.value,
        "channel": goal.notification_channel_type,
        "then": goal.then,
        "createdAt": timestamp(goal.created_at),
        "reachedAt": _instant(goal.reached_at),
        "asOf": _instant(latest and latest.at),
    }


def _in_xp(view: GoalView) -> dict[str, object]:
    latest, plan = view.standing.latest, view.standing.plan
    return {"currentXp": latest and latest.value, "targetXp": plan.aim.target, "startXp": plan.start}


def _eta(standing: Standing) -> dict[str, object]:
    if standing.eta is None:
        return {"eta": None, "etaRange": None}
    early, middle, late = (day and day.isoformat() for day in standing.eta)
    return {"eta": middle, "etaRange": {"early": early, "middle": middle, "late": late}}


def _next_level(standing: Standing) -> dict[str, object] | None:
    coming = standing.next_level
    if coming is None:
        return None
    return {
        "level": coming.level,
        "xp": coming.xp,
        "remaining": coming.remaining,
        "virtual": coming.virtual,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _instant(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)
