"""The servers of a person, and where they are announced, over HTTP. Saying yes takes a server on Discord."""

from bot.documents import Nothing
from bot.servers import usecases
from bot.servers.requests import NameServer
from bot.web.part import Route

ROUTES = (
    Route("GET", "/servers", Nothing, usecases.list_servers),
    Route("GET", "/announcements", Nothing, usecases.list_announcements),
    Route("DELETE", "/announcements/{server}", NameServer, usecases.announce_me_no_more),
)
