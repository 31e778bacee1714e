"""Lists of goals as people read them, on any front end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.characters.view import ADD as ADD_CHARACTER
from bot.goal_parts import view as parts_view
from bot.goal_parts.documents import PartsGoal
from bot.goals.documents import GoalBrief, GoalPage
from bot.goals.looks import look_of
from bot.goals.view import ADD, EXAMPLE, amount, title
from bot.names import NAME, cut_short, shown_name
from bot.view import At, Bar, Column, On, Paging, Row, Strong, Symbol, Text, View, list_view
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.pace.state import GoalState
from tracker.goals.words.wording import needed
from tracker.words import people, percent_text

LIST, ARCHIVED = "goals", "+archived"


def goals(here: Visit, found: GoalPage) -> View:
    if not found.goals:
        return no_goals(here, characters=found.characters)
    by_sms = here.front_end is FrontEnd.SMS
    columns = (
        Column("progress"),
        Column("to go", brief=False),
        Column("needed", brief=False, below=True),
        Column("expected", brief=by_sms),
        Column("state", signed=True),
    )
    about = f"{found.character_id or ''}{ARCHIVED if found.archived else ''}"
    paging = Paging(LIST, found.page, found.pages, about)
    of_one = found.of_character
    heading = "Your goals" if of_one is None else f"Goals of {shown_name(of_one, NAME)}"
    of_parts = [parts_view.row(here, one) for one in found.goals if isinstance(one, PartsGoal)]
    numbers = [one for one in found.goals if isinstance(one, GoalBrief)]
    groups = _groups(numbers)
    rows = [*of_parts, *(row(here, one, group=groups[one.character_id]) for one in numbers)]
    shown = list_view(heading, "goal", total=found.total, columns=columns, rows=rows, paging=paging)
    return replace(shown, ids=True, hints=outages(numbers, groups))


def row(here: Visit, goal: GoalBrief, *, group: str = "") -> Row:
    look = look_of(goal)
    symbol = [Symbol(look.symbol)] if here.front_end is FrontEnd.DISCORD else []
    per_day = goal.required_per_day if goal.open else None
    return Row(
        goal.id,
        title(goal),
        (
            None if goal.percent is None else (Bar(goal.percent), " ", Strong(percent_text(goal.percent))),
            amount(goal, goal.remaining) if goal.remaining is not None and goal.open else None,
            f"{people(needed(goal.type, per_day))} a day" if per_day else None,
            _when(here, goal),
            (*symbol, goal.state_text),
        ),
        subtitle=_by(here, goal) if goal.open else None,
        tone=look.tone,
        sign=look.sign,
        group=group,
    )


def _groups(goals: Sequence[GoalBrief]) -> dict[str, str]:
    """The name of each character, with its id where two of them are called the same."""
    names = {one.character_id: one.character for one in goals}
    shown = {one: shown_name(name, NAME) for one, name in names.items()}
    several = {name for name in shown.values() if list(shown.values()).count(name) > 1}
    return {
        one: f"{name} ({cut_short(one, NAME)})" if name in several else name for one, name in shown.items()
    }


def _by(here: Visit, goal: GoalBrief) -> Text | None:
    if goal.due is None:
        return None
    return "by " if goal.due >= here.today else "was due ", On(goal.due)


def _when(here: Visit, goal: GoalBrief) -> Text | None:
    """The likely day; in a table also the one on which it was reached."""
    if goal.state is GoalState.REACHED:
        known = goal.reached_at if here.front_end is FrontEnd.TERMINAL else None
        return None if known is None else (At(known, "day"),)
    if goal.forecast_days is None or not goal.open:
        return None
    if goal.eta is None:
        return None if here.front_end is FrontEnd.SMS else "over 5 years"
    return (On(goal.eta),)


def outages(goals: Sequence[GoalBrief], groups: Mapping[str, str]) -> list[Text]:
    """One line for each character of which there is no news."""
    since = {goal.character_id: goal.outage_since for goal in goals if goal.outage_since is not None}
    return [
        (f"{groups[one]}: no reading since ", At(at), "; these are the last numbers.")
        for one, at in since.items()
    ]


def no_goals(here: Visit, *, characters: int) -> View:
    if characters:
        return View(
            title="No goals yet",
            empty=True,
            lead=("You have no goals yet. Set one: ", ADD(EXAMPLE)),
            hints=["Levels, xp, kills, ranks, any number; with a date or a pace if you like."],
        )
    return View(
        title="No goals yet",
        empty=True,
        lead=("You have no goals yet. First say whom you play: ", ADD_CHARACTER("Zezima")),
        hints=[("Then set a goal in your own words: ", ADD(EXAMPLE))],
    )
