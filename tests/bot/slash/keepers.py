"""People who keep habits: what they type to begin one and to tell a day, all of it over the wire."""

from datetime import date

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import account
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.component_types import BUTTON, STRING_SELECT, walk
from tests.fakes.discord.forms import Json
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.users import FakeUser
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit, HabitLog
from tracker.rewards.model import Wallet
from tracker.rewards.wallet import wallet_of

A_DAY = 86_400.0


async def begin(world: BotWorld, user: FakeUser, *habits: str, **options: object) -> list[Habit]:
    """Somebody begins habits, one a second; all that they have."""
    for habit in habits:
        world.clock.advance(1)
        answer = await user.slash("habit add", habit=habit, **options)
        assert "A new habit." in answer.text, answer.text
    return await habits_of(world, user)


async def habits_of(world: BotWorld, user: FakeUser) -> list[Habit]:
    return await world.client.services.habits.list((await account(world, user)).id, archived=True)


async def keep(world: BotWorld, user: FakeUser, habit: Habit, days: int) -> None:
    """Done every day for so many days, and then it is the next day; nobody is told anything meanwhile."""
    who, habits = await account(world, user), world.client.services.habits
    for _ in range(days):
        await habits.complete(who.id, habit.id, DayReport(habits.today(who), FrontEnd.TERMINAL))
        world.clock.advance(A_DAY)


async def log_of(world: BotWorld, habit: Habit) -> dict[date, HabitLog]:
    return await read_logs(world.table, habit.id)


async def wallet(world: BotWorld, user: FakeUser) -> Wallet:
    return await wallet_of(world.table, (await account(world, user)).id)


def menus(message: FakeMessage | Answer) -> list[str]:
    """What can be chosen from, by what stands there before."""
    return [part["placeholder"] for part in _menus(message)]


def offered(message: FakeMessage | Answer, menu: str) -> list[str]:
    """The names in a menu."""
    [found] = [part for part in _menus(message) if part["placeholder"] == menu]
    return [option["label"] for option in found["options"]]


def button_ids(message: FakeMessage | Answer, act: str) -> list[str]:
    """The ids of the buttons of a message that do this: several may say the same."""
    ids = [str(part["custom_id"]) for part in walk(message.components) if part["type"] == BUTTON]
    return [one for one in ids if f":{act}:" in one]


def _menus(message: FakeMessage | Answer) -> list[Json]:
    return [part for part in walk(message.components) if part["type"] == STRING_SELECT]
