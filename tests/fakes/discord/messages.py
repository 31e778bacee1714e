"""A message as it stands, what a person reads in it, and the buttons and menus that they can use."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tests.fakes.discord.check_embeds import texts
from tests.fakes.discord.component_types import BUTTON, TEXT, media_of, walk
from tests.fakes.discord.forms import Json
from tests.fakes.discord.talking import CREATED, UPDATED, tell, tell_deleted
from tests.fakes.discord.usage import choose, press

if TYPE_CHECKING:
    from tests.fakes.discord.answers import Answer
    from tests.fakes.discord.files import Attachment
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.places import FakeChannel
    from tests.fakes.discord.server import FakeDiscord

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
_PLAIN, _REPLY, _COMMAND = 0, 19, 20


@dataclass(eq=False)
class FakeMessage:
    discord: "FakeDiscord" = field(repr=False)
    id: int
    channel: "FakeChannel" = field(repr=False)
    created: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list["Attachment"] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    allowed_mentions: Json | None = None
    interaction: "Interaction | None" = field(default=None, repr=False)
    """What it answers; None if the bot wrote of its own accord."""
    reply_to: "FakeMessage | None" = field(default=None, repr=False)
    edited: datetime | None = None
    deleted: bool = False
    author: "Person | None" = None
    """Who wrote it; None: the bot."""
    by_webhook: bool = False
    pings_author: bool = False
    """Of a reply: whether whoever wrote the first message is notified."""
    reactions: list[str] = field(default_factory=list)
    """Those of the bot."""

    # What a person sees.

    @property
    def text(self) -> str:
        """All that can be read in it, from top to bottom."""
        shown = [part["content"] for part in walk(self.components) if part["type"] == TEXT]
        embedded = [text for embed in self.embeds for text in texts(embed)]
        return "\n".join(filter(None, [self.content, *embedded, *shown]))

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def is_for_all(self) -> bool:
        """Whether everybody in the channel sees it."""
        return not (self.deleted or self.ephemeral)

    @property
    def silent(self) -> bool:
        return bool(self.flags & SILENT)

    @property
    def loading(self) -> bool:
        """ "Questlog is thinking…" """
        return bool(self.flags & LOADING)

    @property
    def in_v2(self) -> bool:
        return bool(self.flags & V2)

    @property
    def buttons(self) -> list[str]:
        """The labels of all that can be pressed."""
        return [
            button.get("label") or button["emoji"]["name"]
            for button in walk(self.components)
            if button["type"] == BUTTON and not button.get("disabled")
        ]

    @property
    def pings(self) -> set[str]:
        """Who is notified by being mentioned: ids of people, and "everyone"."""
        if self.ephemeral:
            return set()
        allowed = self.allowed_mentions or {"parse": ["users", "everyone"]}
        parse, users = allowed.get("parse", []), set(map(str, allowed.get("users", [])))
        named = set(re.findall(r"<@!?(\d+)>", self.text))
        everyone = {"everyone"} & set(parse) if re.search("@(everyone|here)", self.text) else set()
        first = self.reply_to if self.pings_author else None
        answered = set() if first is None else {str((first.author or self.discord.bot).id)}
        return (named if "users" in parse else named & users) | everyone | answered

    @property
    def audience(self) -> "Person | None":
        """For whom it was written, if it was for one person."""
        if self.interaction is not None:
            return self.interaction.user
        return self.channel.people[0] if self.channel.people else None

    # What a person does with it.

    async def click(self, button: str, by: "Person | None" = None) -> "Answer":
        """Press the button with this label or custom id, and wait for what the bot does."""
        return await press(self, button, by)

    async def choose(self, menu: str, *values: object, by: "Person | None" = None) -> "Answer":
        """Choose in the menu with this placeholder or custom id, and wait for what the bot does."""
        return await choose(self, menu, values, by)

    def rewrite(self, text: str) -> None:
        """Its author edits it."""
        self.content, self.edited = text, self.discord.clock()
        tell(self, UPDATED)

    def unfurl(self) -> None:
        """Discord adds a preview of a link in it, which is no edit."""
        self.embeds = [{"title": "A page"}]
        tell(self, UPDATED)

    def erase(self) -> None:
        """Its author, or a moderator, deletes it."""
        self.deleted = True
        tell_deleted(self.channel, [self])

    def deliver_again(self) -> None:
        """As if nobody had heard it yet."""
        tell(self, CREATED)

    # What the API says of it.

    @property
    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": (self.author or self.discord.bot).payload,
            "content": self.content,
            "timestamp": self.created.isoformat(),
            "edited_timestamp": self.edited and self.edited.isoformat(),
            "tts": False,
            "mention_everyone": "everyone" in self.pings,
            "mentions": [self.discord.users[int(one)].payload for one in self._mentioned()],
            "mention_roles": [],
            "attachments": [
                attachment.payload for attachment in self.attachments if not self._is_shown(attachment)
            ],
            "embeds": [{"type": "rich", **embed} for embed in self.embeds],
            "components": self.components,
            "pinned": False,
            "flags": self.flags,
            **self._origin(),
        }

    def _mentioned(self) -> list[str]:
        return [ping for ping in self.pings if ping.isdigit() and int(ping) in self.discord.users]

    def _is_shown(self, attachment: "Attachment") -> bool:
        """A file that a component shows is not listed a second time."""
        media = [one for part in walk(self.components) for one in media_of(part)]
        return self.in_v2 and str(attachment.id) in {one.get("attachment_id") for one in media}

    def _origin(self) -> Json:
        origin: dict[str, Any] = {"type": _PLAIN}
        if self.by_webhook:
            origin["webhook_id"] = str(self.author.id if self.author else 0)
        if self.nonce is not None:
            origin["nonce"] = self.nonce
        if self.reply_to is not None:
            origin["message_reference"] = {
                "type": 0,
                "message_id": str(self.reply_to.id),
                "channel_id": str(self.reply_to.channel.id),
            }
            origin["type"] = _REPLY
        if self.interaction is not None:
            origin["application_id"] = origin["webhook_id"] = str(self.discord.application_id)
            origin["interaction_metadata"] = self.interaction.metadata
            origin["type"] = _COMMAND if self.interaction.is_command else origin["type"]
        return origin
