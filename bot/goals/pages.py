"""Goals on pages: the list, one with its chart and its history, gains, and the forms."""

from collections.abc import Mapping
from typing import Any

from bot.goal_parts.requests import LinkPart, NamePart, PartsOptions, Tick
from bot.goals import gains_usecases, gains_view, lists_view, requests, usecases, view
from bot.goals.ahead import ahead
from bot.goals.documents import GoalChanged, GoalDetails, GoalDocument
from bot.goals.part_names import PARTS
from bot.goals.previews import preview, preview_edit
from bot.goals.series import series
from bot.view import Text
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.forms import ask_of
from bot.web.site.part import Act, Form, Link, MenuEntry, OverTime, Page, PagesPart
from tracker.goals.composite.model import TimeHorizon
from tracker.goals.composite.words import PRIORITIES, SAID
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period
from tracker.readings import Number

GOALS, ONE, GAINS = "/goals", "/goals/{goal}", "/gains"
EXACT = {"exact": True}
_CHOICES = {
    "frequency": (
        (Frequency.DAILY.value, "every day"),
        (Frequency.WEEKLY.value, "on Mondays"),
        (Frequency.MILESTONES.value, "at milestones"),
        (Frequency.EVERY_CHANGE.value, "at every change"),
        (Frequency.OFF.value, "never"),
    ),
    "status": tuple((one.value, one.value.lower()) for one in SAID),
    "horizon": tuple((one.value, one.value.lower()) for one in TimeHorizon),
    "priority": tuple((one, one) for one in PRIORITIES),
}
_BY = "A day: 1 march, in 6 weeks. Empty for no date"
_LABELS = {"by": "Until when", "frequency": "How often to tell you", "channel": "Where to tell you first"}


async def preview_new(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What would be set."""
    ask = ask_of(requests.AddGoal, said)
    return await preview(here, ask) if isinstance(ask, requests.AddGoal) else None


async def preview_other(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What a goal would become."""
    words = said.get("new", "").strip()
    return await preview_edit(here, said["goal"], words, said.get("by") or None) if words else None


def as_it_is(found: GoalDetails) -> dict[str, Any]:
    one = found.goal
    if isinstance(one, GoalDocument):
        return {"by": one.due, "frequency": one.frequency, "channel": one.channel}
    return {
        "by": one.target_date,
        "title": one.title,
        "area": one.area,
        "category": one.sub_category,
        "description": one.description,
        "notes": one.notes,
        "tags": one.tags,
        "horizon": one.time_horizon,
        "priority": one.priority,
    }


def target_of(found: GoalDetails) -> Number | None:
    """In the unit of what is recorded: for a level, xp."""
    one = found.goal
    if not isinstance(one, GoalDocument):
        return None
    return one.target if one.target_xp is None else one.target_xp


def page_of(done: GoalChanged) -> str:
    return f"{GOALS}/{done.goal.id}"


ADD = Form(
    "A new goal",
    "Set it",
    first=("goal", "by", "character"),
    labels={"goal": "In your own words", "title": "Or a title", **_LABELS},
    hints={
        "goal": "99 wc by 1 march, 500 zulrah kc, base 70",
        "character": "Whose it is, if you follow several",
    },
    choices=_CHOICES,
    suggests={"character": own.characters, "area": own.areas, "parent": own.goals_of_parts},
    preview=preview_new,
)
EDIT = Form(
    "Change a goal",
    "Save",
    first=("new", "by", "frequency"),
    labels={"new": "In other words", **_LABELS},
    hints={"new": "Only if what it asks for changes: 200m, 99 by 1 march, 50k/day", "by": _BY},
    choices=_CHOICES,
    hidden=("progress", *PartsOptions.model_fields),
    filled=filled_by(usecases.show, requests.NameGoal, as_it_is),
    preview=preview_other,
)
EDIT_PARTS = Form(
    "Change a goal",
    "Save",
    first=("title", "by", "description", "status"),
    labels={"category": "Part of that area", **_LABELS},
    hints={
        "title": "What it is called",
        "by": _BY,
        "area": "A part of your life: health",
        "category": "Running",
        "description": "What it is about",
        "notes": "Anything else",
        "horizon": "",
        "priority": "P1 is the highest",
        "status": "Whether it is on track is worked out from its parts",
        "tags": "Words to find it by",
        "weights": "What counts how much: criteria 50, tasks 50",
        "parent": "The goal above it",
        "progress": "How far it is in your own view, until a part moves: 60 %",
    },
    choices=_CHOICES,
    hidden=("new", "frequency", "channel"),
    unsaid="as it is",
    suggests={"area": own.areas, "parent": own.goals_of_parts},
    filled=filled_by(usecases.show, requests.NameGoal, as_it_is),
)
LINK = Form(
    "Let something count towards it",
    "Save",
    first=("task", "metric", "target", "habit", "criterion", "by", "place"),
    suggests={"task": own.open_tasks, "metric": own.metrics, "habit": own.habits},
)
UNLINK = Form("Take a part out", "Save", first=("task", "metric", "habit", "criterion"), suggests=PARTS)
TICK = Form(
    "Tick a criterion",
    "Save",
    first=("criterion", "undo"),
    hints={"criterion": "Its number, or how it begins"},
    suggests={"criterion": PARTS["criterion"]},
)
TURNS = (("pause", usecases.pause), ("resume", usecases.resume))
ABOUT = ("character", "goal")
OF_DAYS = Form(
    "What moved in other days",
    "Show it",
    first=("first", "last", "character", "goal"),
    labels={"first": "From", "last": "To", "goal": "One goal"},
    hints={"goal": "Only this one"},
    suggests={"character": own.characters},
    hidden=("period",),
)
SHARE = Link("Share", "/shares/of/goal/{goal}")


def links_of(found: GoalDetails) -> tuple[Link, ...]:
    """A goal of parts has no values of its own."""
    remove = Link("Remove", f"{ONE}/remove")
    if isinstance(found.goal, GoalDocument):
        change, archive = Link("Change", f"{ONE}/edit"), Link("Archive", f"{ONE}/archive", posts=True)
        return change, Link("History", f"{ONE}/history"), SHARE, archive, remove
    change = Link("Change", f"{ONE}/parts/edit")
    parts = (
        Link("Add a part", f"{ONE}/link"),
        Link("Tick", f"{ONE}/tick"),
        Link("Take a part out", f"{ONE}/unlink"),
    )
    return (change, *parts, SHARE, remove)


PAGES = PagesPart(
    menu=(
        MenuEntry("Goals", GOALS, "o", "goals", rank=15),
        MenuEntry("Gains", GAINS, "a", "numbers", rank=40),
    ),
    pages=(
        Page(
            GOALS,
            requests.ListGoals,
            usecases.glance,
            lists_view.goals,
            fixed={"page": 0},
            usages=(view.ALL,),
            links=(
                Link("New goal", f"{GOALS}/new", is_main=True),
                Link("With archived ones", f"{GOALS}?archived=true"),
            ),
        ),
        Page(
            ONE,
            requests.NameGoal,
            usecases.show,
            view.goal,
            fixed=EXACT,
            shows=("goal",),
            links=links_of,
            over_time=OverTime(
                requests.ShowGoalSeries,
                series,
                target_of,
                ahead,
            ),
        ),
        Page(f"{ONE}/remove", requests.NameGoal, usecases.show, view.removal, fixed=EXACT),
        Page(
            f"{ONE}/history",
            requests.ShowHistory,
            usecases.history,
            gains_view.history,
            fixed={"limit": 100},
        ),
        Page(
            "/characters/{character}",
            requests.ShowGains,
            gains_usecases.gains,
            gains_view.gains,
            fixed={"page": 0, "exact": True},
            shows=("name",),
            links=(
                Link("New goal", f"{GOALS}/new", is_main=True),
                Link("Rename", "/characters/{character}/rename"),
                Link("Remove", "/characters/{character}/remove"),
            ),
        ),
        Page(
            GAINS,
            requests.ShowGains,
            gains_usecases.gains,
            gains_view.gains,
            fixed={"page": 0},
            links=(
                *(
                    Link(words.capitalize(), f"{GAINS}?period={one.value}")
                    for one, words in gains_view.PERIODS.items()
                    if one is not Period.ALL_TIME
                ),
                Link("Other days", f"{GAINS}/of"),
            ),
        ),
        Page(
            f"{GAINS}/of",
            requests.ShowGainsOfDays,
            gains_usecases.gains,
            gains_view.gains,
            fixed={"page": 0},
            links=(Link("Other days", f"{GAINS}/of"),),
            form=OF_DAYS,
        ),
    ),
    acts=(
        Act(
            f"{GOALS}/new",
            requests.AddGoal,
            usecases.add,
            view.changed,
            page_of,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditGoal, usecases.edit, view.changed, ONE, form=EDIT),
        Act(f"{ONE}/parts/edit", requests.EditGoal, usecases.edit, view.changed, ONE, form=EDIT_PARTS),
        Act(f"{ONE}/link", LinkPart, usecases.link, view.changed, ONE, form=LINK),
        Act(f"{ONE}/unlink", NamePart, usecases.unlink, view.changed, ONE, form=UNLINK),
        Act(f"{ONE}/tick", Tick, usecases.tick, view.changed, ONE, form=TICK),
        *(
            Act(
                f"{ONE}/{name}",
                requests.NameGoal,
                do,
                view.changed,
                ONE,
                fixed=EXACT,
                presses=(f"goal:{name}",),
                about=ABOUT,
            )
            for name, do in TURNS
        ),
        Act(f"{ONE}/archive", requests.NameGoal, usecases.archive, view.switched, GOALS, fixed=EXACT),
        Act(
            f"{ONE}/remove",
            requests.NameGoal,
            usecases.remove,
            view.switched,
            GOALS,
            fixed=EXACT,
            presses=(f"yes:{view.REMOVE}",),
            about=("goal",),
        ),
    ),
)
