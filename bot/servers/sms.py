"""`announce` and `announce off The Clan`: where a person is announced. To say yes, they go to Discord."""

from bot.documents import Nothing
from bot.servers import usecases, view
from bot.servers.requests import NameServer
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.visit import Visit

ANNOUNCE = Phrase(
    "announce",
    ("announcements",),
    "announce",
    "which servers hear what you reach; announce off and a name ends it",
)


async def announce(here: Visit, rest: str) -> Answer:
    verb, _, name = rest.partition(" ")
    if verb.casefold() != "off":
        return answer(here, view.announcements(here, await usecases.list_announcements(here, Nothing())))
    done = await usecases.announce_me_no_more(here, NameServer(server=name or None))
    return answer(here, view.announcement(here, done), undo="")


SMS = SmsPart(commands=(Command(ANNOUNCE, announce),))
