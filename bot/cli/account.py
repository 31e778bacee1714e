"""`questlog account show|set|export|delete`: what Questlog knows about a person, in that person's hands."""

import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import LOCAL_PERSON, Desk, at_desk, person_option
from bot.exits import Exit, Refusal
from bot.private_file import free_place, occupied, write_private
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import InvalidSetting
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import KINDS, Identity, identity
from tracker.accounts.model import DigestFrequency, User
from tracker.accounts.settings import parse_settings
from tracker.farewells import farewells
from tracker.notify import wishes
from tracker.notify.muting import end_of_mute
from tracker.replanning import follow_settings
from tracker.store.entity import stored
from tracker.store.keys import IdentityKind
from tracker.store.segments import timestamp

STDOUT = Path("-")
DATABASE_ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""The database and what lies beside it: SQLite's own files, and the lock of the running service."""


@click.group()
def account() -> None:
    """Show, change, export or delete what Questlog knows about you."""


@account.command()
@person_option
@json_option
@click.pass_obj
def show(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Show the person's identities and settings."""
    answer(at_desk(invocation, lambda desk: desk.person(wanted)), invocation.clock(), as_json=as_json)


@account.command(name="set")
@click.option("--timezone", help="The time zone, by its name: Europe/Berlin.")
@click.option("--day-start", help="When a new day begins: 04:00.")
@click.option("--quiet-hours", help="When nothing is sent: 22:00-07:00, or off.")
@click.option("--locale", help="The language: en, de-AT.")
@click.option("--urgent-passes", metavar="yes|no", help="Whether what is urgent comes in quiet hours, too.")
@click.option("--digest", metavar="daily|weekly|off", help="How often a digest of your goals comes.")
@click.option("--digest-time", help="When it comes: 08:00.")
@click.option("--digest-when-quiet", metavar="yes|no", help="Whether it comes also when nothing has moved.")
@click.option("--mute", "until", metavar="WHEN", help="Be told nothing until 2h, mon, 18:00; off ends it.")
@click.option("--nickname", help='The name that others see; "" gives it up.')
@person_option
@json_option
@click.pass_obj
def set_(
    invocation: Invocation,
    wanted: Identity,
    nickname: str | None,
    until: str | None,
    *,
    as_json: bool,
    **settings: str | None,
) -> None:
    """Change the person's settings."""
    changes = {name: text for name, text in settings.items() if text is not None}
    if not changes and nickname is None and until is None:
        raise Refusal(
            "there is nothing to set; name a setting, such as --timezone Europe/Berlin",
            code="nothing_to_set",
            exit_code=Exit.USAGE,
        )

    async def change(desk: Desk) -> User:
        parse_settings(changes)  # what is wrong here is told before anything is changed
        user = await desk.person(wanted)
        if until is not None:
            wanted_end(desk, user, until)
        if nickname is not None:
            user = await rename(desk, user, nickname)
        if changes:
            user = await change_settings(desk, user, changes)
        return await mute(desk, user, until) if until is not None else user

    answer(at_desk(invocation, change), invocation.clock(), as_json=as_json)


async def change_settings(desk: Desk, user: User, changes: dict[str, str]) -> User:
    """What is planned by the clock of the person follows it."""
    changed = await desk.accounts.change_settings(user.id, changes)
    await follow_settings(desk.table, changed, changes, desk.now)
    return changed


async def mute(desk: Desk, user: User, text: str) -> User:
    return await wishes.mute(desk.table, desk.accounts, user, wanted_end(desk, user, text), desk.now)


def wanted_end(desk: Desk, user: User, text: str) -> datetime | None:
    try:
        return end_of_mute(text, desk.now, user.zone)
    except ValueError as error:
        raise InvalidSetting({"mute": str(error)}) from error


async def rename(desk: Desk, user: User, nickname: str) -> User:
    held = user.identity(IdentityKind.NICK)
    if nickname.strip():
        return await desk.accounts.change(user.id, identity(IdentityKind.NICK, nickname))
    return await desk.accounts.release(user.id, held) if held else user


@account.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=STDOUT,
    metavar="FILE",
    help="Write to this new file, not to the terminal.",
)
@click.option("--force", is_flag=True, help="Replace the file if there is one already.")
@person_option
@json_option
@click.pass_obj
def export(invocation: Invocation, wanted: Identity, out: Path, *, force: bool, as_json: bool) -> None:
    """Give everything about the person as one JSON document."""

    async def collect(desk: Desk) -> dict[str, Any]:
        return await export_person(desk.table, await desk.holder(wanted), desk.clock())

    place = None if out == STDOUT else place_of_export(invocation, out, force=force)
    document = at_desk(invocation, collect)
    text = exact_json(document) + "\n"
    if place is None:
        click.echo(text, nl=False)
        return
    with explained(out):
        write_private(place, text, replace=force)
    count = sum(map(len, document["items"].values()))
    if as_json:
        click.echo(json.dumps({"file": str(out), "items": count}))
    else:
        click.echo(f"Everything about {wanted} is in {out}: {count:,} items. Only you can read the file.")


def place_of_export(invocation: Invocation, out: Path, *, force: bool) -> Path:
    """The file to write, known to be none of the database's before anything is read."""
    store = invocation.settings().store
    database = os.path.realpath(store.path)
    spared = [Path(database + ending) for ending in DATABASE_ENDINGS] if store.engine == "sqlite" else []
    with explained(out):
        return free_place(out, spared=spared, replace=force)


@contextmanager
def explained(out: Path) -> Generator[None]:
    """What the system says no to, in words."""
    try:
        yield
    except FileExistsError as error:
        raise occupied(out) from error
    except OSError as error:
        raise Refusal(f"cannot write {out}: {error.strerror or error}", code="cannot_write") from error


@account.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@person_option
@json_option
@click.pass_obj
def delete(invocation: Invocation, wanted: Identity, *, yes: bool, as_json: bool) -> None:
    """Delete everything about the person, for good."""
    if not yes:
        confirm(wanted)

    async def remove(desk: Desk) -> int:
        if wanted == LOCAL_PERSON and await desk.accounts.holder(wanted) is None:
            return 0
        holder = await desk.holder(wanted)
        first = farewells(desk.table, desk.clock)
        return await delete_person(desk.table, holder, desk.clock(), first=first)

    count = at_desk(invocation, remove)
    if as_json:
        click.echo(json.dumps({"deleted": count}))
    elif count:
        click.echo(f"Everything about {wanted} is deleted: {count:,} items.")
    else:
        click.echo(f"There is nothing about {wanted}.")


def confirm(wanted: Identity) -> None:
    """Let only a person at a terminal say yes."""
    who = "" if wanted == LOCAL_PERSON else f" --identity {wanted}"
    keep = f"`questlog account export{who} --out FILE` keeps a copy before"
    if not sys.stdin.isatty():
        raise Refusal(
            f"nothing is deleted: there is no terminal to ask at. Say it with --yes; {keep}.",
            code="not_confirmed",
        )
    click.echo(
        f"This deletes everything about {wanted}: settings, goals, habits, history, messages.", err=True
    )
    click.echo(f"It cannot be undone; {keep}.", err=True)
    if not click.confirm("Delete everything?", err=True):
        raise Refusal("nothing is deleted", code="not_confirmed")


def answer(user: User, now: datetime, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"account": as_data(user)}, ensure_ascii=False))
        return
    for name, value in portrait(user, now).items():
        click.echo(f"{name:12}  {value}")


def as_data(user: User) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "id": user.id,
        "identities": {KINDS[one.kind].name: one.shown for one in user.identities},
        "settings": {
            "timezone": user.timezone,
            "dayStart": stored(user.day_start),
            "quietHours": stored(user.quiet_hours),
            "locale": user.locale,
            "urgentPasses": user.urgent_passes,
            "mutedUntil": stored(user.muted_until),
            "digest": user.digest.value,
            "digestTime": stored(user.digest_time),
            "digestWhenQuiet": user.digest_when_quiet,
        },
        "createdAt": timestamp(user.created_at),
        "deletingSince": stored(user.deleting_since),
    }


def portrait(user: User, now: datetime) -> dict[str, str]:
    shown = {
        "identities": ", ".join(map(str, user.identities)),
        "time zone": user.timezone,
        "day starts": f"{user.day_start:%H:%M}",
        "quiet hours": quiet_hours_of(user),
        "locale": user.locale,
        "digest": digest_of(user),
        "since": f"{user.created_at:%Y-%m-%d}",
    }
    if user.muted_until is not None and user.muted_until > now:
        shown["muted until"] = f"{user.muted_until.astimezone(user.zone):%Y-%m-%d %H:%M}"
    if user.deleting_since is not None:
        shown["deletion"] = "begun and not finished; run `questlog account delete` again"
    return shown


def quiet_hours_of(user: User) -> str:
    passes = ", but what is urgent comes" if user.quiet_hours and user.urgent_passes else ""
    return f"{user.quiet_hours or 'off'}{passes}"


def digest_of(user: User) -> str:
    if user.digest is DigestFrequency.OFF:
        return "off"
    quiet = ", also when nothing has moved" if user.digest_when_quiet else ""
    return f"{user.digest.value} at {user.digest_time:%H:%M}{quiet}"
