"""The moon of a day: something to look at, which asks for nothing."""

from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit
from tests.toy.moon import usecases, view
from tests.toy.moon.documents import Moon
from tests.toy.moon.requests import LookUp


async def section(visit: Visit) -> Section:
    return Section(items=(await usecases.look_up(visit, LookUp()),), owned=True)


def to_do(_: Visit, found: Moon) -> ToDo:
    row = Row(
        "moon", "The moon", (f"{found.phase}, {found.percent} % lit",), symbol=view.SYMBOLS[found.phase]
    )
    return ToDo(row, done=None, line="moon")


TODAY = TodayPart(
    name="moon",
    noun="moon",
    columns=(Column("tonight"),),
    section=section,
    to_do=to_do,
    begin=("See the moon: ", view.LOOK()),
    every=view.LOOK(),
)
