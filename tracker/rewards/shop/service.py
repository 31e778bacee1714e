"""Rewards that people set for themselves: the one door to what can be done with them."""

import builtins
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.finding import Finder, plain
from tracker.ids import Ids
from tracker.notify import outbox
from tracker.rewards.model import EntryType, LedgerEntry, Wallet
from tracker.rewards.shop import limits
from tracker.rewards.shop.easing import changed_terms, now_holding
from tracker.rewards.shop.errors import (
    AmbiguousReward,
    BadReward,
    NoSuchReward,
    NothingRedeemed,
    RewardUnchanged,
    TooManyRewards,
)
from tracker.rewards.shop.messages import redeemed_message
from tracker.rewards.shop.model import MOST_REWARDS, Redemption, Reward, RewardStatus, Terms
from tracker.rewards.shop.words import checked
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, from_item, from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import RewardKey, WalletEntryKey, WalletKey
from tracker.store.table import Check, Delete, Operation, Put, Table, Update

ATTEMPTS = 20
_CHANGES = "rewardChanges"

FINDER: Finder[Reward] = Finder(
    "reward",
    name=lambda reward: reward.title,
    ids=lambda reward: (reward.id,),
    missing=NoSuchReward,
    ambiguous=AmbiguousReward,
    is_live=lambda reward: reward.status is RewardStatus.ACTIVE,
)


@dataclass(frozen=True, slots=True)
class Redeemed:
    """What came of redeeming, or of undoing that."""

    reward: Reward
    redemption: Redemption
    coins: int
    """Those that are left."""
    again: bool = False
    """Whether it was delivered twice, and had been done before."""


class Rewards:
    def __init__(self, table: Table, clock: Clock, new_id: Ids) -> None:
        self._table, self._clock, self._new_id = table, clock, new_id

    async def list(self, user_id: str, *, archived: bool = False) -> list[Reward]:
        """As their terms hold now; the cheapest first."""
        every = [one for one in await self._all(user_id) if archived or one.status is RewardStatus.ACTIVE]
        return sorted(every, key=lambda one: (one.status is RewardStatus.ARCHIVED, one.point_cost, one.title))

    async def find(self, user_id: str, text: str, *, whole_name: bool = False) -> Reward:
        """Raises NoSuchReward, AmbiguousReward."""
        return FINDER.one(await self._all(user_id), text, whole_name=whole_name)

    async def add(self, user_id: str, title: str, fields: Mapping[str, object]) -> Reward:
        """Raises BadReward, TooManyRewards."""
        new = checked(
            Reward.model_validate(
                {
                    **fields,
                    "id": self._new_id(),
                    "user": user_id,
                    "title": title,
                    "created_at": self._now(),
                }
            )
        )

        async def write(others: Sequence[Reward]) -> builtins.list[Operation]:
            if len(others) >= MOST_REWARDS:
                raise TooManyRewards(f"You have {MOST_REWARDS} rewards, which is as many as there can be.")
            _refuse_title(others, new)
            return [Put(to_item(new, new.key, *new.places()), ABSENT)]

        await self._write(user_id, write)
        return new

    async def edit(self, user_id: str, reward_id: str, fields: Mapping[str, object]) -> Reward:
        """Terms that become easier hold later where they are locked. Raises RewardUnchanged, BadReward."""
        found: builtins.list[Reward] = []

        async def write(others: Sequence[Reward]) -> builtins.list[Operation]:
            before = _among(others, reward_id)
            after = self._edited(before, fields)
            _refuse_title([one for one in others if one.id != reward_id], after)
            found[:] = [after]
            return [_difference(before, after)]

        await self._write(user_id, write)
        return found[0]

    async def remove(self, user_id: str, reward_id: str) -> Reward:
        """What was spent on it stays in the ledger."""
        found: builtins.list[Reward] = []

        async def write(others: Sequence[Reward]) -> builtins.list[Operation]:
            found[:] = [_among(others, reward_id)]
            return [Delete(found[0].key.key, eq("revision", found[0].revision))]

        await self._write(user_id, write)
        return found[0]

    async def redeem(self, user: User, reward_id: str, occasion: str | None = None) -> Redeemed:
        """`occasion` is what the person did, as the front end numbers it: the same again is done once.

        Raises NotEnoughCoins, CoolingDown, DayLimit, OutOfStock, RewardArchived."""
        name = occasion or self._new_id()

        def redeem(reward: Reward, wallet: Wallet, now: datetime, today: date) -> _Change | Redeemed:
            if (done := next((one for one in reward.undoable if one.id == name), None)) is not None:
                return Redeemed(reward, done, wallet.coins, again=True)
            limits.check(reward, wallet.coins, user, now)
            after = limits.redeemed(reward, name, today, now)
            return _Change(after, after.undoable[-1], spent=reward.point_cost)

        return await self._pay(user, reward_id, redeem)

    async def undo(self, user: User, reward_id: str | None = None) -> Redeemed:
        """The last redemption, of this reward or of any. Raises NothingRedeemed."""
        if reward_id is None:
            lately = [one for one in await self._all(user.id) if one.undoable]
            if not lately:
                raise NothingRedeemed("You have not redeemed anything lately.")
            reward_id = max(lately, key=lambda one: one.undoable[-1].at).id

        def take_back(reward: Reward, _: Wallet, _now: datetime, today: date) -> _Change:
            last = limits.last_redemption(reward, today)
            return _Change(limits.undone(reward, last), last, spent=-last.cost)

        return await self._pay(user, reward_id, take_back)

    async def _pay(self, user: User, reward_id: str, decide: "_Decide") -> Redeemed:
        """Coins, reward, ledger and what is told, all or nothing; again where somebody was faster."""
        keys = [RewardKey(user.id, reward_id).key, WalletKey(user.id).key]
        for _ in range(ATTEMPTS):
            now = self._now()
            found = await self._table.get_many(keys)
            if keys[0] not in found:
                raise NoSuchReward("This reward no longer exists.")
            before = from_item(Reward, found[keys[0]])
            wallet = None if keys[1] not in found else from_item(Wallet, found[keys[1]])
            today = local_day(now, user.zone, user.day_start)
            decided = decide(now_holding(before, now), wallet or Wallet(), now, today)
            if isinstance(decided, Redeemed):
                return decided
            try:
                await self._table.transact([*_written(user, before, wallet, decided, now)])
            except ConditionFailed as failed:
                if failed.at(0) is not None:
                    raise _gone() from failed
                continue
            return Redeemed(decided.after, decided.redemption, (wallet or Wallet()).coins - decided.spent)
        raise Throttled("your wallet keeps changing under our hands; try again in a moment")

    def _edited(self, before: Reward, fields: Mapping[str, object]) -> Reward:
        now = self._now()
        holding = now_holding(before, now)
        terms = {name: fields[name] for name in Terms.model_fields if name in fields}
        others = {name: value for name, value in fields.items() if name not in terms}
        wanted = Terms.model_validate({**dict(holding.terms), **terms})
        after = checked(holding.model_copy(update=others))
        after = changed_terms(after, wanted, now) if terms else after
        if after == before:
            raise RewardUnchanged("That is what the reward says already.")
        return checked(after).model_copy(update={"revision": before.revision + 1})

    async def _all(self, user_id: str) -> builtins.list[Reward]:
        mine, now = RewardKey.prefix(user=user_id), self._now()
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return [now_holding(one, now) for one in from_items(Reward, items)]

    async def _write(
        self, user_id: str, write: Callable[[Sequence[Reward]], Awaitable[builtins.list[Operation]]]
    ) -> None:
        """Rewards of a person change one after another, so that no two have one name."""
        for _ in range(ATTEMPTS):
            if (turn := await next_change(self._table, user_id, _CHANGES)) is None:
                raise _gone()
            mine = RewardKey.prefix(user=user_id)
            items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
            operations = await write([*from_items(Reward, items)])
            try:
                await self._table.transact([turn, *operations])
            except ConditionFailed:
                continue
            return
        raise Throttled("your rewards keep changing under our hands; try again in a moment")

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


@dataclass(frozen=True, slots=True)
class _Change:
    after: Reward
    redemption: Redemption
    spent: int
    """Coins; below nothing where they are given back."""


_Decide = Callable[[Reward, Wallet, datetime, date], "_Change | Redeemed"]


def _written(
    user: User, before: Reward, wallet: Wallet | None, changed: _Change, now: datetime
) -> Iterator[Operation]:
    yield Check(user.key.key, PRESENT)
    yield _difference(before, changed.after)
    purse = wallet or Wallet()
    paid = purse.model_copy(
        update={
            "coins": purse.coins - changed.spent,
            "spent": purse.spent + changed.spent,
            "changes": purse.changes + 1,
        }
    )
    unchanged: Condition = ABSENT if wallet is None else eq("changes", purse.changes)
    yield rewrite(paid, WalletKey(user.id), when=unchanged)
    yield _ledger_line(user.id, changed, now)
    if changed.spent > 0 and changed.after.is_automated:
        yield outbox.operation(redeemed_message(user, changed.after, changed.redemption, now))


def _ledger_line(user_id: str, changed: _Change, now: datetime) -> Operation:
    reverses, redemption = changed.spent < 0, changed.redemption
    entry = LedgerEntry(
        entry_type=EntryType.SPENT,
        award=redemption.id,
        reason=changed.after.title,
        reward_id=changed.after.id,
        day=redemption.day,
        at=now,
        points=0,
        coins=-changed.spent,
        given_on=redemption.day,
        reverses=reverses,
    )
    name = f"{redemption.id}{'-undone' if reverses else ''}"
    return Put(to_item(entry, WalletEntryKey(user_id, now, name)), ABSENT)


def _difference(before: Reward, after: Reward) -> Update:
    fields = {
        name: value
        for name in Reward.model_fields
        if (value := getattr(after, name)) != getattr(before, name)
    }
    return change(Reward, before.key, fields, enter=[*after.places()], when=eq("revision", before.revision))


def _refuse_title(others: Sequence[Reward], new: Reward) -> None:
    if any(plain(one.title) == plain(new.title) for one in others):
        raise BadReward(f"You have a reward called {new.title} already.")


def _among(others: Sequence[Reward], reward_id: str) -> Reward:
    found = next((one for one in others if one.id == reward_id), None)
    if found is None:
        raise NoSuchReward("This reward no longer exists.")
    return found


def _gone() -> NoSuchUser:
    return NoSuchUser("There is no such account, or it is being deleted.")
