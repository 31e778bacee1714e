"""What strangers see of a thing: plain values, made anew each time from what the thing is at that moment.

Whatever is not named here is not shown. `of_goals.py`, `of_habits.py` and `of_boards.py` have a way for each
kind; what they answer goes to the page, the badge and the picture alike.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from bot.services import Services
from bot.shares.of_boards import challenge, leaderboard
from bot.shares.of_goals import goal
from bot.shares.of_habits import habit
from bot.shares.public_parts import Owner, PublicView
from bot.shares.things import name_of
from tracker.accounts.errors import NoSuchUser
from tracker.days import local_day
from tracker.locales import read_by
from tracker.shares.model import Shareable, SharedThing

Way: TypeAlias = Callable[[Services, Owner, str], Awaitable[PublicView | None]]

WAYS: dict[Shareable, Way] = {
    Shareable.GOAL: goal,
    Shareable.HABIT: habit,
    Shareable.LEADERBOARD: leaderboard,
    Shareable.CHALLENGE: challenge,
}


async def shown(services: Services, thing: SharedThing) -> PublicView | None:
    """None where it no longer exists. Days and numbers are written as its owner writes them."""
    try:
        person = await services.accounts.get(thing.user_id)
    except NoSuchUser:
        return None
    now = services.clock().replace(microsecond=0)
    read_by(person.language, person.country)
    owner = Owner(person, now, local_day(now, person.zone, person.day_start))
    found = await WAYS[thing.kind](services, owner, thing.id)
    if found is None or not thing.named:
        return found
    return replace(found, by=await name_of(services.table, person))
