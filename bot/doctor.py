"""Everything that must be right before Questlog can work: the checks, in order, and what to do about each."""

import asyncio
import zoneinfo
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from ulid import ULID

from bot.command_store import command_table, is_there
from bot.config import DEFAULT_FILE, ConfigProblems, Loaded
from bot.logs import redacted
from bot.places import address, store_place
from scheduler.channels.channel import ChannelFailure
from scheduler.sources.source import Blocked, RateLimited, SourceFailure
from tracker.challenge.model import Challenge, Counted
from tracker.challenge.planning import every_poll
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.settings import DiscordSettings, Settings, StoreSettings
from tracker.store.entity import from_items
from tracker.store.errors import StoreError
from tracker.store.keys import ChallengeKey, ProbeKey
from tracker.store.table import Table
from tracker.store.values import PK, SK, TTL, Key, Value

if TYPE_CHECKING:
    from discord import Client

    from scheduler.channels.sms.twilio_client import TwilioAccount


log = get_logger(__name__)

EARLIEST = datetime(2026, 11, 1, tzinfo=UTC)
"""Before Questlog was written: a clock that shows an earlier time is wrong. It holds for every release:
none has to move it."""

PATIENCE = timedelta(minutes=1)
TOLERANCE = timedelta(minutes=5)
PROBE_LIFE = timedelta(minutes=5)

State: TypeAlias = Literal["ok", "off", "broken"]


@frozen
class Verdict:
    """What a check found, and what to do unless it is ok."""

    state: State
    found: str
    advice: str = ""


@frozen
class Finding(Verdict):
    """A verdict with the name of its check."""

    name: str = ""


class NotChecked(Exception):
    """A check cannot say anything, because one before it failed."""


@frozen
class Examination:
    """What the checks look at."""

    loaded: Loaded[Settings] | ConfigProblems
    opened: Table | Verdict | None
    """The store, or why it cannot be opened; None when nobody knows which one to open."""
    last_write: datetime | None
    """When the database file was last changed, before the doctor touched it."""
    clock: Clock

    @property
    def settings(self) -> Settings:
        if isinstance(self.loaded, ConfigProblems):
            raise NotChecked("put the configuration right first")
        return self.loaded.settings

    @property
    def table(self) -> Table:
        if not isinstance(self.opened, Table):
            raise NotChecked("the store must be reachable first")
        return self.opened


async def check_config(examination: Examination) -> Verdict:
    loaded = examination.loaded
    if isinstance(loaded, ConfigProblems):
        return Verdict(
            "broken", str(loaded), "change what these lines name; docs/configuration.md explains it"
        )
    if loaded.origins:
        return Verdict("ok", ", ".join(loaded.origins))
    return Verdict("ok", f"the defaults: no {DEFAULT_FILE} in this folder, and no QUESTLOG_ variables")


async def check_store(examination: Examination) -> Verdict:
    place = store_place(examination.settings.store)
    if isinstance(examination.opened, Verdict):
        return replace(examination.opened, found=f"{place}: {examination.opened.found}")
    await examination.table.get(_probe_key())
    absent = "" if is_there(examination.settings.store) else ", which is not there yet"
    return Verdict("ok", place + absent)


async def check_writing(examination: Examination) -> Verdict:
    """Writes an item, reads it and removes it. Its ttl takes it away if the doctor is stopped half-way."""
    table, key = examination.table, _probe_key()
    ttl = table.now() + int(PROBE_LIFE.total_seconds())
    item: dict[str, Value] = {PK: key.pk, SK: key.sk, "type": ProbeKey.item_type, TTL: ttl}
    await table.put(item)
    try:
        read = await table.get(key)
    finally:
        await table.delete(key)
    if read != item:
        return Verdict("broken", "an item was read back otherwise than it was written", "restore a backup")
    return Verdict("ok", "an item was written, read back and removed")


async def check_schema(examination: Examination) -> Verdict:
    await examination.table.check()
    return Verdict("ok", "as this version of Questlog needs it")


async def check_clock(examination: Examination) -> Verdict:
    now, last = examination.clock(), examination.last_write
    advice = "set the clock of this machine, best by NTP: reminders and goals depend on it"
    if now < EARLIEST:
        return Verdict("broken", f"{_iso(now)}, which is before Questlog was written", advice)
    if last is not None and last > now + TOLERANCE:
        return Verdict("broken", f"{_iso(now)}, but the database was changed at {_iso(last)}", advice)
    return Verdict("ok", _iso(now))


async def check_zones(examination: Examination) -> Verdict:
    del examination
    names = zoneinfo.available_timezones()
    try:
        zoneinfo.ZoneInfo("Europe/Berlin")
    except zoneinfo.ZoneInfoNotFoundError:
        return Verdict("broken", f"{len(names)} zones, and no Europe/Berlin", "pip install tzdata")
    return Verdict("ok", f"{len(names)} zones, {_zone_version()}")


async def check_public_url(examination: Examination) -> Verdict:
    web = examination.settings.web
    if web.public_url is None:
        advice = "set web.public_url once SMS answers or links should work: webhooks reach you there"
        return Verdict("off", "no public address", advice)
    return Verdict("ok", address(web.public_url))


async def check_webhook(examination: Examination) -> Verdict:
    webhook = examination.settings.webhook
    if webhook.secret is None:
        advice = "set webhook.secret once somebody adds a webhook: nothing is sent to one without it"
        return Verdict("off", "no secret to sign with", advice)
    where = "also inside your own networks" if webhook.allow_private else "only to public addresses"
    return Verdict("ok", f"messages are signed, and go {where}")


async def check_push(examination: Examination) -> Verdict:
    contact = examination.settings.push_contact
    if contact is None:
        advice = "set web.public_url to an https address that others can reach, or push.contact"
        return Verdict("off", "push services are given nobody to turn to", advice)
    return Verdict("ok", f"push services turn to {contact}")


async def check_discord(examination: Examination) -> Verdict:
    """By a login, and without a gateway: the running service keeps its connection."""
    settings = examination.settings.discord
    if settings.token is None:
        advice = "set discord.token to use Discord; docs/configuration.md says where to get one"
        return Verdict("off", "no token", advice)
    from bot.slash.login import NoLogin, logged_in  # noqa: PLC0415 - it takes half a second

    try:
        async with logged_in(settings) as client:
            return _logged_in(client, settings)
    except NoLogin as failed:
        return Verdict("broken", failed.why, failed.remedy)


def _logged_in(client: "Client", settings: DiscordSettings) -> Verdict:
    where = f" at {address(settings.api_url)}" if settings.api_url else ""
    servers = client.application.approximate_guild_count if client.application else 0
    found = f"{client.user}{where}, on {servers:,} server{'' if servers == 1 else 's'}"
    if client.application and client.application.interactions_endpoint_url:
        advice = (
            "empty the field “Interactions Endpoint URL” on the page “General Information” of your "
            "application: with it, no command arrives here"
        )
        return Verdict("broken", f"{found}, but Discord sends commands to another address", advice)
    return Verdict("ok", found)


async def check_sms(examination: Examination) -> Verdict:
    """By asking Twilio for the account; nothing is sent."""
    settings = examination.settings
    if missing := settings.sms.missing:
        found = f"sms.{missing} is not set, so SMS is off"
        return Verdict("broken", found, "set sms.account_sid and sms.auth_token, or neither; see docs/sms.md")
    if not settings.sms.is_on:
        advice = "set sms.account_sid and sms.auth_token to use SMS; see docs/sms.md"
        return Verdict("off", "no account at Twilio", advice)
    from scheduler.channels.sms.twilio_client import TwilioClient, TwilioFailure, TwilioRefused  # noqa: PLC0415 - it is large

    client = TwilioClient(settings.sms)
    try:
        return _with_account(await client.account(), settings)
    except TwilioFailure as failure:
        if isinstance(failure, TwilioRefused) and failure.is_sure:
            advice = "compare sms.account_sid and sms.auth_token with Twilio's console"
        else:
            advice = "look at the network, and at sms.api_url if it is set"
        return Verdict("broken", str(failure), advice)
    finally:
        await client.close()


def _with_account(account: "TwilioAccount", settings: Settings) -> Verdict:
    sms = settings.sms
    where = f" at {address(sms.api_url)}" if sms.api_url else ""
    found = f"“{account.name}”{where}, from {sms.from_number or 'a messaging service'}"
    if account.status != "active":
        return Verdict("broken", f"{found}, but it is {account.status}", "see Twilio's console")
    deaf = "" if settings.web.public_url else "; answers do not arrive here without web.public_url"
    return Verdict("ok", f"{found}{deaf}")


async def check_email(examination: Examination) -> Verdict:
    """By a login, or by asking for the quota: nothing is sent."""
    settings = examination.settings.email
    if settings.from_address is None:
        advice = "set email.from_address to send e-mail; docs/email.md says what else it takes"
        return Verdict("off", "no address to send from", advice)
    from scheduler.channels.email.channel import open_transport  # noqa: PLC0415 - not everybody has e-mail

    try:
        async with open_transport(settings, settings.from_address) as transport:
            return Verdict("ok", await transport.probe())
    except ChannelFailure as failed:
        why, _, remedy = str(failed).partition("; ")
        return Verdict("broken", why, remedy or "look at the network, and at [email] in the configuration")


async def check_github(examination: Examination) -> Verdict:
    """By the smallest question there is, with the token; without one nothing is asked."""
    settings = examination.settings.sources.github
    if settings.token is None:
        return await _without_token(examination)
    from scheduler.sources.registry import open_github  # noqa: PLC0415 - it takes a third of a second
    from scheduler.sources.timing import Timing  # noqa: PLC0415

    where = address(settings.api_url)
    try:
        async with open_github(settings, Timing(examination.clock)) as github:
            left = await github.points_left()
    except RateLimited as failure:
        return Verdict("ok", f"{where} takes the token; {failure.cause}")
    except Blocked as failure:
        advice = "make a new token, and set it as sources.github.token; docs/sources.md says how"
        return Verdict("broken", f"{where}: {failure.cause}", advice)
    except SourceFailure as failure:
        advice = "look at the network, and at sources.github.api_url"
        return Verdict("broken", f"{where}: {failure.cause or failure}", advice)
    points = "" if left is None else f"; {left:,} points are left of this hour"
    return Verdict("ok", f"{where} takes the token{points}")


async def _without_token(examination: Examination) -> Verdict:
    advice = "set sources.github.token to count the commits of thousands; docs/sources.md says how to get one"
    if await _commits_are_counted(examination.table):
        return Verdict("off", "searching without a token: the commits of ten people a minute", advice)
    return Verdict("off", "no token, and no challenge counts commits", advice)


async def _commits_are_counted(table: Table) -> bool:
    """By any challenge that is not over."""
    items = await table.get_many([ChallengeKey(one.user, one.id).key async for one in every_poll(table)])
    return any(one.counted is Counted.COMMITS for one in from_items(Challenge, items.values()))


Check: TypeAlias = Callable[[Examination], Awaitable[Verdict]]

CHECKS: dict[str, Check] = {
    "config": check_config,
    "store": check_store,
    "writing": check_writing,
    "schema": check_schema,
    "clock": check_clock,
    "zone data": check_zones,
    "web": check_public_url,
    "webhook": check_webhook,
    "push": check_push,
    "discord": check_discord,
    "sms": check_sms,
    "email": check_email,
    "github": check_github,
}


async def examine(load: Callable[[], Loaded[Settings]], clock: Clock) -> list[Finding]:
    """Every finding, in the order of CHECKS."""
    try:
        loaded = load()
    except ConfigProblems as problems:
        return [await _find(name, Examination(problems, None, None, clock)) for name in CHECKS]
    store = loaded.settings.store
    last_write = _last_write(store)
    async with AsyncExitStack() as stack:
        opened = await _open(stack, store, clock)
        examination = Examination(loaded, opened, last_write, clock)
        return [await _find(name, examination) for name in CHECKS]


async def _open(stack: AsyncExitStack, store: StoreSettings, clock: Clock) -> Table | Verdict:
    try:
        async with asyncio.timeout(PATIENCE.total_seconds()):
            return await stack.enter_async_context(command_table(store, clock))
    except Exception as error:  # noqa: BLE001 - a patient in any state is examined to the end
        return _broken(error)


async def _find(name: str, examination: Examination) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE.total_seconds()):
            verdict = await CHECKS[name](examination)
    except NotChecked as reason:
        verdict = Verdict("off", "not checked", str(reason))
    except Exception as error:  # noqa: BLE001 - one check that fails must not hide the others
        verdict = _broken(error)
    return Finding(verdict.state, verdict.found, verdict.advice, name)


def _broken(error: Exception) -> Verdict:
    log.debug("check failed", exc_info=error)
    match error:
        case StoreError():
            return Verdict("broken", str(error), "fix the problem shown on the left")
        case TimeoutError():
            return Verdict(
                "broken", f"no answer within {PATIENCE.seconds} s", "look at the machine or network"
            )
        case _:
            found = redacted(f"{type(error).__name__}: {error}")
            return Verdict("broken", found, "this is a bug in Questlog; please report this line")


def _probe_key() -> Key:
    return ProbeKey(id=str(ULID())).key


def _last_write(store: StoreSettings) -> datetime | None:
    """SQLite writes to the file beside it first."""
    if store.engine != "sqlite":
        return None
    try:
        files = [path for path in (store.path, Path(f"{store.path}-wal")) if path.is_file()]
        return max((datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in files), default=None)
    except OSError:  # what cannot be looked at has no time; the check of the store says why
        return None


def _zone_version() -> str:
    """Python takes the system's zones where there are any, and the tzdata package otherwise."""
    for folder in map(Path, zoneinfo.TZPATH):
        if (folder / "Europe" / "Berlin").is_file():
            source = folder / "tzdata.zi"
            first = source.read_text().split("\n", 1)[0] if source.is_file() else ""
            return f"version {first.removeprefix('# version ')} in {folder}" if first else f"in {folder}"
    return f"tzdata package {metadata.version('tzdata')}"


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
