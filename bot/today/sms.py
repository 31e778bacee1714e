"""`today` by SMS: what there is to do, in one list. A number logs a habit, and shows a goal."""

from dataclasses import replace
from itertools import groupby

from bot.documents import Nothing
from bot.sms.conversation import Listed
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer, numbered
from bot.today import usecases, view
from bot.view import View
from bot.visit import Visit

TODAY = Phrase("today", ("now", "todo", "to do"), "today", "what there is to do today", "today")
ALL_DONE = "All done for today."


async def show_today(here: Visit, rest: str) -> Answer:
    """What can be ticked off is there until it is."""
    del rest
    found = await usecases.today(here, Nothing())
    every = view.entries(here, found)
    shown = [one for one in every if one.to_do.done is False or one.part.tick is None]
    if not every:
        nothing = view.nothing(here, found)
        return answer(here, replace(nothing, hints=()) if found.owned else nothing)
    if not shown:
        return Answer(ALL_DONE)
    lines: list[str] = []
    for part, of_one in groupby(shown, lambda one: one.part):
        rows = [one.to_do.row for one in of_one]
        lines += numbered(here, rows, View(columns=part.columns, rows=rows), first=len(lines) + 1)
    ids = tuple(one.to_do.line for one in shown)
    return Answer("\n".join(lines), listed=Listed(command="", ids=ids, shown=len(ids)))


SMS = SmsPart(commands=(Command(TODAY, show_today),))
