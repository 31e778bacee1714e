"""The demo's days, a few hours at a time: players play; Questlog looks, records, forecasts and tells."""

import random
from collections import Counter
from datetime import timedelta
from pathlib import Path

from bot.demo.hand_time import HandTime
from bot.demo.hiscores import SimulatedHiscores
from bot.demo.players import Player
from bot.demo.service import PERSON, Running, Service, demo_settings
from bot.demo.stage import GoalBoard, Stage
from bot.demo.story import EVENING, START, WISHES, ZONE, Story, next_step
from bot.demo.tally import Tally
from bot.goals import usecases
from bot.goals.requests import ListGoals
from bot.visit import Visit
from scheduler.character_lookup import link_character
from scheduler.rounds import run_due
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.digest.feature import ROUNDS
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.goals.model import Character
from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus, OutboxItem
from tracker.store.entity import from_item
from tracker.store.keys import OutboxKey

TYPING = timedelta(minutes=1)
GROUPING = timedelta(minutes=2)
"""Messages wait a minute for others to go with them."""


@frozen
class SimulationResult:
    """What was counted, and where the goals stand."""

    story: Story
    tally: Tally
    goals: GoalBoard


async def simulate(story: Story, seed: int, folder: Path, stage: Stage) -> SimulationResult:
    """The whole demo, with its files in `folder`."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, and nothing depends on it but a story
    time = HandTime(EVENING, chance)
    players = story.players
    async with SimulatedHiscores.running(players) as hiscores:
        settings = demo_settings(folder / "questlog.db", hiscores.url)
        async with Service(settings, time) as service:
            world = World(story, players, hiscores, service, time, chance, stage)
            await world.live()
            return SimulationResult(story, world.tally, await world.goals())


class World:
    def __init__(  # noqa: PLR0917 - what it is made of; `simulate` has each under this name
        self,
        story: Story,
        players: tuple[Player, ...],
        hiscores: SimulatedHiscores,
        service: Service,
        time: HandTime,
        chance: random.Random,
        stage: Stage,
    ) -> None:
        self.story, self.players, self.hiscores, self.service = story, players, hiscores, service
        self.time, self.chance, self.stage = time, chance, stage
        self.tally = Tally()

    @property
    def questlog(self) -> Running:
        return self.service.running

    async def live(self) -> None:
        await self._settle()
        self.stage.opens(self.hiscores.url, await self.goals())
        while self.time.clock() < self.story.end:
            await self._step()
            await self.stage.passed(self.time.clock(), self.tally)

    async def goals(self) -> GoalBoard:
        """As `questlog goal list` has them."""
        now = self.time.clock().replace(microsecond=0)
        here = Visit(self.questlog.services, await self._person(), FrontEnd.TERMINAL, now)
        return GoalBoard(here, await usecases.list_goals(here, ListGoals()))

    async def _person(self) -> User:
        return await self.questlog.services.accounts.get_or_register(LOCAL_PERSON)

    async def _settle(self) -> None:
        """What a person does on the first day: a zone, characters, goals."""
        services, sources = self.questlog.services, self.questlog.context.sources
        user = await services.accounts.change_settings((await self._person()).id, {"timezone": ZONE.key})
        found = dict[str, Character]()
        for player in self.players:
            self.time.advance(TYPING)
            found[player.name] = await link_character(sources, services.characters, user.id, player.name)
        for wish in WISHES:
            self.time.advance(TYPING)
            by = None if wish.by is None else self.story.at(wish.by).astimezone(ZONE).date().isoformat()
            await services.goals.add(user, found[wish.character], wish.text, by=by, frequency=wish.frequency)
        self.time.advance(START - self.time.clock())

    async def _step(self) -> None:
        self._play()
        self._break_and_mend()
        moved = await self._poll()
        await run_due(ROUNDS, self.questlog.context.tools)
        await self._restart_once()
        following = next_step(self.time.clock())
        self.time.advance(GROUPING)
        await self._dispatch()
        self.time.advance(following - self.time.clock())
        if moved and self.stage.shows_goals:
            self.stage.goals_moved(await self.goals())

    def _play(self) -> None:
        now = self.time.clock().astimezone(ZONE)
        for player in self.players:
            if player.awake != now.date():
                player.wake(now.date(), self.chance)
            player.play(now.hour, self.chance)

    def _break_and_mend(self) -> None:
        now, was_down = self.time.clock(), self.hiscores.down
        self.hiscores.down = self.story.is_down(now)
        if self.hiscores.down and not was_down:
            self.stage.note(now, "The simulated hiscores go down: every request is answered with an error.")
        if was_down and not self.hiscores.down:
            begins, ends = self.story.outage
            self.tally.down = ends - begins
            self.stage.note(now, "The simulated hiscores are up again.")

    async def _poll(self) -> bool:
        """What the jobs `leases` and `poll` do; whether something moved."""
        poller, watch = self.questlog.context.poller, self.questlog.watch
        await poller.tend()
        before, changes = Counter(poller.looks), self.tally.changes
        watch.changed()
        await poller.tick()
        await poller.quiet()
        self.tally.looked(before, poller.looks, wrote=watch.changed())
        return self.tally.changes > changes

    async def _restart_once(self) -> None:
        now = self.time.clock()
        if self.tally.restarts or now < self.story.restart:
            return
        told = await outbox.history(self.questlog.context.table, PERSON)
        waiting = frozenset(message.id for message in told if message.status is DeliveryStatus.PENDING)
        if waiting or now >= self.story.last_restart:
            await self.service.restart()
            self.tally.restarts.append(waiting)
            words = "a message is" if len(waiting) == 1 else f"{len(waiting)} messages are"
            self.stage.note(now, f"Questlog is stopped while {words} on the way, and started again.")

    async def _dispatch(self) -> None:
        table, dispatcher = self.questlog.context.table, self.questlog.context.dispatcher
        for result in await dispatcher.run():
            if result.status is DeliveryStatus.DELIVERED:
                item = await table.get(OutboxKey(result.person, result.id).key)
                if item is not None:
                    message = from_item(OutboxItem, item)
                    self.tally.messages.append(message)
                    self.stage.message(self.time.clock(), message)
