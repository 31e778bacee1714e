"""Everything that can be done elsewhere can be done on pages: each use case of each feature, or a reason."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from inspect import iscoroutinefunction, ismodule, signature, unwrap
from pkgutil import iter_modules
from typing import Any

from bot.documents import Ask
from bot.features import FEATURES
from bot.visit import Visit
from bot.web.site.tables import Tables

SAME = "another shape of what a page shows: "
EXCEPTIONS: Mapping[str, str] = {
    "habits.list_habits": f"{SAME}habits.week",
    "habits.day_of": f"{SAME}habits.show",
    "habits.change_days": "of several at once, by numbers in a text message; pages tick each by itself",
    "habits.series": "the numbers of the picture that the page of a habit shows",
    "logbook.answer_evening": "the buttons of the evening question; pages write an entry with a mood",
    "logbook.keep_asking": "a button under the question; pages set its time",
    "logbook.stop_asking": "a button under the question; pages set its time",
    "today.glance": f"{SAME}today.today",
    "challenges.list_challenges": f"{SAME}challenges.overview",
    "challenges.status": f"{SAME}challenges.show",
    "challenges.join": f"{SAME}challenges.join_step_by_step",
    "challenges.rebuild": "for whoever runs it, at the terminal alone",
    "goals.list_goals": f"{SAME}goals.glance",
    "goals.preview": "stands below the forms of goals",
    "group_goals.show_page": f"{SAME}group_goals.show",
    "channels.linked": "the answer to an invitation, which is opened where it arrives",
    "messages.show_together": "what was too long for one message; pages show each of them whole",
    "sessions.new_link": "leads to where they are already; a page must not hand out sessions to others",
    "tokens.revoke": f"{SAME}tokens.revoke_named",
}
"""What no page does, and why."""


def _use_cases() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Of every module of a feature: what takes a visit and an ask."""
    for feature in FEATURES:
        package = import_module(feature.folder)
        for module in iter_modules(package.__path__, f"{feature.folder}."):
            for name, value in vars(import_module(module.name)).items():
                is_own = getattr(value, "__module__", "") == module.name and not name.startswith("_")
                if is_own and iscoroutinefunction(value) and _is_use_case(value):
                    yield f"{feature.folder.removeprefix('bot.')}.{name}", value


def _is_use_case(function: Callable[..., Any]) -> bool:
    kinds = [one.annotation for one in signature(function).parameters.values()]
    match kinds:
        case [visit, type() as ask]:
            return visit is Visit and issubclass(ask, Ask)
        case _:
            return False


def _reached() -> set[object]:
    tables = Tables(FEATURES)
    asked = [one.do for one in (*tables.pages, *tables.acts, *tables.files)]
    asked += [one.over_time.do for one in tables.pages if one.over_time is not None]
    return {function for one in asked for function in (one, *_called_by(one))}


def _called_by(function: Any) -> Iterator[object]:  # noqa: ANN401 - whatever a table names
    """A page may ask through a few lines of its own, or through what stands around a use case."""
    yield unwrap(function)
    if function.__module__.rpartition(".")[2].startswith("pages"):
        names = function.__code__.co_names
        called = (one for name in names if ismodule(one := function.__globals__.get(name)))
        yield from (vars(module)[name] for module in called for name in names if name in vars(module))


def test_whatever_can_be_done_elsewhere_can_be_done_on_pages() -> None:
    reached = _reached()
    missing = [name for name, use_case in _use_cases() if use_case not in reached and name not in EXCEPTIONS]
    assert missing == [], "no page does this; add one, or say why not"


def test_no_exception_is_out_of_date() -> None:
    reached, every = _reached(), dict(_use_cases())
    assert [name for name in EXCEPTIONS if name not in every] == [], "there is no such use case"
    assert [name for name in EXCEPTIONS if every[name] in reached] == [], "a page does this by now"


def test_the_comparison_sees_use_cases_of_every_feature_that_has_some() -> None:
    features = {name.partition(".")[0] for name, _ in _use_cases()}
    with_routes = {one.folder.removeprefix("bot.") for one in FEATURES if one.part("api") is not None}
    assert with_routes - features == set()
