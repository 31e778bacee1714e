"""Servers: set up by those who manage them, joined and left by their members."""

from collections.abc import Mapping

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.identity import identity
from tracker.accounts.model import DigestFrequency, User
from tracker.accounts.service import Accounts
from tracker.clock import Clock
from tracker.digest.planning import first_round, replan
from tracker.notify.muting import release_held
from tracker.refusals import Suggestion
from tracker.servers.errors import (
    NotAnnounced,
    NotAnnouncedHere,
    NotManager,
    NotOnServer,
    ServerNotSetUp,
    TooManyServers,
)
from tracker.servers.membership import forget, memberships_of
from tracker.servers.model import Announces, Guild, Membership, News, Server
from tracker.store.conditions import ABSENT, EXISTS
from tracker.store.entity import PRESENT, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import IdentityKind, MembershipKey, ServerKey, UserKey
from tracker.store.table import Check, Put, Table

MOST_SERVERS = 10
"""On which a person is announced. Two that are joined at once may make it one more."""


class Servers:
    def __init__(self, table: Table, clock: Clock, accounts: Accounts) -> None:
        self._table, self._clock, self._accounts = table, clock, accounts

    async def find(self, guild: int) -> Server | None:
        """By the id that Discord gives it; None where nobody has set it up."""
        account = await self._accounts.find(identity(IdentityKind.GUILD, str(guild)))
        item = None if account is None else await self._table.get(ServerKey(account.id).key)
        return None if item is None else from_item(Server, item)

    async def here(self, guild: Guild | None) -> Server | None:
        """Where somebody asks; None where nobody has set it up. Raises NotOnServer."""
        if guild is None:
            raise NotOnServer
        return await self.find(guild.id)

    async def managed(self, guild: Guild | None) -> Server:
        """Raises NotOnServer, NotManager, ServerNotSetUp."""
        check_manager(guild)
        if (server := await self.here(guild)) is None:
            raise ServerNotSetUp("This server is not set up yet.")
        return server

    async def account(self, server: Server) -> User:
        return await self._accounts.get(server.account)

    async def set_up(self, guild: int, name: str) -> Server:
        """Under the name that it has today; made now if there is none, and then without a digest."""
        account = await self._accounts.get_or_register(identity(IdentityKind.GUILD, str(guild)))
        new = Server(account=account.id, name=name)
        silent = change(User, account.key, {"digest": DigestFrequency.OFF}, when=PRESENT)
        try:
            await self._table.transact([Put(to_item(new, new.key), ABSENT), silent])
        except ConditionFailed:
            return await self._changed(new, {"name": name})
        return new

    async def change_settings(self, server: Server, changes: Mapping[str, str]) -> User:
        """Raises InvalidSetting. What comes at a time of the day follows the server's clock at once."""
        account = await self._accounts.change_settings(server.account, changes)
        now = self._clock().replace(microsecond=0)
        await self._table.update(first_round(account, now))
        await replan(self._table, account, now)
        await release_held(self._table, account.id, changes, now)
        return account

    async def announce(self, server: Server, what: Announces) -> Server:
        return await self._changed(server, {"announces": what})

    async def join(self, user: User, server: Server | None, news: News = News.REACHED) -> Membership:
        """From now on everybody there may be told this of the person, besides what they agreed to before.

        Raises ServerNotSetUp, TooManyServers, NoSuchUser.
        """
        if server is None or server.announces is Announces.NOTHING:
            raise ServerNotSetUp("Nothing is announced on this server yet.")
        mine = await memberships_of(self._table, user.id)
        if (before := next((one for one in mine if one.server == server.account), None)) is not None:
            return before if news in before.agreed else await self._agreed(before, news, agrees=True)
        if len(mine) >= MOST_SERVERS:
            raise TooManyServers(f"You are announced on {len(mine)} servers, and that is the most.")
        new = Membership(
            user=user.id,
            server=server.account,
            name=server.name,
            since=self._clock(),
            reached=news is News.REACHED,
            milestones=news is News.MILESTONES,
            gains=news is News.GAINS,
        )
        people = [Check(UserKey(one).key, PRESENT) for one in (user.id, server.account)]
        try:
            await self._table.transact([*people, Put(to_item(new, new.key, new.place), ABSENT)])
        except ConditionFailed as failed:
            if failed.at(len(people)) is None:
                raise NoSuchUser("That person or server no longer exists.") from failed
            return await self._agreed(new, news, agrees=True)
        return new

    async def _agreed(self, member: Membership, news: News, *, agrees: bool) -> Membership:
        """Raises NotAnnounced where the person has left."""
        try:
            await self._table.update(change(Membership, member.key, {news.value: agrees}))
        except ConditionFailed as failed:
            raise NotAnnounced("You are not announced there.") from failed
        item = await self._table.get(member.key.key)
        return next(from_items(Membership, [item] if item else []), member)

    async def withdraw(self, member: Membership, news: News) -> Membership:
        """Nothing of this kind is told there any more, and what was told of it is forgotten.

        Raises NotAnnounced.
        """
        left = await self._agreed(member, news, agrees=False)
        if not left.agreed:
            return await self.leave(member.user, member.server)
        await forget(self._table, member.user, member.server, (news,))
        return left

    async def leave(self, user_id: str, server: str) -> Membership:
        """The person is announced there no longer, and what was announced of them is forgotten.

        What is answered agrees to nothing.

        Raises NotAnnounced.
        """
        key = MembershipKey(user_id, server).key
        item = await self._table.get(key)
        try:
            await self._table.delete(key, when=EXISTS)
        except ConditionFailed as failed:
            raise NotAnnounced("You are not announced there.") from failed
        await forget(self._table, user_id, server)
        return from_item(Membership, item or {}).model_copy(update={one.value: False for one in News})

    async def leave_meant(
        self, user_id: str, said: str | None, guild: Guild | None, news: News | None = None
    ) -> Membership:
        """Be announced no longer, or not with such news: on the server that is named, else where they ask.

        A server is named by its name at the time or its id. Without a name and elsewhere, it is the only one.

        Raises NotAnnounced.
        """
        mine, wanted = await memberships_of(self._table, user_id), (said or "").strip().casefold()
        if said is None and guild is not None:
            server = await self.here(guild)
            meant = [one for one in mine if server is not None and one.server == server.account]
            if not meant:
                raise NotAnnouncedHere("You are not announced on this server.")
        else:
            meant = [one for one in mine if wanted in ("", one.server.casefold(), one.name.casefold())]
        if len(meant) != 1:
            raise _which_server(mine)
        if news is not None:
            return await self.withdraw(meant[0], news)
        return await self.leave(user_id, meant[0].server)

    async def _changed(self, server: Server, changes: dict[str, object]) -> Server:
        await self._table.update(change(Server, server.key, changes))
        item = await self._table.get(server.key.key)
        return next(from_items(Server, [item] if item else []), server)


def check_manager(guild: Guild | None) -> None:
    """Discord hides such commands from others, but administrators can show them. Raises NotManager."""
    if guild is None:
        raise NotOnServer
    if not guild.is_managed:
        raise NotManager("Only people with the permission Manage Server on this server can do that.")


def _which_server(mine: list[Membership]) -> NotAnnounced:
    if not mine:
        return NotAnnounced("You are announced nowhere.")
    names = ", ".join(one.name for one in mine)
    choices = [Suggestion(one.name, one.server) for one in mine]
    return NotAnnounced(f"Which server? You are announced on: {names}.", choices)
