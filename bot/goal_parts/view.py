"""Goals made of parts as people read them, on any front end."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.goal_parts.documents import GoalPart, PartsGoal, PartsGoalDetails
from bot.names import NAME, TITLE, cut_short, shown_name, tags_text
from bot.view import At, Bar, Fact, Look, On, Row, Strong, Symbol, Text, Usage, View, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.composite.model import CompositeStatus, PartKind
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import count_of, people, percent_text

LINK = Usage("/goal link goal:{} habit:gym", "goal link {} habit gym", "questlog goal link {} --habit gym")
TICK = Usage("/goal tick goal:{}", "goal tick {}:", "questlog goal tick {} 1")
ACHIEVED = Usage(
    "/goal edit goal:{} status:achieved",
    "goal edit {}: status achieved",
    "questlog goal edit {} --status achieved",
)
GROUP = "Goals of parts"
WHOLE = 100
USUAL_PRIORITY = "P4"
MOST_PARTS, MOST_HAPPENED, ABOUT = 12, 5, 500

LOOKS = {
    CompositeStatus.PLANNING: Look("\N{MEMO}", Tone.QUIET, "\N{HORIZONTAL ELLIPSIS}"),
    CompositeStatus.ACTIVE: Look("\N{LARGE BLUE CIRCLE}", Tone.PLAIN),
    CompositeStatus.ON_TRACK: Look("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD),
    CompositeStatus.AT_RISK: Look("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING),
    CompositeStatus.ACHIEVED: Look("\N{TROPHY}", Tone.TRIUMPH),
    CompositeStatus.ABANDONED: Look("\N{WHITE FLAG}\N{VARIATION SELECTOR-16}", Tone.QUIET),
}
KINDS = {
    PartKind.CRITERIA: "Criteria",
    PartKind.TASKS: "Tasks",
    PartKind.METRICS: "Metrics",
    PartKind.HABITS: "Habits",
    PartKind.GOALS: "Goals below",
}

Cells: TypeAlias = tuple[Text | None, ...]


def title(goal: PartsGoal) -> str:
    return shown_name(goal.title, TITLE)


def row(here: Visit, goal: PartsGoal) -> Row:
    """In the list of all goals: progress, to go, needed, expected, state."""
    look = LOOKS[goal.status]
    symbol = [Symbol(look.symbol)] if here.front_end is FrontEnd.DISCORD else []
    by = ("by ", On(goal.target_date)) if goal.target_date and goal.status.is_open else None
    cells: Cells = (_bar(goal.progress), None, None, None, (*symbol, goal.status.words))
    known_by = goal.handle if here.front_end is FrontEnd.TERMINAL else goal.id
    return Row(known_by, title(goal), cells, subtitle=by, tone=look.tone, sign=look.sign, group=GROUP)


def card(here: Visit, one: PartsGoalDetails, *, notice: Text | None = None) -> View:
    look = LOOKS[one.status]
    above = f"below {shown_name(one.parent_title, NAME)}" if one.parent_title else None
    state: Text = (Symbol(look.symbol), one.status.words)
    return View(
        title=title(one),
        id=one.handle,
        subtitle=joined(above, " / ".join(filter(None, (one.area, one.sub_category)))) or None,
        notice=notice,
        lead=joined(_bar(one.progress), state),
        tone=look.tone,
        sign=look.sign,
        facts=[[*_facts(here, one)], [*map(_part, one.parts[:MOST_PARTS])], [*_happened(here, one)]],
        hints=[*_hints(one)],
        footer=f"id {one.handle}" if here.front_end is FrontEnd.DISCORD else None,
    )


def _bar(progress: Number | None) -> Text | None:
    if progress is None:
        return None
    percent = float(progress)
    return Bar(percent), " ", Strong(percent_text(percent))


def _facts(here: Visit, one: PartsGoalDetails) -> Iterator[Fact]:
    if one.manual_override is not None:
        computed = "unknown" if one.computed_progress is None else percent_text(float(one.computed_progress))
        yield Fact("By its parts", computed, f"by its parts {computed}")
    for share in one.shares:
        percent = percent_text(float(share.percent))
        weight = getattr(one.progress_config, share.kind.value)
        label = KINDS[share.kind]
        yield Fact(label, f"{percent}, weighs {weight}")
    if one.time_horizon is not None:
        horizon = one.time_horizon.value.lower()
        yield Fact("Horizon", horizon, horizon)
    if one.priority != USUAL_PRIORITY:
        yield Fact("Priority", one.priority, one.priority)
    if one.target_date is not None:
        late = one.target_date < here.today and one.status.is_open
        yield Fact("Was due" if late else "Due", (On(one.target_date),), ("due ", On(one.target_date)))
    if one.expected is not None and one.percent_per_day is not None:
        pace = f" at {percent_text(one.percent_per_day)} a day"
        yield Fact("Expected", (On(one.expected), pace), ("expected ", On(one.expected)))
    if one.completed_date is not None:
        yield Fact("Ended", (At(one.completed_date, "day"),))
    reached = [one for one in one.milestones if one.achieved and one.achieved_at is not None]
    if reached:
        last = reached[-1]
        assert last.achieved_at is not None  # noqa: S101 - for the type checker
        yield Fact("Milestone", (f"{last.percentage} % on ", At(last.achieved_at, "day")))
    yield from _about(one)


def _about(one: PartsGoalDetails) -> Iterator[Fact]:
    if one.tags:
        yield Fact("Tags", tags_text(one.tags))
    if one.description is not None:
        yield Fact("About", cut_short(one.description, ABOUT))
    if one.notes is not None:
        yield Fact("Notes", cut_short(one.notes, ABOUT))


def _happened(here: Visit, one: PartsGoalDetails) -> Iterator[Fact]:
    if here.front_end is FrontEnd.SMS:
        return
    for happened in one.activity[:MOST_HAPPENED]:
        yield Fact("Lately", (At(happened.at, "day"), f": {cut_short(happened.text, 2 * TITLE)}"))


def _part(one: GoalPart) -> Fact:
    """How far it is, and how much of the goal that is."""
    name = shown_name(one.name, NAME)
    percent = None if one.percent is None else percent_text(float(one.percent))
    weight = f"{people(round(one.weight, 1))} % of it" if one.weight else None
    text = cut_short(one.text, TITLE) if one.text and one.text != "done" else None
    said = joined(percent, weight, text)
    return Fact(name, said or "nothing known yet", f"{name} {percent}" if percent else name, is_name=True)


def _hints(one: PartsGoalDetails) -> Iterator[Text]:
    if not one.parts:
        yield "It has no parts yet. Say what counts towards it: ", LINK(one.handle)
    if (more := max(len(one.parts) - MOST_PARTS, 0) + one.more_tasks) > 0:
        yield f"{count_of(more, 'more part')} count as well."
    if one.status.is_judged and one.progress is not None and one.progress >= WHOLE:
        yield "All of its parts are done. If that is all of it, say so: ", ACHIEVED(one.handle)
