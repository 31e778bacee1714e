"""The logbook on *today*: where its person wants to be asked and has written nothing, and on no server."""

from bot.logbook import view
from bot.logbook.documents import UnwrittenDay
from bot.logbook.sms_phrases import SHOW
from bot.sections import Section, TodayPart, ToDo
from bot.view import Column, Row
from bot.visit import Visit
from tracker.logbook.looking import is_awaited


async def section(visit: Visit) -> Section:
    """On a server others may look on, or the day may be shared with them."""
    if visit.guild is not None:
        return Section(items=(), owned=False)
    awaited = await visit.services.table.read_in_steps(is_awaited(visit.person.id, visit.today))
    return Section(items=(UnwrittenDay(day=visit.today),) if awaited else (), owned=awaited)


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
