"""What every use case works with: built once, for the service and for the command line alike."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Self, TextIO, TypeAlias

from bot.drawing import Drawings
from bot.feature import Feature, rules_of
from bot.network import CommandNetwork, Network, ServiceNetwork
from tracker.accounts.service import Accounts
from tracker.addresses.service import Addresses
from tracker.challenge.characters import CountedCharacters
from tracker.challenge.service import Challenges
from tracker.clock import Clock
from tracker.feature import Tools
from tracker.front_ends import FrontEnd
from tracker.goals.characters.service import Characters
from tracker.goals.service import Goals
from tracker.habits.service import Habits
from tracker.ids import Ids, short_ids, ulids
from tracker.limits import Limits
from tracker.listeners import character_listeners, goal_listeners
from tracker.notify.channels import Channels
from tracker.projects.service import Projects
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.points import Scale
from tracker.servers.service import Servers
from tracker.settings import Settings
from tracker.store.opening import open_table
from tracker.store.table import Table
from tracker.tasks.service import Tasks

if TYPE_CHECKING:
    from scheduler.challenges import Counters
    from scheduler.context import Context
    from scheduler.github_proof import GitHubProof
    from scheduler.proving import Proving
    from tracker.store.segments import Subject

CountRefusal: TypeAlias = Callable[[FrontEnd, str], None]
"""Gets where somebody asked, and the code of what was refused."""


StopChannel: TypeAlias = Callable[[str, str], Awaitable[None]]


async def _stops_nothing(_channel: str, _reason: str) -> None:
    """A command sends nothing for long enough."""


def _uncounted(_front_end: FrontEnd, _code: str) -> None:
    """A command has nobody who would look at it."""


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    table: Table
    clock: Clock
    new_id: Ids
    """Short ids that people can type: of errors, and of whatever else needs one."""
    features: Sequence[Feature]
    network: Network
    drawings: Drawings
    accounts: Accounts
    channels: Channels
    addresses: Addresses
    characters: Characters
    goals: Goals
    habits: Habits
    leaderboard: Leaderboard
    challenges: Challenges
    servers: Servers
    projects: Projects
    tasks: Tasks
    count_refusal: CountRefusal = _uncounted
    """Called in the one place of each front end that answers refusals."""
    stop_channel: StopChannel = _stops_nothing
    """Leaves a channel alone for a while, and says why to those who run this Questlog."""
    even_seconds: float = 0.0
    """How long it takes at least until somebody who asked for a code is answered."""

    @classmethod
    def of(
        cls,
        settings: Settings,
        context: "Context",
        features: Sequence[Feature],
        *,
        new_id: Ids | None = None,
        drawings: Drawings | None = None,
        count_refusal: CountRefusal = _uncounted,
        even_seconds: float = 0.0,
    ) -> Self:
        """For the service, which has everything open."""
        made = cls.at(
            settings,
            context.table,
            context.clock,
            ServiceNetwork(context),
            drawings or Drawings(),
            features=features,
            new_id=new_id,
        )
        return replace(
            made,
            count_refusal=count_refusal,
            stop_channel=context.dispatcher.stop,
            even_seconds=even_seconds,
        )

    @classmethod
    def at(
        cls,
        settings: Settings,
        table: Table,
        clock: Clock,
        network: Network,
        drawings: Drawings,
        *,
        features: Sequence[Feature],
        new_id: Ids | None = None,
    ) -> Self:
        long_ids, new_id = ulids(clock), new_id or short_ids()
        accounts, channels = Accounts(table, clock, long_ids), Channels(table, clock)
        return cls(
            settings=settings,
            table=table,
            clock=clock,
            new_id=new_id,
            features=features,
            network=network,
            drawings=drawings,
            accounts=accounts,
            channels=channels,
            addresses=Addresses(table, clock, accounts, channels),
            characters=Characters(table, clock, (*character_listeners(table), CountedCharacters(table))),
            goals=Goals(table, clock, new_id),
            habits=Habits(table, clock, long_ids, Scale.of(settings.habits)),
            leaderboard=Leaderboard(table),
            challenges=Challenges(table, clock, long_ids),
            servers=Servers(table, clock, accounts),
            projects=Projects(table, clock, long_ids),
            tasks=Tasks(table, clock, long_ids, Scale.of(settings.habits)),
        )

    @property
    def tools(self) -> Tools:
        """What the features' rules work with."""
        return Tools(self.table, self.clock, self.settings, rules_of(self.features))

    async def code_sender(self) -> "Proving":
        """What sends codes to addresses."""
        from scheduler.proving import Proving, confirming_link  # noqa: PLC0415 - few commands send codes

        link = confirming_link(self.settings, await self.network.signer())
        channels = await self.network.channels()
        return Proving(self.addresses, channels, self.settings, link, self.even_seconds)

    async def look_at(self, subject: "Subject") -> None:
        """What a source says of it now is recorded. Where it does not answer, what is known stays."""
        from scheduler.poll_once import look_once  # noqa: PLC0415 - few commands look
        from tracker.goals.recording.recorder import Recorder  # noqa: PLC0415

        table, clock, poll = self.table, self.clock, self.settings.poll
        listeners = goal_listeners(table, self.habits)
        recorder = Recorder(table, clock, keep_days=self.settings.history.keep_days, listeners=listeners)
        await look_once(table, clock, await self.network.sources(), recorder, poll, subject=subject)

    async def challenge_counters(self) -> "Counters":
        from scheduler.challenges import Counters  # noqa: PLC0415 - the same

        sources, pause = (
            await self.network.sources(),
            timedelta(minutes=self.settings.challenges.poll_minutes),
        )
        return Counters(self.table, self.clock, self.accounts, sources.github, pause)

    async def github_checker(self) -> "GitHubProof":
        from scheduler.github_proof import GitHubProof  # noqa: PLC0415 - the same

        sources, signer = await self.network.sources(), await self.network.signer()
        return GitHubProof(self.accounts, sources.github, signer, Limits(self.table, self.clock))


@asynccontextmanager
async def command_services(
    settings: Settings, clock: Clock, features: Sequence[Feature], out: TextIO
) -> AsyncGenerator[Services]:
    """For a command: all that it opens is closed with the block. `out` is its terminal as a channel."""
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(open_table(settings.store, clock=clock))
        network = CommandNetwork(settings, table, clock, stack, out)
        drawings = stack.enter_context(Drawings())
        yield Services.at(settings, table, clock, network, drawings, features=features)
