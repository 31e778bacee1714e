"""What comes back when a person uses the bot: a message, a modal, or suggestions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.interactions import DEFERRED, DEFERRED_UPDATE, MODAL_SUBMIT, UPDATE, Interaction, ask
from tests.fakes.discord.modal_fields import labels, submitted
from tests.fakes.discord.options import Resolved

if TYPE_CHECKING:
    from tests.fakes.discord.files import Attachment
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.people import Person


@dataclass(frozen=True)
class Choice:
    name: str
    value: str | int | float


class Answer:
    """How the bot answered one interaction. It changes when the bot edits its answer."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def message(self) -> "FakeMessage":
        """The message that was sent, or the one that was changed."""
        message = self.interaction.original
        if message is None:
            raise AssertionError(f"{self.interaction.title} was answered without a message: {self!r}")
        return message

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def content(self) -> str:
        return self.message.content

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral

    @property
    def embeds(self) -> list[Json]:
        return self.message.embeds

    @property
    def components(self) -> list[Json]:
        return self.message.components

    @property
    def attachments(self) -> list["Attachment"]:
        return self.message.attachments

    @property
    def buttons(self) -> list[str]:
        return self.message.buttons

    @property
    def deferred(self) -> bool:
        """Whether the bot first promised an answer."""
        return self.interaction.response in (DEFERRED, DEFERRED_UPDATE)

    @property
    def changed_the_message(self) -> bool:
        """Whether the message with the button was changed, and no new one sent."""
        return self.interaction.response in (UPDATE, DEFERRED_UPDATE)

    @property
    def followups(self) -> list["FakeMessage"]:
        return self.interaction.followups

    @property
    def modal(self) -> "Modal":
        if self.interaction.modal is None:
            raise AssertionError(f"{self.interaction.title} opened no modal: {self!r}")
        return Modal(self.interaction, self.interaction.modal)

    async def click(self, button: str, by: "Person | None" = None) -> "Answer":
        return await self.message.click(button, by or self.interaction.user)

    async def choose(self, menu: str, *values: object, by: "Person | None" = None) -> "Answer":
        return await self.message.choose(menu, *values, by=by or self.interaction.user)

    async def until(self, reached: Callable[["Answer"], bool]) -> "Answer":
        """Wait for an edit or a further message: `await answer.until(lambda it: it.followups)`."""
        await self.interaction.news.until(lambda: bool(reached(self)), self.interaction.discord.patience)
        return self

    def __repr__(self) -> str:
        interaction = self.interaction
        return f"<Answer to {interaction.title}: type {interaction.response}, {interaction.original!r}>"


@dataclass(frozen=True)
class Modal:
    """A dialog that is open before the person."""

    opener: Interaction
    payload: Json

    @property
    def title(self) -> str:
        return self.payload["title"]

    @property
    def fields(self) -> list[str]:
        """The labels of what can be filled in."""
        return labels(self.payload["components"])

    async def submit(self, fields: Mapping[str, object] | None = None, /, **more: object) -> Answer:
        """Fields by label or custom id, in any spelling; what is not named stays as the modal had it."""
        opener = self.opener
        if opener.channel.deleted:
            raise Impossible("the channel is gone")
        resolved = Resolved(opener.channel, opener.user)
        components = submitted(self.payload["components"], {**(fields or {}), **more}, resolved)
        data = {"custom_id": self.payload["custom_id"], "components": components, **resolved.part}
        interaction = await ask(
            opener.discord,
            MODAL_SUBMIT,
            opener.user,
            opener.channel,
            data,
            owners=opener.owners,
            title=f"submitting {self.title!r}",
            source=opener.source,
            opener=opener,
        )
        return Answer(interaction)
