"""Whatever an option of a slash command says, a page says: in a form, in its address, or by a link."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import getsource
from pkgutil import iter_modules
from types import ModuleType

from bot.documents import Ask
from bot.features import FEATURES
from bot.goals.requests import ListGoals
from bot.web.site.forms import inputs
from bot.web.site.part import Act, Form, Page
from bot.web.site.tables import Tables, names_in

LINK = "a link of the page says it"
EXCEPTIONS: Mapping[str, str] = {
    "ChangeDays.days": "of several at once, from a menu; pages tick each by itself",
    "AnswerEvening.mood": "buttons below the evening question; pages write an entry with a mood",
    "AnswerEvening.energy": "the same",
    "AnswerEvening.day": "the same",
    "NameBatch.batch": "what was too long for one message; pages show each of them whole",
    "RevokeToken.token": "pages name it by another request",
    "SayByMention.channel": "of a message on Discord",
    "SayByMention.message": "of a message on Discord",
    "ShowInChannel.channel": "pages take its id alone, by a request of their own",
    "ShowInChannel.channel_name": "Discord says it",
    "ShowInChannel.server_name": "Discord says it",
    "ShowGains.period": LINK,
    "ShowClan.period": LINK,
    "ShowClan.skill": "the form of another request asks for it: ShowOneOfClan",
    "ShowStandings.week": LINK,
    "ListGoals.archived": LINK,
    "ListGoals.character": "the list stands in groups, and a character has a page of its own",
    "ListHabits.archived": LINK,
    "ListOffers.all": LINK,
    "ListOffers.tag": LINK,
    "ListProjects.all": LINK,
    "ListRewards.all": LINK,
    "LookBack.period": LINK,
    "LookBack.shared": "for others to see the answer in a channel",
    "ShowHistory.before": LINK,
    "ShowLeaderboard.scope": "each board has a page",
    "ShowLeaderboard.span": LINK,
    "ShowPeriod.period": LINK,
    "ShowPeriod.back": LINK,
    "ShowTimeline.before": LINK,
    "EditTask.status": "buttons of the task",
}
"""What no form asks for, and why."""
ALWAYS = {"page", "limit", "exact"}
"""How much is shown, and what is meant by an id."""


def test_what_an_option_of_a_command_says_a_page_says() -> None:
    said, on_pages = _said_by_commands(), {*_said_on_pages()}
    missing = sorted(
        f"{ask.__name__}.{name}"
        for ask, names in said.items()
        for name in names - ALWAYS
        if not any(name == one and _is_like(ask, other) for other, one in on_pages)
    )
    assert [one for one in missing if one not in EXCEPTIONS] == [], (
        "no page says this; add it, or say why not"
    )
    assert [one for one in EXCEPTIONS if one not in missing] == [], "a page says this by now"


def test_the_comparison_sees_the_options_of_commands() -> None:
    said = _said_by_commands()
    assert len(said) > 100
    assert {"character", "archived"} <= said[ListGoals]


def _is_like(one: type[Ask], other: type[Ask]) -> bool:
    """A page may ask for more, or for less, than a command does."""
    return issubclass(one, other) or issubclass(other, one)


def _said_on_pages() -> Iterator[tuple[type[Ask], str]]:
    tables = Tables(FEATURES)
    for one in (*tables.pages, *tables.acts, *tables.files):
        form: Form | None = getattr(one, "form", None)
        asked = (
            [field.name for field in inputs(one, form, {})] if form and isinstance(one, Page | Act) else []
        )
        known = [*getattr(one, "fixed", {}), *getattr(one, "about", ())]
        for name in (*names_in(one.path), *known, *asked):
            yield one.ask, name


def _said_by_commands() -> dict[type[Ask], set[str]]:
    """The fields of requests that the modules of commands name where they make one."""
    found: dict[type[Ask], set[str]] = {}
    for module in _modules():
        for node in ast.walk(ast.parse(getsource(module))):
            if isinstance(node, ast.Call) and (ask := _asked(module, node.func)) is not None:
                found.setdefault(ask, set()).update(one.arg for one in node.keywords if one.arg)
    return found


def _asked(module: ModuleType, called: ast.expr) -> type[Ask] | None:
    match called:
        case ast.Name(id=name):
            found = getattr(module, name, None)
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            found = getattr(getattr(module, owner, None), name, None)
        case _:
            return None
    return found if isinstance(found, type) and issubclass(found, Ask) else None


def _modules() -> Iterator[ModuleType]:
    for feature in FEATURES:
        package = import_module(feature.folder)
        for one in iter_modules(package.__path__, f"{feature.folder}."):
            if one.name.rpartition(".")[2].startswith("slash"):
                yield import_module(one.name)
