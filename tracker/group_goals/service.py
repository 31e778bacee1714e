"""Group goals: set, changed, ended and removed; joined and left; who added what."""

import builtins
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.challenge.beginning import is_zone
from tracker.challenge.changing import claimed
from tracker.challenge.model import Phase, WhoMayJoin
from tracker.clock import Clock
from tracker.days import local_day
from tracker.group_goals.book import (
    ATTEMPTS,
    goal_change,
    goal_with,
    goals_of,
    goals_with,
    gone,
    restless,
    share_in,
    shares_in,
    shares_of,
    touched,
)
from tracker.group_goals.editing import EDITS, changed_goal, check_new, differences, ended_goal
from tracker.group_goals.errors import (
    AlreadyInGroup,
    GroupChangedTooOften,
    GroupGoalExists,
    NotInGroup,
    NotYourGroup,
    TooManyGroupGoals,
)
from tracker.group_goals.finding import FINDER, KnownGroupGoals, the_only
from tracker.group_goals.joining import Contributor, check_may_join, new_share, not_open, part_called
from tracker.group_goals.leaving import clear, habit_with, leave
from tracker.group_goals.model import (
    MOST_GROUP_GOALS,
    MOST_JOINED,
    MOST_PEOPLE,
    GroupGoal,
    GroupNews,
    GroupOwnership,
    GroupShare,
    GroupStatus,
    NewsKind,
)
from tracker.group_goals.settling import Settling
from tracker.group_goals.sharing import Sharing
from tracker.group_goals.things import take_things, things_of
from tracker.group_goals.words import GroupAim, checked_name, phase_of
from tracker.habits.lifecycle import share_habit
from tracker.ids import Ids, is_ulid
from tracker.limits import Limits
from tracker.locales import written_for
from tracker.rewards.board_names import DiscordName, free_name, names_of
from tracker.rewards.wallet import wallet_of
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import to_item
from tracker.store.errors import ConditionFailed
from tracker.store.table import Check, Operation, Put, Table

FEW = 25
"""People, who are taken out at once of a goal that is removed; of more it is left to the clock."""


class GroupGoals:
    def __init__(self, table: Table, clock: Clock, ids: Ids) -> None:
        """`ids` are unique among all group goals."""
        self._table, self._clock, self._ids = table, clock, ids
        self._settling, self._sharing = Settling(table, clock), Sharing(table, clock)

    async def add(
        self, owner: User, by: User, name: str, aim: GroupAim, *, starts: date, ends: date, who: WhoMayJoin,
        zone: str,
    ) -> GroupGoal:  # fmt: skip
        """Of a server, or of a person. Raises BadGroupGoal, GroupGoalExists, TooManyGroupGoals."""
        now, shown = self._now(), checked_name(name)
        new = GroupGoal(
            id=self._ids(),
            user=owner.id,
            name=shown,
            **aim._asdict(),
            timezone=zone if is_zone(zone) else owner.timezone,
            starts=starts,
            ends=ends,
            who=who,
            news=(GroupNews(kind=NewsKind.NEW, at=now, by=by.id),),
            due_at=now,
            created_at=now,
        )
        check_new(new, local_day(now, new.zone))
        for _ in range(ATTEMPTS):
            unchanged = await claimed(self._table, owner.id)
            known = await goals_of(self._table, owner.id)
            if sum(one.status is GroupStatus.ACTIVE for one in known) >= MOST_GROUP_GOALS:
                raise TooManyGroupGoals(f"There are {MOST_GROUP_GOALS} group goals here. End or remove one.")
            _refuse_name(known, shown)
            with suppress(ConditionFailed):  # another was set meanwhile: look again
                await self._table.transact(
                    [
                        unchanged,
                        Put(to_item(new, new.key, *new.places()), ABSENT),
                        Put(to_item(GroupOwnership(), new.ownership), ABSENT),
                    ]
                )
                return await self._settled(new)
        raise restless()

    async def known(self, user_id: str | None, here: str | None = None) -> KnownGroupGoals:
        """What somebody can name where they are: `here` is the account of the server or the terminal."""
        mine = [] if user_id is None else [one.group for one in await shares_of(self._table, user_id)]
        own = [] if user_id is None or user_id == here else await goals_of(self._table, user_id)
        there = [] if here is None else await goals_of(self._table, here)
        return KnownGroupGoals(await goals_with(self._table, mine), there, own)

    async def find(self, user_id: str, text: str | None, here: str | None = None) -> GroupGoal:
        """Where only one can be meant, it need not be named; by its id also one that is open to anybody.

        Raises NoSuchGroupGoal, AmbiguousGroupGoal.
        """
        known = (await self.known(user_id, here)).every
        if text is None or not text.strip():
            return the_only([one for one in known if one.status is GroupStatus.ACTIVE] or known)
        wanted = text.strip().upper()
        if FINDER.meant(known, text) or not is_ulid(wanted):
            return FINDER.one(known, text)
        found = await goal_with(self._table, wanted)
        if found is None or not found.is_there or found.who is not WhoMayJoin.ANYBODY:
            raise not_open(text)
        return found

    async def find_own(
        self, user_id: str, text: str | None, here: str | None, managed: str | None
    ) -> GroupGoal:
        """One that the person may change: `managed` is the account of the server that they manage here.

        Raises NotYourGroup.
        """
        found = await self.find(user_id, text, here)
        if found.user not in (user_id, managed):
            raise NotYourGroup(
                f"Only whoever set {found.name} can change it: on a server, those with the permission "
                "Manage Server there."
            )
        return found

    async def by_id(self, group: str) -> GroupGoal:
        """Raises NoSuchGroupGoal."""
        found = await goal_with(self._table, group)
        if found is None or not found.is_there:
            raise gone()
        return found

    async def shown(self, goal: GroupGoal) -> tuple[GroupGoal, Sequence[GroupShare]]:
        """With everything counted that is marked, and the shares of everybody, the largest first."""
        for share in await shares_in(self._table, goal.id):
            if share.due_at is not None:
                await self._sharing.recount(share.user, goal.id)
        return await self._settled(goal), await shares_in(self._table, goal.id)

    async def share(self, user_id: str, goal: GroupGoal) -> GroupShare | None:
        return await share_in(self._table, user_id, goal.id)

    async def part(self, user_id: str, goal: GroupGoal, **said: str | None) -> Contributor:
        """By what the person would join. `said` are the options character, metric, habit."""
        return await part_called(self._table, user_id, goal, said)

    async def name_in(
        self, user: User, goal: GroupGoal, said: str | None, discord: DiscordName | None = None
    ) -> str:
        """What others in it would see the person as; see `names_of`."""
        names = names_of(user, await wallet_of(self._table, user.id), said=said, discord=discord)
        return await free_name(self._table, [things_of(goal.id)], user.id, names)

    async def join(
        self, user: User, goal: GroupGoal, part: Contributor, name: str, *, here: str | None
    ) -> GroupShare:
        """Raises NoSuchGroupGoal, GroupGoalOver, AlreadyInGroup, PartTaken, NameTaken, TooManyGroupGoals."""
        for _ in range(ATTEMPTS):
            goal, now = await self.by_id(goal.id), self._now()
            check_may_join(user, goal, here, now)
            if await share_in(self._table, user.id, goal.id) is not None:
                raise AlreadyInGroup(f"You are in {goal.name} already.")
            share = await new_share(self._table, user, goal, part, name, now)
            operations = await self._joining(user, goal, share, part, now)
            with suppress(ConditionFailed):  # something changed meanwhile: look again
                await self._table.transact(operations)
                await self._sharing.recount(user.id, goal.id)
                return await share_in(self._table, user.id, goal.id) or share
        raise restless()

    async def _joining(
        self, user: User, goal: GroupGoal, share: GroupShare, part: Contributor, now: datetime
    ) -> list[Operation]:
        unchanged = await claimed(self._table, user.id)
        mine = await goals_with(self._table, [one.group for one in await shares_of(self._table, user.id)])
        if sum(one.status is GroupStatus.ACTIVE for one in mine) >= MOST_JOINED:
            raise TooManyGroupGoals(f"You are in {MOST_JOINED} group goals, and that is the most.")
        if goal.people >= MOST_PEOPLE:
            raise TooManyGroupGoals(f"{goal.name} has {MOST_PEOPLE} people, and that is the most.")
        open_ = EXISTS & eq("status", GroupStatus.ACTIVE.value)
        operations: list[Operation] = [
            unchanged,
            replace(touched(goal.id, now, people=1), when=open_),
            Put(to_item(share, share.key, *share.places()), ABSENT),
            *await take_things(self._table, share, part.character),
        ]
        if part.character is not None:
            operations.append(Check(part.character.key.key, eq("revision", part.character.revision)))
        if part.habit is not None:
            habit, streak = await habit_with(self._table, user.id, part.habit.id)
            if habit is None:
                raise gone()
            operations += share_habit(habit, streak, (*habit.shared_in, goal.id))
        return operations

    async def leave(self, user: User, goal: GroupGoal) -> GroupShare:
        """What they added goes with them. Raises NotInGroup."""
        if (share := await leave(self._table, user.id, goal.id, self._now())) is None:
            raise NotInGroup(f"You are not in {goal.name}.")
        return share

    async def edit(self, goal: GroupGoal, by: User, **wanted: object) -> tuple[GroupGoal, Sequence[str]]:
        """With what is different now, in sentences: the group is told. Raises BadGroupGoal, GroupGoalOver."""
        if await Limits(self._table, self._clock).take(EDITS, goal.id) is not None:
            raise GroupChangedTooOften(
                f"{goal.name} was changed {EDITS.most} times today, and the group is told each time. "
                "Try again tomorrow."
            )
        for _ in range(ATTEMPTS):
            before, now = await self.by_id(goal.id), self._now()
            today = local_day(now, before.zone)
            after = changed_goal(before, wanted, today)
            said = [*differences(before, after, today)]
            with written_for(None):  # everybody in it reads this
                told = " ".join(differences(before, after, today))
            unchanged = await claimed(self._table, before.user)
            if after.name != before.name:
                others = [one for one in await goals_of(self._table, before.user) if one.id != before.id]
                _refuse_name(others, after.name)
            news = GroupNews(kind=NewsKind.CHANGED, at=now, text=told, by=by.id)
            after = after.model_copy(update={"news": (*before.news, news), "due_at": now})
            if await self._is_written([unchanged, goal_change(before, after)]):
                return await self._settled(after), said
        raise restless()

    async def end(self, goal: GroupGoal, by: User) -> GroupGoal:
        """Now, with what there is; the group is told. Raises GroupGoalOver, BadGroupGoal."""
        for _ in range(ATTEMPTS):
            before, now = await self.by_id(goal.id), self._now()
            after = ended_goal(before, local_day(now, before.zone))
            news = GroupNews(kind=NewsKind.ENDED, at=now, by=by.id)
            after = after.model_copy(update={"news": (*before.news, news), "due_at": now})
            if await self._is_written([goal_change(before, after)]):
                return await self._settled(after)
        raise restless()

    async def remove(self, goal: GroupGoal, by: User) -> int:
        """With what everybody added; how many people were in it."""
        for _ in range(ATTEMPTS):
            before, now = await self.by_id(goal.id), self._now()
            after = before.model_copy(update={"status": GroupStatus.REMOVED, "due_at": now, "news": ()})
            if await self._is_written([goal_change(before, after)]):
                if before.people <= FEW:
                    await clear(self._table, after, now, by=by.id)
                return before.people
        raise restless()

    def today(self, goal: GroupGoal) -> date:
        return local_day(self._now(), goal.zone)

    def phase(self, goal: GroupGoal) -> Phase:
        return phase_of(goal, self.today(goal))

    async def _settled(self, goal: GroupGoal) -> GroupGoal:
        return await self._settling.settle(goal.id) or goal

    async def _is_written(self, operations: builtins.list[Operation]) -> bool:
        try:
            await self._table.transact(operations)
        except ConditionFailed:
            return False
        return True

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _refuse_name(known: Sequence[GroupGoal], name: str) -> None:
    if any(one.name.casefold() == name.casefold() for one in known):
        raise GroupGoalExists(f"There is a group goal called {name} here already.", field="name")
