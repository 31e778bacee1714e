"""What a chart of a goal shows, as plain values, and the same in words for those who cannot see it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.charts.numbers import label
from tracker.days import local_day
from tracker.frozen import frozen
from tracker.goals.pace.forecast import Eta
from tracker.goals.pace.gains import Point, rebased
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import LEVELS, GoalType
from tracker.goals.words.standings import state_text
from tracker.goals.words.wording import needed, unit_of
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import day_text, people, percent_text

UTC = ZoneInfo("UTC")
_OUTLOOKS = {GoalState.AT_RISK: Tone.WARNING, GoalState.BEHIND: Tone.BAD}


@frozen
class GoalChart:
    """Values are in the unit of the goal's aim: a level goal is in xp."""

    title: str
    subtitle: str
    unit: str
    points: tuple[Point, ...]
    """In order of time."""
    start: Number | None
    target: Number
    begun: date
    today: date
    """The person's day."""
    now: datetime
    zone: ZoneInfo
    due: date | None = None
    required_per_day: Number | float | None = None
    """None where there is no date, or it is over."""
    band: Eta | None = None
    """By when it is reached with 10, 50 and 90 %."""
    outlook: Tone = Tone.GOOD
    """Whether that is in time."""
    reached: datetime | None = None
    levels: tuple[tuple[int, int], ...] = ()
    """Levels on the way, and the xp at which they begin."""
    founded: datetime | None = None
    """When the goal was set, if that is when it began."""
    reaches: datetime | None = None
    """How far the time goes at least, if that leaves room: something else is shown on the same axis."""
    best_is_low: bool = False
    """Whether the axis stands on its head, as for a rank: the first is on top."""

    @property
    def current(self) -> Number | None:
        return self.points[-1].value if self.points else None


def chart_of(
    standing: GoalStanding, points: Sequence[Point], title: str, *, zone: ZoneInfo = UTC
) -> GoalChart:
    """`points` are all that was recorded, in order of time."""
    goal = standing.goal
    ahead = standing.state is not GoalState.REACHED
    begun = standing.plan.begun
    return GoalChart(
        title=title,
        subtitle=_subtitle(standing),
        unit="rank" if goal.target_type is GoalType.RANK else unit_of(goal, standing.game),
        points=rebased(points),
        start=standing.plan.start,
        target=standing.plan.aim.target,
        begun=begun,
        # A number whose direction was changed begins on a later day than it was set.
        founded=goal.created_at if begun <= local_day(goal.created_at, zone) else None,
        today=standing.today,
        now=standing.now,
        zone=zone,
        due=standing.plan.due,
        required_per_day=_required(standing) if ahead else None,
        band=standing.eta if ahead else None,
        outlook=_OUTLOOKS.get(standing.state, Tone.GOOD),
        reached=goal.reached_at,
        levels=_levels(standing, points),
        best_is_low=goal.target_type is GoalType.RANK,
    )


def _required(standing: GoalStanding) -> Number | float | None:
    progress = standing.progress
    if progress is None or progress.required_per_day is None:
        return None
    return needed(standing.goal.target_type, progress.required_per_day)


def describe(chart: GoalChart) -> str:
    """The chart in words."""
    return " ".join(_sentences(chart))


def _sentences(chart: GoalChart) -> Iterator[str]:
    today = chart.today
    yield f"{chart.title}: {chart.subtitle}."
    if chart.current is None:
        yield "There are no numbers yet."
    else:
        first = chart.points[0]
        since = day_text(local_day(first.at, chart.zone), today)
        yield (
            f"From {label(first.value)} on {since} to {label(chart.current)} now; "
            f"the target is {target_words(chart)}."
        )
    if chart.reached is not None:
        yield f"Reached on {day_text(local_day(chart.reached, chart.zone), today)}."
    elif chart.due is not None:
        yield f"{_capital(due_words(chart.due, today))}."
    if chart.required_per_day is not None:
        yield f"{_capital(pace_words(chart.required_per_day))}."
    if chart.band is not None:
        yield f"{_capital(eta_words(chart.band, today))}."


def target_words(chart: GoalChart) -> str:
    """`13,034,431 xp`, `rank 1,000`."""
    words = [label(chart.target), chart.unit]
    return " ".join(reversed(words) if chart.best_is_low else words).strip()


def due_words(due: date, today: date) -> str:
    return f"{'due' if due >= today else 'was due'} {day_text(due, today)}"


def pace_words(per_day: Number | float) -> str:
    return f"needed: {people(per_day)} a day"


def eta_words(band: Eta, today: date) -> str:
    """`at your pace: 12 February (2 February \N{EN DASH} 1 March)`."""
    early, middle, late = (day and day_text(day, today) for day in band)
    if middle is None:
        return "at your pace: not within 5 years"
    if early == late:
        return f"at your pace: {middle}"
    return f"at your pace: {middle} ({early} \N{EN DASH} {late or 'more than 5 years'})"


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _subtitle(standing: GoalStanding) -> str:
    if standing.progress is None:
        return "no numbers yet"
    early = standing.state is GoalState.NO_DATA
    words = "not enough days for a forecast yet" if early else state_text(standing)
    return f"{percent_text(standing.progress.percent)} \N{MIDDLE DOT} {words}"


def _levels(standing: GoalStanding, points: Sequence[Point]) -> tuple[tuple[int, int], ...]:
    """Of a goal on one skill's level."""
    goal = standing.goal
    skill = standing.game.skills.get(goal.target_attribute)
    if skill is None or goal.target_type not in LEVELS:
        return ()
    lowest = min((point.value for point in points), default=standing.plan.start or 0)
    levels = range(skill.virtual_level(int(lowest)), int(goal.target_value) + 1)
    return tuple((level, skill.curve.xp(level)) for level in levels)
