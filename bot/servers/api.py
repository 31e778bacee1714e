"""The servers of a person, one of them with how it is set up, and where they are announced, over HTTP."""

from bot.documents import Nothing
from bot.servers import managing, usecases
from bot.servers.requests import Agree, ChangeServer, ChooseBoard, ChooseChannel, NameServer
from bot.web.part import Route

ONE = "/servers/{guild}"

ROUTES = (
    Route("GET", "/servers", Nothing, usecases.list_servers),
    Route("GET", ONE, Nothing, usecases.show_server),
    Route("POST", f"{ONE}/kept", Nothing, usecases.keep_server),
    Route("DELETE", f"{ONE}/kept", Nothing, usecases.forget_server),
    Route("POST", f"{ONE}/announce", Agree, usecases.announce_me),
    Route("POST", f"{ONE}/announce-channel", ChooseChannel, managing.choose_channel),
    Route("POST", f"{ONE}/channel", ChooseBoard, managing.choose_board),
    Route("GET", f"{ONE}/settings", Nothing, managing.show_settings),
    Route("PATCH", f"{ONE}/settings", ChangeServer, managing.change_server),
    Route("GET", "/announcements", Nothing, usecases.list_announcements),
    Route("DELETE", "/announcements/{server}", NameServer, usecases.announce_me_no_more),
)
