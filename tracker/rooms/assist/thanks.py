"""Points for help: few, once a week for the same two people, and never in a circle.

Nobody thanks themselves, because who asks does not help. Where the helper has thanked the asker within a
week, directly or through others, nothing is given: points are not passed round.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.limits import Limit, counted
from tracker.rewards.boards import boards_of
from tracker.rewards.giving import PaidFor, Payment, Purse, paid
from tracker.rewards.model import Award, BoardPlace, Wallet
from tracker.rooms.assist.model import POINTS, AssistThread, Thanks
from tracker.store.conditions import ABSENT
from tracker.store.entity import PRESENT, authored, from_items
from tracker.store.keys import BoardPlaceKey, ThanksKey, WalletKey
from tracker.store.table import Check, Operation, Table

WHILE = timedelta(days=7)
"""So long the same two give each other nothing more."""
A_DAY = Limit("assist-thanks", 3, timedelta(days=1))
"""Of one helper."""
_WALKED = 50
"""So many people are looked at for a circle; where there are more, nothing is given."""


async def would_circle(table: Table, giver: str, helper: str) -> bool:
    """Whether the helper has thanked the giver lately, directly or through others; or the same again."""
    seen, left = {giver}, [giver]
    while left:
        thanked = left.pop()
        by = ThanksKey.partition(user=thanked)
        async for item in table.query_all(by):
            for one in from_items(Thanks, [item]):
                if one.giver == helper or len(seen) > _WALKED:
                    return True
                if one.giver not in seen:
                    seen.add(one.giver)
                    left.append(one.giver)
    return await table.get(ThanksKey(helper, giver).key) is not None


async def giving(table: Table, thread: AssistThread, helper: User, now: datetime) -> list[Operation]:
    """What gives the helper points, in a transaction that makes sure that the asker is there."""
    today = local_day(now, helper.zone, helper.day_start)
    item = await table.get(WalletKey(helper.id).key)
    wallet = next(from_items(Wallet, [item] if item else []), None)
    boards = boards_of(wallet.boards if wallet else (), today)
    found = await table.get_many(BoardPlaceKey(helper.id, one).key for one in boards)
    places = {one.board: one for one in from_items(BoardPlace, found.values())}
    return [*_written(thread, helper, Purse(helper.id, now, today, wallet, places))]


def _written(thread: AssistThread, helper: User, purse: Purse) -> Iterator[Operation]:
    ttl = int((purse.now + WHILE).timestamp())
    thanks = Thanks(user=helper.id, giver=thread.asker, ttl=ttl)
    yield from authored(thread.asker, thanks, thanks.key)[1:]
    yield Check(ThanksKey(thread.asker, helper.id).key, ABSENT)  # of two who thank each other at once
    yield Check(helper.key.key, PRESENT)
    yield counted(A_DAY, helper.id, purse.now)
    award = Award(id=f"assist-{thread.id}", points=POINTS, given_on=purse.today)
    yield from paid(purse, [Payment(award, "Helped somebody", purse.today, PaidFor())])
