"""`/api`: habits told by programs, such as phone shortcuts and home automation, each for one person.

A request carries the person's token; docs/api.md says how.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeAlias

import structlog
from aiohttp import web

from bot.services import Services
from bot.web.api_body import Wish, wish_of
from bot.web.api_dashboard import dashboard_document
from bot.web.api_problems import (
    Problem,
    as_json,
    no_token,
    problem_of,
    starting,
    store_down,
    too_often,
    unknown_token,
)
from bot.web.office import Office
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens
from tracker.dashboard import dashboard_of
from tracker.dates import parse_past_day
from tracker.habits.changing import Told
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit
from tracker.habits.watched import Watched, watch, watch_one
from tracker.habits.words.answers import already_text, told_text
from tracker.habits.words.wording import today_text
from tracker.limits import Limit, Limits
from tracker.refusals import Refused
from tracker.store.errors import StoreError
from tracker.store.values import Value

log = structlog.stdlib.get_logger(__name__)

VIA = "api"
CALLS = Limit("api", 60, timedelta(minutes=1))
"""So often a person's programs may ask."""

_BEARER = re.compile(r"bearer +(?P<token>[A-Za-z0-9._~+/-]+=*) *", re.IGNORECASE | re.ASCII)
_NO_AMOUNT = frozenset({"amount"})
_ONLY_A_DAY = frozenset({"amount", "note"})

Document: TypeAlias = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Call:
    """A request, and for whom it acts."""

    request: web.Request
    services: Services
    user: User

    @property
    def today(self) -> date:
        return self.services.habits.today(self.user)

    async def habit(self) -> Habit:
        """By its id or its name."""
        return await self.services.habits.find(self.user.id, self.request.match_info["habit"])

    def day(self, wish: Wish) -> date:
        return self.today if wish.day is None else parse_past_day(wish.day, self.today)

    async def watched(self, habit: Habit) -> Watched:
        now = self.services.clock().replace(microsecond=0)
        return await watch_one(self.services.table, self.user, habit, now)


Answering: TypeAlias = Callable[[Call], Awaitable[Document]]


async def list_habits(call: Call) -> Document:
    now = call.services.clock().replace(microsecond=0)
    found = await watch(call.services.table, call.user, now)
    return {"day": f"{call.today}", "habits": [_listed(one) for one in found]}


async def show_me(call: Call) -> Document:
    now = call.services.clock().replace(microsecond=0)
    found = await dashboard_of(call.services.table, call.user.id, now)
    return dashboard_document(found, [_listed(one) for one in found.habits])


async def complete(call: Call) -> Document:
    wish, habit = await wish_of(call.request), await call.habit()
    told = Told(call.day(wish), VIA, wish.amount, wish.note)
    changed = await call.services.habits.complete(call.user.id, habit.id, told)
    return _told(changed) if changed else await _already(call, habit, told.day)


async def skip(call: Call) -> Document:
    wish, habit = await wish_of(call.request, without=_NO_AMOUNT), await call.habit()
    told = Told(call.day(wish), VIA, note=wish.note)
    changed = await call.services.habits.skip(call.user.id, habit.id, told)
    return _told(changed) if changed else await _already(call, habit, told.day, skipped=True)


async def undo(call: Call) -> Document:
    wish, habit = await wish_of(call.request, without=_ONLY_A_DAY), await call.habit()
    return _told(await call.services.habits.undo(call.user.id, habit.id, call.day(wish)))


def _told(changed: DayChanged) -> Document:
    return {
        "habit": _named(changed.habit),
        "day": f"{changed.day}",
        "state": changed.state.value,
        "streak": changed.standing.current,
        "points": changed.points,
        "changed": True,
        "message": told_text(changed),
    }


async def _already(call: Call, habit: Habit, day: date, *, skipped: bool = False) -> Document:
    one = await call.watched(habit)
    return {
        "habit": _named(habit),
        "day": f"{day}",
        "state": one.state_of(day).value,
        "streak": one.standing().current,
        "points": 0,
        "changed": False,
        "message": already_text(habit, day, one.today, skipped=skipped),
    }


def _named(habit: Habit) -> Document:
    return {"id": habit.id, "name": habit.name}


def _listed(one: Watched) -> Document:
    entry = one.entries.get(one.today)
    return {
        **_named(one.habit),
        "due": one.is_due,
        "state": one.state_of(one.today).value,
        "amount": entry.amount if entry else None,
        "target": one.habit.amount,
        "unit": one.habit.unit,
        "streak": one.standing().current,
        "message": f"{one.habit.name}: {today_text(one)}",
    }


class Api:
    def __init__(self, office: Office) -> None:
        self._office = office

    def answering(self, answer: Answering) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answered(request: web.Request) -> web.Response:
            try:
                return as_json(await answer(await self._call(request)))
            except Problem as problem:
                return problem.response()
            except Refused as refused:
                return problem_of(refused).response()
            except StoreError as error:
                log.warning("api not answered", problem=str(error))
                return store_down().response()

        return answered

    async def _call(self, request: web.Request) -> Call:
        """Whose token it is, if they have not asked too often. Raises Problem."""
        services = self._services()
        person = await Tokens(services.table, services.clock).holder(_token(request))
        if person is None:
            raise unknown_token()
        limits = Limits(services.table, services.clock)
        if (until := await limits.take(CALLS, person)) is not None:
            raise too_often(until, limits.now())
        try:
            return Call(request, services, await services.accounts.get(person))
        except NoSuchUser:
            raise unknown_token() from None

    def _services(self) -> Services:
        try:
            return self._office.services()
        except web.HTTPServiceUnavailable:
            raise starting() from None


def _token(request: web.Request) -> str:
    """From its header only: what stands in an address is logged by everybody on the way."""
    given = request.headers.getall("Authorization", [])
    if not given:
        raise no_token()
    found = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
    if found is None:
        raise unknown_token()
    return found["token"]


def routes(office: Office) -> list[web.RouteDef]:
    api = Api(office)
    return [
        web.get("/api/me", api.answering(show_me)),
        web.get("/api/habits", api.answering(list_habits)),
        web.post("/api/habits/{habit}/complete", api.answering(complete)),
        web.post("/api/habits/{habit}/skip", api.answering(skip)),
        web.post("/api/habits/{habit}/undo", api.answering(undo)),
    ]
