"""`GET /api/docs`: the API for people, made of its own description: a page of the site without scripts."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from bot.web.http_api.problems import PROBLEMS, STATUSES, every_own, title_of
from bot.web.site.guard import WITHOUT_SCRIPTS
from bot.web.site.place import Place
from bot.web.site.rendering import templates
from bot.web.site.scene import Frame
from tracker.frozen import frozen
from tracker.refusals import Refused

Schema: TypeAlias = Mapping[str, Any]

_OF_SERVER = re.compile(r"/servers/{\w+}/(?P<thing>[^/]+)")
HEADERS = {
    "Content-Security-Policy": WITHOUT_SCRIPTS,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@frozen
class ApiField:
    name: str
    place: str
    """`path`, `query`, `header` or `body`."""
    kind: str
    meaning: str


@frozen
class ApiOperation:
    method: str
    path: str
    """As programs reach it."""
    thing: str
    """Of which feature it is, where it is about a server on Discord: `challenges`; else empty."""
    summary: str
    about: str
    scope: str
    fields: tuple[ApiField, ...]
    answers: tuple[str, ...]
    """Names of documents; none for a stream of events."""


def docs_page(api: Schema, root: str) -> str:
    """`root` is what stands before every path that people see."""
    address = api["servers"][0]["url"]
    return (
        templates()
        .get_template("api.html")
        .render(
            frame=Frame(Place(root), PROBLEMS),
            about=api["info"]["description"].split("\n\n"),
            description=f"{address}/openapi.json",
            features=_by_feature(api, address),
            refusals=[(status, code, title_of(code)) for code, status in sorted(_codes().items())],
        )
    )


def _by_feature(api: Schema, address: str) -> dict[str, list[ApiOperation]]:
    found: dict[str, list[ApiOperation]] = {one["name"]: [] for one in api["tags"]}
    for path, methods in api["paths"].items():
        of_server = _OF_SERVER.match(path)
        thing = of_server["thing"] if of_server and of_server["thing"] in found else ""
        for method, one in methods.items():
            [feature] = one["tags"]
            found[feature].append(_operation(method, f"{address}{path}", thing, one))
    return found


def _operation(method: str, path: str, thing: str, one: Schema) -> ApiOperation:
    [scope] = one["security"][0].values()
    return ApiOperation(
        method=method.upper(),
        path=path,
        thing=thing,
        summary=one["summary"],
        about=one.get("description", ""),
        scope=scope[0],
        fields=(
            *(_field(field["name"], field["in"], field, field["schema"]) for field in one["parameters"]),
            *(_field(name, "body", field, field) for name, field in _body(one).items()),
        ),
        answers=tuple(_answers(one)),
    )


def _field(name: str, place: str, field: Schema, schema: Schema) -> ApiField:
    return ApiField(name, place, _kind(schema), field.get("description", ""))


def _body(one: Schema) -> Schema:
    content = one.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {}).get("properties", {})


def _kind(schema: Schema) -> str:
    """A type in words: `string or number`."""
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kinds = schema.get("type", [])
    names = [kinds] if isinstance(kinds, str) else [*kinds]
    names += [_kind(one) for one in schema.get("anyOf", ())]
    return " or ".join(dict.fromkeys(one for one in names if one and one != "null"))


def _answers(one: Schema) -> Iterator[str]:
    for content in one["responses"]["200"]["content"].values():
        yield from _documents(content["schema"])


def _documents(schema: Schema) -> Iterator[str]:
    """One, one of several, or a page of it with what leads to the next."""
    if "$ref" in schema:
        yield _kind(schema)
    for one in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _documents(one)


def _codes() -> dict[str, int]:
    """Of every refusal that is known when the page is made, which is when all features are."""
    found = {one.code: one.status.value for one in every_own()}
    waiting = [*Refused.__subclasses__()]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        found[one.code] = STATUSES[one.reason].value
    return found
