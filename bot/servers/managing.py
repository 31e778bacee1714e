"""A server set up from elsewhere than Discord: channels are looked up there, and members asked in them."""

from functools import wraps

from bot.documents import Nothing
from bot.managed_server import managed_server
from bot.servers import requests, usecases, view
from bot.servers.documents import ServerChannel, ServerDocument
from bot.visit import Visit
from bot.web.there import ServersUnknown, channel_there, channels_there, post_there, set_up_there
from tracker.accounts.model import DigestFrequency
from tracker.servers.model import News
from tracker.servers.service import check_manager


async def show_settings(there: Visit, _: Nothing) -> ServerDocument:
    """With the names of its channels, as far as the person sees them and Discord says them now."""
    found = await usecases.change_server(there, requests.ChangeServer())
    if found.channel is None and not found.boards:
        return found
    try:
        names = {one.id: one.name for one in await channels_there(there)}
    except ServersUnknown:
        return found

    def named(channel: ServerChannel) -> ServerChannel:
        return channel.model_copy(update={"name": names.get(channel.id)})

    boards = {board: named(one) for board, one in found.boards.items()}
    return found.model_copy(update={"channel": found.channel and named(found.channel), "boards": boards})


@wraps(usecases.choose_channel)
async def choose_channel(there: Visit, ask: requests.ChooseChannel) -> ServerDocument:
    """Members are asked there before more is told of them than they agreed to."""
    check_manager(there.guild)
    server = await set_up_there(there)
    await channel_there(there, ask.channel)
    if tells := server.announcing(ask.what).news:
        await post_there(there, ask.channel, view.invitation(there, (*tells, News.GAINS)))
    return await usecases.choose_channel(there, ask)


@wraps(usecases.choose_board)
async def choose_board(there: Visit, ask: requests.ChooseBoard) -> ServerDocument:
    await managed_server(there)
    if ask.channel is not None:
        await channel_there(there, ask.channel)
        await post_there(there, ask.channel, view.board(there, ask.news))
    return await usecases.choose_board(there, ask)


@wraps(usecases.change_server)
async def change_server(there: Visit, ask: requests.ChangeServer) -> ServerDocument:
    """Members are asked before a digest tells of them."""
    before = await usecases.change_server(there, requests.ChangeServer())
    off = DigestFrequency.OFF.value
    if ask.digest not in {None, off} and before.channel is not None and News.GAINS not in before.tells:
        await post_there(there, before.channel.id, view.invitation(there, (*before.tells, News.GAINS)))
    return await usecases.change_server(there, ask)
