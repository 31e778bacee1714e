"""Tasks: a list that must not grow with the past, changes against the bare transaction, reminders at nine.

The bare side is that of habits: it is handed what ours has just written, reads the same items by key and
writes them by hand, as durable, into a table of its own.
"""

import asyncio
import statistics
import time
from collections import deque
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from benchmarks.habit_completions import BareFile, NotingFile
from benchmarks.measure import ROUNDS, Limit, Measured, compare, rate
from bot.features import FEATURES
from bot.memory import set_aside
from bot.services import Services
from bot.tasks import lists
from bot.tasks.requests import ListTasks
from bot.visit import Visit
from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.distant_table import DistantTable
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.front_ends import FrontEnd
from tracker.settings import Settings
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.tasks.feature import TASK_ROUNDS
from tracker.tasks.model import Task, TaskBook, TaskStatus
from tracker.tasks.rounds.planning import TaskRound
from tracker.tasks.service import NewTask, Tasks

OPEN, DONE, FEW = 1000, 20_000, 10
MOST_RATIO = 1.5
CHANGES, AT_ONCE, WANTED = 192, 16, 0.5
PEOPLE, MOST_SECONDS, LONGEST_WAIT = 10_000, 60.0, 1.0
AN_HOUR = 3600
ASKED, PAGE = 200, ListTasks(limit=lists.PER_PAGE)


async def tasks() -> list[Measured]:
    return [*await _list(), *await _changes(), *await _reminders()]


# The list


async def _list() -> list[Measured]:
    with TemporaryDirectory() as folder:
        clock = HandClock()
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        old, new = [await _person(table, clock, name) for name in ("old", "new")]
        await table.write_many(puts=[*_past(old, OPEN, DONE), *_past(new, FEW, 0)])

        here, there = _visit(table, clock, new), _visit(table, clock, old)

        async def look(visit: Visit) -> None:
            assert len((await lists.list_tasks(visit, PAGE)).tasks) == FEW

        with set_aside():
            pairs = [
                (await rate(lambda _: look(here), ASKED), await rate(lambda _: look(there), ASKED))
                for _ in range(1 + ROUNDS)
            ][1:]
        ratio = statistics.median(one / other for one, other in pairs)
        far = DistantTable(table)
        _, trips = await far.round_trips(lists.list_tasks(_visit(far, clock, old), PAGE))
        await table.close()
    found = [
        Limit(f"/task list with {OPEN:,} open and {DONE:,} done against {FEW} open", ratio, MOST_RATIO, "x"),
        Limit("round trips of a page", trips, 1),
    ]
    print(*found, sep="\n", flush=True)
    return [*found]


def _past(user: User, is_open: int, done: int) -> list[Item]:
    """As they would be after years."""
    made = [_task(user, number, TaskStatus.NOT_STARTED) for number in range(is_open)]
    made += [_task(user, is_open + number, TaskStatus.DONE) for number in range(done)]
    book = TaskBook(open=is_open, done=done)
    return [to_item(one, one.key, *one.places()) for one in made] + [to_item(book, TaskBook.key_of(user.id))]


def person_tasks(user: User, is_open: int, since: date) -> list[Item]:
    """Open tasks that are due today and later."""
    made = [
        _task(user, number, TaskStatus.NOT_STARTED).model_copy(
            update={"due_date": since + timedelta(days=number // 2)}
        )
        for number in range(is_open)
    ]
    return [to_item(one, one.key, *one.places()) for one in made] + [
        to_item(TaskBook(open=is_open), TaskBook.key_of(user.id))
    ]


def _task(user: User, number: int, status: TaskStatus) -> Task:
    return Task(
        id=f"{user.id}-task{number:06}",
        user_id=user.id,
        title=f"Task {number} of many, with a title as people write them",
        status=status,
        due_date=date(2100, 1, 1) + timedelta(days=number % 300),
        created_at=user.created_at,
        completed_date=user.created_at if status is TaskStatus.DONE else None,
        size=30,
    )


# Adding and completing


async def _changes() -> list[Measured]:
    with TemporaryDirectory() as folder:
        clock, names, people = HandClock(), count(), count()
        ours, copy = [
            cast("NotingFile", await NotingFile.open(Path(folder) / name, clock)) for name in ("ours", "bare")
        ]
        ours.written, copy.written = deque(), deque()
        service = Tasks(ours, clock, lambda: f"task{next(names):06}")
        accounts = Accounts(ours, clock, lambda: f"person{next(people):06}")
        users = [
            await accounts.get_or_register(parse_identity(f"local:p{number}")) for number in range(CHANGES)
        ]
        for user in users:
            await service.add(user.id, NewTask(title="The first"))
        await copy.write_many(puts=[item async for item in ours.scan()])
        ours.written.clear()
        await copy.close()
        bare = BareFile(Path(folder) / "bare")
        new, turns, undone = deque[Task](), count(), deque[Task]()

        async def add(_: int) -> None:
            user = users[next(turns) % CHANGES]
            said = NewTask(title="Call the bank", size=30, due_date=date(2100, 3, 1))
            new.append((await service.add(user.id, said)).changed.task)

        async def done(_: int) -> None:
            task = new.popleft()
            undone.append((await service.done(task.user_id, task.id)).changed.task)

        async def write(_: int) -> None:
            await bare.complete(ours.written.popleft())

        with set_aside():
            found = [
                await compare(name, act, write, count=CHANGES, concurrency=AT_ONCE, wanted=WANTED)
                for name, act in (("a task added", add), ("a task done", done))
            ]
        bare.close()
        await ours.close()
    return [*found]


# Reminders


async def _reminders() -> list[Measured]:
    with TemporaryDirectory() as folder:
        clock = HandClock()
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        asking = await _person(table, clock, "asking")
        await table.write_many(puts=_due_at_nine(asking))
        clock.advance(9 * AN_HOUR)
        longest, running, here = 0.0, asyncio.Event(), _visit(table, clock, asking)

        async def ask() -> None:
            nonlocal longest
            while not running.is_set():
                started = time.perf_counter()
                await lists.list_tasks(here, PAGE)
                longest = max(longest, time.perf_counter() - started)
                await asyncio.sleep(0.02)

        asks = asyncio.create_task(ask())
        started = time.perf_counter()
        held = await run_due(TASK_ROUNDS, tools_at(table, clock))
        took = time.perf_counter() - started
        running.set()
        await asks
        assert held == PEOPLE
        await table.close()
    found = [
        Limit(f"{PEOPLE:,} reminders due at nine are in the outbox", took, MOST_SECONDS, "s"),
        Limit("the longest wait for /task list meanwhile", longest, LONGEST_WAIT, "s"),
    ]
    print(*found, sep="\n", flush=True)
    return [*found]


def _due_at_nine(like: User) -> list[Item]:
    made: list[Item] = []
    at = like.created_at.replace(hour=9, minute=0, second=0)
    for number in range(PEOPLE):
        user = like.model_copy(update={"id": f"somebody{number:05}"})
        due = _task(user, 0, TaskStatus.NOT_STARTED).model_copy(
            update={"due_date": at.date(), "due_time": at.time()}
        )
        round_ = TaskRound(user=user.id, due_at=at, last_at=like.created_at)
        made += [
            to_item(user, user.key),
            to_item(due, due.key, *due.places()),
            to_item(round_, round_.key, round_.place),
        ]
    return made


async def _person(table: Table, clock: HandClock, name: str) -> User:
    return await Accounts(table, clock, lambda: name).get_or_register(parse_identity(f"local:{name}"))


def _visit(table: Table, clock: HandClock, user: User) -> Visit:
    nothing = cast("Any", None)  # no list needs the network, or a picture
    services = Services(Settings(), table, clock, FEATURES, nothing, nothing)
    return Visit(services, user, FrontEnd.DISCORD, clock())
