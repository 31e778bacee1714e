"""Habits on pages: the list, one with its year, what is said of a day, and the forms for new ones."""

from collections.abc import Mapping

from bot.habits import requests, usecases, view
from bot.habits.actions import CARD, DAY
from bot.habits.documents import HabitChanged, HabitDetails
from bot.habits.week_grid import week
from bot.view import Text
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.habits.model import HabitStatus, HabitType
from tracker.habits.words.wording import habit_text
from tracker.words import times_text

HABITS, ONE = "/habits", "/habits/{habit}"
_TEXTS = (
    "often", "area", "category", "trigger", "action", "reward", "friction_up", "friction_down", "description",
)  # fmt: skip
_TYPES = {"type": tuple((one.value, f"to {one.value}") for one in HabitType)}
_LABELS = {
    "remind": "Reminders",
    "fed": "Counted from",
    "friction_up": "Harder with",
    "friction_down": "Easier with",
}


async def new_habit(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What the words of a new habit mean."""
    words = said.get("habit", "").strip()
    return habit_text(await here.services.habits.sketch(here.person, words)) if words else None


async def other_words(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What a habit would become."""
    if not (words := said.get("new", "").strip()):
        return None
    habit = await here.services.habits.find(here.person.id, said["habit"])
    return f"Becomes {habit_text(await here.services.habits.sketch_edit(here.person, habit, words, {}))}"


async def as_it_is(here: Visit, said: Mapping[str, str]) -> dict[str, str]:
    found = (await usecases.show(here, requests.NameHabit(habit=said["habit"]))).habit
    return {
        **{name: getattr(found, name) or "" for name in _TEXTS},
        "remind": times_text(found.reminders) if found.reminders else "",
        "type": found.type.value,
        "tags": ", ".join(found.tags),
        "freezes": "on" if found.uses_freezes else "off",
        "skips": f"{found.skips_per_month}",
    }


def links_of_one(found: HabitDetails) -> tuple[Link, ...]:
    """Whoever is reminded of it can be reminded later, unless something is logged today."""
    one = found.habit
    is_asked = one.status is HabitStatus.ACTIVE and one.reminders and not (one.at_most or one.today.logged)
    return (
        Link("Log a day", f"{ONE}/log"),
        *((Link("Snooze", f"{ONE}/snooze", posts=True),) if is_asked else ()),
        Link("Change", f"{ONE}/edit"),
        Link("Share", "/shares/of/habit/{habit}"),
        Link("Archive", f"{ONE}/archive", posts=True),
        Link("Remove", f"{ONE}/remove"),
    )


def page_of(done: HabitChanged) -> str:
    return f"{HABITS}/{done.habit.id}"


ADD = Form(
    "A new habit",
    "Begin",
    first=("habit", "remind"),
    labels={"habit": "In your own words", **_LABELS},
    hints={"habit": "gym 3x a week, read 20 pages daily, run mon wed fri, no smoking"},
    choices=_TYPES,
    hidden=("often",),
    suggests={"area": own.areas},
    preview=new_habit,
)
EDIT = Form(
    "Change a habit",
    "Save",
    first=("new", "often", "remind"),
    labels={"new": "In other words", **_LABELS},
    hints={"new": "Only if its name or what it asks for changes: gym 4x a week, read 30 pages daily"},
    choices=_TYPES,
    suggests={"area": own.areas},
    filled=as_it_is,
    preview=other_words,
)
LOG = Form("Log a habit", "Log", first=("amount", "note", "day"))
AWAY = Form(
    "Take time off",
    "Save",
    first=("first", "last", "habit", "back"),
    labels={"first": "From", "last": "To", "habit": "Habit", "back": "These days are no time off after all"},
    hints={
        "first": "The first day: today, tomorrow, 1 march",
        "last": "The last day, included: in 2 weeks, sunday, 14 march",
        "habit": "Which one; empty for all of them",
    },
    suggests={"habit": own.habits},
)


LOGGED = (requests.CompleteDay, usecases.complete, view.logged, ONE)
SIMPLE = (
    ("skip", requests.SkipDay, usecases.skip, view.logged),
    ("undo", requests.UndoDay, usecases.undo, view.logged),
    ("snooze", requests.SnoozeHabit, usecases.snooze, view.snoozed),
    ("pause", requests.NameHabit, usecases.pause, view.changed),
    ("resume", requests.NameHabit, usecases.resume, view.changed),
)
"""What is done by a press alone."""
ON_DAY = ("habit", "day")


def _presses(act: str) -> tuple[str, ...]:
    return f"{DAY}:{act}", f"{CARD}:{act}"


PAGES = PagesPart(
    menu=(MenuEntry("Habits", HABITS, "h", "habits", rank=10),),
    pages=(
        Page(
            HABITS,
            requests.ListHabits,
            usecases.week,
            view.habits,
            fixed={"page": 0},
            template="habits.html",
            context=week,
            usages=(view.ALL,),
            links=(
                Link("New habit", f"{HABITS}/new", is_main=True),
                Link("Time off", f"{HABITS}/away"),
                Link("Archived", f"{HABITS}?archived=true"),
            ),
        ),
        Page(
            ONE,
            requests.NameHabit,
            usecases.show,
            view.on_page,
            shows=("habit",),
            links=links_of_one,
        ),
        Page(f"{ONE}/remove", requests.NameHabit, usecases.to_remove, view.removal),
    ),
    acts=(
        Act(
            f"{HABITS}/new",
            requests.AddHabit,
            usecases.add,
            view.changed,
            page_of,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditHabit, usecases.edit, view.changed, ONE, form=EDIT),
        Act(f"{ONE}/log", *LOGGED, form=LOG, presses=(*_presses("amount"), "log:habits"), about=ON_DAY),
        Act(f"{ONE}/done", *LOGGED, presses=_presses("done"), about=ON_DAY, waits=True),
        *(
            Act(f"{ONE}/{name}", ask, do, show, ONE, presses=_presses(name), about=ON_DAY)
            for name, ask, do, show in SIMPLE
        ),
        Act(f"{ONE}/archive", requests.NameHabit, usecases.archive, view.switched, HABITS),
        Act(
            f"{ONE}/remove",
            requests.NameHabit,
            usecases.remove,
            view.switched,
            HABITS,
            presses=(f"yes:{view.REMOVE}",),
            about=("habit",),
        ),
        Act(f"{HABITS}/away", requests.TakeTimeOff, usecases.take_time_off, view.time_off, HABITS, form=AWAY),
    ),
)
