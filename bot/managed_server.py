"""The server on Discord on which somebody asks who manages it."""

from bot.advice import advising
from bot.view import Usage
from bot.visit import Visit
from tracker.servers.errors import ServerNotSetUp
from tracker.servers.listing import keep_listed
from tracker.servers.model import Server

CHOOSE_CHANNEL = Usage("/server announce-channel", page="Set it up, on the page of the server")


async def managed_server(visit: Visit) -> Server:
    """It stands in the list of their servers from now on.

    Raises NotOnServer, NotManager, ServerNotSetUp.
    """
    services, guild = visit.services, visit.guild
    with advising(visit, ServerNotSetUp, "First choose a channel for its news: {}.", CHOOSE_CHANNEL):
        server = await services.servers.managed(guild)
    if guild is not None:
        await keep_listed(services.table, services.clock, visit.person.id, guild, server.name)
    return server
