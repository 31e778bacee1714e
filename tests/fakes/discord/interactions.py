"""One interaction, from the moment a person acts until its token is worth nothing any more."""

import secrets
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import NoAnswer
from tests.fakes.discord.news import News

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel
    from tests.fakes.discord.server import FakeDiscord

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
"""The types of a callback."""
MOST_FOR_FIRST = timedelta(seconds=3)
MOST_FOR_TOKEN = timedelta(minutes=15)
_SIZE_LIMIT = 10 * 1024 * 1024


@dataclass(eq=False)
class Interaction:
    discord: "FakeDiscord" = field(repr=False)
    id: int
    kind: int
    user: "Person"
    channel: "FakeChannel" = field(repr=False)
    created: datetime
    data: Json = field(repr=False)
    owners: dict[str, str]
    title: str
    """What the person did, in words."""
    source: "FakeMessage | None" = field(default=None, repr=False)
    """The message with the button or the menu."""
    opener: "Interaction | None" = field(default=None, repr=False)
    """What opened the modal that is submitted."""
    focused_type: int = 0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(120), repr=False)
    asked_at: float = field(default_factory=time.perf_counter, repr=False)

    response: int | None = None
    original: "FakeMessage | None" = None
    followups: list["FakeMessage"] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    news: News = field(default_factory=News, repr=False)

    @property
    def is_command(self) -> bool:
        return self.kind == COMMAND

    @property
    def too_late(self) -> bool:
        return self.response is None and self.discord.clock() - self.created > MOST_FOR_FIRST

    @property
    def expired(self) -> bool:
        return self.discord.clock() - self.created > MOST_FOR_TOKEN

    @property
    def settled(self) -> bool:
        """Answered, and not with a promise only."""
        thinking = self.original is not None and self.original.loading and not self.original.deleted
        return self.response is not None and not thinking

    @property
    def metadata(self) -> Json:
        more: Json = {}
        if self.source is not None and self.kind == COMPONENT:
            more["interacted_message_id"] = str(self.source.id)
        if self.opener is not None:
            more["triggering_interaction_metadata"] = self.opener.metadata
        return {
            "id": str(self.id),
            "type": self.kind,
            "user": self.user.payload,
            "authorizing_integration_owners": self.owners,
            **more,
        }

    @property
    def payload(self) -> Json:
        """INTERACTION_CREATE."""
        return {
            "id": str(self.id),
            "application_id": str(self.discord.application_id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel": self.channel.seen_by(self.user),
            "channel_id": str(self.channel.id),
            "app_permissions": str(self.channel.bot_permissions),
            "locale": self.user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self.owners,
            "context": self.channel.context,
            "attachment_size_limit": _SIZE_LIMIT,
            **self._who(),
            **({"message": self.source.payload} if self.source else {}),
        }

    def _who(self) -> Json:
        guild = self.channel.guild
        if guild is None:
            return {"user": self.user.payload}
        return {
            "member": guild.member_payload(self.user),
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
        }


async def ask(
    discord: "FakeDiscord",
    kind: int,
    user: "Person",
    channel: "FakeChannel",
    data: Json,
    *,
    owners: dict[str, str],
    title: str,
    source: "FakeMessage | None" = None,
    opener: Interaction | None = None,
    focused_type: int = 0,
) -> Interaction:
    """Send it to the bot, and wait until it is settled."""
    interaction = Interaction(
        discord,
        discord.ids.new(),
        kind,
        user,
        channel,
        discord.clock(),
        data,
        owners,
        title,
        source,
        opener,
        focused_type,
    )
    discord.interactions[interaction.token] = interaction
    discord.gateway.dispatch_interaction(interaction)
    try:
        await interaction.news.until(lambda: interaction.settled, discord.patience)
    except TimeoutError as late:
        raise NoAnswer(_silence(interaction)) from late
    return interaction


def _silence(interaction: Interaction) -> str:
    discord = interaction.discord
    refused = [f"{asked.line}: {asked.refusal}" for asked in discord.requests[-20:] if asked.refusal]
    state = "was only deferred" if interaction.response is not None else "was not answered"
    return f"{interaction.title} {state} within {discord.patience} s; refused lately: {refused or 'nothing'}"
