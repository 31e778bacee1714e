"""People who play: what they type to follow a character and to set a goal, all of it over the wire."""

from collections.abc import Sequence

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tests.fakes.faulty_table import FaultyTable
from tracker.accounts.model import User
from tracker.goals.model import Character, Goal
from tracker.store.errors import StoreUnavailable

EVIL = "@everyone **[x](https://evil.example)** `"


async def account(world: BotWorld, user: FakeUser) -> User:
    found = await world.account_of(user)
    assert found is not None
    return found


async def follow(world: BotWorld, user: FakeUser, name: str = "Zezima", xp: int = 1_000_000) -> Character:
    """Somebody follows a character who has so much Woodcutting."""
    world.hiscores.osrs(name).train("Woodcutting", xp)
    answer = await user.slash("character add", name=name)
    assert "now" in answer.text, answer.text
    return await world.characters.find((await account(world, user)).id, name)


async def aim(world: BotWorld, user: FakeUser, *goals: str, **options: object) -> list[Goal]:
    """Somebody sets goals, one a second; all that they have."""
    for goal in goals:
        world.clock.advance(1)
        answer = await user.slash("goal add", goal=goal, **options)
        assert "Goal set." in answer.text, answer.text
    return await goals_of(world, user)


async def goals_of(world: BotWorld, user: FakeUser) -> list[Goal]:
    return await world.goals.list((await account(world, user)).id, archived=True)


async def press(message: FakeMessage | Answer, button: str, by: FakeUser | None = None) -> Answer:
    """Until the answer is there, also where one was only promised at first."""
    return await done(await message.click(button, by))


async def done(answer: Answer) -> Answer:
    return await answer.until(lambda it: not it.message.loading)


def break_store(world: BotWorld) -> None:
    """The next read or write fails."""
    assert isinstance(world.table, FaultyTable)
    world.table.fail(error=StoreUnavailable("secret-host does not answer"))


def skills(world: BotWorld, name: str, count: int) -> Sequence[str]:
    """So many skills in which the character has some xp."""
    chosen = world.hiscores.osrs_skills[1 : count + 1]
    for skill in chosen:
        world.hiscores.osrs(name).train(skill, 1_000_000)
    return chosen
