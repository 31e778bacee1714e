"""A person's settings changed, and what is planned by them with it."""

from collections.abc import Mapping

from bot.services import Services
from tracker.accounts.model import User
from tracker.goals import rounds
from tracker.notify import wishes


async def changed(services: Services, user: User, changes: Mapping[str, str]) -> User:
    """Raises InvalidSetting. What comes at a time of the day follows the person's clock at once."""
    now = services.clock().replace(microsecond=0)
    after = await services.accounts.change_settings(user.id, changes)
    await rounds.replan(services.table, after, now)
    await wishes.follow(services.table, user.id, changes, now)
    return after
