"""The progress of every goal of parts, counted slowly from all items: shares no code with ours."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Any

from tracker.store.table import Table

USUAL_MINUTES = 15
WEIGHTS = {"criteria": 40, "tasks": 30, "metrics": 20, "habits": 10, "goals": 40}


class SlowRecount:
    """Of one person who lives in UTC, and whose days begin at midnight."""

    def __init__(self, items: Sequence[Mapping[str, Any]], now: datetime) -> None:
        self.items, self.now = items, now
        self.goals = {item["id"]: item for item in self._of("compositeGoal")}

    @classmethod
    async def at(cls, table: Table, now: datetime) -> "SlowRecount":
        return cls([item async for item in table.scan()], now)

    def every_progress(self) -> dict[str, Decimal | None]:
        return {one: self.progress(one) for one in self.goals}

    def progress(self, goal_id: str) -> Decimal | None:
        goal = self.goals[goal_id]
        habits = [one for one in self._of("habit") if goal_id in one["goalIds"]]
        below = self._of("compositeGoal", parentGoalId=goal_id)
        found = {
            "criteria": self._criteria(goal),
            "tasks": self._tasks(goal_id),
            "metrics": self._average([self._metric(one) for one in self._of("goalMetric", goal=goal_id)]),
            "habits": self._average([self._habit(one) for one in habits]),
            "goals": self._average([self._child(one) for one in below]),
        }
        weights = {**WEIGHTS, **goal.get("progressConfig", {})}
        total = sum(int(weights[name]) for name, share in found.items() if share is not None)
        if total == 0:
            return None
        exact = sum(int(weights[name]) * share for name, share in found.items() if share is not None) / total
        return Decimal(int(exact * 1000)) / 10

    def _criteria(self, goal: Mapping[str, Any]) -> Fraction | None:
        every = goal["successCriteria"]
        met = [one for one in every if self._is_met(goal["id"], one)]
        return Fraction(len(met), len(every)) if every else None

    def _is_met(self, goal_id: str, criterion: Mapping[str, Any]) -> bool:
        for task in self._of("task", id=criterion.get("linkedTaskId")):
            if goal_id in task["goalIds"]:
                return task["status"] == "Done"
        for link in self._of("goalMetric", goal=goal_id, metric=criterion.get("linkedMetricId")):
            return self._metric(link) == 1
        return criterion["done"]

    def _tasks(self, goal_id: str) -> Fraction | None:
        done = left = 0
        for task in self._of("task"):
            if goal_id in task["goalIds"]:
                minutes = int(task.get("size", USUAL_MINUTES))
                if task["status"] == "Done":
                    done += minutes
                elif task["status"] != "Cancelled":
                    left += minutes
        return Fraction(done, done + left) if done + left else None

    def _metric(self, link: Mapping[str, Any]) -> Fraction | None:
        [metric] = self._of("metric", id=link["metric"])
        target = link.get("targetValue", metric.get("targetValue"))
        logs = {
            log["day"]: log["value"] for log in sorted(self._of("metricLog", metric=metric["id"]), key=_at)
        }
        if target is None or not logs:
            return None
        days = sorted(logs)
        start = Fraction(link.get("startValue", logs[days[0]]))
        level, target = self._level([(date.fromisoformat(day), logs[day]) for day in days]), Fraction(target)
        better = {"Higher": 1, "Lower": -1}[metric["direction"]]
        if "targetValue" not in link and better * (start - target) >= 0:
            return Fraction(better * (level - target) >= 0)
        if level == target:
            return Fraction(1)
        if start == target:
            return Fraction(0)
        return min(max((level - start) / (target - start), Fraction(0)), Fraction(1))

    @staticmethod
    def _level(days: Sequence[tuple[date, Any]]) -> Fraction:
        """Each day weighs as much as the days after it have left of it; the first day, all the rest."""
        last = days[-1][0]
        weights = []
        for number, (day, _) in enumerate(days):
            since = Fraction(9, 10) ** (last - day).days
            gap = (day - days[number - 1][0]).days
            weights.append(since if number == 0 else since * (1 - Fraction(9, 10) ** gap))
        exact = sum(weight * Fraction(value) for weight, (_, value) in zip(weights, days, strict=True))
        rounded = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
            Decimal("0.000001"), ROUND_HALF_EVEN
        )
        return Fraction(rounded)

    def _habit(self, habit: Mapping[str, Any]) -> Fraction | None:
        """Of one that is due every day."""
        today = self.now.date()
        settled = today - timedelta(days=1 if self.now.time() >= time(12) else 2)
        logged = {log["day"]: log["state"] for log in self._of("habitLog", habit=habit["id"])}
        kept = due = 0
        for ago in range(28):
            day = today - timedelta(days=ago)
            state = logged.get(day.isoformat())
            if day < date.fromisoformat(habit["began"]) or state == "skipped":
                continue
            if state == "done":
                kept += 1
                due += 1
            elif day <= settled:
                due += 1
        return Fraction(kept, due) if due else None

    def _child(self, goal: Mapping[str, Any]) -> Fraction | None:
        if goal["status"] == "Achieved":
            return Fraction(1)
        found = None if goal["status"] == "Abandoned" else self.progress(goal["id"])
        return None if found is None else Fraction(found) / 100

    @staticmethod
    def _average(shares: Sequence[Fraction | None]) -> Fraction | None:
        known = [one for one in shares if one is not None]
        return sum(known, Fraction()) / len(known) if known else None

    def _of(self, kind: str, **fields: object) -> list[Mapping[str, Any]]:
        return [
            item
            for item in self.items
            if item["type"] == kind and all(item.get(name) == value for name, value in fields.items())
        ]


def _at(log: Mapping[str, Any]) -> str:
    return log["loggedAt"]
