"""`moon`, `moon yesterday`."""

from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.visit import Visit
from tests.toy.moon import usecases, view
from tests.toy.moon.requests import LookUp

MOON = Phrase("moon", (), "moon yesterday", "how the moon looks")


async def moon(here: Visit, rest: str) -> Answer:
    found = await usecases.look_up(here, LookUp(day=rest or None))
    return answer(here, view.moon(here, found))


SMS = SmsPart(commands=(Command(MOON, moon),))
