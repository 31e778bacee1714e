"""Where people talk: guilds with members, roles and channels, and private channels."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json
from tests.fakes.discord.news import News
from tests.fakes.discord.permissions import EVERYONE, IN_DMS, bits, has
from tests.fakes.discord.talking import CREATED, tell, tell_deleted

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.server import FakeDiscord

_TEXT, _DM, _THREAD, _PRIVATE_THREAD = 0, 1, 11, 12
_JOINED = "2020-10-01T12:00:00.000000+00:00"
GUILD, BOT_DM, PRIVATE = 0, 1, 2
"""The contexts in which an interaction can happen."""


@dataclass(eq=False)
class FakeRole:
    id: int
    name: str
    permissions: int = EVERYONE

    @property
    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 1,
            "permissions": str(self.permissions),
            "managed": False,
            "mentionable": True,
            "flags": 0,
        }


@dataclass(eq=False)
class FakeChannel:
    """A text channel of a guild, or a private channel between people, or between one and the bot."""

    discord: "FakeDiscord" = field(repr=False)
    id: int
    name: str
    guild: "FakeGuild | None" = None
    people: tuple["Person", ...] = ()
    with_bot: bool = True
    denied: int = 0
    """What the bot may not do here."""
    hidden_from: set["Person"] = field(default_factory=set, repr=False)
    """Members who do not see it."""
    deleted: bool = False
    parent: "FakeChannel | None" = None
    """Of a thread."""
    is_private: bool = False
    """Of a thread that only those see who are in it."""
    archived: bool = False
    locked: bool = False
    """By a moderator: then a bot without Manage Threads can neither write in it nor bring it back."""
    newest: int | None = None
    """The id of the last message for all, whether it still exists or not."""
    log: list["FakeMessage"] = field(default_factory=list, repr=False)
    news: News = field(default_factory=News, repr=False)

    @property
    def messages(self) -> list["FakeMessage"]:
        """What everybody here sees now."""
        return [message for message in self.log if message.is_for_all]

    def enter(self, message: "FakeMessage") -> None:
        self.discord.messages[message.id] = message
        self.log.append(message)
        self.newest = self.newest if message.ephemeral else message.id
        tell(message, CREATED)

    async def receives(self, count: int = 1) -> list["FakeMessage"]:
        """Waits until there are so many."""
        await self.news.until(lambda: len(self.messages) >= count, self.discord.patience)
        return self.messages

    def purge(self, *messages: "FakeMessage") -> None:
        """A moderator deletes them together."""
        for message in messages:
            message.deleted = True
        tell_deleted(self, messages)

    def delete(self) -> None:
        self.deleted = True

    def forbid(self, *permissions: str) -> None:
        """Take permissions from the bot: "view_channel", "send_messages", "attach_files" and so on."""
        self.denied |= bits(*permissions)

    def allow_all(self) -> None:
        self.denied = 0

    @property
    def context(self) -> int:
        if self.guild is not None:
            return GUILD
        return BOT_DM if self.with_bot else PRIVATE

    @property
    def bot_permissions(self) -> int:
        return (EVERYONE if self.guild else IN_DMS) & ~self.denied

    @property
    def payload(self) -> Json:
        last = str(self.newest) if self.newest else None
        if self.guild is None:
            recipients = [person.payload for person in self.people]
            return {
                "id": str(self.id),
                "type": _DM,
                "last_message_id": last,
                "recipients": recipients,
                "flags": 0,
            }
        if self.parent is not None:
            return self._thread_payload(self.guild, self.parent)
        return {
            "id": str(self.id),
            "type": _TEXT,
            "guild_id": str(self.guild.id),
            "name": self.name,
            "position": 0,
            "nsfw": False,
            "flags": 0,
            "topic": None,
            "parent_id": None,
            "last_message_id": last,
            "rate_limit_per_user": 0,
            "permission_overwrites": [*self._overwrites()],
        }

    def _overwrites(self) -> Iterator[Json]:
        denied = {person: bits("view_channel") for person in self.hidden_from}
        for person, bits_of in {**denied, **({self.discord.bot: self.denied} if self.denied else {})}.items():
            yield {"id": str(person.id), "type": 1, "allow": "0", "deny": str(bits_of)}

    def _thread_payload(self, guild: "FakeGuild", parent: "FakeChannel") -> Json:
        return {
            "id": str(self.id),
            "type": _PRIVATE_THREAD if self.is_private else _THREAD,
            "guild_id": str(guild.id),
            "parent_id": str(parent.id),
            "owner_id": str(self.discord.bot.id),
            "name": self.name,
            "last_message_id": str(self.newest) if self.newest else None,
            "rate_limit_per_user": 0,
            "message_count": len(self.messages),
            "member_count": 1,
            "flags": 0,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": _JOINED,
                "locked": self.locked,
                "create_timestamp": _JOINED,
            },
        }

    def seen_by(self, user: "Person") -> Json:
        """With the permissions of that person, as in an interaction."""
        permissions = self.guild.permissions_of(user) if self.guild else 0
        return {**self.payload, "permissions": str(permissions)}


@dataclass
class Membership:
    permissions: int = EVERYONE
    roles: list[FakeRole] = field(default_factory=list)
    nick: str | None = None
    own: FakeRole | None = None
    """A role that gives this member what others may not."""


@dataclass(eq=False)
class FakeGuild:
    discord: "FakeDiscord" = field(repr=False)
    id: int
    name: str
    installed: bool = True
    """Whether the bot is a member; if not, only people who installed it for themselves can use it here."""
    locale: str = "en-US"
    members: dict["Person", Membership] = field(default_factory=dict, repr=False)
    roles: list[FakeRole] = field(default_factory=list, repr=False)
    channels: list[FakeChannel] = field(default_factory=list, repr=False)
    opened: set[str] = field(default_factory=set, repr=False)
    owner: "Person | None" = None
    """Somebody who has nothing to do with it, unless it is said."""

    @property
    def channel(self) -> FakeChannel:
        """The first one."""
        return self.channels[0]

    def text_channel(self, name: str) -> FakeChannel:
        channel = FakeChannel(self.discord, self.discord.ids.old(), name, self)
        self.channels.append(channel)
        self.discord.channels[channel.id] = channel
        return channel

    def thread(
        self, name: str, within: FakeChannel | None = None, *, is_private: bool = False
    ) -> FakeChannel:
        """In the first channel, unless it is said."""
        parent = within or self.channel
        thread = FakeChannel(
            self.discord, self.discord.ids.old(), name, self, parent=parent, is_private=is_private
        )
        self.discord.channels[thread.id] = thread
        return thread

    @property
    def active_threads(self) -> Iterator[FakeChannel]:
        """Those that the bot sees."""
        known = self.discord.channels.values()
        of_channels = ((one, one.parent) for one in known if one.guild is self and one.parent is not None)
        for one, parent in of_channels:
            if has(parent.bot_permissions, bits("view_channel")) and not (one.archived or one.deleted):
                yield one

    def role(self, name: str) -> FakeRole:
        role = FakeRole(self.discord.ids.old(), name)
        self.roles.append(role)
        return role

    def join(self, user: "Person") -> Membership:
        """A member already, or one from now on."""
        return self.members.setdefault(user, Membership())

    def permit(self, user: "Person", *permissions: str) -> None:
        self.join(user).permissions |= bits(*permissions)

    def forbid(self, user: "Person", *permissions: str) -> None:
        self.join(user).permissions &= ~bits(*permissions)

    def leave(self, user: "Person") -> None:
        """Gone, or thrown out."""
        self.members.pop(user, None)

    def own_role(self, user: "Person") -> FakeRole | None:
        """REST says what a member may do by their roles alone."""
        member = self.join(user)
        if member.permissions & ~EVERYONE:
            member.own = member.own or FakeRole(self.discord.ids.old(), f"role of {user.name}")
            member.own.permissions = member.permissions
            return member.own
        return None

    def fetched_member(self, user: "Person") -> Json:
        """As GET answers: without permissions, which interactions alone bring."""
        own = self.own_role(user)
        whole = {key: value for key, value in self.member_payload(user).items() if key != "permissions"}
        return {**whole, "roles": [*whole["roles"], *([str(own.id)] if own else [])]}

    def permissions_of(self, user: "Person") -> int:
        return self.join(user).permissions

    def open_command(self, name: str) -> None:
        """An administrator lets everybody use this command, whatever permission it asks for by itself."""
        self.opened.add(name)

    def remove_bot(self) -> None:
        """Kicked: the bot hears of it, if it listens to guilds."""
        self.installed = False
        self.discord.gateway.dispatch_to_guild("GUILD_DELETE", {"id": str(self.id)}, self)

    def add_bot(self) -> None:
        self.installed = True
        self.discord.gateway.dispatch_to_guild("GUILD_CREATE", self.payload, self)

    def member_payload(self, user: "Person", *, partial: bool = False) -> Json:
        member = self.join(user)
        whole = {} if partial else {"user": user.payload, "deaf": False, "mute": False}
        return {
            **whole,
            "nick": member.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in member.roles],
            "joined_at": _JOINED,
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "flags": 0,
            "permissions": str(member.permissions),
        }

    @property
    def payload(self) -> Json:
        """As GUILD_CREATE brings it."""
        everyone = FakeRole(self.id, "@everyone").payload
        own = [role for user in [*self.members] if (role := self.own_role(user))]
        bot = {**self.member_payload(self.discord.bot), "roles": []}
        bot.pop("permissions")
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "owner_id": str((self.owner or self.discord.owner).id),
            "preferred_locale": self.locale,
            "features": [],
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "afk_timeout": 300,
            "system_channel_flags": 0,
            "roles": [everyone, *(role.payload for role in (*self.roles, *own))],
            "emojis": [],
            "stickers": [],
            "channels": [channel.payload for channel in self.channels if not channel.deleted],
            "threads": [],
            "members": [bot],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "member_count": len(self.members),
            "large": False,
            "unavailable": False,
            "joined_at": _JOINED,
        }
