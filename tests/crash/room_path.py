"""The path that is cut with rooms: something is said, of which some hear at once, and one in the digest."""

from datetime import datetime, timedelta
from pathlib import Path

from tests.crash.path import opened
from tests.crash.steps import Plug
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.rooms.book import memberships_of
from tracker.rooms.saying import Saying

SAID = "On my way"


async def live(database: Path, hiscores: str, at: datetime, plug: Plug) -> None:
    """Somebody sends a text, which is delivered again in the next life, and time passes."""
    plug.on = False
    async with opened(database, hiscores, at) as (clock, it):
        user = await Accounts(it.table, clock, ulids(clock)).find(parse_identity("local:ada"))
        assert user is not None
        [membership] = await memberships_of(it.table, user.id)
        saying = Saying(it.table, clock, ulids(clock), keep_days=365)
        plug.on = True
        await saying.say(user.id, membership.room, SAID, "text-1")
        clock.advance(timedelta(minutes=2).total_seconds())
        await it.dispatcher.run()
        plug.on = False
