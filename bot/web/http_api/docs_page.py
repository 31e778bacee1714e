"""`GET /api/docs`: the API for people, made of its own description. It loads nothing, and has no script."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, TypeAlias

from bot.web.http_api.problems import STATUSES, every_own, title_of
from tracker.refusals import Refused

Schema: TypeAlias = Mapping[str, Any]

_STYLE = """
:root{color-scheme:light dark}
body{margin:0 auto;max-width:60rem;padding:1rem;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif}
code{font:.9em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
h2{margin-top:2.5rem;text-transform:capitalize}
summary{cursor:pointer;padding:.35rem 0}
details{border-bottom:1px solid #8884}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
th{font-weight:600}
nav a{margin-right:.75rem;display:inline-block;text-transform:capitalize}
.scope{opacity:.7}
@media (prefers-color-scheme:dark){
:root{background:#16181c;color:#eceef1}
a{color:#8ab4f8}a:visited{color:#c58af9}}
"""
_HASH = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def docs_page(api: Schema) -> str:
    info = api["info"]
    about = "".join(f"<p>{escape(one)}</p>" for one in info["description"].split("\n\n"))
    links = " ".join(f'<a href="#{escape(one["name"])}">{escape(one["name"])}</a>' for one in api["tags"])
    sections = "\n".join(_section(api, one["name"]) for one in api["tags"])
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Questlog: HTTP API</title><style>{_STYLE}</style></head>\n<body><main>"
        f"<h1>Questlog: HTTP API</h1>{about}"
        '<p><a href="v1/openapi.json">openapi.json</a> is the same for programs.</p>'
        f'<nav>{links} <a href="#refusals">refusals</a></nav>{sections}'
        f'<h2 id="refusals">Refusals</h2>{_refusals()}</main></body></html>\n'
    )


def _section(api: Schema, tag: str) -> str:
    shown = [
        _operation(api, path, method, one)
        for path, methods in api["paths"].items()
        for method, one in methods.items()
        if one["tags"] == [tag]
    ]
    return f'<h2 id="{escape(tag)}">{escape(tag)}</h2>\n' + "\n".join(shown)


def _operation(api: Schema, path: str, method: str, one: Schema) -> str:
    address = f"{method.upper()} {api['servers'][0]['url']}{path}"
    [scope] = one["security"][0].values()
    fields = [
        *(_row(field["name"], field["in"], field, field["schema"]) for field in one["parameters"]),
        *(_row(name, "body", field, field) for name, field in _body(one).items()),
    ]
    table = "<table><tr><th>field</th><th>in</th><th>is</th><th>means</th></tr>{}</table>"
    answers = " or ".join(f"<code>{escape(name)}</code>" for name in _answers(one))
    return (
        f"<details><summary><code>{escape(address)}</code> {escape(one['summary'])} "
        f'<span class="scope">{escape(scope[0])}</span></summary>'
        f"{table.format(''.join(fields)) if fields else ''}"
        f"<p>Answers {answers or 'text/event-stream'}.</p></details>"
    )


def _body(one: Schema) -> Schema:
    content = one.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {}).get("properties", {})


def _row(name: str, place: str, field: Schema, schema: Schema) -> str:
    cells = (
        f"<code>{escape(name)}</code>",
        place,
        escape(_kind(schema)),
        escape(field.get("description", "")),
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


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
        for schema in content["schema"].get("anyOf", [content["schema"]]):
            if "$ref" in schema:
                yield _kind(schema)


def _refusals() -> str:
    rows = (
        f'<tr id="{escape(code)}"><td>{status}</td><td><code>{escape(code)}</code></td>'
        f"<td>{escape(title_of(code))}</td></tr>"
        for code, status in sorted(_codes().items())
    )
    return f"<table><tr><th>status</th><th>code</th><th>means</th></tr>{''.join(rows)}</table>"


def _codes() -> dict[str, int]:
    """Of every refusal that is known when the page is made, which is when all features are."""
    found = {one.code: one.status.value for one in every_own()}
    waiting = [*Refused.__subclasses__()]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        found[one.code] = STATUSES[one.reason].value
    return found
