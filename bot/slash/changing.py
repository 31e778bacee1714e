"""A person's settings changed, and what is planned by them with it."""

from collections.abc import Mapping

from bot.services import Services
from tracker.accounts.model import User
from tracker.replanning import follow_settings


async def changed(services: Services, user: User, changes: Mapping[str, str]) -> User:
    """Raises InvalidSetting. What comes at a time of the day follows the person's clock at once."""
    now = services.clock().replace(microsecond=0)
    after = await services.accounts.change_settings(user.id, changes)
    await follow_settings(services.table, after, changes, now)
    return after
