"""Gains and recorded values as people read them, on any front end."""

import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import groupby

from bot.goals.documents import CUSTOM, GainsList, GoalGain, GoalHistory, GoalRecord, TimedGain
from bot.goals.lists_view import no_goals
from bot.goals.picture import draw_goal
from bot.goals.view import ADD, EXAMPLE, amount, title
from bot.names import NAME, TITLE, UNIT, cut_short, shown_name
from bot.view import At, Chart, Column, On, Paging, Row, Text, View, joined
from bot.visit import Visit
from tracker.dates import FIRST
from tracker.days import Days, day_begins
from tracker.front_ends import FrontEnd
from tracker.goals.pace.gains import Period
from tracker.goals.words.request import GoalType
from tracker.goals.words.wording import change_text
from tracker.words import in_full, people

LIST = "gains"
FEW = 30
"""So many values are shown to people who did not say how many."""
PERIODS = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL_TIME: "in all",
}
_NOTHING = "\N{EN DASH}"
_SEPARATOR = "~"


def gains(here: Visit, found: GainsList) -> View:
    every: tuple[TimedGain, ...] = (*found.gains, *found.attributes)
    if not every:
        return no_gains(here, found)
    times = dict.fromkeys(one.period for one in every)
    custom = every[0] if CUSTOM in times else None
    days = _days_words(Days(custom.first, custom.last)) if custom else None
    paging = Paging(LIST, found.page, found.pages, about_of(found))
    columns = [Column("gained" if one == CUSTOM else PERIODS[Period(one)]) for one in times]
    dated = len(times) == 1 and here.front_end is FrontEnd.TERMINAL
    drawn = found.moved_last if found.page == 0 else None
    draw = partial(draw_goal, person=here.person, goal_id=drawn or "")
    return View(
        title="Gains",
        noun="goal",
        subtitle=joined(days, str(paging)) or None,
        columns=[*columns, *([Column("from")] if dated else [])],
        rows=[_row(here, [*of_goal], dated=dated) for _, of_goal in groupby(every, _about)],
        signs=False,
        paging=paging,
        chart=Chart("goal", draw) if drawn else None,
    )


def no_gains(here: Visit, found: GainsList) -> View:
    if not found.characters:
        return no_goals(here, characters=0)
    if found.character_id is not None:
        return View(title="No gains yet", lead="Nothing of it moved in that time, as far as I looked.")
    lead = ("There are no goals here yet, and so no gains. Set one: ", ADD(EXAMPLE))
    return View(title="No gains yet", empty=True, lead=lead)


def _about(one: TimedGain) -> tuple[str, str]:
    """The same for all times of one thing."""
    return one.character, one.goal if isinstance(one, GoalGain) else f"{one.attribute} {one.unit}"


def _row(here: Visit, gained: list[TimedGain], *, dated: bool) -> Row:
    one = gained[0]
    cells: list[Text | None] = [_cell(here, it) for it in gained]
    if dated:
        cells.append((On(one.first),) if one.first > FIRST else None)
    words = shown_name(one.title, TITLE)
    name = words[:1].upper() + words[1:]
    return Row(_about(one)[1], name, tuple(cells), group=shown_name(one.character, NAME))


def _cell(here: Visit, one: TimedGain) -> Text:
    """Where there are columns, their names say of which time it is."""
    said = cut_short(one.text, TITLE) if one.text else _NOTHING
    if here.front_end is FrontEnd.TERMINAL or (here.front_end is FrontEnd.WEB and one.period != CUSTOM):
        return said
    if here.front_end is FrontEnd.SMS and not one.amount:
        said = "nothing"
    if one.period != CUSTOM:
        return f"{said} {PERIODS[Period(one.period)]}"
    if one.since is None:
        return f"{said} not known then"
    begun = day_begins(one.first, here.person.zone, here.person.day_start)
    return (said, " since ", At(one.since, "day")) if one.since > begun else said


def _days_words(days: Days) -> str:
    """`Monday 1 March 2027 to Friday 5 March 2027`."""
    if days.first == days.last:
        return in_full(days.last)
    if days.first <= FIRST:
        return f"until {in_full(days.last)}"
    return f"{in_full(days.first)} to {in_full(days.last)}"


def about_of(found: GainsList) -> str:
    """What a list was asked for, for the buttons that turn its pages: they have little room.

    Chosen days stay the same whenever a page is turned.
    """
    chosen = (*found.gains, *found.attributes)[0]
    days = f"{chosen.first.toordinal()}-{chosen.last.toordinal()}"
    time = days if chosen.period == CUSTOM else found.period or ""
    return f"{time}{_SEPARATOR}{found.character_id or ''}"


def asked_for(about: str) -> dict[str, str]:
    """The same as fields of a request."""
    time, _, character = about.partition(_SEPARATOR)
    fields = {"character": character} if character else {}
    if days := re.fullmatch(r"([0-9]+)-([0-9]+)", time):
        first, last = (f"{date.fromordinal(int(day))}" for day in days.groups())
        return {**fields, "from": first, "to": last}
    return {**fields, "period": time} if time else fields


def history(here: Visit, found: GoalHistory) -> View:
    goal = found.goal
    heading = f"{title(goal)} for {shown_name(goal.character, NAME)}"
    if not found.history:
        return View(notice=heading, lead="Nothing is recorded there.")
    more = f"These are the last {FEW}; --limit N shows more, --csv and --json show all."
    return View(
        title=heading,
        notice=heading,
        noun="when",
        columns=(Column("value"), Column("change")),
        rows=[*_records(here, found)],
        signs=False,
        hints=[more] if found.more and len(found.history) == FEW else [],
    )


def _records(here: Visit, found: GoalHistory) -> Iterator[Row]:
    for before, one in zip([None, *found.history], found.history, strict=False):
        local = one.at.astimezone(here.person.zone)
        shown = None if before is None else _change(found, before, one)
        stood = (
            f"rank {people(one.value)}" if found.goal.type is GoalType.RANK else amount(found.goal, one.value)
        )
        yield Row("", f"{local:%Y-%m-%d %H:%M}", (stood, shown))


def _change(found: GoalHistory, before: GoalRecord, after: GoalRecord) -> str:
    """The gain, and apart from it what was unknown before."""
    appeared = after.appeared - before.appeared
    gain = after.value - before.value - appeared
    goal = found.goal
    words = [change_text(goal.type, gain, cut_short(goal.unit, UNIT))] if gain or not appeared else []
    return ", ".join([*words, *([f"{amount(found.goal, appeared)} appeared"] if appeared else [])])
