"""Metrics on pages: the list, one with its year, numbers logged and corrected, and the forms."""

from collections.abc import Mapping
from typing import Any

from bot.metrics import requests, usecases, view
from bot.metrics.documents import MetricChanged, MetricDetails
from bot.metrics.over_time import OVER_TIME
from bot.view import Text
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.forms import ask_of
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.metrics.model import Aggregation, Direction, MetricStatus

METRICS, ONE = "/numbers", "/numbers/{metric}"
"""`/metrics` is for Prometheus."""
_CHOICES = {
    "direction": tuple((one.value.lower(), one.value.lower()) for one in Direction),
    "per_day": tuple((one.value, one.value) for one in Aggregation),
    "status": tuple((one.value.lower(), one.value.lower()) for one in MetricStatus),
    "outcome": (("yes", "yes"), ("no", "no")),
}
_LABELS = {
    "low": "Tell me below",
    "high": "Tell me above",
    "per_day": "Several logs of a day",
    "ask": "Ask me at",
    "fed": "Logged by itself from",
    "outcome": "Look for what moves it",
}
_NUMBER = {"value": "82.4, 181 lb, 7h30; a day can stand in it, too"}


async def preview(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What would be begun."""
    ask = ask_of(requests.AddMetric, said) if said.get("name", "").strip() else None
    return usecases.preview(here, ask) if isinstance(ask, requests.AddMetric) else None


async def preview_log(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What would be logged."""
    if not (value := said.get("value", "").strip()):
        return None
    return (await usecases.previewed_log(here, said["metric"]))(value)


def as_it_is(found: MetricDetails) -> dict[str, Any]:
    one = found.metric
    same = ("name", "unit", "target", "tolerance", "low", "high", "per_day", "area", "tags", "description")
    return {
        **{name: getattr(one, name) for name in same},
        "direction": one.direction.value.lower(),
        "status": one.status.value.lower(),
        "category": one.sub_category,
        "fed": one.fed_by,
        "ask": one.question and one.question.at,
        "question": one.question and one.question.text,
        "outcome": "yes" if one.outcome else "no",
    }


def page_of(done: MetricChanged) -> str:
    return f"{METRICS}/{done.metric.id}"


ADD = Form(
    "A new metric",
    "Begin",
    first=("name", "unit"),
    labels=_LABELS,
    hints={"name": "weight, hours slept, run (km)"},
    choices=_CHOICES,
    suggests={"area": own.areas},
    preview=preview,
)
EDIT = Form(
    "Change a metric",
    "Save",
    first=("name", "unit", "direction", "target"),
    labels=_LABELS,
    choices=_CHOICES,
    suggests={"area": own.areas},
    filled=filled_by(usecases.show, requests.ShowMetric, as_it_is),
)
LOG = Form("Log a number", "Log", first=("value", "note", "at"), hints=_NUMBER, preview=preview_log)
CORRECT = Form(
    "Correct a number",
    "Correct",
    first=("value", "note", "log"),
    labels={"log": "Which log"},
    hints={
        **_NUMBER,
        "log": "Its day or its time: yesterday, monday 7:30. The newest unless you say",
    },
)
ABOUT = ("metric",)


PAGES = PagesPart(
    menu=(MenuEntry("Metrics", METRICS, "m", "metrics", rank=30),),
    pages=(
        Page(
            METRICS,
            requests.ListMetrics,
            usecases.list_metrics,
            view.metrics,
            fixed={"page": 0},
            usages=(view.EVERY,),
            links=(
                Link("New metric", f"{METRICS}/new", is_main=True),
                Link("With archived ones", f"{METRICS}?everything=true"),
            ),
        ),
        Page(
            ONE,
            requests.ShowMetric,
            usecases.show,
            view.details,
            shows=("metric",),
            over_time=OVER_TIME,
            links=(
                Link("Change", f"{ONE}/edit"),
                Link("Remove", f"{ONE}/remove"),
            ),
        ),
        Page(f"{ONE}/remove", requests.NameMetric, usecases.to_remove, view.removal),
    ),
    acts=(
        Act(
            f"{METRICS}/new",
            requests.AddMetric,
            usecases.add,
            view.changed,
            page_of,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(f"{ONE}/edit", requests.EditMetric, usecases.edit, view.changed, ONE, form=EDIT),
        Act(
            f"{ONE}/log",
            requests.LogMetric,
            usecases.log,
            view.logged,
            ONE,
            form=LOG,
            presses=(f"{view.CARD}:log", "log:metrics"),
            about=ABOUT,
        ),
        Act(
            f"{ONE}/correct",
            requests.CorrectMetric,
            usecases.correct,
            view.logged,
            ONE,
            form=CORRECT,
            presses=(f"{view.CARD}:correct",),
            about=ABOUT,
        ),
        Act(
            f"{ONE}/undo",
            requests.UndoMetric,
            usecases.undo,
            view.logged,
            ONE,
            presses=(f"{view.CARD}:undo",),
            about=ABOUT,
        ),
        Act(
            f"{ONE}/remove",
            requests.NameMetric,
            usecases.remove,
            view.removed,
            METRICS,
            presses=(f"yes:{view.REMOVE}",),
            about=ABOUT,
        ),
    ),
)
