"""Whatever people can do, programs can: each use case of each feature has a route, or a reason why not."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

from bot.documents import Ask, Document
from bot.features import FEATURES
from bot.visit import Visit
from bot.web.http_api.serving import feature_routes

FRONT_ENDS = ("slash", "sms", "cli", "pages")
BECAUSE: Mapping[str, tuple[str, ...]] = {
    "only asks whether somebody is sure: over HTTP, to remove or to leave is one request": (
        "challenges.to_leave", "challenges.to_remove", "channels.to_remove", "characters.to_remove",
        "group_goals.to_leave", "group_goals.to_remove", "habits.to_remove", "logbook.to_remove",
        "metrics.to_remove", "projects.to_remove", "rooms.to_leave", "shop.to_remove", "tasks.to_remove",
    ),
    "gives a secret by which somebody gets in: a token must not become more than it is": (
        "accounts.invite", "sessions.new_link", "tokens.make",
    ),
    "is for whoever runs Questlog: their programs have /metrics, /readyz and the terminal": (
        "challenges.rebuild", "operator.show",
    ),
    "is what another one answers or does, as a page or a card of buttons wants it": (
        "challenges.overview", "challenges.status", "channels.linked", "channels.renew_browser",
        "group_goals.show_page", "habits.day_of", "habits.week", "logbook.answer_evening",
        "logbook.keep_asking", "logbook.stop_asking", "messages.show_together", "rooms.block_author",
        "servers.open_server",
    ),
}  # fmt: skip


def use_cases() -> Iterator[tuple[str, object]]:
    """Functions that take a visit and a request, and answer a document; by feature and name."""
    for feature in FEATURES:
        package = importlib.import_module(feature.folder)
        for found in pkgutil.iter_modules(package.__path__):
            if found.name.startswith(FRONT_ENDS):
                continue
            module = importlib.import_module(f"{feature.folder}.{found.name}")
            for name, one in vars(module).items():
                if (
                    not name.startswith("_")
                    and getattr(one, "__module__", "") == module.__name__
                    and _is_one(one)
                ):
                    yield f"{feature.folder.removeprefix('bot.')}.{name}", one


def _is_one(one: Any) -> bool:  # noqa: ANN401 - anything that a module has
    if not inspect.iscoroutinefunction(one):
        return False
    signature = inspect.signature(one)
    kinds = [
        _kind(one, text.annotation) for text in signature.parameters.values() if text.default is text.empty
    ]
    answer = _kind(one, signature.return_annotation)
    return len(kinds) == 2 and kinds[0] is Visit and _is(kinds[1], Ask) and _is(answer, Document)


def _kind(one: Any, annotation: Any) -> object:  # noqa: ANN401 - whatever stands there
    return one.__globals__.get(annotation) if isinstance(annotation, str) else annotation


def _is(kind: object, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def routed() -> set[object]:
    """Behind what is read first, and behind what is asked of Discord first."""
    every = [route.do for route in feature_routes(FEATURES)]
    return {getattr(one, "use", None) or inspect.unwrap(one) for one in every}


def test_there_are_many() -> None:
    assert len([*use_cases()]) > 200, "whoever looks for them has to find them"


def test_each_has_a_route_or_a_reason() -> None:
    there = routed()
    left = sorted(name for name, one in use_cases() if one not in there)
    assert left == sorted(name for names in BECAUSE.values() for name in names)
