"""Goals as people see them: a table with bars, a portrait of one, and what was understood of a new one."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby

from rich.table import Table
from rich.text import Text

from bot.cli.goal_view import GoalView
from bot.cli.screen import plain
from tracker.goals.chain import titles_to_come
from tracker.goals.model import Frequency, GoalStatus, Outage
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import LEVELS
from tracker.goals.words.wording import measured, standing_at
from tracker.readings import Number
from tracker.words import bar, day_text, people

_NOTHING = "\N{EN DASH}"
_STATES = {
    GoalState.NO_DATA: ("\N{HORIZONTAL ELLIPSIS} too early", "dim"),
    GoalState.ON_TRACK: ("\N{CHECK MARK} on track", "green"),
    GoalState.AT_RISK: ("! at risk", "yellow"),
    GoalState.BEHIND: ("\N{BALLOT X} behind", "red"),
    GoalState.REACHED: ("\N{BLACK STAR} reached", "bold green"),
    GoalState.PAUSED: ("\N{DOUBLE VERTICAL LINE} paused", "dim"),
}
_TOLD = {
    Frequency.DAILY: "every day",
    Frequency.WEEKLY: "every Monday",
    Frequency.MILESTONES: "at milestones",
    Frequency.EVERY_CHANGE: "at every change",
    Frequency.OFF: "never (frequency off)",
}


def goal_table(views: Sequence[GoalView]) -> Table:
    """One goal in a row, or in two where it has a date; fits 80 columns."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("id", no_wrap=True, style="dim")
    table.add_column("goal", min_width=14)
    table.add_column("progress", no_wrap=True)
    table.add_column("to go", no_wrap=True, justify="right")
    table.add_column("expected", no_wrap=True)
    table.add_column("state", no_wrap=True)
    for name, of_one in groupby(views, key=lambda view: view.called.name):
        table.add_row("", Text(name, "bold"))
        for view in of_one:
            table.add_row(*_row(view))
    return table


def _row(view: GoalView) -> Iterator[Text]:
    standing, goal = view.standing, view.goal
    progress, open_still = standing.progress, is_open(view)
    yield Text(goal.id)
    yield _two_lines(
        view.called.title, f"by {_date(goal.target_date)}" if goal.target_date and open_still else ""
    )
    yield Text(_NOTHING if progress is None else f"{bar(progress.percent, 8)} {_percent(progress.percent)}")
    needed = progress.required_per_day if progress else None
    to_go = measured(goal, standing.game, progress.remaining) if progress and open_still else _NOTHING
    yield _two_lines(to_go, f"{people(needed)} a day" if needed and open_still else "")
    yield Text(_expected(view))
    yield state_text(view)


def state_text(view: GoalView) -> Text:
    """A word, a symbol and a colour: nobody needs all three."""
    if view.goal.status is GoalStatus.ARCHIVED:
        return Text("\N{BLACK SMALL SQUARE} archived", "dim")
    if view.standing.progress is None and view.standing.state is GoalState.NO_DATA:
        return Text("? no number", "dim")
    return Text(*_STATES[view.standing.state])


def portrait(view: GoalView) -> Iterator[Text | Table]:
    """Everything about one goal."""
    progress = view.standing.progress
    yield Text.assemble((view.called.title, "bold"), f" for {view.called.name}  ", (view.goal.id, "dim"))
    if progress is not None:
        shown = f"{bar(progress.percent, 20)} {_percent(progress.percent).strip()}  "
        yield Text.assemble(shown, state_text(view))
    else:
        yield state_text(view)
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for label, words in _facts(view):
        table.add_row(label, Text(words))
    yield table


def _facts(view: GoalView) -> Iterator[tuple[str, str]]:
    goal, standing = view.goal, view.standing
    yield from _now(view)
    if goal.start_value is not None:
        yield "began", f"{where(view, goal.start_value)}, on {day_text(goal.begun, standing.today)}"
    if goal.reached_at is not None:
        yield "reached", _moment(view, goal.reached_at)
    if goal.target_date is not None:
        yield "due", _due(view, goal.target_date)
    yield from _ahead(view)
    if goal.then is not None:
        yield "then", then_words(view)
    yield "messages", _told(view)


def _now(view: GoalView) -> Iterator[tuple[str, str]]:
    standing = view.standing
    if standing.latest is not None:
        yield "now", f"{where(view, standing.latest.value)}, since {_moment(view, standing.latest.at)}"
    if standing.outage is not None:
        yield "", outage_words(view, standing.outage)
    if standing.gained_today is not None and is_open(view):
        yield "today", signed(view, standing.gained_today)
    if standing.progress is not None and is_open(view):
        yield "to go", measured(view.goal, standing.game, standing.progress.remaining)
    if (coming := standing.next_level) is not None:
        virtual = "virtual " if coming.virtual else ""
        yield "next", f"{virtual}level {coming.level}, in {people(coming.remaining)} xp"


def _ahead(view: GoalView) -> Iterator[tuple[str, str]]:
    standing = view.standing
    if not is_open(view):
        return
    if standing.forecast is not None:
        yield "your pace", _a_day(view, standing.forecast.per_day)
    if standing.eta is not None:
        yield "expected", _range(view)
    if standing.progress is not None and (spare := round(standing.progress.safe_days or 0, 1)):
        yield "to spare", f"{people(spare)} days: so long you could do nothing and be on time"


def is_open(view: GoalView) -> bool:
    """Whether there is still something to do."""
    return view.standing.state is not GoalState.REACHED and view.goal.status is not GoalStatus.ARCHIVED


def understood(view: GoalView) -> Iterator[str]:
    """What a goal that was just set means, in sentences."""
    standing, goal = view.standing, view.goal
    progress, due = standing.progress, goal.target_date
    by = f", by {day_text(due, standing.today)}" if due else ""
    yield f"{view.called.title} for {view.called.name}{by}."
    if progress is None:
        yield "Its number is not known yet; the first reading that has it will be the start."
    elif not progress.reached and standing.latest is not None:
        takes = (
            f", which takes {_a_day(view, progress.required_per_day)}" if progress.required_per_day else ""
        )
        left = measured(goal, standing.game, progress.remaining)
        yield f"You are at {where(view, standing.latest.value)}: {left} to go{takes}."
    if goal.then is not None:
        yield f"After that: {then_words(view)}."
    yield f"Messages come {_told(view)}."
    yield f'Not what you meant? questlog goal edit {goal.id} "…" --by DATE --frequency …'


def outage_notes(views: Sequence[GoalView]) -> Iterator[str]:
    """One line for each character of which there is no news."""
    told = {view.called.name: outage_words(view, out) for view in views if (out := view.standing.outage)}
    yield from (f"{name}: {words}." for name, words in told.items())


def outage_words(view: GoalView, outage: Outage) -> str:
    return f"no reading since {_moment(view, outage.since)}; these are the last numbers"


def where(view: GoalView, value: Number) -> str:
    """`level 87 (4,211,100 xp)` for a goal on the level of a skill."""
    words = standing_at(view.goal, view.standing.game, value)
    one_skill = view.goal.target_attribute in view.standing.game.skills
    return f"level {view.said(value)} ({words})" if one_skill and view.goal.target_type in LEVELS else words


def signed(view: GoalView, amount: Number) -> str:
    """`+12,000 xp`."""
    return f"{'+' if amount > 0 else ''}{measured(view.goal, view.standing.game, amount)}"


def then_words(view: GoalView) -> str:
    return plain(", then ".join(titles_to_come(view.goal, view.standing.today)))


def _due(view: GoalView, due: date) -> str:
    standing, progress = view.standing, view.standing.progress
    words = day_text(due, standing.today)
    if not is_open(view):
        return words
    days = (due - standing.today).days
    if days < 0:
        return f"{words}, {_days(-days)} ago"
    takes = f": {_a_day(view, progress.required_per_day)}" if progress and progress.required_per_day else ""
    return f"{words}, {f'in {_days(days)}' if days else 'today'}{takes}"


def _range(view: GoalView) -> str:
    """The likely day, and those between which it comes in eight cases of ten."""
    today = view.standing.today
    early, middle, late = (day and day_text(day, today) for day in view.standing.eta or ())
    if middle is None:
        return "not within 5 years at this pace"
    return (
        middle if early == late else f"{middle}, between {early} and {late or 'more than 5 years from now'}"
    )


def _expected(view: GoalView) -> str:
    if view.standing.state is GoalState.REACHED:
        reached = view.goal.reached_at
        return _NOTHING if reached is None else _date(reached.astimezone(view.user.zone).date())
    if view.standing.eta is None or not is_open(view):
        return _NOTHING
    middle = view.standing.eta.middle
    return "over 5 years" if middle is None else _date(middle)


def _told(view: GoalView) -> str:
    channel = view.goal.notification_channel_type
    return _TOLD[view.goal.frequency] + (f", on {plain(channel)} first" if channel else "")


def _a_day(view: GoalView, amount: float) -> str:
    return f"{measured(view.goal, view.standing.game, amount)} a day"


def _percent(percent: float) -> str:
    return f"{f'{percent:g}%':>6}"


def _two_lines(first: str, second: str) -> Text:
    return Text.assemble(first, (f"\n{second}", "dim")) if second else Text(first)


def _date(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def _days(days: int) -> str:
    return f"{days:,} day{'' if days == 1 else 's'}"


def _moment(view: GoalView, at: datetime) -> str:
    local = at.astimezone(view.user.zone)
    return f"{day_text(local.date(), view.standing.today)}, {local:%H:%M}"
