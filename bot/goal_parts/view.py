"""Goals made of parts as people read them, on any front end."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.goal_parts.documents import GoalPart, PartsGoal, PartsGoalDetails
from bot.names import NAME, TITLE, cut_short, shown_name
from bot.view import At, Bar, Fact, Look, On, Row, Strong, Symbol, Text, Usage, View, joined
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.composite.model import CompositeStatus, PartKind
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import count_of, people, percent_text

LINK = Usage("/goal link goal:{} habit:gym", "goal link {} habit gym", "questlog goal link {} --habit gym")
TICK = Usage("/goal tick goal:{}", "goal tick {}:", "questlog goal tick {} 1")
GROUP = "Goals of parts"
MOST_PARTS, MOST_HAPPENED = 12, 5

LOOKS = {
    CompositeStatus.PLANNING: Look("\N{MEMO}", Tone.QUIET, "\N{HORIZONTAL ELLIPSIS}"),
    CompositeStatus.ACTIVE: Look("\N{LARGE BLUE CIRCLE}", Tone.PLAIN),
    CompositeStatus.ON_TRACK: Look("\N{WHITE HEAVY CHECK MARK}", Tone.GOOD),
    CompositeStatus.AT_RISK: Look("\N{WARNING SIGN}\N{VARIATION SELECTOR-16}", Tone.WARNING),
    CompositeStatus.ACHIEVED: Look("\N{TROPHY}", Tone.TRIUMPH),
    CompositeStatus.ABANDONED: Look("\N{WHITE FLAG}\N{VARIATION SELECTOR-16}", Tone.QUIET),
}
WORDS = {
    CompositeStatus.PLANNING: "planning",
    CompositeStatus.ACTIVE: "under way",
    CompositeStatus.ON_TRACK: "on track",
    CompositeStatus.AT_RISK: "at risk",
    CompositeStatus.ACHIEVED: "achieved",
    CompositeStatus.ABANDONED: "abandoned",
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
    cells: Cells = (_bar(goal.progress), None, None, None, (*symbol, WORDS[goal.status]))
    known_by = goal.handle if here.front_end is FrontEnd.TERMINAL else goal.id
    return Row(known_by, title(goal), cells, subtitle=by, tone=look.tone, sign=look.sign, group=GROUP)


def card(here: Visit, one: PartsGoalDetails, *, notice: Text | None = None) -> View:
    look = LOOKS[one.status]
    above = f"below {shown_name(one.parent_title, NAME)}" if one.parent_title else None
    state: Text = (Symbol(look.symbol), WORDS[one.status])
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
    if one.target_date is not None:
        late = one.target_date < here.today and one.status.is_open
        yield Fact("Was due" if late else "Due", (On(one.target_date),), ("due ", On(one.target_date)))
    if one.expected is not None:
        pace = f" at {one.percent_per_day:g} % a day"
        yield Fact("Expected", (On(one.expected), pace), ("expected ", On(one.expected)))
    if one.completed_date is not None:
        yield Fact("Ended", (At(one.completed_date, "day"),))
    reached = [one for one in one.milestones if one.achieved and one.achieved_at is not None]
    if reached:
        last = reached[-1]
        assert last.achieved_at is not None  # noqa: S101 - for the type checker
        yield Fact("Milestone", (f"{last.percentage} % on ", At(last.achieved_at, "day")))
    if one.tags:
        yield Fact("Tags", ", ".join(cut_short(tag, NAME) for tag in one.tags))


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
    return Fact(name, said or "nothing known yet", f"{name} {percent}" if percent else name)


def _hints(one: PartsGoalDetails) -> Iterator[Text]:
    if not one.parts:
        yield "It has no parts yet. Say what counts towards it: ", LINK(one.handle)
    if (more := max(len(one.parts) - MOST_PARTS, 0) + one.more_tasks) > 0:
        yield f"{count_of(more, 'more part')} count as well."
    yield from filter(None, (one.description, one.notes))
