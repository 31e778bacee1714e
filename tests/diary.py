"""A person's habits as a careful friend would keep them on paper, and a slow reckoning of what comes of them.

Each rule is written down once more here, in plain words, from what was said of which local day. Nothing is
taken from the code that it is compared with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from tests.resolutions import DAY, Award, Resolution, Standing, Unit, Word

NOON = time(12)
BACKFILL = 7 * DAY

PERCENT = {0: 100, 3: 110, 7: 125, 14: 150, 30: 175, 60: 200, 100: 250, 365: 300}
STREAKS = (3, 7, 14, 30, 60, 100, 365)
TOTALS = {1: "first", 10: "total-10", 100: "total-100", 500: "total-500", 1000: "total-1000"}
LEVELS = (2, 5, 10, 20, 50)
WORTH_A_WORD = 3


class Step(NamedTuple):
    """One day of a reckoning, and what became of the unit that ends with it."""

    day: date
    unit: Unit | None
    verdict: str
    before: Standing
    after: Standing


@dataclass
class Diary:
    """`turn_to` says what the clocks show; the rest is what was said then."""

    left_out: frozenset[date] = frozenset()
    """Dates that no clock where the person was has ever shown: nobody could do anything on them."""
    resolutions: dict[str, Resolution] = field(default_factory=dict[str, Resolution])
    today: date = date.min
    settled: date = date.min
    """The last day of which nothing more is expected: yesterday, from noon on."""
    points: int = 0
    completions: int = 0
    achievements: set[str] = field(default_factory=set[str])
    ended: set[tuple[str, date]] = field(default_factory=set[tuple[str, date]])
    """Streaks that were called broken, and the last settled day when they were."""
    _given_on: date = date.min
    _given: int = 0
    _called_over: date | None = None

    def turn_to(self, wall: datetime, day_start: time) -> None:
        """`wall` is what the clock on the wall shows."""
        started = timedelta(hours=day_start.hour, minutes=day_start.minute)
        self.today = (wall - started).date()
        grace = wall < datetime.combine(self.today, NOON)
        self.settled = self.today - (2 if grace else 1) * DAY

    # What is said.

    def done(self, name: str, day: date, amount: int | None = None) -> int | None:
        """The points that it gives, or takes back; None where it was said before, and changes nothing."""
        one = self.resolutions[name]
        assert self.today - BACKFILL <= day <= self.today
        before = one.words.get(day)
        so_far = before.amount if before is not None else None
        if amount is not None:
            total = amount + (so_far or 0)
        else:  # all that was wanted, if that is more than there is
            total = one.wanted if one.wanted is None else max(one.wanted, so_far or 0)
        if before == Word("done", total):
            return None
        self._write(one, day, Word("done", total))
        return self._settle(one, day)

    def count(self, name: str, day: date) -> None:
        """A number says that it was done. That is not what the person said, and is not undone as such."""
        one = self.resolutions[name]
        known = list(one.before.get(day, ()))
        self.done(name, day)
        one.before[day] = known

    def skip(self, name: str, day: date) -> None:
        one = self.resolutions[name]
        self._write(one, day, Word("skipped", _amount(one, day)))

    def asks_for(self, name: str, day: date) -> bool:
        """Whether a day can be skipped: it is none off, and its week or month is not kept without it."""
        one = self.resolutions[name]
        unit = one.unit_of(day)
        if unit is None or one.is_away(day):
            return False
        return len(unit.days()) == 1 or self._states(one, unit, self.today).count("good") < unit.needed

    def skips_in(self, name: str, month: date) -> int:
        words = self.resolutions[name].words.items()
        return sum(w.what == "skipped" and (d.year, d.month) == (month.year, month.month) for d, w in words)

    def undo(self, name: str, day: date) -> int:
        """The points that are taken back; below nothing where the day is a good one again."""
        one = self.resolutions[name]
        self._touch()
        if one.before.get(day):
            one.words[day] = one.before[day].pop()
        else:
            del one.words[day]
            if one.to_quit and self.state(one, day) == "good":
                one.words[day] = Word("done", 0)
        return -self._settle(one, day)

    def be_away(self, name: str, first: date, last: date) -> None:
        self.resolutions[name].away.append((first, last))

    def could_not_see(self, name: str, day: date) -> None:
        """Nobody could know whether it was done."""
        one = self.resolutions[name]
        unsaid = day not in one.words if one.to_quit else self.state(one, day) in ("bad", "open")
        if one.begins <= day < self.today and unsaid:
            self._write(one, day, Word("unknown", _amount(one, day)))

    def noon(self) -> None:
        """Yesterday is over: freezes save what they can, and what they cannot is called broken."""
        last = self._called_over or self.settled - DAY
        for name, one in self.resolutions.items():
            for day in self.left_out:
                if day <= self.settled:
                    self.could_not_see(name, day)
            can_freeze = one.freezes and not one.to_quit  # a slip is not saved
            steps = self._freeze(one) if can_freeze else list(self._steps(one, self.settled))
            if any(step.verdict == "missed" and step.day > last for step in steps):
                then, now = (
                    replace(self, settled=last).reckon(one, last).current,
                    self.reckon(one, self.settled).current,
                )
                if then >= WORTH_A_WORD and now < then:
                    self.ended.add((name, self.settled))
        for one in self.resolutions.values():
            if one.to_quit:
                self._reward_days_without(one, last)
        sundays = [day for day in Unit(last + DAY, self.settled, 0).days() if day.isoweekday() == 7]
        if sundays and self._was_perfect(sundays[-1]):
            self.achievements.add("perfect-week")
        self._called_over = self.settled

    # What comes of it.

    def state(self, one: Resolution, day: date) -> str:
        """good, bad, free (nothing is expected) or open (there is still time)."""
        word = one.words.get(day)
        if word is not None and word.what != "done":
            return "free"
        if one.to_quit:
            if word is not None and word.amount != 0:
                return "bad"
            if word is None and one.is_away(day):
                return "free"
            if day <= self.settled:
                return "good"
            return "free" if one.is_away(day) else "open"
        if word is not None and one.is_enough(word):
            return "good"
        if one.is_away(day):
            return "free"
        return "bad" if day <= self.settled else "open"

    def reckon(self, one: Resolution, until: date | None = None) -> Standing:
        found = Standing()
        for step in self._steps(one, until or self.today):
            found = step.after
        return found

    def standing(self, name: str) -> Standing:
        return self.reckon(self.resolutions[name])

    def is_wanted(self, name: str) -> bool:
        """Whether there is something to do today."""
        one = self.resolutions[name]
        unit = one.unit_of(self.today)
        if one.to_quit or unit is None or self.state(one, self.today) != "open":
            return False
        if one.window is not None:
            times, days = one.window
            lived = [self.state(one, day) for day in Unit(one.begins, self.today, 0).days()]
            return [state for state in lived if state != "free"][-days:].count("good") < times
        return self._states(one, unit, self.today).count("good") < unit.needed

    def would_end(self, name: str, day: date) -> bool:
        """Whether a streak ends without this day and is kept with it, whatever is done on all others left."""
        one = self.resolutions[name]
        unit = one.unit_of(day)
        if unit is None or unit.first < one.begins or self.state(one, day) != "open":
            return False
        if not self.reckon(one, unit.first - DAY).current:
            return False
        later = Unit(day + DAY, unit.last, 0).days() if day < unit.last else []
        rest = {other: Word("done") for other in later if self.state(one, other) == "open"}
        over = replace(self, settled=max(unit.last, self.settled))
        ends = [
            over.reckon(replace(one, words={**one.words, **rest, **more}), unit.last).current
            for more in ({day: Word("done")}, {})
        ]
        return ends[0] > 0 and ends[1] == 0

    def frozen(self, name: str) -> set[date]:
        return {day for day, word in self.resolutions[name].words.items() if word.what == "frozen"}

    def _steps(self, one: Resolution, until: date) -> Iterator[Step]:
        current = longest = kept = missed = done = freezes = 0
        recent: list[bool] = []
        after = Standing()
        for day in Unit(one.begins, until, 0).days():
            state, unit, before = self.state(one, day), one.unit_of(day), after
            freezes -= freezes > 0 and _is_frozen(one, day)
            done += state == "good"
            if state != "free":
                recent.append(state == "good")
            verdict = "nothing"
            if unit is not None and one.window is not None:
                verdict = self._in_window(one.window, day, state, recent)
            elif unit is not None and day in (unit.last, until):
                lived = [state] if unit.first == day else self._states(one, unit, until)
                verdict = self._in_unit(one, unit, lived)
            if verdict == "kept":
                current, kept, longest = current + 1, kept + 1, max(longest, current + 1)
                freezes = min(freezes + (current % 7 == 0), 3)
            elif verdict == "missed":
                current, missed = 0, missed + 1
            after = Standing(current, longest, kept, missed, done, freezes)
            yield Step(day, unit, verdict, before, after)

    def _in_unit(self, one: Resolution, unit: Unit, states: list[str]) -> str:
        """`states` are those of the days that were lived so far."""
        if states.count("good") >= unit.needed:
            return "kept"
        slipped = unit.first == unit.last and states == ["bad"]
        if unit.last > self.settled and not slipped:
            return "open"
        excused = states.count("good") + states.count("free") >= unit.needed
        return "excused" if excused or unit.first < one.begins else "missed"

    def _in_window(self, window: tuple[int, int], day: date, state: str, recent: list[bool]) -> str:
        times, days = window
        if state == "free":
            return "excused"
        if sum(recent[-days:]) >= times:
            return "kept"
        if day > self.settled:
            return "open"
        return "missed" if len(recent) >= days else "excused"

    def _freeze(self, one: Resolution) -> list[Step]:
        """Each missed unit that ends a streak is saved, if there are as many freezes as it is short of."""
        while True:
            steps = list(self._steps(one, self.settled))
            days = next((days for step in steps if (days := self._to_freeze(one, step))), None)
            if days is None:
                return steps
            for day in days:
                self._write(one, day, Word("frozen", _amount(one, day)))

    def _to_freeze(self, one: Resolution, step: Step) -> list[date]:
        unit = step.unit
        if step.verdict != "missed" or unit is None or step.before.current == 0 or unit.last > self.settled:
            return []
        states = {day: self.state(one, day) for day in unit.days()}
        bad = [day for day, state in states.items() if state == "bad"]
        met = sum(state in ("good", "free") for state in states.values())
        short = 1 if one.window is not None else unit.needed - met
        return bad[len(bad) - short :] if short <= min(step.before.freezes, len(bad)) else []

    def _was_perfect(self, sunday: date) -> bool:
        """Of what was there all week: something was due, and all of it was done."""
        monday = sunday - 6 * DAY
        verdicts = [
            step.verdict
            for one in self.resolutions.values()
            if one.begins <= monday and not one.to_quit
            for step in self._steps(one, self.settled)
            if monday <= step.day <= sunday and step.unit is not None and step.unit.last == step.day
            if not all(one.is_away(day) and day not in one.words for day in step.unit.days())
        ]
        return bool(verdicts) and set(verdicts) == {"kept"}

    def _states(self, one: Resolution, unit: Unit, until: date) -> list[str]:
        return [self.state(one, day) for day in unit.days() if one.begins <= day <= until]

    def _write(self, one: Resolution, day: date, word: Word) -> None:
        self._touch()
        if day in one.words:
            one.before.setdefault(day, []).append(one.words[day])
        one.words[day] = word
        one.begins = min(one.begins, day)

    def _touch(self) -> None:
        """What a day gives is counted as long as it is that day."""
        if self._given_on != self.today:
            self._given_on, self._given = self.today, 0

    def _settle(self, one: Resolution, day: date) -> int:
        """A good day gives what it gives, once; what is no good one any more gives it back."""
        is_good = day in one.words and self.state(one, day) == "good"
        if is_good == (day in one.awards):
            return 0
        if is_good:
            return self._reward(one, day)
        award = one.awards.pop(day)
        self.points -= award.points
        self.completions -= 1
        self.achievements -= set(award.achievements)
        if award.given_on == self.today:
            self._given -= award.points
        return -award.points

    def _reward_days_without(self, one: Resolution, last: date) -> None:
        """Each day since the last that was called over on which it did not happen; a week back at most."""
        first = max(last + DAY, self.settled - BACKFILL, one.begins)
        for offset in range((self.settled - first).days + 1):
            day = first + offset * DAY
            if self.state(one, day) == "good" and day not in one.awards:
                self._touch()
                one.words.setdefault(day, Word("done", 0))
                self._reward(one, day)

    def _reward(self, one: Resolution, day: date) -> int:
        current = self.reckon(one).current
        percent = max(PERCENT[length] for length in PERCENT if length <= current)
        points = max(_bought(10 * percent // 100, max(self._given, 0)), 1)
        self.points += points
        self.completions += 1
        self._given += points
        won = tuple(sorted(self._reached(one, day, current) - self.achievements))
        self.achievements |= set(won)
        one.awards[day] = Award(points, self.today, won)
        return points

    def _reached(self, one: Resolution, day: date, current: int) -> set[str]:
        """All that is so now, whether it was before or not."""
        found = {f"streak-{length}" for length in STREAKS if current >= length}
        found |= {name for number, name in TOTALS.items() if self.completions >= number}
        found |= {f"level-{level}" for level in LEVELS if self.points >= 100 * (level - 1) ** 2}
        earlier = [other for other in one.words if other < day and self.state(one, other) == "good"]
        if earlier and not one.to_quit and (day - max(earlier)).days >= max(14, 2 * _days_between(one, day)):
            found.add("comeback")
        return found


def _bought(worth: int, given: int) -> int:
    """One by one: what a day gives beyond 150 costs two each, beyond 300 four, and so on."""
    points = 0
    while worth >= (price := 2 ** ((given + points) // 150)):
        worth, points = worth - price, points + 1
    return points


def _is_frozen(one: Resolution, day: date) -> bool:
    """A freeze on what was called a holiday afterwards is given back."""
    word = one.words.get(day)
    return word is not None and word.what == "frozen" and not one.is_away(day)


def _days_between(one: Resolution, day: date) -> float:
    """Usually, from one time to the next."""
    unit = one.unit_of(day)
    if one.window is not None:
        return one.window[1] / one.window[0]
    if unit is None:
        return 1.0
    return min((unit.last - unit.first).days + 1, 30) / unit.needed


def _amount(one: Resolution, day: date) -> int | None:
    word = one.words.get(day)
    return word.amount if word is not None else None
