"""The logbook on *today*: where its person wants to be asked and has written nothing, and on no server."""

from bot.logbook import usecases, view
from bot.logbook.documents import UnwrittenDay
from bot.logbook.sms_phrases import SHOW
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit


async def section(visit: Visit) -> Section:
    """On a server others may look on, or the day may be shared with them."""
    unwritten = None if visit.guild is not None else await usecases.unwritten(visit)
    return Section(items=() if unwritten is None else (unwritten,), owned=unwritten is not None)


def to_do(here: Visit, item: UnwrittenDay) -> ToDo:
    del here
    words = ("nothing written yet: ", view.WRITE("a good day"))
    row = Row(f"{item.day}", "Logbook", (words,), symbol=view.BOOK)
    return ToDo(row=row, done=None, line=SHOW.name)


TODAY = TodayPart(
    name="logbook",
    noun="page",
    columns=(Column("state"),),
    section=section,
    to_do=to_do,
)
