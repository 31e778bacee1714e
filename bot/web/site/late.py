"""Presses that may come late, and twice: of a browser that had no network when somebody ticked a thing off.

A press is carried out once, under the number of its form, and for whoever pressed it. A script that sends
what waited names that person, and is answered with data in place of a page.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from http import HTTPStatus

from aiohttp import web

from bot.visit import Visit
from bot.web.site.notice import Notice, unpacked
from bot.web.site.posted import occasion_of
from tracker.accounts.model import User
from tracker.idempotency import KeyedRequests
from tracker.refusals import Refused
from tracker.signing import hashed

PRESSED_BY = "X-Pressed-By"
KNOWN_FOR = timedelta(days=8)
"""A browser sends what waited for a week, and nothing that is older."""


class OtherPerson(Refused):
    """Somebody else has signed in on the device since."""

    code = "other_person"


def mark_of(person: User) -> str:
    """Who presses, as pages name them: nothing that leads to anybody."""
    return hashed("pressed-by", person.id)


def is_late(request: web.Request) -> bool:
    return PRESSED_BY in request.headers


def check_person(request: web.Request, here: Visit) -> None:
    """Raises OtherPerson."""
    if request.headers.get(PRESSED_BY, mark_of(here.person)) != mark_of(here.person):
        raise OtherPerson("Somebody else pressed this. It waits until they sign in.")


async def once(
    here: Visit, path: str, typed: Mapping[str, str], act: Callable[[], Awaitable[Notice]]
) -> Notice:
    """What was said the first time, where the press was carried out before. Raises Refused."""
    number, person = occasion_of(typed), here.person.id
    if number is None:
        return await act()
    requests = KeyedRequests(here.services.table, here.services.clock, KNOWN_FOR)
    before = await requests.begin(person, number, json.dumps([path, typed], sort_keys=True))
    if before is not None:
        return unpacked(before.body) or Notice("Done.")
    try:
        said = await act()
    except Refused:
        await requests.release(person, number)
        raise
    await requests.end(person, number, HTTPStatus.OK, said.packed())
    return said


def answered(said: Notice) -> web.Response:
    return _data(HTTPStatus.OK, text=said.text, tone=said.tone)


def refused(status: HTTPStatus, code: str, text: str) -> web.Response:
    return _data(status, code=code, text=text)


def _data(status: HTTPStatus, **said: str) -> web.Response:
    return web.json_response(said, status=status, headers={"Cache-Control": "no-store"})
