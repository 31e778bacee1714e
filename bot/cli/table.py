"""`questlog table create|describe|migrate`: the DynamoDB table, made, compared and brought up to date."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.exits import Exit, Refusal
from bot.places import store_place
from tracker.store.schema import INDEXES
from tracker.store.values import PK, SK, TTL

if TYPE_CHECKING:
    from tracker.settings import StoreSettings
    from tracker.store.dynamo_admin import TableDescription


@click.group()
def table() -> None:
    """Create, describe or migrate the DynamoDB table."""


@table.command()
@json_option
@click.pass_obj
def create(invocation: Invocation, *, as_json: bool) -> None:
    """Make the table that Questlog needs.

    With its indexes, time to live and, where the server has it, point-in-time recovery.
    Safe to run again: a table that is there is kept, and compared with what Questlog needs.
    """
    from tracker.store.dynamo_admin import create_table, describe_table  # noqa: PLC0415 - aioboto3 loads slowly

    async def create_and_look() -> "tuple[bool, TableDescription]":
        made = await create_table(store, progress=MigrationProgress())
        return made, await describe_table(store)

    store = dynamodb_settings(invocation)
    made, found = asyncio.run(create_and_look())
    if as_json:
        click.echo(json.dumps({"created": made, **as_data(found)}))
    else:
        click.echo(f"The table {found.name} {'is made' if made else 'was there already'}.")
        click.echo("\n".join(verdict(found)))
    end(found)


@table.command()
@json_option
@click.pass_obj
def describe(invocation: Invocation, *, as_json: bool) -> None:
    """Show the table, and what to do if it is not right."""
    from tracker.store.dynamo_admin import describe_table  # noqa: PLC0415 - aioboto3 loads slowly

    store = dynamodb_settings(invocation)
    found = asyncio.run(describe_table(store))
    if as_json:
        click.echo(json.dumps(as_data(found)))
    else:
        click.echo("\n".join([*portrait(found, store_place(store)), "", *verdict(found)]))
    end(found)


@table.command()
@json_option
@click.pass_obj
def migrate(invocation: Invocation, *, as_json: bool) -> None:
    """Bring all items up to date after an upgrade.

    `questlog run` does the same bit by bit; this does it at once. Stop workers of the older version
    first. Safe to run again, and beside workers of this version: it goes on where it was left.
    """
    from tracker.store.migrations.dynamo import open_migrating  # noqa: PLC0415 - aioboto3 loads slowly

    async def renew() -> int:
        opened = await open_migrating(store, invocation.clock, pages=0)
        try:
            progress = MigrationProgress()
            await opened.go_on(told=lambda pages: progress(f"{pages} pages of items are up to date"))
            return opened.renewed
        finally:
            await opened.close()

    store = dynamodb_settings(invocation)
    renewed = asyncio.run(renew())
    if as_json:
        click.echo(json.dumps({"renewed": renewed}))
    else:
        click.echo(f"The table {store.table} is up to date: {renewed:,} items were renewed.")


def dynamodb_settings(invocation: Invocation) -> "StoreSettings":
    store = invocation.settings().store
    if store.engine != "dynamodb":
        raise Refusal(
            f'there is no table to make or describe: store.engine is "{store.engine}", and Questlog makes '
            f"the file {store.path} by itself when it starts.\n"
            'To use DynamoDB, set store.engine = "dynamodb"; docs/dynamodb.md tells how.'
        )
    return store


class MigrationProgress:
    """Tells each step on stderr once, however often it is reported."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, step: str) -> None:
        if step != self._last:
            click.echo(f"… {step}", err=True)
        self._last = step


def end(found: "TableDescription") -> None:
    if found.problems:
        click.get_current_context().exit(Exit.PROBLEM)


def as_data(found: "TableDescription") -> dict[str, Any]:
    """The answer of `--json`."""
    data = asdict(found)
    data["pointInTimeRecovery"] = data.pop("point_in_time_recovery")
    return data | {"advice": list(advice(found))}


def portrait(found: "TableDescription", where: str) -> Iterator[str]:
    yield where
    yield f"  items                   {found.items:,}, {found.bytes:,} bytes (Amazon counts every six hours)"
    yield f"  time to live            {f'on the attribute {found.ttl}' if found.ttl else 'off'}"
    yield f"  point-in-time recovery  {_RECOVERY[found.point_in_time_recovery]}"
    yield ""
    yield f"  {'index':16} {'needed key':30} status"
    yield f"  {'(the table)':16} {f'{PK}, {SK}':30} {found.status.lower()}"
    for name in [*INDEXES, *(name for name in found.indexes if name not in INDEXES)]:
        key = f"{INDEXES[name].pk}, {INDEXES[name].sk}" if name in INDEXES else "(not Questlog's)"
        yield f"  {name:16} {key:30} {found.indexes.get(name, 'missing').lower()}"


_RECOVERY = {True: "on", False: "off", None: "unknown: no answer from this server, or not allowed to ask"}


def verdict(found: "TableDescription") -> Iterator[str]:
    if not found.problems:
        yield "It is what Questlog needs."
        return
    yield "It is not what Questlog needs:"
    yield from (f"  - {problem}" for problem in found.problems)
    yield "What to do:"
    yield from (f"  - {step}" for step in advice(found))


def advice(found: "TableDescription") -> Iterator[str]:
    """What mends the differences, from the largest to the smallest."""
    missing = [name for name in INDEXES if name not in found.indexes]
    fixed = len(found.problems) - len(missing) - (found.ttl != TTL)
    if fixed:
        yield (
            "keys, their types and projections cannot be changed in place: set store.table to a new name "
            "and run `questlog table create`"
        )
        return
    if missing:
        yield f"add the missing indexes ({', '.join(missing)}) as deploy/dynamodb.tf describes them"
    if found.ttl is None:
        yield "run `questlog table create`: it turns time to live on"
    elif found.ttl != TTL:
        yield f"turn time to live off for {found.ttl!r}, then run `questlog table create`"
