"""docs/schema/ says what `--json` and `/api` really answer."""

import json
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import BaseModel

from bot.documents import Document
from bot.features import FEATURES
from bot.habits import documents as habits
from bot.rewards import documents as rewards
from bot.schema import documents_of, schema_of, write_schemas
from bot.servers import documents as servers
from bot.stats import documents as stats
from bot.web.part import Route
from tests.bot.cli.shell import Shell, shell_in
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.tracker.habits.logs import schedules
from tracker.accounts.export import exact_json
from tracker.store.sqlite import SqliteTable

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
DOCUMENTS = [one for feature in FEATURES for one in documents_of(feature)]


def test_the_files_are_those_that_the_code_makes(tmp_path: Path) -> None:
    write_schemas(tmp_path)

    made = {one.name: one.read_text("utf-8") for one in tmp_path.iterdir()}
    assert {one.name: one.read_text("utf-8") for one in FOLDER.glob("*.json")} == made, "run `make schema`"


def check(kind: type[Document], answer: object) -> None:
    """By its schema, and without any key that is not there."""
    validator(kind).validate(answer)


@cache
def validator(kind: type[Document]) -> Draft202012Validator:
    schema = {**schema_of("one", [kind]), "$ref": f"#/$defs/{kind.__name__}"}
    closed = json.loads(json.dumps(schema), object_hook=_closed)
    Draft202012Validator.check_schema(closed)
    return Draft202012Validator(closed, format_checker=FormatChecker())


def _closed(node: dict[str, Any]) -> dict[str, Any]:
    """A map says itself what its values are."""
    return {"additionalProperties": False, **node} if node.get("type") == "object" else node


# Whatever a document holds


MILLENNIUM = datetime(2000, 1, 1, tzinfo=UTC)
"""No instant in the table is before it."""
_PLAIN: Mapping[object, st.SearchStrategy[Any]] = {
    NoneType: st.none(),
    bool: st.booleans(),
    int: st.integers(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    datetime: st.integers(0, 10**9).map(lambda seconds: MILLENNIUM + timedelta(seconds=seconds)),
    time: st.times(),
}


def values(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any annotation
    """Anything that a field with this annotation may hold."""
    match get_origin(hint), get_args(hint):
        case (origin, arguments) if origin is Annotated:
            return values(arguments[0])
        case (origin, arguments) if origin in (Union, UnionType):
            return st.one_of(*map(values, arguments))
        case (origin, (name, held)) if origin in (dict, Mapping):
            return st.dictionaries(values(name), values(held), max_size=2)
        case (origin, arguments) if origin is tuple:
            return st.lists(values(arguments[0]), max_size=2).map(tuple)
        case (origin, arguments) if origin is Literal:
            return st.sampled_from(arguments)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    return documents(hint) if issubclass(hint, Document) else _schedules(hint)


def _schedules(kind: type[BaseModel]) -> st.SearchStrategy[Any]:
    return schedules().filter(lambda one: isinstance(one, kind))


@cache
def documents(kind: type[Document]) -> st.SearchStrategy[Document]:
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: values(hints[name]) for name in kind.model_fields}
    return st.fixed_dictionaries(fields).map(lambda found: kind.model_construct(**found))


@pytest.mark.parametrize("kind", DOCUMENTS, ids=lambda one: one.__name__)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_document_is_sent_as_its_schema_says(kind: type[Document], data: st.DataObject) -> None:
    sent = exact_json(data.draw(documents(kind)).json_value())

    check(kind, json.loads(sent, parse_float=Decimal))


# Over the wire


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def test_everything_that_can_be_looked_at_answers_by_its_schema(site: ApiSite) -> None:
    """Of all features, as far as nothing has to be named."""
    await site.habit("gym")
    await site.tells("gym")
    routes = [one for feature in FEATURES for one in getattr(feature.part("api"), "ROUTES", ())]

    for route in (one for one in routes if one.method == "GET" and not _names_something(one)):
        said = await site.gets(f"/api{route.path}")
        assert said.status == 200, route.path
        check(get_type_hints(route.do)["return"], said.document)


def _names_something(route: Route) -> bool:
    return "{" in route.path or any(one.is_required() for one in route.ask.model_fields.values())


CALLS: list[tuple[type[Document], str, dict[str, object]]] = [
    (habits.HabitChanged, "/api/habits", {"habit": "read 2.5 pages daily", "remind": "7:30"}),
    (habits.DayLogged, "/api/habits/read/complete", {"amount": 1.25, "note": "at last"}),
    (habits.DayLogged, "/api/habits/undo", {}),
    (habits.HabitSnoozed, "/api/habits/read/snooze", {}),
    (habits.TimeOff, "/api/habits/away", {"to": "tomorrow"}),
    (rewards.BoardMembership, "/api/leaderboard", {"name": "Ada"}),
]


async def test_what_is_done_is_answered_by_its_schema(site: ApiSite) -> None:
    for kind, path, body in CALLS:
        said = await site.posts(path, json=body)
        assert said.status == 200, said.document
        check(kind, said.document)


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncIterator[Shell]:
    async with shell_in(tmp_path) as opened:
        yield opened


COMMANDS: list[tuple[type[Document], tuple[str, ...]]] = [
    (habits.HabitChanged, ("habit", "add", "read 2.5 pages daily", "--remind", "7:30")),
    (habits.DayLogged, ("habit", "done", "read", "--amount", "1.25")),
    (habits.HabitList, ("habit", "list")),
    (habits.DayLogged, ("habit", "undo")),
    (rewards.PointsDocument, ("points",)),
    (rewards.AchievementList, ("achievements",)),
    (rewards.BoardMembership, ("leaderboard", "join", "Ada")),
    (rewards.BoardDocument, ("leaderboard", "show", "--span", "month")),
    (rewards.BoardMembership, ("leaderboard", "leave")),
    (servers.AnnouncementList, ("announce", "list")),
    (stats.StatsDocument, ("stats",)),
]


async def test_commands_answer_by_their_schema(shell: Shell) -> None:
    for kind, arguments in COMMANDS:
        check(kind, await shell.answer(*arguments))
