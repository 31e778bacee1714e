"""The scenes of the README: five weeks of somebody who plays, all of it typed and told over the wire."""

import random
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.charts.drawing import Drawings
from bot.charts.message_pictures import MessagePictures
from bot.demo.players import Player
from bot.features import FEATURES
from bot.services import Services
from scheduler.channels.channel import Message, Part
from scheduler.channels.email.message import email_of
from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import done
from tests.fakes.clock import HandClock
from tests.fakes.discord.messages import FakeMessage
from tests.rendering.habit_scene import habit_page
from tests.rendering.letter import letter
from tests.rendering.page import page
from tests.scheduler.channels.letters import ADA, HEAD
from tracker.ids import short_ids
from tracker.notify import outbox
from tracker.store.sqlite import SqliteTable

GOAL, LIST, MESSAGE, EMAIL = "discord-goal", "discord-list", "discord-message", "email"
HABIT = "discord-habit"
"""The names of the pictures."""

_ZONE = ZoneInfo("Europe/Berlin")
_BEGINS = datetime(2027, 1, 4, 18, 40, tzinfo=_ZONE)
_ENDS = datetime(2027, 2, 6, 19, 0, tzinfo=_ZONE)
_LOOKS = (time(8, 1), time(13, 4), time(18, 12), time(21, 20))
"""When Questlog looks each day, or some minutes later; no more often, so that five weeks take seconds."""
_MILESTONE = "Level 98 Woodcutting"
_WISHES = {
    "Oakhelm": ("99 wc by 1 march", "80 agility"),
    "Fen Viper": ("400 zulrah kc by 23 february", "99 ranged by 24 february"),
}


def _players() -> tuple[Player, ...]:
    """One is in time; the other one has taken on too much."""
    return (
        Player(
            "Oakhelm",
            {"Woodcutting": 10_010_000, "Agility": 1_700_000},
            {},
            {"Woodcutting": 57_000, "Agility": 11_000},
        ),
        Player("Fen Viper", {"Ranged": 11_900_000}, {"Zulrah": 120}, {"Zulrah": 8.2, "Ranged": 30_000}),
    )


async def pages(folder: Path) -> Mapping[str, str]:
    """The page of each picture; `folder` is for the table."""
    async with _story(folder) as story:
        await story.begin()
        told = await story.play()
        return {
            MESSAGE: told,
            GOAL: story.shown(await story.asks("goal show", goal="woodcutting")),
            LIST: story.shown(await story.asks("goal list")),
            EMAIL: await story.letter(),
            HABIT: await habit_page(folder),
        }


@asynccontextmanager
async def _story(folder: Path) -> AsyncGenerator["_Story"]:
    clock = HandClock(_BEGINS.astimezone(UTC))
    table = await SqliteTable.open(folder / "questlog.db", clock)
    try:
        async with BotWorld.on_discord(table, clock) as world:
            yield _Story(world)
    finally:
        await table.close()


class _Story:
    """The same in every run: chance is seeded, also that of the ids that people see."""

    def __init__(self, world: BotWorld) -> None:
        self._world, self._ada = world, world.discord.user("ada")
        self._players = _players()
        self._chance = random.Random(8)  # noqa: S311 - repeatable
        ids = short_ids(random.Random(99).random)  # noqa: S311 - repeatable
        world.client.serve(Services.of(world.settings, world.context, FEATURES, new_id=ids))

    async def begin(self) -> None:
        """She says where she lives, whom she plays, and what she wants."""
        self._log_out()
        await self.asks("settings timezone", zone=_ZONE.key)
        for name, wishes in _WISHES.items():
            await self.asks("character add", name=name)
            for wish in wishes:
                self._world.clock.advance(20)
                await self.asks("goal add", goal=wish, character=name, frequency="milestones")

    async def asks(self, command: str, **options: object) -> FakeMessage:
        return (await done(await self._ada.slash(command, **options))).message

    async def play(self) -> str:
        """Until the end; the page of what was told of the milestone, as it came."""
        told = None
        for look in self._looks():
            self._train(look)
            before, seconds = len(self._ada.dms), (look - self._world.clock()).total_seconds()
            await self._world.pass_time(seconds, step=seconds)
            found = [message for message in self._ada.dms[before:] if _MILESTONE in message.text]
            told = self.shown(found[0]) if found else told
        assert told is not None, f"nothing was told of {_MILESTONE}"
        return told

    def shown(self, message: FakeMessage) -> str:
        return page(message, _ZONE)

    async def letter(self) -> str:
        """The page of the milestone, and of how a goal of the other one stands, had they come by e-mail."""
        user, table = await self._world.account_of(self._ada), self._world.table
        assert user is not None
        told = [one for one in await outbox.history(table, user.id) if one.kind.name.startswith("goal-")]
        first = next(one for one in told if _MILESTONE in one.title)
        other = next(one for one in told if one.group != first.group and one.kind.name == "goal-state")
        parts = tuple(
            Part(one.id, one.kind, one.title, one.text, one.facts, False, one.not_before, None, one.group)  # noqa: FBT003
            for one in (first, other)
        )
        with Drawings() as drawings:
            chart = await MessagePictures(table, self._world.clock, drawings, FEATURES)(user.id, parts[0])
        assert chart is not None
        shown = {parts[0].id: chart}
        message = Message(first.id, parts)
        return letter(email_of(HEAD, message, ADA, first.created_at, person=user.id, pictures=shown))

    def _looks(self) -> Iterator[datetime]:
        for day in range(_BEGINS.toordinal() + 1, _ENDS.toordinal() + 1):
            for time_of_day in _LOOKS:
                look = datetime.combine(date.fromordinal(day), time_of_day, _ZONE)
                look += timedelta(seconds=self._chance.randrange(1800))
                if look < _ENDS:
                    yield look

    def _train(self, now: datetime) -> None:
        for player in self._players:
            if player.awake != now.date():
                player.wake(now.date(), self._chance)
            player.play(now.hour, self._chance)
        self._log_out()

    def _log_out(self) -> None:
        """What was gained stands in the hiscores."""
        for player in self._players:
            row = self._world.hiscores.osrs(player.name)
            for skill, xp in player.xp.items():
                row.train(skill, xp)
            for boss, kills in player.kills.items():
                row.score(boss, kills)
