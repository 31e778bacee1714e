"""A goal as people read it, on any front end."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.goal_parts import view as parts_view
from bot.goal_parts.documents import PartsGoalDetails
from bot.goals.documents import (
    GoalBrief,
    GoalChanged,
    GoalDetails,
    GoalDocument,
    GoalRef,
    ShortSkillDocument,
)
from bot.goals.looks import look_of
from bot.goals.picture import draw_goal
from bot.names import NAME, TITLE, UNIT, cut_short, shown_name
from bot.view import (
    Action,
    At,
    Bar,
    Chart,
    Fact,
    On,
    Strong,
    Symbol,
    Text,
    Usage,
    View,
    joined,
    question,
)
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.model import Frequency, GoalStatus
from tracker.goals.pace.state import GoalState
from tracker.goals.rounds.digest import BEYOND_HORIZON
from tracker.goals.words.wording import needed
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import count_of, people, percent_text, some_of, with_unit

ALL = Usage("/goal list", "goals", "questlog goal list")
ADD = Usage("/goal add goal:{}", "add {}", "questlog goal add {}")
ARCHIVE = Usage("/goal archive", "archive {}", "questlog goal archive {}")
EDIT = Usage("/goal edit goal:{}", "change {} to", "questlog goal edit {}")
EXAMPLE = "99 wc by 1 march"

REMOVE = "remove-goal"

_LONGEST_ABOUT = 60
"""Of what the id of a button says of a goal; Discord takes 100 letters in all."""
_TOLD = {
    Frequency.DAILY: "every day",
    Frequency.WEEKLY: "every Monday",
    Frequency.MILESTONES: "at milestones",
    Frequency.EVERY_CHANGE: "at every change",
    Frequency.OFF: "never",
}
_MOST_SHORT = 5
_NEXT = {GoalStatus.ACTIVE: ("pause", "Pause it"), GoalStatus.PAUSED: ("resume", "Go on with it")}


def title(goal: GoalRef) -> str:
    words = shown_name(goal.title, TITLE)
    return words[:1].upper() + words[1:]


def whose(goal: GoalBrief) -> str | None:
    """The name of its character, where its title does not say it."""
    return None if goal.names_character else shown_name(goal.character, NAME)


def amount(goal: GoalRef, value: Number | float) -> str:
    """With its unit: `13,034,431 xp`, `523 kc`."""
    return cut_short(with_unit(value, cut_short(goal.unit, UNIT)), TITLE)


def daily(goal: GoalRef, value: float) -> str:
    """What each day takes, with its unit."""
    return f"{amount(goal, needed(goal.type, value))} a day"


def goal(here: Visit, found: GoalDetails) -> View:
    habits = [*_served(found)]
    if isinstance(found.goal, PartsGoalDetails):
        shown = parts_view.card(here, found.goal)
        return replace(shown, facts=[*shown.facts, habits])
    shown = card(here, found.goal, drawn=True)
    reached = [one for one in found.milestones if one.achieved_at is not None]
    on_the_way = [Fact(f"{one.percentage} %", (At(one.achieved_at),)) for one in reached if one.achieved_at]
    return replace(shown, facts=[*shown.facts, habits, on_the_way])


def _served(found: GoalDetails) -> Iterator[Fact]:
    """By which habits: each with its streak."""
    each = [f"{shown_name(one.name, NAME)} ({cut_short(one.text, TITLE)})" for one in found.habits]
    if each:
        yield Fact("Kept for it", some_of(each, _MOST_SHORT), f"kept for it: {some_of(each, 1)}")


def changed(here: Visit, done: GoalChanged) -> View:
    if isinstance(done.goal, PartsGoalDetails):
        return parts_view.card(here, done.goal, notice=done.message)
    return card(here, done.goal, notice=done.message)


def card(here: Visit, one: GoalDocument, *, notice: Text | None = None, drawn: bool = False) -> View:
    look = look_of(one)
    game = None if here.front_end is FrontEnd.SMS else cut_short(one.game, NAME)
    percent = () if one.percent is None else (Bar(one.percent), " ", Strong(percent_text(one.percent)))
    draw = partial(draw_goal, person=here.person, goal_id=one.id)
    return View(
        title=title(one),
        id=one.id,
        subtitle=joined(shown_name(one.character, NAME), game),
        notice=notice,
        lead=joined(percent, (Symbol(look.symbol), one.state_text)),
        tone=look.tone,
        sign=look.sign,
        facts=[[*_now(here, one)], [*_ahead(here, one)], [*_short(one)], [*_today(one)], [*_rest(one)]],
        hints=[*_notes(one)],
        footer=f"id {one.id}" if here.front_end is FrontEnd.DISCORD else None,
        actions=_actions(one),
        chart=Chart("goal", draw) if drawn else None,
    )


def _notes(one: GoalDocument) -> Iterator[Text]:
    if one.percent is None:
        yield "Its number has not been seen yet. The first reading that has it will be the start."
    if one.outage_since is not None:
        since = At(one.outage_since)
        yield Symbol("\N{ELECTRIC PLUG}"), "No reading since ", since, ": these are the last numbers."


def _now(here: Visit, one: GoalDocument) -> Iterator[Fact]:
    if one.current_text is not None and one.as_of is not None:
        at = cut_short(one.current_text, TITLE)
        yield Fact("Now", (at, ", since ", At(one.as_of)), at)
    if one.remaining is not None and one.open:
        left = amount(one, one.remaining)
        yield Fact("To go", left, f"{left} to go")
    if one.outage_since is not None and here.front_end is FrontEnd.SMS:
        old = ("no new numbers since ", At(one.outage_since, "day"))
        yield Fact("Outage", old, old)
    if one.next_level is not None and one.open and not _is_target(one):
        virtual = "virtual " if one.next_level.virtual else ""
        yield Fact("Next", f"{virtual}level {one.next_level.level}, in {people(one.next_level.remaining)} xp")
    if one.start_text is not None:
        yield Fact("Began", (cut_short(one.start_text, TITLE), ", on ", On(one.begun)))
    if one.reached_at is not None:
        yield Fact("Reached", (At(one.reached_at),), ("reached ", At(one.reached_at, "day")))


def _is_target(one: GoalDocument) -> bool:
    """Whether the next level is what the goal is about."""
    return one.next_level is not None and one.next_level.remaining == one.remaining


def _ahead(here: Visit, one: GoalDocument) -> Iterator[Fact]:
    if one.open and one.percent is not None:
        expected = _expected(here, one)
        own = f" at {amount(one, one.own_per_day)} a day" if one.own_per_day and one.eta else ""
        moves = one.own_per_day is not None and one.own_per_day > 0
        lead = "expected " if moves else "no forecast: "
        full = expected if moves else (lead, *expected)
        yield Fact("Expected", full, joined((lead, *expected), own, by=""))
    if one.own_per_day is not None and one.open:
        yield Fact("Pace", f"{amount(one, one.own_per_day)} a day")
    if one.due is not None:
        late = one.due < here.today
        takes = f": {daily(one, one.required_per_day)}" if one.required_per_day and one.open else ""
        brief = ("was due " if late else "due ", On(one.due))
        yield Fact("Was due" if late else "Due", (On(one.due), _until(here, one), takes), brief)


def _until(here: Visit, one: GoalDocument) -> str:
    days = 0 if one.due is None else (one.due - here.today).days
    if not one.open:
        return ""
    if days < 0:
        return f", {count_of(-days, 'day')} ago"
    return f", in {count_of(days, 'day')}" if days else ", today"


def _expected(here: Visit, one: GoalDocument) -> tuple[str | On, ...]:
    """The likely day and those between which it comes in eight cases of ten, or why there is none."""
    if one.eta_range is None or one.own_per_day is None:
        return ("it takes three whole days of numbers",)
    if one.own_per_day <= 0:
        return (f"nothing came in {count_of(one.forecast_days or 0, 'day')}",)
    early, middle, late = one.eta_range.early, one.eta_range.middle, one.eta_range.late
    if middle is None:
        return (f"in {BEYOND_HORIZON} at this pace",)
    likely: tuple[str | On, ...] = ("today",) if middle <= here.today else (On(middle),)
    if early is None or early == late:
        return likely
    end = f"{BEYOND_HORIZON} from now" if late is None else On(late)
    return (*likely, ", between ", On(early), " and ", end)


def _today(one: GoalDocument) -> Iterator[Fact]:
    if one.today_text:
        words = cut_short(one.today_text, 2 * TITLE)
        asks = one.due is not None or one.gained_today
        yield Fact("Today", words, f"today: {words}" if asks else None)


def _short(one: GoalDocument) -> Iterator[Fact]:
    """Of a goal on all skills, which are missing, and how much."""
    if one.short and one.open:
        few = some_of([_lack(skill) for skill in one.short], _MOST_SHORT)
        yield Fact(f"Short: {people(len(one.short))}", few, f"{people(len(one.short))} short: {few}")


def _lack(one: ShortSkillDocument) -> str:
    if one.levels is None:
        return f"{one.name} {people(one.remaining)} xp"
    return f"{one.name} {count_of(one.levels, 'level')} ({people(one.remaining)} xp)"


def _rest(one: GoalDocument) -> Iterator[Fact]:
    if one.then_text:
        yield Fact("Then", cut_short(one.then_text, 2 * TITLE))
    if one.open:
        yield Fact("Messages", told(one))


def told(one: GoalDocument) -> str:
    if one.state is GoalState.PAUSED:
        return "none while paused"
    return _TOLD[one.frequency] + (f", on {shown_name(one.channel, NAME)} first" if one.channel else "")


def _actions(one: GoalDocument) -> list[Action]:
    act, label = _NEXT.get(one.status, ("", ""))
    if not act or len(one.character_id) + len(one.id) > _LONGEST_ABOUT:
        return []
    return [Action(f"goal:{act}", (one.character_id, one.id), label)]


# What has happened


def understood(here: Visit, done: GoalChanged) -> View:
    """What a goal that was just set or changed means, in sentences."""
    one = done.goal
    if isinstance(one, PartsGoalDetails):
        return changed(here, done)
    by = (", by ", On(one.due)) if one.due else ()
    hints: list[Text] = []
    if one.percent is None:
        hints.append("Its number is not known yet; the first reading that has it will be the start.")
    elif one.state is not GoalState.REACHED and one.remaining is not None:
        takes = f", which takes {daily(one, one.required_per_day)}" if one.required_per_day else ""
        at = cut_short(one.current_text or "", TITLE)
        hints.append(f"You are at {at}: {amount(one, one.remaining)} to go{takes}.")
    if one.then_text:
        hints.append(f"After that: {cut_short(one.then_text, 2 * TITLE)}.")
    hints.append(f"Messages come {told(one)}.")
    hints.append(("Not what you meant? ", EDIT(one.id), ' "NEW GOAL" --by DATE --frequency ...'))
    return View(lead=(f"{named(one)}", *by, "."), hints=hints)


def rewritten(here: Visit, done: GoalChanged) -> View:
    """As `understood`, with what became of its history, and of what was to come after it."""
    if isinstance(done.goal, PartsGoalDetails):
        return changed(here, done)
    return replace(understood(here, done), notice=done.message)


def named(one: GoalDocument | PartsGoalDetails) -> str:
    """`99 Woodcutting for Zezima`, `Weight 80 kg`, `Get fit`."""
    if isinstance(one, PartsGoalDetails):
        return parts_view.title(one)
    return title(one) if (character := whose(one)) is None else f"{title(one)} for {character}"


def switched(here: Visit, done: GoalChanged) -> View:
    """Paused, resumed, archived or removed, in one sentence."""
    return View(lead=f"{named(done.goal)}: {done.message}", tone=Tone.QUIET)


def removal(here: Visit, found: GoalDetails) -> View:
    one = found.goal
    if isinstance(one, PartsGoalDetails):
        what = f"This removes {parts_view.title(one)} and its feed, for good. What counts towards it stays."
        return question(REMOVE, one.id, f"Remove {parts_view.title(one)}?", what)
    return question(
        REMOVE,
        one.id,
        f"Remove {title(one)}?",
        f"This removes {named(one)} with all that it recorded, for good.",
        (ARCHIVE(one.id), " keeps it, out of sight."),
    )
