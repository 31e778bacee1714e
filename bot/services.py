"""What every use case works with: built once, for the service and for the command line alike."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self, TextIO, TypeAlias

from bot.charts.drawing import Drawings
from bot.command_store import command_table
from bot.feature import Feature, rules_of
from bot.network import CommandNetwork, Network, ServiceNetwork
from tracker.clock import Clock
from tracker.front_ends import FrontEnd
from tracker.ids import Ids, short_ids, ulids
from tracker.notify.kinds import declared_by
from tracker.settings import Settings
from tracker.store.table import Table

if TYPE_CHECKING:
    from scheduler.alarms import Operators
    from scheduler.context import Context
    from tracker.accounts.service import Accounts
    from tracker.accounts.sessions import Sessions
    from tracker.addresses.invitations import Invitations
    from tracker.addresses.service import Addresses
    from tracker.challenge.service import Challenges
    from tracker.feature import Tools
    from tracker.goal_parts.linking import Linking
    from tracker.goal_parts.service import GoalsOfParts
    from tracker.goals.characters.service import Characters
    from tracker.goals.listeners import CharacterListener
    from tracker.goals.recording.recorder import Recorded, Recorder
    from tracker.goals.service import Goals
    from tracker.group_goals.service import GroupGoals
    from tracker.habits.service import Habits
    from tracker.insights.service import Insights
    from tracker.life.areas import Areas
    from tracker.logbook.service import Logbook
    from tracker.metrics.service import Metrics
    from tracker.notify.channels import Channels
    from tracker.offers.service import Offers
    from tracker.projects.service import Projects
    from tracker.readings import Reading
    from tracker.rewards.leaderboard import Leaderboard
    from tracker.rewards.points import Scale
    from tracker.rewards.shop.service import Rewards
    from tracker.rooms.assist.safety import AssistSafety
    from tracker.rooms.assist.service import Assist
    from tracker.rooms.bridging import Bridges
    from tracker.rooms.buddies import Buddies
    from tracker.rooms.check_ins import CheckIns
    from tracker.rooms.cheering import Cheers
    from tracker.rooms.correcting import Corrections
    from tracker.rooms.history import History
    from tracker.rooms.mentions import Mentions
    from tracker.rooms.safety import Safety
    from tracker.rooms.saying import Saying
    from tracker.rooms.service import Rooms
    from tracker.rooms.sharing import RoomShares
    from tracker.servers.service import Servers
    from tracker.store.segments import Subject
    from tracker.store.table import Check
    from tracker.tasks.service import Tasks

CountRefusal: TypeAlias = Callable[[FrontEnd, str], None]
"""Gets where somebody asked, and the code of what was refused."""
StopChannel: TypeAlias = Callable[[str, str], Awaitable[None]]


async def _stops_nothing(_channel: str, _reason: str) -> None:
    """A command sends nothing for long enough."""


def _uncounted(_front_end: FrontEnd, _code: str) -> None:
    """A command has nobody who would look at it."""


@dataclass(frozen=True)
class Services:
    """The services of `tracker/` are made, and loaded, when they are first asked for: a command needs few."""

    settings: Settings
    table: Table
    clock: Clock
    features: Sequence[Feature]
    network: Network
    drawings: Drawings
    new_id: Ids = field(default_factory=short_ids)
    """Short ids that people can type: of errors, and of whatever else needs one."""
    long_id: Ids | None = None
    """Ids that are unique among all people; ULIDs unless it is said."""
    count_refusal: CountRefusal = _uncounted
    """Called in the one place of each front end that answers refusals."""
    stop_channel: StopChannel = _stops_nothing
    """Leaves a channel alone for a while, and says why to those who run this Questlog."""
    even_seconds: float = 0.0
    """How long it takes at least until somebody who asked for a code is answered."""

    def __post_init__(self) -> None:
        declared_by(partial(rules_of, self.features))

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
        made = cls(
            settings,
            context.table,
            context.clock,
            features,
            ServiceNetwork(context),
            drawings or Drawings(),
            count_refusal=count_refusal,
            stop_channel=context.dispatcher.stop,
            even_seconds=even_seconds,
        )
        return made if new_id is None else replace(made, new_id=new_id)

    @cached_property
    def accounts(self) -> "Accounts":
        from tracker.accounts.service import Accounts  # noqa: PLC0415 - see above, and so below

        return Accounts(self.table, self.clock, self._long_ids)

    @cached_property
    def sessions(self) -> "Sessions":
        from tracker.accounts.sessions import Sessions  # noqa: PLC0415

        return Sessions(self.table, self.clock)

    @cached_property
    def channels(self) -> "Channels":
        from tracker.notify.channels import Channels  # noqa: PLC0415

        return Channels(self.table, self.clock)

    @cached_property
    def addresses(self) -> "Addresses":
        from tracker.addresses.service import Addresses  # noqa: PLC0415

        return Addresses(self.table, self.clock, self.accounts, self.channels)

    @cached_property
    def invitations(self) -> "Invitations":
        from tracker.addresses.invitations import Invitations  # noqa: PLC0415

        return Invitations(self.table, self.clock, self.accounts, self.channels)

    @cached_property
    def characters(self) -> "Characters":
        from tracker.goals.characters.service import Characters  # noqa: PLC0415

        return Characters(self.table, self.clock, self._character_listeners())

    @cached_property
    def goals(self) -> "Goals":
        from tracker.goals.service import Goals  # noqa: PLC0415

        return Goals(self.table, self.clock, self.new_id)

    @cached_property
    def goals_of_parts(self) -> "GoalsOfParts":
        from tracker.goal_parts.service import GoalsOfParts  # noqa: PLC0415

        return GoalsOfParts(self.table, self.clock, self._long_ids)

    @cached_property
    def linking(self) -> "Linking":
        from tracker.goal_parts.linking import Linking  # noqa: PLC0415

        return Linking(self.table, self.goals_of_parts, self.tasks, self.habits, self.metrics)

    @cached_property
    def habits(self) -> "Habits":
        from tracker.habits.service import Habits  # noqa: PLC0415

        return Habits(self.table, self.clock, self._long_ids, self._scale)

    @cached_property
    def leaderboard(self) -> "Leaderboard":
        from tracker.rewards.leaderboard import Leaderboard  # noqa: PLC0415

        return Leaderboard(self.table)

    @cached_property
    def rewards(self) -> "Rewards":
        from tracker.rewards.shop.service import Rewards  # noqa: PLC0415

        return Rewards(self.table, self.clock, self._long_ids)

    @cached_property
    def rooms(self) -> "Rooms":
        from tracker.rooms.service import Rooms  # noqa: PLC0415

        return Rooms(self.table, self.clock, self._long_ids)

    @cached_property
    def saying(self) -> "Saying":
        from tracker.rooms.saying import Saying  # noqa: PLC0415

        return Saying(self.table, self.clock, self._long_ids, self.settings.rooms.keep_days)

    @cached_property
    def room_history(self) -> "History":
        from tracker.rooms.history import History  # noqa: PLC0415

        return History(self.table, self.clock)

    @cached_property
    def room_shares(self) -> "RoomShares":
        from tracker.rooms.sharing import RoomShares  # noqa: PLC0415

        return RoomShares(self.table, self.clock)

    @cached_property
    def buddies(self) -> "Buddies":
        from tracker.rooms.buddies import Buddies  # noqa: PLC0415

        return Buddies(self.table, self.clock)

    @cached_property
    def cheers(self) -> "Cheers":
        from tracker.rooms.cheering import Cheers  # noqa: PLC0415

        return Cheers(self.table, self.clock, self.room_history)

    @cached_property
    def bridges(self) -> "Bridges":
        from tracker.rooms.bridging import Bridges  # noqa: PLC0415

        return Bridges(self.table, self.clock)

    @cached_property
    def check_ins(self) -> "CheckIns":
        from tracker.rooms.check_ins import CheckIns  # noqa: PLC0415

        return CheckIns(self.table, self.clock)

    @cached_property
    def corrections(self) -> "Corrections":
        from tracker.rooms.correcting import Corrections  # noqa: PLC0415

        return Corrections(self.table, self.clock, self.room_history)

    @cached_property
    def mentions(self) -> "Mentions":
        from tracker.rooms.mentions import Mentions  # noqa: PLC0415

        return Mentions(self.table, self.corrections)

    @cached_property
    def room_safety(self) -> "Safety":
        from tracker.rooms.safety import Safety  # noqa: PLC0415

        return Safety(self.table, self.clock, self.room_history, self._operators.people)

    @cached_property
    def assist_safety(self) -> "AssistSafety":
        from tracker.rooms.assist.safety import AssistSafety  # noqa: PLC0415

        return AssistSafety(self.table, self.clock, self._operators.people)

    @cached_property
    def _operators(self) -> "Operators":
        from scheduler.alarms import Operators  # noqa: PLC0415

        return Operators(self.table, self.clock, self.settings.discord.owner_ids)

    @cached_property
    def challenges(self) -> "Challenges":
        from tracker.challenge.service import Challenges  # noqa: PLC0415

        return Challenges(self.table, self.clock, self._long_ids)

    @cached_property
    def group_goals(self) -> "GroupGoals":
        from tracker.group_goals.service import GroupGoals  # noqa: PLC0415

        return GroupGoals(self.table, self.clock, self._long_ids)

    @cached_property
    def servers(self) -> "Servers":
        from tracker.servers.service import Servers  # noqa: PLC0415

        return Servers(self.table, self.clock, self.accounts)

    @cached_property
    def assist(self) -> "Assist":
        from tracker.rooms.assist.service import Assist  # noqa: PLC0415

        return Assist(self.table, self.clock, self._long_ids, self.settings.rooms.keep_days)

    @cached_property
    def offers(self) -> "Offers":
        from tracker.offers.service import Offers  # noqa: PLC0415

        return Offers(self.table, self.clock, self._long_ids)

    @cached_property
    def projects(self) -> "Projects":
        from tracker.projects.service import Projects  # noqa: PLC0415

        return Projects(self.table, self.clock, self._long_ids)

    @cached_property
    def tasks(self) -> "Tasks":
        from tracker.tasks.service import Tasks  # noqa: PLC0415

        return Tasks(self.table, self.clock, self._long_ids, self._scale)

    @cached_property
    def metrics(self) -> "Metrics":
        from tracker.metrics.service import Metrics  # noqa: PLC0415

        ids, record, listeners = self._long_ids, self._record, self._character_listeners
        return Metrics(self.table, self.clock, ids, self._scale, record=record, listeners=listeners)

    @cached_property
    def insights(self) -> "Insights":
        from tracker.insights.service import Insights  # noqa: PLC0415

        return Insights(self.table, self.clock)

    @cached_property
    def areas(self) -> "Areas":
        from tracker.life.areas import Areas  # noqa: PLC0415

        return Areas(self.table)

    @cached_property
    def logbook(self) -> "Logbook":
        from tracker.logbook.service import Logbook  # noqa: PLC0415

        return Logbook(self.table, self.clock, self._long_ids, self.metrics)

    @property
    def tools(self) -> "Tools":
        """What the features' rules work with."""
        from tracker.feature import Tools  # noqa: PLC0415

        rules = rules_of(self.features)
        return Tools(self.table, self.clock, self.settings, rules, self.recorder.record)

    def _character_listeners(self) -> "Sequence[CharacterListener]":
        from tracker.listeners import character_listeners  # noqa: PLC0415

        return character_listeners(self.table)

    async def _record(
        self, subject: "Subject", reading: "Reading", *, since: datetime | None, guard: "Check | None" = None
    ) -> "Recorded":
        """What records is loaded with the first number: it knows every feature that hears of one."""
        return await self.recorder.record(subject, reading, since=since, guard=guard)

    @cached_property
    def recorder(self) -> "Recorder":
        from tracker.listeners import recorder_of  # noqa: PLC0415

        return recorder_of(self.table, self.clock, self.settings)

    @cached_property
    def _long_ids(self) -> Ids:
        return self.long_id or ulids(self.clock)

    @cached_property
    def _scale(self) -> "Scale":
        from tracker.rewards.points import Scale  # noqa: PLC0415

        return Scale.of(self.settings.habits)


@asynccontextmanager
async def command_services(
    settings: Settings, clock: Clock, features: Sequence[Feature], out: TextIO
) -> AsyncGenerator[Services]:
    """For a command: all that it opens is closed with the block. `out` is its terminal as a channel."""
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(command_table(settings.store, clock))
        network = CommandNetwork(settings, table, clock, stack, out)
        drawings = stack.enter_context(Drawings())
        yield Services(settings, table, clock, features, network, drawings)
