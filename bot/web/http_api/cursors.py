"""Where a list goes on: a text that programs pass on as it is."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, TypeVar

from bot.documents import BadRequest, Json
from bot.web.part import Route
from tracker.refusals import Reason, Refused

CURSOR, PAGE, BEFORE, LIMIT, NEXT = "cursor", "page", "before", "limit", "next"

Value = TypeVar("Value")


class BadCursor(Refused):
    """It is none of this list."""

    code = "bad_cursor"
    reason = Reason.UNREADABLE


def is_paged(route: Route) -> bool:
    return route.method == "GET" and _place_in(route) is not None


def _place_in(route: Route) -> str | None:
    """The field that says which part of the list is meant: a number, or what is before it."""
    return next((one for one in (PAGE, BEFORE) if one in route.ask.model_fields), None)


def opened(route: Route, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with the page that a cursor stands for. Raises BadCursor, BadRequest."""
    if PAGE in fields:
        raise BadRequest("Here a list goes on by `cursor`, the `next` of the page before.", field=PAGE)
    others = {name: value for name, value in fields.items() if name != CURSOR}
    if CURSOR not in fields:
        return others
    try:
        path, place, limit = json.loads(urlsafe_b64decode(str(fields[CURSOR]).encode()))
    except (ValueError, TypeError, RecursionError):
        path, place, limit = "", None, None
    name = _place_in(route)
    fits = isinstance(place, int) and place >= 1 if name == PAGE else isinstance(place, str)
    if path != route.path or name is None or not fits:
        raise BadCursor("This cursor belongs to no list here. Begin without one.", field=CURSOR)
    asked = {LIMIT: limit} if limit is not None else {}
    return {**asked, **others, name: place}


def with_next(route: Route, fields: Mapping[str, Any], answer: dict[str, Json]) -> dict[str, Json]:
    """The answer with the cursor of the page after it; null where there is none."""
    following = _page_after(answer) if _place_in(route) == PAGE else answer.get(NEXT) or answer.get(BEFORE)
    if following is None:
        return {**answer, NEXT: None}
    written = json.dumps([route.path, following, fields.get(LIMIT)], default=str)
    return {**answer, NEXT: urlsafe_b64encode(written.encode()).decode()}


def _page_after(answer: Mapping[str, Json]) -> int | None:
    page, pages, more = answer.get(PAGE), answer.get("pages"), answer.get("more")
    following = page + 1 if isinstance(page, int) else 1
    is_last = not more if isinstance(more, bool) else not isinstance(pages, int) or following >= pages
    return None if is_last else following
