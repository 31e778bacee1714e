"""All that a change of a task depends on, read in two steps."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from datetime import date, datetime

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.digest.planning import round_key as digest_key
from tracker.frozen import frozen
from tracker.projects.model import Project
from tracker.rewards.boards import boards_of
from tracker.rewards.giving import Purse
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.entity import Model, from_item, from_items
from tracker.store.keys import (
    BoardPlaceKey,
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
from tracker.tasks.rounds.planning import NO_PLANS, Plans, TaskRound, round_key


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
    plans: Plans = NO_PLANS

    @property
    def today(self) -> date:
        return self.purse.today


def scene_of(
    user_id: str, now: datetime, task_id: str | None = None, also: Collection[Key] = ()
) -> ReadSteps[TaskScene]:
    """`also` are tasks and projects that the change concerns besides. Raises NoSuchUser, BeingDeleted."""
    user_key, wallet_key, book_key = (
        UserKey(user_id).key,
        WalletKey(user_id).key,
        TaskBook.key_of(user_id).key,
    )
    task_key = [TaskKey(user_id, task_id).key] if task_id else []
    asked = [_linked(TaskDependencyKey, task_id), _linked(TaskBlocksKey, task_id)] if task_id else []
    round_at, digest_at = round_key(user_id), digest_key(user_id)
    first = yield Lookup([user_key, wallet_key, book_key, round_at, digest_at, *task_key, *also], asked)
    user, wallet = _present(first.items.get(user_key)), _read(Wallet, first.items.get(wallet_key))
    links, blocks = ([*page.items] for page in first.pages) if task_id else ([], [])
    waits_for = tuple(one.dependency for one in from_items(TaskLink, links))
    waiting = tuple(one.waiting for one in from_items(TaskBlocks, blocks))
    today = local_day(now, user.zone, user.day_start)
    near = [*from_items(Task, _items(first.items, TaskKey))]
    days = {today, *(one.award.given_on for one in near if one.award)}
    boards = [board for day in days for board in boards_of(wallet.boards if wallet else (), day)]
    second = yield Lookup(
        [
            *(TaskKey(user_id, one).key for one in (*waits_for, *waiting)),
            *(ProjectKey(user_id, one).key for task in near for one in task.project_ids),
            *(TaskKey(user_id, one).key for task in near for one in _next_ids(task, today)),
            *(BoardPlaceKey(user_id, board).key for board in boards),
        ]
    )
    found = {**first.items, **second.items}
    places = {one.board: one for one in from_items(BoardPlace, _items(found, BoardPlaceKey))}
    return TaskScene(
        user=user,
        now=now,
        book=_read(TaskBook, found.get(book_key)),
        tasks={one.id: one for one in from_items(Task, _items(found, TaskKey))},
        purse=Purse(user_id, now, today, wallet, places),
        waits_for=waits_for,
        waiting=waiting,
        projects={one.id: one for one in from_items(Project, _items(found, ProjectKey))},
        plans=Plans(_read(TaskRound, found.get(round_at)), has_digest=digest_at in found),
    )


def _next_ids(task: Task, today: date) -> Iterator[str]:
    """What follows the task in its series may be there already."""
    if task.recurrence_rule is not None and task.due_date is not None:
        found = task.recurrence_rule.next_due(task.due_date, today, task.occurrence)
        if found is not None:
            yield instance_id(task.series_id or task.id, found[1])


def _linked(key: type[TaskDependencyKey | TaskBlocksKey], task_id: str | None) -> Query:
    every = key.prefix(task=task_id)
    return Query(every.pk, prefix=every.prefix, limit=MOST_LINKS)


def _items(found: Mapping[Key, Item], kind: type[TaskKey | ProjectKey | BoardPlaceKey]) -> list[Item]:
    return [item for item in found.values() if item["type"] == kind.item_type]


def _present(item: Item | None) -> User:
    if item is None:
        raise NoSuchUser("There is no such person.")
    user = from_item(User, item)
    if user.deleting_since is not None:
        raise BeingDeleted("This account is being deleted; nothing can be added to it any more.")
    return user


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
