"""The API as OpenAPI 3.1, made of the routes, what they ask and what they answer."""

import re
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias, cast, get_args

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from bot.documents import Document
from bot.schema import DIALECT, DocumentSchema
from bot.web.http_api.cursors import CURSOR, PAGE, is_paged
from bot.web.http_api.problems import PROBLEM, STATUSES, title_of
from bot.web.live.documents import HappeningDocument
from bot.web.part import Route
from bot.web.there import GUILD
from tracker.accounts.tokens import TokenScope

Schema: TypeAlias = dict[str, Any]

ABOUT = """All that you can do with Questlog, for programs: phone shortcuts, home automation, scripts.

Each request carries a token in its header `Authorization: Bearer qlt_…`; `questlog token new` makes one. Each
operation says which scope it takes: `read`, `tell` or `write`. Texts are as people write them: `yesterday`,
`read 20 pages daily`, `99 wc by 1 march`."""

_SCHEMAS = "#/components/schemas/{model}"
_IN_PATH = re.compile(r"{(\w+)}")
_NEXT: Schema = {
    "type": "object",
    "properties": {"next": {"type": ["string", "null"], "description": "The `cursor` of the page after it."}},
    "required": ["next"],
}
_IF_CHANGED = ("If-None-Match", "An ETag: answers 304 where nothing has changed since")
_ONCE = ("Idempotency-Key", "A text of your own: sent again with the same one, the request is not done twice")
_SERVER: Schema = {"description": "A server on Discord, by its id there"}
_ON_SERVER = (
    "Discord is asked at that moment who you are there. Refusals: 404 `no_such_server`, where you or "
    "Questlog are no member; 403 `not_manager`, where it takes the right Manage Server; "
    "503 `servers_unknown`, where Discord does not answer."
)
_WITH_BODY = frozenset({"POST", "PATCH"})
_TOKEN = "token"  # noqa: S105 - the name of a way in
_STATUSES = sorted(
    {
        *STATUSES.values(),
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.INTERNAL_SERVER_ERROR,
    }
)
_PROBLEMS: Schema = {str(one.value): {"$ref": f"#/components/responses/{one.name}"} for one in _STATUSES}


def openapi(routes: Sequence[Route], version: str, address: str = "/api/v1") -> Schema:
    """`address` is where the API is, as programs reach it."""
    answers = {route: answers_of(route) for route in routes}
    asks = dict.fromkeys(route.ask for route in routes)
    refs, schemas = _schemas(asks, [*(one for some in answers.values() for one in some), HappeningDocument])
    asked = {ask: schemas.pop(refs[ask].rpartition("/")[2]) for ask in asks}
    paths: dict[str, Schema] = {}
    for route in routes:
        made = _operation(route, asked[route.ask], [refs[one] for one in answers[route]])
        paths.setdefault(route.path, {})[route.method.lower()] = made
    paths["/events"] = {"get": _events()}
    return {
        "openapi": "3.1.0",
        "jsonSchemaDialect": DIALECT,
        "info": {"title": "Questlog", "version": version, "description": ABOUT},
        "servers": [{"url": address}],
        "tags": [{"name": name} for name in sorted({tag_of(path) for path in paths})],
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Problem": _problem()},
            "responses": {one.name: _refused(one) for one in _STATUSES},
            "securitySchemes": {
                _TOKEN: {"type": "http", "scheme": "bearer", "description": "From `questlog token new`."}
            },
        },
    }


def tag_of(path: str) -> str:
    return path.split("/")[1]


def answers_of(route: Route) -> tuple[type[Document], ...]:
    """One document, or one of several."""
    answer = route.do.__annotations__["return"]
    found = get_args(answer) or (answer,)
    return cast("tuple[type[Document], ...]", found)


def _schemas(
    asks: Iterable[type[BaseModel]], documents: Iterable[type[BaseModel]]
) -> tuple[dict[type[BaseModel], str], dict[str, Schema]]:
    """Where each stands, and all that stand anywhere. Those that are called alike have longer names."""
    wanted = [*_in_mode("validation", asks), *_in_mode("serialization", dict.fromkeys(documents))]
    places, found = models_json_schema(
        wanted, by_alias=True, ref_template=_SCHEMAS, schema_generator=DocumentSchema
    )
    return {one: places[one, mode]["$ref"] for one, mode in wanted}, found["$defs"]


def _in_mode(
    mode: JsonSchemaMode, models: Iterable[type[BaseModel]]
) -> Iterator[tuple[type[BaseModel], JsonSchemaMode]]:
    for one in models:
        yield one, mode


def _operation(route: Route, asked: Schema, answers: Sequence[str]) -> Schema:
    fields: dict[str, Schema] = asked.get("properties", {})
    in_path = _IN_PATH.findall(route.path)
    others = {name: one for name, one in fields.items() if name not in in_path}
    if is_paged(route):
        others.pop(PAGE, None)
        others[CURSOR] = {"type": "string", "description": "The `next` of the page before"}
    required = [name for name in asked.get("required", ()) if name in others]
    parameters = [_in_path(name, _SERVER if name == GUILD else fields.get(name, {})) for name in in_path]
    made: Schema = {
        "operationId": f"{route.method.lower()}_{'_'.join(re.findall('[a-z]+', route.path))}",
        "summary": summary_of(route),
        "tags": [tag_of(route.path)],
        "security": [{_TOKEN: [route.scope.value]}],
    }
    if GUILD in in_path:
        made["description"] = _ON_SERVER
    if route.method in _WITH_BODY and others:
        body = {
            "type": "object",
            "properties": others,
            "required": required,
            "additionalProperties": False,
        }
        made["requestBody"] = {"required": bool(required), "content": {"application/json": {"schema": body}}}
    elif route.method not in _WITH_BODY:
        parameters += [_in_query(name, one, name in required) for name, one in others.items()]
    refs = [{"$ref": one} for one in answers]
    schema: Schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
    if is_paged(route):
        schema = {"allOf": [schema, _NEXT]}
    done = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    responses = {"200": done, **_PROBLEMS}
    if route.method == "GET":
        responses["304"] = {"description": "As it was when it had the ETag of If-None-Match."}
        parameters.append(_header(*_IF_CHANGED))
    elif route.scope is not TokenScope.READ:
        parameters.append(_header(*_ONCE))
    return {**made, "parameters": parameters, "responses": responses}


def _header(name: str, about: str) -> Schema:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "schema": {"type": "string"},
        "description": about,
    }


def summary_of(route: Route) -> str:
    """By what the use case is called: `complete`, `list_habits`."""
    return route.do.__name__.strip("_").replace("_", " ").capitalize()


def _in_path(name: str, field: Schema) -> Schema:
    schema = {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "schema": schema, **_described(field)}


def _in_query(name: str, field: Schema, required: bool) -> Schema:  # noqa: FBT001 - as the specification has it
    schema = {key: value for key, value in field.items() if key not in {"description", "default"}}
    if isinstance(schema.get("type"), list):
        schema["type"] = [one for one in schema["type"] if one != "null"]
    if "anyOf" in schema:
        schema["anyOf"] = [one for one in schema["anyOf"] if one != {"type": "null"}]
    return {"name": name, "in": "query", "required": required, "schema": schema, **_described(field)}


def _described(field: Schema) -> Schema:
    return {"description": field["description"]} if "description" in field else {}


def _events() -> Schema:
    text = "Server-sent events without an end; each has a HappeningDocument as its data."
    stream = {"description": text, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    known = {"schema": {"type": "string"}, "description": "The last event that is known."}
    return {
        "operationId": "get_events",
        "summary": "Follow along",
        "tags": ["events"],
        "security": [{_TOKEN: [TokenScope.READ.value]}],
        "parameters": [
            {"name": "after", "in": "query", "required": False, **known},
            {"name": "Last-Event-ID", "in": "header", "required": False, **known},
        ],
        "responses": {"200": stream, **_PROBLEMS},
    }


def _refused(status: HTTPStatus) -> Schema:
    schema = {"$ref": _SCHEMAS.format(model="Problem")}
    return {"description": f"{status.phrase}.", "content": {PROBLEM: {"schema": schema}}}


def _problem() -> Schema:
    text = {"type": "string"}
    suggestion = {
        "type": "object",
        "properties": {"label": text, "value": text},
        "required": ["label", "value"],
    }
    error = {
        "type": "object",
        "properties": {
            "code": {**text, "description": "What went wrong, for programs: it stays."},
            "message": {**text, "description": "A sentence for people, which may change."},
            "field": {**text, "description": "Which field it is about."},
            "suggestions": {"type": "array", "items": suggestion},
        },
        "required": ["code", "message"],
    }
    members = {
        "type": {**text, "format": "uri-reference"},
        "title": {**text, "examples": [title_of("no_such_habit")]},
        "status": {"type": "integer"},
        "detail": text,
        "instance": {**text, "format": "uri-reference"},
        "error": error,
    }
    return {"type": "object", "properties": members, "required": [*members], "description": "See RFC 9457."}
