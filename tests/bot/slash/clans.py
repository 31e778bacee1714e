"""A server with a clan on it: somebody who manages it, and members who let themselves be announced."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.bot.slash.bot_world import BotWorld
from tests.bot.slash.players import aim, follow
from tests.fakes.discord.answers import Answer
from tests.fakes.discord.messages import FakeMessage
from tests.fakes.discord.places import FakeChannel, FakeGuild
from tests.fakes.discord.users import FakeUser
from tests.world import HOURS
from tracker.servers.model import News


@dataclass
class Clan:
    world: BotWorld
    guild: FakeGuild
    leader: FakeUser
    news: FakeChannel
    """Where it is announced."""

    @classmethod
    def of(cls, world: BotWorld, name: str = "The Clan") -> "Clan":
        guild, leader = world.discord.guild(name), world.discord.user("leader")
        guild.permit(leader, "manage_guild")
        return cls(world, guild, leader, guild.text_channel("news"))

    async def set_up(self, **options: object) -> Answer:
        return await self.leader.slash(
            "server announce-channel", in_=self.guild.channel, channel=self.news, **options
        )

    async def member(
        self,
        user: FakeUser,
        name: str,
        *goals: str,
        xp: int = 1_000_000,
        agreed: Iterable[News] = tuple(News),
    ) -> None:
        """Somebody follows a character, sets goals, and says yes to all that can be announced."""
        self.guild.join(user)
        await follow(self.world, user, name, xp)
        if goals:
            await aim(self.world, user, *goals)
        for news in agreed:
            await user.slash("announce on", in_=self.guild.channel, what=news.value)

    async def train(self, name: str, xp: int) -> None:
        self.world.hiscores.osrs(name).train("Woodcutting", xp)
        await self.world.pass_time(HOURS)

    @property
    def told(self) -> list[FakeMessage]:
        """What is announced, without the invitations."""
        return [one for one in self.news.messages if "None of mine" not in one.buttons]

    @property
    def texts(self) -> list[str]:
        return [one.text for one in self.told]
