"""What a person does with the bot, and what they get from it."""

from typing import TYPE_CHECKING

from tests.fakes.discord.answers import Answer, Choice
from tests.fakes.discord.people import Person
from tests.fakes.discord.usage import autocomplete, slash
from tests.fakes.discord.writing import write

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.places import FakeChannel


class FakeUser(Person):
    @property
    def dm(self) -> "FakeChannel":
        """The private channel with the bot."""
        return self.discord.dm_with(self)

    @property
    def dms(self) -> list["FakeMessage"]:
        """What the bot wrote to this person of its own accord; answers to commands are not among it."""
        return [message for message in self.dm.messages if message.interaction is None]

    async def receives(self, count: int = 1) -> list["FakeMessage"]:
        """Waits until so many private messages have come."""
        await self.dm.news.until(lambda: len(self.dms) >= count, self.discord.patience)
        return self.dms

    def close_dms(self) -> None:
        self.accepts_dms = False

    def open_dms(self) -> None:
        self.accepts_dms = True

    def says(
        self,
        text: str,
        *,
        in_: "FakeChannel",
        reply_to: "FakeMessage | None" = None,
        pings: bool = True,
    ) -> "FakeMessage":
        """Write in a channel; a reply pings whoever it answers, unless said otherwise."""
        return write(self, in_, text, reply_to=reply_to, pings=pings)

    async def slash(self, command: str, /, *, in_: "FakeChannel | None" = None, **options: object) -> Answer:
        """Use a command ("goal add") as it was synced, and wait for the answer; in the DM, unless said."""
        return await slash(self, command, in_ or self.dm, options)

    async def autocomplete(
        self,
        command: str,
        /,
        *,
        in_: "FakeChannel | None" = None,
        focus: str | None = None,
        **options: object,
    ) -> list[Choice]:
        """What the bot suggests while the last of these options, or `focus`, is typed."""
        return await autocomplete(self, command, in_ or self.dm, options, focus or list(options)[-1])
