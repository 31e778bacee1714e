"""What can be done with servers: set up by those who manage them, and each person's own yes and no."""

from contextlib import suppress

from bot.advice import advising
from bot.documents import Nothing
from bot.managed_server import CHOOSE_CHANNEL, managed_server
from bot.servers.documents import (
    AnnouncementList,
    KnownServer,
    MembershipDocument,
    ServerChannel,
    ServerDocument,
    ServerHere,
    ServerList,
)
from bot.servers.requests import Agree, ChangeServer, ChooseBoard, ChooseChannel, NameServer, OpenServer
from bot.servers.view import ANNOUNCE_LIST, ANNOUNCE_OFF
from bot.visit import Visit
from tracker.accounts.model import DigestFrequency
from tracker.accounts.service import present_people
from tracker.accounts.wording import digest_text, quiet_text
from tracker.digest.rounds import preview
from tracker.notify.channels import NoSuchChannel
from tracker.notify.model import PersonChannel
from tracker.offers.book import servers_of
from tracker.rewards.boards import GLOBAL
from tracker.rewards.wallet import wallet_of
from tracker.servers.errors import NotAnnouncedHere, NotOnServer, ServerNotSetUp, TooManyServers
from tracker.servers.listing import keep_listed, listed_by, unlist
from tracker.servers.membership import memberships_of
from tracker.servers.model import Announces, Board, News, Server
from tracker.store.entity import from_items
from tracker.store.keys import ServerKey

CHANNEL = "discord"
ON = "Announced in this channel from now on, where members can say yes."
OFF = "Nothing more is announced. Members stay signed up, in case you switch it on again."


async def choose_channel(visit: Visit, ask: ChooseChannel) -> ServerDocument:
    services = visit.services
    server = await managed_server(visit)
    what = server.announcing(ask.what)
    if what is not Announces.NOTHING:
        await services.channels.add(server.account, CHANNEL, f"channel:{ask.channel}")
    changed = await services.servers.announce(server, what)
    return await _document(visit, changed, OFF if what is Announces.NOTHING else ON)


async def choose_board(visit: Visit, ask: ChooseBoard) -> ServerDocument:
    """A channel for one kind of news, or none of its own any more."""
    services, board = visit.services, ask.news.channel
    server = await managed_server(visit)
    if ask.channel is not None:
        await services.channels.add(server.account, board, f"channel:{ask.channel}")
        return await _document(visit, server, "This news is posted in that channel from now on.")
    with suppress(NoSuchChannel):
        await services.channels.remove(server.account, board)
    return await _document(visit, server, "This news is posted where all other news is.")


async def change_server(visit: Visit, ask: ChangeServer) -> ServerDocument:
    """Where nothing is said, only how it is set up."""
    servers, changes = visit.services.servers, ask.changes()
    server = await managed_server(visit)
    if not changes:
        return await _document(visit, server)
    account = await servers.change_settings(server, changes)
    messages = await preview(visit.services.tools, account) if ask.digest else []
    text = "\n\n".join(f"{one.title}\n{one.text}" for one in messages)
    return await _document(visit, server, "Changed.", text)


async def announce_me(visit: Visit, ask: Agree) -> MembershipDocument:
    servers = visit.services.servers
    with (
        advising(visit, ServerNotSetUp, "Somebody who manages it can choose a channel: {}.", CHOOSE_CHANNEL),
        advising(visit, TooManyServers, "Leave one before: {}.", ANNOUNCE_OFF),
    ):
        joined = await servers.join(visit.person, await servers.here(visit.guild), ask.what)
    return MembershipDocument.of(joined)


async def announce_me_no_more(visit: Visit, ask: NameServer) -> MembershipDocument:
    servers, person = visit.services.servers, visit.person
    with advising(visit, NotAnnouncedHere, "Where you are: {}.", ANNOUNCE_LIST):
        left = await servers.leave_meant(person.id, ask.server, visit.guild, ask.what)
    return MembershipDocument.of(left)


async def list_announcements(visit: Visit, _: Nothing) -> AnnouncementList:
    mine = await memberships_of(visit.services.table, visit.person.id)
    return AnnouncementList(servers=tuple(map(MembershipDocument.of, mine)))


async def list_servers(visit: Visit, _: Nothing) -> ServerList:
    """What they keep in it, and where they are announced, in a challenge, or on the leaderboard.

    Discord is asked nothing.
    """
    table, person = visit.services.table, visit.person
    known = {one.account: one.name for one in await servers_of(table, person.id)}
    boards = [one for one in (await wallet_of(table, person.id)).boards if one != GLOBAL]
    found = await table.get_many([ServerKey(one).key for one in boards if one not in known])
    known |= {one.account: one.name for one in from_items(Server, found.values())}
    accounts = await present_people(table, known)
    names = {one.guild: one.name for one in await listed_by(table, person.id)}
    names |= {one.guild: known[account] for account, one in accounts.items() if one.guild is not None}
    return ServerList(
        servers=tuple(KnownServer(id=guild, name=name) for guild, name in names.items()),
        is_on=visit.services.network.servers() is not None,
        is_linked=person.discord is not None,
    )


async def show_server(visit: Visit, _: Nothing) -> ServerHere:
    """The one where they are. Raises NotOnServer."""
    if (guild := visit.guild) is None:
        raise NotOnServer
    server = await visit.services.servers.find(guild.id)
    table, me = visit.services.table, visit.person.id
    mine = await memberships_of(table, me)
    agreed = next((one.agreed for one in mine if server is not None and one.server == server.account), ())
    return ServerHere(
        id=f"{guild.id}",
        name=guild.name,
        is_managed=guild.is_managed,
        is_set_up=server is not None,
        agreed=agreed,
        is_listed=f"{guild.id}" in {one.guild for one in await listed_by(table, me)},
    )


async def keep_server(visit: Visit, ask: Nothing) -> ServerHere:
    """In the list of their servers. Raises NotOnServer."""
    if (guild := visit.guild) is None:
        raise NotOnServer
    services = visit.services
    await keep_listed(services.table, services.clock, visit.person.id, guild, guild.name)
    return await show_server(visit, ask)


async def forget_server(visit: Visit, ask: Nothing) -> ServerHere:
    """No longer in that list, unless something else has it there. Raises NotOnServer."""
    if (guild := visit.guild) is None:
        raise NotOnServer
    await unlist(visit.services.table, visit.person.id, guild.id)
    return await show_server(visit, ask)


async def open_server(visit: Visit, ask: OpenServer) -> KnownServer:
    """By its id, wherever it stands. Discord says on its page whether the person is there."""
    del visit
    return KnownServer(id=ask.guild, name="")


async def _document(visit: Visit, server: Server, message: str = "", preview: str = "") -> ServerDocument:
    account = await visit.services.servers.account(server)
    channels = await visit.services.channels.list(server.account)
    return ServerDocument(
        name=server.name,
        announces=server.announces,
        tells=(*server.announces.news, *(() if account.digest is DigestFrequency.OFF else (News.GAINS,))),
        channel=next((_channel(one) for one in channels if one.channel_type == CHANNEL), None),
        boards={
            board: _channel(one) for board in Board for one in channels if one.channel_type == board.channel
        },
        digest=digest_text(account.digest, account.digest_time, when_quiet=account.digest_when_quiet),
        timezone=account.timezone,
        quiet_hours=quiet_text(account.quiet_hours),
        preview=preview,
        message=message,
    )


def _channel(one: PersonChannel) -> ServerChannel:
    return ServerChannel(
        id=one.identifier.removeprefix("channel:"),
        is_active=one.is_active,
        off_since=one.off_since,
        off_reason=one.off_reason,
    )
