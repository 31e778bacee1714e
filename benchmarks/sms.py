"""Inbound SMS: `goals` against a bare handler that only checks the signature, and many messages a second.

The web server runs in this process and the telephones in another, as Twilio does.
"""

import io
import statistics
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from aiohttp import web
from twilio.request_validator import RequestValidator

from benchmarks.measure import Limit, Measured
from benchmarks.population import DAYS, Settler, goals_by_date
from benchmarks.sms_phones import Order, Phones, Tally, phones
from bot.feature import rules_of
from bot.features import FEATURES
from bot.memory import set_aside
from bot.services import Services
from bot.sms.inbound import Inbound
from bot.sms.twiml import twiml
from bot.web.running import RunningServices
from bot.web.server import listening
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.fakes.phone import PATH, PUBLIC, SMS_SETTINGS, TOKEN
from tracker.clock import system_clock
from tracker.settings import Settings, WebSettings
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table

KNOWN, GOALS = 100, 8
"""Those who text again and again; each of the others texts once."""
ROUNDS, EACH = 7, 200
MOST_RATIO = 5.0
PER_SECOND, SECONDS = 200, 10
TEXTS = ["goals", "1", "today", "hi", "woodcutting"]
BARE = "/bare"

NUMBERS = [f"+1555010{number:04}" for number in range(KNOWN + ROUNDS * EACH)]


class Timed(NamedTuple):
    """How some messages went, and the milliseconds of work that each took here."""

    tally: Tally
    work: float


async def sms() -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with serving(Path(folder)) as url, phones() as there:
            print(f"{len(NUMBERS):,} phones of people with {GOALS} goals and {DAYS} days each", flush=True)
            found = [*await one_by_one(there, url), *await many(there, url)]
    for one in found:
        print(one, flush=True)
    return [*found]


async def one_by_one(there: Phones, url: str) -> list[Limit]:
    """The median of several rounds, with all sides next to each other, so that noise hits all of them."""
    known, bare = _order(url, PATH), _order(url, BARE)
    for order in (known, bare):
        await _answered(there, order)
    strangers = [NUMBERS[start : start + EACH] for start in range(KNOWN, len(NUMBERS), EACH)]
    rounds = [
        (
            await _answered(there, replace(known, phones=some)),
            await _answered(there, bare),
            await _answered(there, known),
        )
        for some in strangers
    ]
    news, empty, again = ([*side] for side in zip(*rounds, strict=True))
    print(_line("goals, by new people", news), flush=True)
    print(_line("goals, by known people", again), flush=True)
    print(_line("bare", empty), flush=True)
    return [
        _ratio("goals by SMS by people never seen before against a bare handler", news, empty, 50),
        _ratio("goals by SMS by people never seen before against a bare handler", news, empty, 99),
        _ratio("goals by SMS by known people against a bare handler", again, empty, 99),
    ]


def _ratio(name: str, ours: Sequence[Timed], bare: Sequence[Timed], percent: int) -> Limit:
    ratio = statistics.median(
        _p(one.tally.waits, percent) / _p(other.tally.waits, percent)
        for one, other in zip(ours, bare, strict=True)
    )
    return Limit(f"{name}, p{percent}", ratio, MOST_RATIO, "x")


async def many(there: Phones, url: str) -> list[Limit]:
    """They come when they come, whether or not those before are answered."""
    count = PER_SECOND * SECONDS
    order = replace(_order(url, PATH), texts=TEXTS, count=count, per_second=PER_SECOND)
    found = await _timed(there, order)
    print(_line(f"{PER_SECOND} a second for {SECONDS} s", [found]), flush=True)
    return [
        Limit(f"errors in {count:,} messages", found.tally.wrong, 0),
        Limit(f"{count:,} messages at {PER_SECOND} a second, p99", _p(found.tally.waits, 99), 1000, "ms"),
    ]


def _order(url: str, path: str) -> Order:
    return Order(url, path, TEXTS[:1], NUMBERS[:KNOWN], EACH)


async def _answered(there: Phones, order: Order) -> Timed:
    found = await _timed(there, order)
    assert (len(found.tally.waits), found.tally.wrong) == (order.count, 0), f"{found.tally.wrong}"
    return found


async def _timed(there: Phones, order: Order) -> Timed:
    began = time.process_time()
    tally = await there.text(order)
    return Timed(tally, (time.process_time() - began) * 1000 / order.count)


def _line(what: str, found: Sequence[Timed]) -> str:
    waits = [wait for one in found for wait in one.tally.waits]
    rate = statistics.median(len(one.tally.waits) / one.tally.seconds for one in found)
    work = statistics.median(one.work for one in found)
    times = f"p50 {_p(waits, 50):6.2f} ms  p99 {_p(waits, 99):6.2f} ms"
    return f"{what:<26} {times}  {rate:6,.0f}/s  work {work:5.2f} ms"


def _p(waits: Sequence[float], percent: int) -> float:
    return statistics.quantiles(waits, n=100)[percent - 1]


async def _bare(request: web.Request) -> web.Response:
    """What any webhook of Twilio has to do, and nothing else."""
    form = await request.post()
    signature = request.headers["X-Twilio-Signature"]
    if not RequestValidator(TOKEN).validate(PUBLIC + request.raw_path, form, signature):
        raise web.HTTPForbidden
    return web.Response(text=twiml("bare"), content_type="text/xml")


@asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[str]:
    """Questlog as `questlog run` has it, but for the ticks."""
    settings = Settings.model_validate(
        {
            "store": {"path": str(folder / "questlog.db")},
            "web": {"port": 0, "public_url": PUBLIC},
            "sms": {**SMS_SETTINGS, "monthly_budget": 0},
        }
    )
    running, app = RunningServices(), web.Application()
    app.add_routes([web.post(PATH, Inbound(running, FEATURES).receive), web.post(BARE, _bare)])
    async with (
        open_table(settings.store, clock=system_clock) as table,
        listening(app, WebSettings(port=0)) as url,
        open_context(
            settings, table, features=rules_of(FEATURES), out=io.StringIO(), pulse=Pulse(time.monotonic)
        ) as context,
        running.opened(services := Services.of(settings, context, FEATURES)),
    ):
        settler = Settler(services, IdentityKind.PHONE, "sms", "{}", goals_by_date(GOALS))
        for number in NUMBERS[:KNOWN]:
            await settler.settle(number)
        await settler.multiply(NUMBERS[KNOWN], NUMBERS[KNOWN + 1 :])
        with set_aside():
            yield url
