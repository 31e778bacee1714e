"""All that a change of a task depends on, read in two steps; where it is linked with others, in three.

Its links are read after the task itself: whoever links it changes its revision, which every change names,
so links that were read before it could be those of an earlier one.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from datetime import date, datetime
from itertools import islice
from typing import NamedTuple

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.digest.planning import round_key as digest_key
from tracker.frozen import frozen
from tracker.goals.composite.marking import composite_ids
from tracker.projects.model import Project
from tracker.rewards.boards import boards_of
from tracker.rewards.giving import Purse
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.entity import Model, from_item, from_items
from tracker.store.key import KeyOf
from tracker.store.keys import (
    BoardPlaceKey,
    CompositeGoalKey,
    ProjectKey,
    TaskBlocksKey,
    TaskDependencyKey,
    TaskKey,
    UserKey,
    WalletKey,
)
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item, Key
from tracker.tasks.model import MOST_LINKS, Task, TaskBlocks, TaskBook, TaskLink, instance_id
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.rounds.planning import NO_PLANS, Plans, TaskRound, round_key

MOST_SUCCESSORS = 50


@frozen
class TaskScene:
    user: User
    now: datetime
    book: TaskBook | None
    """None where the person never had a task."""
    tasks: Mapping[str, Task]
    """The task itself, and those that it is linked with, by id."""
    purse: Purse
    waits_for: tuple[str, ...] = ()
    """The ids of what it waits for."""
    waiting: tuple[str, ...] = ()
    """The ids of those that wait for it."""
    projects: Mapping[str, Project] = field(default_factory=dict[str, Project])
    goals: frozenset[str] = frozenset()
    """The ids of the goals of parts that it counts towards, as far as they are there."""
    plans: Plans = NO_PLANS

    @property
    def today(self) -> date:
        return self.purse.today


def scene_of(
    user_id: str, now: datetime, task_id: str | None = None, also: Collection[Key] = ()
) -> ReadSteps[TaskScene]:
    """`also` are tasks, projects and goals that it concerns besides. Raises NoSuchUser, BeingDeleted."""
    user_key, wallet_key, book_key = (
        UserKey(user_id).key,
        WalletKey(user_id).key,
        TaskBook.key_of(user_id).key,
    )
    task_key = [TaskKey(user_id, task_id).key] if task_id else []
    round_at, digest_at = round_key(user_id), digest_key(user_id)
    first = yield Lookup([user_key, wallet_key, book_key, round_at, digest_at, *task_key, *also])
    user, wallet = _present(first.items.get(user_key)), _read(Wallet, first.items.get(wallet_key))
    today = local_day(now, user.zone, user.day_start)
    near = [*from_items(Task, _items(first.items, TaskKey))]
    days = {today, *(one.award.given_on for one in near if one.award)}
    boards = [board for day in days for board in boards_of(wallet.boards if wallet else (), day)]
    asked = [_linked(TaskDependencyKey, task_id), _linked(TaskBlocksKey, task_id)] if task_id else []
    second = yield Lookup(
        [
            *(ProjectKey(user_id, one).key for task in near for one in task.project_ids),
            *{CompositeGoalKey(user_id, one).key for task in near for one in composite_ids(task.goal_ids)},
            *(TaskKey(user_id, one.id).key for task in near for one in islice(successors(task, today), 1)),
            *(BoardPlaceKey(user_id, board).key for board in boards),
        ],
        asked,
    )
    links, blocks = ([*page.items] for page in second.pages) if task_id else ([], [])
    waits_for = tuple(one.dependency for one in from_items(TaskLink, links))
    waiting = tuple(one.waiting for one in from_items(TaskBlocks, blocks))
    found = {**first.items, **second.items}
    if waits_for or waiting:
        found |= (yield Lookup([TaskKey(user_id, one).key for one in (*waits_for, *waiting)])).items
    tasks = {one.id: one for one in from_items(Task, _items(found, TaskKey))}
    if task_id in tasks:
        tasks |= yield from _closed_successors(tasks[task_id], tasks, today)
    places = {one.board: one for one in from_items(BoardPlace, _items(found, BoardPlaceKey))}
    return TaskScene(
        user=user,
        now=now,
        book=_read(TaskBook, found.get(book_key)),
        tasks=tasks,
        purse=Purse(user_id, now, today, wallet, places),
        waits_for=waits_for,
        waiting=waiting,
        projects={one.id: one for one in from_items(Project, _items(found, ProjectKey))},
        goals=frozenset(str(item["id"]) for item in _items(found, CompositeGoalKey)),
        plans=Plans(_read(TaskRound, found.get(round_at)), has_digest=digest_at in found),
    )


class Successor(NamedTuple):
    """One that can follow a task in its series."""

    id: str
    rule: Recurrence
    due: date


def successors(task: Task, today: date) -> Iterator[Successor]:
    """What follows a task that is over today. The first may be there already, and be over, too."""
    rule, planned = task.recurrence_rule, task.series_due
    if rule is None or planned is None:
        return
    due = max(planned.due_date, task.due_date or planned.due_date)
    found = rule.next_due(due, today, task.occurrence)
    for _ in range(MOST_SUCCESSORS):
        if found is None:
            return
        yield Successor(instance_id(task.series_id or task.id, found[1]), *found)
        found = found[0].next_due(found[1], found[1], task.occurrence)


def _closed_successors(task: Task, tasks: Mapping[str, Task], today: date) -> ReadSteps[dict[str, Task]]:
    """Where the first is over, too, those after it until one is not. Mostly there is nothing to read."""
    found: dict[str, Task] = {}
    for number, one in enumerate(successors(task, today)):
        if number:
            read = yield Lookup([TaskKey(task.user_id, one.id).key])
            found |= {each.id: each for each in from_items(Task, read.items.values())}
        there = found.get(one.id) or tasks.get(one.id)
        if there is None or there.status.is_open:
            break
    return found


def _linked(key: type[TaskDependencyKey | TaskBlocksKey], task_id: str | None) -> Query:
    every = key.prefix(task=task_id)
    return Query(every.pk, prefix=every.prefix, limit=MOST_LINKS)


def _items(found: Mapping[Key, Item], kind: type[KeyOf]) -> list[Item]:
    return [item for item in found.values() if item["type"] == kind.item_type]


def _present(item: Item | None) -> User:
    if item is None:
        raise NoSuchUser("There is no such person.")
    user = from_item(User, item)
    if user.deleting_since is not None:
        raise BeingDeleted("This account is being deleted; nothing more can be added to it.")
    return user


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
