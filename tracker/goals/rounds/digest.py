"""Goals in a digest: each with its bar, what was gained, when it will be reached, what to do today.

What matters most comes first, because a short message on a phone is cut at its end.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from tracker.frozen import frozen
from tracker.goals.model import GoalStatus
from tracker.goals.pace.progress import Progress
from tracker.goals.pace.quota import quota_of
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.goals.words.standings import state_text
from tracker.goals.words.wording import goal_title, measured, needed, standing_at
from tracker.readings import Number
from tracker.words import bar, capital, day_text, people, percent_text

TOO_FEW_DAYS = "not enough days yet"
BEYOND_HORIZON = "more than 5 years"

_FIRST = (GoalState.REACHED, GoalState.BEHIND, GoalState.AT_RISK, GoalState.ON_TRACK, GoalState.NO_DATA)
_TO = " \N{EN DASH} "


@frozen
class DigestEntry:
    """A goal in a digest."""

    standing: GoalStanding
    gain: Number | None
    """Since the last digest; None where that is unknown."""
    since: date
    """The person's day on which that began."""
    character: str | None = None
    """Its name, where the person has several."""
    unseen_since: date | None = None
    """The person's day on which the last reading was, where there is none now."""
    turned: bool = False
    """Whether its state is another than at the last round."""

    @property
    def reached(self) -> bool:
        return self.standing.goal.status is GoalStatus.REACHED

    @property
    def moved(self) -> bool:
        return bool(self.gain)

    @property
    def is_news(self) -> bool:
        return self.reached or self.moved or self.turned


def digest_text(entries: Sequence[DigestEntry]) -> str:
    reached = [_congratulation(entry) for entry in entries if entry.reached]
    others = sorted((entry for entry in entries if not entry.reached), key=_importance)
    return "\n\n".join(filter(None, ["\n".join(reached), *("\n".join(_block(entry)) for entry in others)]))


def foremost(entries: Sequence[DigestEntry]) -> DigestEntry:
    """The one that a picture would show: what there is most to do about, before what is reached."""
    return min(entries, key=lambda entry: (entry.reached, _importance(entry)))


def eta_text(standing: GoalStanding) -> str:
    """`about 12 March (3 March to 2 April)`, with a dash for the "to"."""
    if standing.eta is None:
        return TOO_FEW_DAYS
    early, middle, late = standing.eta
    if middle is None:
        return BEYOND_HORIZON
    around = [BEYOND_HORIZON if day is None else day_text(day, standing.today) for day in (early, late)]
    span = "" if early == late else f" ({_TO.join(around)})"
    return f"about {day_text(middle, standing.today)}{span}"


def expected_text(standing: GoalStanding) -> str:
    """`Expected about 12 March (…) at 43,210 xp a day; due 20 March`."""
    wanted = f"; {when}" if (when := due_text(standing)) else ""
    if standing.forecast is None:
        return f"No forecast: {TOO_FEW_DAYS}{wanted}"
    if standing.forecast.per_day <= 0:
        return f"No forecast: nothing gained in {standing.forecast.days} days{wanted}"
    beyond = "in " if standing.eta is not None and standing.eta.middle is None else ""
    pace = measured(standing.goal, standing.game, standing.forecast.per_day)
    return f"Expected {beyond}{eta_text(standing)} at {pace} a day{wanted}"


def due_text(standing: GoalStanding) -> str:
    """`due 20 March`, `was due 20 March`; empty without a date."""
    due = standing.plan.due
    if due is None:
        return ""
    return f"{'was ' if due < standing.today else ''}due {day_text(due, standing.today)}"


def per_day_text(standing: GoalStanding, progress: Progress) -> str | None:
    """What each day takes from now on, in whole steps where half of one is none."""
    required = progress.required_per_day
    if required is None:
        pace = standing.plan.per_day
        required = None if pace is None or standing.plan.due is not None else float(pace)
    if required is None:
        return None
    return measured(standing.goal, standing.game, needed(standing.goal.target_type, required))


def _importance(entry: DigestEntry) -> int:
    return _FIRST.index(entry.standing.state) if entry.standing.state in _FIRST else len(_FIRST)


def _named(entry: DigestEntry) -> str:
    title = capital(goal_title(entry.standing.goal, entry.standing.game))
    return title if entry.character is None else f"{title} ({entry.character})"


def _congratulation(entry: DigestEntry) -> str:
    return f"{_named(entry)} is reached. Congratulations!"


def _block(entry: DigestEntry) -> Iterator[str]:
    standing, progress = entry.standing, entry.standing.progress
    if progress is None:
        yield f"{_named(entry)}: the number has not been seen yet"
        return
    yield f"{_named(entry)}: {percent_text(progress.percent)}, {state_text(standing)}"
    where = standing_at(standing.goal, standing.game, progress.current)
    yield f"{bar(progress.percent)} {where}{_gain(entry)}"
    if entry.unseen_since is not None:
        since = day_text(entry.unseen_since, standing.today)
        yield f"No new numbers since {since}: this is how it was then"
    yield expected_text(standing)
    if advice := today_text(standing, progress):
        yield advice
    if level := _next_level(standing, progress):
        yield level


def _gain(entry: DigestEntry) -> str:
    if entry.gain is None:
        return ""
    since = _since(entry.since, entry.standing.today)
    if not entry.gain:
        return f", no change {since}"
    if entry.standing.goal.target_type is GoalType.RANK:
        way = "up" if entry.gain < 0 else "down"
        return f", {way} {people(abs(entry.gain))} {since}"
    return f", {'+' if entry.gain > 0 else ''}{people(entry.gain)} {since}"


def _since(day: date, today: date) -> str:
    if day >= today:
        return "today"
    return "since yesterday" if day == today - timedelta(days=1) else f"since {day_text(day, today)}"


def today_text(standing: GoalStanding, progress: Progress) -> str | None:
    """What to do today: nothing, where one is days ahead."""
    if progress.days_left is not None and progress.days_left <= 0:
        left = measured(standing.goal, standing.game, progress.remaining)
        return f"The date is over; {left} to go"
    quota, per_day = quota_of(standing), per_day_text(standing, progress)
    if quota is None:
        return None
    if (safe := int(progress.safe_days or 0)) >= 1:
        ahead = "a day" if safe == 1 else f"{people(safe)} days"
        return f"Today: free, you are {ahead} ahead; {per_day} a day would do"
    done = f", {people(quota.done)} done" if quota.done else ""
    return f"Needed today: {measured(standing.goal, standing.game, quota.wanted)}{done}"


def _next_level(standing: GoalStanding, progress: Progress) -> str | None:
    """Where it is not what the goal is about anyway."""
    following = standing.next_level
    if following is None or following.xp == progress.current + progress.remaining:
        return None
    virtual = "virtual " if following.virtual else ""
    return f"Next: {virtual}level {following.level} in {people(following.remaining)} xp"
