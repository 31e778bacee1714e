"""Inbound SMS: `goals` against a bare handler that only checks the signature, and many messages a second.

The web server runs in this process and the telephones in another, as Twilio does.
"""

import io
import statistics
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web
from twilio.request_validator import RequestValidator

from benchmarks.measure import Limit, Measured
from benchmarks.sms_phones import Order, Phones, Tally, phones
from bot.memory import set_aside
from bot.services import Services
from bot.sms.inbound import Inbound
from bot.sms.twiml import twiml
from bot.web.office import Office
from bot.web.server import listening
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.fakes.phone import PATH, PUBLIC, SMS_SETTINGS, TOKEN
from tracker.accounts.identity import identity
from tracker.clock import system_clock
from tracker.goals.characters.link import Link
from tracker.goals.games.game import game_of
from tracker.readings import Measure, Quantity, Reading
from tracker.settings import Settings, WebSettings
from tracker.store.keys import IdentityKind
from tracker.store.opening import open_table
from tracker.store.segments import Subject

PEOPLE, GOALS, DAYS = 100, 8, 42
ROUNDS, EACH = 7, 1000
MOST_RATIO = 5.0
PER_SECOND, SECONDS = 200, 10
TEXTS = ["goals", "1", "today", "hi", "woodcutting"]
BARE = "/bare"

NUMBERS = [f"+1555010{number:04}" for number in range(PEOPLE)]


async def sms() -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with serving(Path(folder)) as url, phones() as there:
            print(f"{PEOPLE} phones of people with {GOALS} goals and {DAYS} days of history each", flush=True)
            first = await _answered(there, _order(url, PATH, PEOPLE))
            print(_line("goals, the first time of each", [first]), flush=True)
            found = [await one_by_one(there, url), *await many(there, url)]
    for one in found:
        print(one, flush=True)
    return [*found]


async def one_by_one(there: Phones, url: str) -> Limit:
    """The median of several rounds, each with both sides next to each other, so that noise hits both."""
    ours, bare = _order(url, PATH, EACH), _order(url, BARE, EACH)
    for order in (ours, bare):
        await _answered(there, order)
    pairs = [(await _answered(there, ours), await _answered(there, bare)) for _ in range(ROUNDS)]
    print(_line("goals, one by one", [one for one, _ in pairs]), flush=True)
    print(_line("bare, one by one", [one for _, one in pairs]), flush=True)
    ratio = statistics.median(_p(one.waits, 99) / _p(other.waits, 99) for one, other in pairs)
    return Limit(f"goals by SMS with {GOALS} goals against a bare handler, p99", ratio, MOST_RATIO, "x")


async def many(there: Phones, url: str) -> list[Limit]:
    """They come when they come, whether or not those before are answered."""
    count = PER_SECOND * SECONDS
    tally = await there.text(replace(_order(url, PATH, count), texts=TEXTS, per_second=PER_SECOND))
    print(_line(f"{PER_SECOND} a second for {SECONDS} s", [tally]), flush=True)
    return [
        Limit(f"errors in {count:,} messages", tally.wrong, 0),
        Limit(f"{count:,} messages at {PER_SECOND} a second, p99", _p(tally.waits, 99), 1000, "ms"),
    ]


def _order(url: str, path: str, count: int) -> Order:
    return Order(url, path, TEXTS[:1], NUMBERS, count)


async def _answered(there: Phones, order: Order) -> Tally:
    tally = await there.text(order)
    assert (len(tally.waits), tally.wrong) == (order.count, 0), f"{tally.wrong} of {order.count}"
    return tally


def _line(what: str, tallies: Sequence[Tally]) -> str:
    waits = [wait for tally in tallies for wait in tally.waits]
    rate = statistics.median(len(tally.waits) / tally.seconds for tally in tallies)
    return f"{what:<30} p50 {_p(waits, 50):6.2f} ms  p99 {_p(waits, 99):6.2f} ms  {rate:6,.0f}/s"


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
            "sms": SMS_SETTINGS,
        }
    )
    office, app = Office(), web.Application()
    app.add_routes([web.post(PATH, Inbound(office).receive), web.post(BARE, _bare)])
    async with (
        open_table(settings.store, clock=system_clock) as table,
        listening(app, WebSettings(port=0)) as url,
        open_context(settings, table, out=io.StringIO(), pulse=Pulse(time.monotonic)) as context,
        office.opened(services := Services.of(settings, context)),
    ):
        for number in NUMBERS:
            await settle(services, number)
        with set_aside():
            yield url


async def settle(services: Services, number: str) -> None:
    """Somebody who has played for some weeks, with goals in several skills."""
    user = await services.accounts.get_or_register(identity(IdentityKind.PHONE, number))
    await services.channels.add(user.id, "sms", number)
    skills, now = list(game_of("osrs").skills)[1:], system_clock()
    subject = Subject("osrs", f"main:player {number[1:]}")
    past = tuple(_reading(subject, skills, now - timedelta(days=day)) for day in range(DAYS, 0, -1))
    link = Link("osrs", "main", f"Player {number[-4:]}", subject, _reading(subject, skills, now), past)
    character = await services.characters.add(user.id, link)
    chosen = ["woodcutting", *(name for name in skills if name != "woodcutting")][:GOALS]
    for name in chosen:
        await services.goals.add(user, character, f"99 {name} by {(now + timedelta(days=90)):%Y-%m-%d}")


def _reading(subject: Subject, skills: Sequence[str], at: datetime) -> Reading:
    gained = 50_000 * (at.toordinal() - 700_000)
    values = {Quantity(name, Measure.XP): gained % 9_000_000 + 3_000_000 for name in skills}
    return Reading(subject, at, values)
