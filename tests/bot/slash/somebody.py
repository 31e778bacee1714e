"""Somebody on Discord who plays: with an account, a character and goals."""

from bot.slash.person import direct
from tests.bot.slash.bot_world import BotWorld
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.goals.model import Frequency


async def plays(
    world: BotWorld,
    who: FakeUser,
    *goals: str,
    name: str = "Zezima",
    xp: int = 1_000_000,
    frequency: Frequency = Frequency.DAILY,
) -> User:
    """From `xp` in Woodcutting and Fishing, with these goals, an hour ago."""
    user = await world.accounts.get_or_register(parse_identity(f"discord:{who.id}"))
    await world.client.services.channels.add(user.id, "discord", direct(who.id))
    world.hiscores.osrs(name).train("Woodcutting", xp).train("Fishing", xp)
    character = await world.character(user, name)
    for goal in goals:
        await world.goal(user, character, goal, frequency)
    await world.pass_time(HOURS)
    return user


async def account(world: BotWorld, who: FakeUser) -> User:
    found = await world.account_of(who)
    assert found is not None
    return found
