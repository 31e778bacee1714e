"""What digests say: worded when a round tells them, and anew when they go, from what is true then."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import Strike
from tracker.digest.planning import ROUND_SECONDS, LastDigest, Round, ToldUntil, round_key
from tracker.feature import Tools
from tracker.locales import read_by
from tracker.notify.kinds import Kind
from tracker.notify.model import GROUP_WAIT, DeliveryStatus, Notification, OutboxItem, Rewording
from tracker.sections import DIGEST, DailyNews, DigestSection, Occasion, digests
from tracker.store.entity import from_items
from tracker.store.keys import OutboxKey, UserKey, WalletKey
from tracker.store.segments import timestamp
from tracker.store.table import Table
from tracker.store.values import UPDATED, Item

FRESH = GROUP_WAIT + timedelta(seconds=ROUND_SECONDS)
"""So old is the digest of a round that was held in time."""
_NEVER_TOLD = (DeliveryStatus.PENDING, DeliveryStatus.DROPPED)


def wordings(tools: Tools) -> Mapping[Kind, Rewording]:
    async def worded(message: Notification) -> Notification | None:
        """As if its round were held now; None where there is nothing left to tell."""
        who, what = UserKey(message.person).key, round_key(message.person)
        done = WalletKey(message.person).key
        found = await tools.table.get_many([who, what, done])
        now = tools.clock().replace(microsecond=0)
        if who in found and _is_fresh(message, [found[key] for key in (who, done) if key in found], now):
            return message
        user = next(from_items(User, [found[who]] if who in found else []), None)
        round_ = next(from_items(Round, [found[what]] if what in found else []), None)
        if user is None:
            return None
        if round_ is None or (last := round_.last_digest) is None or message.outbox_id not in last.ids:
            return message  # an older version told it, and did not say from what
        occasion = _occasion_again(user, message, last, now)
        sections = sections_of(await brought(tools, occasion))
        said = digests(occasion, sections, when_quiet=user.digest_when_quiet)
        return next((one for one in said if one.outbox_id == message.outbox_id), None)

    return {DIGEST: worded}


def _is_fresh(message: Notification, touched: list[Item], now: datetime) -> bool:
    """Whether it says what is true, also without a look: thousands of digests go in the same minute.

    Whatever the person does for points changes their wallet, and what they wish for their user item.
    """
    written = timestamp(message.created_at)
    return now - message.created_at <= FRESH and all(str(item[UPDATED]) < written for item in touched)


def _occasion_again(user: User, message: Notification, last: LastDigest, now: datetime) -> Occasion:
    read_by(user.language, user.country)  # what the round says is said to them
    return Occasion(
        user=user,
        now=now,
        strike=Strike(date.fromisoformat(message.period), message.not_before),
        weekly=last.weekly,
        next_at=message.expires_at,
        next_week_at=message.expires_at,
        looked_until=last.looked_until,
        told_digest_at=last.told_before.digest_at,
        told_weekly_at=last.told_before.weekly_at,
    )


async def brought(tools: Tools, occasion: Occasion) -> list[DailyNews]:
    """By all features."""
    return [await one.daily(tools.table, occasion) for one in tools.features if one.daily is not None]


def sections_of(news: list[DailyNews]) -> list[DigestSection]:
    return [section for one in news for section in one.sections]


async def told_until(table: Table, round_: Round) -> ToldUntil:
    """Until when the last digest told what was gained: as it was worded when it went.

    What nobody read because it became too old on its way is told by the next one.
    """
    planned = ToldUntil(digest_at=round_.told_digest_at, weekly_at=round_.told_weekly_at)
    if (last := round_.last_digest) is None:
        return planned
    keys = [OutboxKey(round_.user, one).key for one in last.ids]
    items = [*from_items(OutboxItem, (await table.get_many(keys)).values())]
    if any(one.status in _NEVER_TOLD for one in items):
        return last.told_before
    at = min((one.worded_at or one.created_at for one in items), default=round_.told_digest_at)
    return ToldUntil(digest_at=at, weekly_at=at if last.weekly else round_.told_weekly_at)
