"""How version 1 answers: what is read says whether it has changed, and what is written can be sent twice."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from aiohttp import web

from bot.documents import kept_value
from bot.visit import Visit
from bot.web.http_api.cursors import is_paged, opened, with_next
from bot.web.http_api.fields import fields_of
from bot.web.http_api.problems import as_json
from bot.web.part import Route
from tracker.accounts.export import exact_json
from tracker.accounts.tokens import TokenScope
from tracker.idempotency import KeyedRequests, checked_key
from tracker.refusals import Refused

IDEMPOTENCY_KEY = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_PRIVATE = "private, no-cache"


async def answer(request: web.Request, route: Route, here: Visit) -> web.Response:
    fields = await fields_of(request)
    if route.method == "GET":
        return await _read(request, route, here, fields)
    reads = route.scope is TokenScope.READ  # a search can be done twice, and nothing is kept of what it found
    if reads or (key := request.headers.get(IDEMPOTENCY_KEY)) is None:
        return as_json((await route.do(here, route.ask.of(fields))).json_value())
    return await _once(route, here, fields, checked_key(key), request.path)


async def _read(request: web.Request, route: Route, here: Visit, fields: Mapping[str, Any]) -> web.Response:
    asked = opened(route, fields) if is_paged(route) else dict(fields)
    answered = (await route.do(here, route.ask.of(asked))).json_value()
    text = exact_json(with_next(route, asked, answered) if is_paged(route) else answered) + "\n"
    tag = hashlib.sha256(text.encode()).hexdigest()[:32]
    headers = {"ETag": f'W/"{tag}"', "Cache-Control": _PRIVATE}
    if any(one.value in {tag, "*"} for one in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    return web.Response(text=text, content_type="application/json", headers=headers)


async def _once(route: Route, here: Visit, fields: Mapping[str, Any], key: str, path: str) -> web.Response:
    """What is refused has done nothing, and is not kept. Of what fails, nobody knows whether it was done."""
    requests = KeyedRequests(here.services.table, here.services.clock)
    request = json.dumps([route.method, path, fields], sort_keys=True, default=str)
    person = here.person.id
    if (before := await requests.begin(person, key, request)) is not None:
        headers = {REPLAYED: "true", "Cache-Control": "no-store"}
        return web.Response(
            text=before.body, status=before.status, content_type="application/json", headers=headers
        )
    here = replace(here, occasion=f"key {hashlib.sha256(key.encode()).hexdigest()[:32]}")
    try:
        document = await route.do(here, route.ask.of(fields))
    except Refused:
        await requests.release(person, key)
        raise
    answered = as_json(document.json_value())
    await requests.end(person, key, answered.status, as_json(kept_value(document)).text or "")
    return answered
