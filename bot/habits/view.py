"""Habits as people read them, on any front end."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from shlex import quote

from bot.habits.actions import card_actions, first_actions, further_actions
from bot.habits.documents import (
    WEEKDAYS,
    DayLogged,
    DaysLogged,
    FromTo,
    HabitChanged,
    HabitDetails,
    HabitDocument,
    HabitHistory,
    HabitList,
    HabitRef,
    HabitSnoozed,
    TimeOff,
)
from bot.habits.looks import DAY_LOOKS, LATER, NOTED, UNDONE, look_of
from bot.habits.picture import draw_habit
from bot.habits.weeks import notes, weeks
from bot.names import NAME, TITLE, UNIT, cut_short, plain_line, shown_name, tags_text
from bot.view import (
    At,
    Bar,
    Chart,
    Column,
    Fact,
    On,
    Paging,
    Row,
    Symbol,
    Text,
    Usage,
    View,
    joined,
    list_view,
    question,
)
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.habits.model import HabitStatus
from tracker.habits.states import DayState
from tracker.habits.streaks import MOST_FREEZES
from tracker.tones import Tone
from tracker.words import count_of, every_weekday, in_full, people, some_of, times_text

ALL = Usage("/habit list", "habits", "questlog habit list")
ADD = Usage("/habit add habit:{}", "add habit {}", "questlog habit add {}")
ARCHIVE = Usage("/habit archive", "archive", "questlog habit archive")
DONE = Usage("/habit done habit:{}", "{}", "questlog habit done {}")
EDIT = Usage("/habit edit habit:{}", None, "questlog habit edit {}")

REMOVE, LIST, ARCHIVED = "remove-habit", "habits", "archived"

_ENOUGH = 7
"""Days after which it says something on which of them it is done most often."""
_MOST_HOLIDAYS = 2
_MOST_GOALS = 3
_MOST_NAMES = 12
_NOTE = 120
"""The most letters that are shown of each part of a plan."""

# Lists

COLUMNS = (
    Column("today"),
    Column("period", below=True),
    Column("streak"),
    Column("longest", brief=False, below=True),
    Column("strength", brief=False),
)


def habits(here: Visit, found: HabitList) -> View:
    if not found.habits:
        return _nothing_archived() if found.archived else no_habits()
    paging = Paging(LIST, found.page, found.pages, ARCHIVED if found.archived else "")
    title = "Archived habits" if found.archived else "Your habits"
    rows = [row(one) for one in found.habits]
    return list_view(title, "habit", total=found.total, columns=COLUMNS, rows=rows, paging=paging)


def no_habits() -> View:
    return View(
        title="No habits yet",
        empty=True,
        lead=("You have no habits yet. Begin one in your own words: ", ADD("gym 3x a week")),
        hints=["Or: read 20 pages daily, run mon wed fri, no smoking."],
    )


def _nothing_archived() -> View:
    return View(title="Nothing is archived", hints=[(ARCHIVE(), " puts a habit away with its history.")])


def row(habit: HabitDocument) -> Row:
    longest = habit.streak.longest > habit.streak.current
    return Row(
        habit.id,
        shown_name(habit.name, NAME),
        (
            *now(habit),
            streak(habit),
            count_of(habit.streak.longest, habit.streak.unit) if longest else None,
            (Bar(habit.strength), f" {round(habit.strength)} %"),
        ),
        subtitle=habit.wanted,
        **look_of(habit)._asdict(),
    )


def now(habit: HabitDocument) -> tuple[str, str | None]:
    """What today is, and the week or month."""
    if habit.status is not HabitStatus.ACTIVE:
        return habit.status.value, None
    return habit.today.text, habit.period and habit.period.text


def streak(habit: HabitDocument) -> Text | None:
    return (Symbol("\N{FIRE}"), habit.streak.text) if habit.streak.text else None


# One habit


def habit(here: Visit, shown: HabitDetails, *, notice: Text | None = None, drawn: bool = True) -> View:
    """Everything about one, with its year as a picture."""
    one = shown.habit
    look = look_of(one)
    return View(
        title=shown_name(one.name),
        id=one.id,
        subtitle=cut_short(one.wanted, TITLE),
        notice=notice,
        tone=look.tone,
        sign=look.sign,
        lead=(Symbol(look.symbol), *joined(*now(one))),
        facts=[[*_numbers(one, shown.skips_left)], [*_plans(here, one, shown.goal_titles)]],
        footer=joined(f"a habit to {one.type.value}", _area(one), ("since ", On(one.began))),
        actions=card_actions(one),
        chart=Chart("habit", partial(draw_habit, person=here.person, habit_id=one.id)) if drawn else None,
    )


def history(here: Visit, shown: HabitHistory) -> View:
    """The same in letters, where the picture is a file."""
    found = habit(here, shown)
    return replace(found, facts=[*found.facts, [*weeks(shown)], [*notes(shown)]])


def with_notes(here: Visit, shown: HabitHistory, *, notice: Text | None = None, drawn: bool = True) -> View:
    """With the notes of the last days, which are for the person alone."""
    found = habit(here, shown, notice=notice, drawn=drawn)
    noted = [*notes(shown)]
    return replace(found, facts=[*found.facts, noted]) if noted else found


def on_page(here: Visit, shown: HabitHistory) -> View:
    """All of it: the picture, the last weeks in letters, and the notes."""
    return history(here, shown)


def changed(here: Visit, done: HabitChanged) -> View:
    """What became of it."""
    return habit(here, done, notice=done.message, drawn=False)


def _numbers(one: HabitDocument, skips_left: int) -> Iterator[Fact]:
    current, longest, unit = one.streak.current, one.streak.longest, one.streak.unit
    brief, record = one.streak.text or "no streak yet", f"longest {count_of(longest, unit)}"
    if longest > current:
        yield Fact("Streak", joined(streak(one) or "none now", record), f"{brief}, {record}")
    else:
        so_far = "the longest so far" if current > 1 else None
        yield Fact("Streak", joined(streak(one) or "none now", so_far), brief)
    percent = f"{round(one.strength)} %"
    yield Fact("Strength", (Bar(one.strength), f" {percent}"), f"strength {percent}")
    if one.rate is not None:
        yield Fact(
            "Kept", f"{people(one.kept)} of {count_of(one.kept + one.missed, unit)}, {round(one.rate)} %"
        )
    if one.days_done:
        often = one.best_weekday if one.days_done >= _ENOUGH else None
        best = often and f"most often on {every_weekday(WEEKDAYS.index(often))}"
        yield Fact("Done", joined(f"on {count_of(one.days_done, 'day')}", best))
    if not one.at_most:  # a slip is not saved
        saved = f"{one.freezes} of {MOST_FREEZES}, used when you miss a day"
        yield Fact("Freezes", saved if one.uses_freezes else "switched off")
    yield Fact("Skips", f"{skips_left} of {one.skips_per_month} left this month")


def _plans(here: Visit, one: HabitDocument, goals: tuple[str, ...]) -> Iterator[Fact]:
    if one.description:
        yield Fact("About", cut_short(one.description, _NOTE))
    reminders = times_text(one.reminders) if one.reminders else "none"
    yield Fact("Reminders", reminders, f"reminders at {reminders}" if one.reminders else None)
    steps = [cut_short(step, _NOTE) for step in (one.trigger, one.action, one.reward) if step]
    if steps:
        yield Fact("Plan", " \N{RIGHTWARDS ARROW} ".join(steps))
    if one.friction_up:
        yield Fact("Harder with", cut_short(one.friction_up, _NOTE))
    if one.friction_down:
        yield Fact("Easier with", cut_short(one.friction_down, _NOTE))
    if one.fed_by:
        yield Fact("Counted from", cut_short(one.fed_by, TITLE))
    if one.tags:
        yield Fact("Tags", tags_text(one.tags))
    if goals:
        yield Fact("For", ", ".join(cut_short(goal, TITLE) for goal in goals[:_MOST_GOALS]))
    if coming := [time_off for time_off in one.away if time_off.last and time_off.last >= here.today]:
        more = len(coming) - _MOST_HOLIDAYS
        shown = (_days(one) for one in coming[:_MOST_HOLIDAYS])
        yield Fact("Away", joined(*shown, f"and {more} more" if more > 0 else None, by=", "))


def _days(time_off: FromTo) -> Text:
    first, last = time_off.first, time_off.last
    return (On(first),) if last is None or first == last else (On(first), " to ", On(last))


def _area(one: HabitDocument) -> str:
    return " / ".join(cut_short(part, NAME) for part in (one.area, one.category) if part)


def how_much(one: HabitRef) -> str:
    """`How many pages?`."""
    unit = plain_line(one.unit or "", UNIT)
    return f"How many {unit}?" if unit else "How much?"


# What has happened


def logged(here: Visit, done: DayLogged) -> View:
    """What was said of a day, and what can be said next."""
    if done.undone:
        look, actions = UNDONE, first_actions(done.habit, done.day, later=done.is_today)
    else:
        noted = done.habit.at_most and done.state is not DayState.SKIPPED
        look = NOTED if noted else DAY_LOOKS[done.state]
        actions = further_actions(done.habit, done.day, done.state)
    # Elsewhere it was typed in the line above.
    facts = [[Fact("Note", done.note)]] if done.note and here.front_end is FrontEnd.DISCORD else ()
    title = shown_name(done.habit.name)
    return View(title=title, lead=done.message, facts=facts, actions=actions, **look._asdict())


def shared_log(here: Visit, done: DayLogged) -> View:
    """A note is for the person alone."""
    return logged(here, done.model_copy(update={"note": None}))


def several_logged(here: Visit, done: DaysLogged) -> View:
    return View(lead=done.message)


def snoozed(here: Visit, done: HabitSnoozed) -> View:
    lead = ("I remind you again at ", At(done.until, "time"), ", if it is not done by then.")
    actions = first_actions(done.habit, done.day, later=True)
    return View(title=shown_name(done.habit.name), lead=lead, actions=actions, **LATER._asdict())


def removal(here: Visit, one: HabitRef) -> View:
    return question(
        REMOVE,
        one.id,
        f"Remove {shown_name(one.name)}?",
        "This removes the habit with all of its days, for good. Points and achievements stay yours.",
        (ARCHIVE(), " keeps it, out of sight."),
    )


def switched(here: Visit, done: HabitChanged) -> View:
    """Paused, resumed, archived or removed, in one sentence."""
    said = f"{done.message[:1].lower()}{done.message[1:]}"
    return View(lead=f"{shown_name(done.habit.name)} is {said}", tone=Tone.QUIET)


def time_off(here: Visit, done: TimeOff) -> View:
    first, last = done.first, done.last or done.first
    when = f"on {in_full(first)}" if first == last else f"from {in_full(first)} to {in_full(last)}"
    names = some_of([shown_name(one.name) for one in done.habits], _MOST_NAMES)
    if done.back:
        return View(lead=f"No time off {when}: {names}.")
    one, *others = done.habits
    whose = "--all" if others else quote(one.name.lower())
    back = Usage(cli=f"questlog habit away {whose} {first} {last} --back")
    hints = [("Not what you meant? ", back())] if here.front_end is FrontEnd.TERMINAL else []
    return View(lead=f"Nothing is expected {when}: {names}.", hints=hints)


def understood(here: Visit, done: HabitChanged) -> View:
    """What a habit that was just begun means, in sentences."""
    one, name = done.habit, done.habit.name.lower()
    when = "When it happens: " if one.at_most else "When it is done: "
    hints: list[Text] = ["Days you don't log count as kept."] if one.at_most else []
    hints += [(when, DONE(name), _to_say_how_much(one))] if one.began == here.today else []
    hints.append(("Not what you meant? ", EDIT(name), ' "NEW WORDS", or --often ... --remind ...'))
    return View(lead=f"{done.understood}.", hints=hints)


def understood_change(here: Visit, done: HabitChanged) -> View:
    return replace(understood(here, done), notice=done.message)


def _to_say_how_much(one: HabitDocument) -> str:
    if one.target is None:
        return ""
    if one.at_most:
        return " --amount 1"
    return ", or with --amount 1 for a part of it" if one.target > 1 else ""
