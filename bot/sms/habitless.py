"""Answers to people who have no habits can be kept: one read tells later whether they still have none.

Whoever has a habit under way has a time at which it is looked at next; that item is made together with the
first habit. Of people with habits nothing that can be read by its key says that another one has come.
"""

from bot.glance import UNSEEN, Glance
from bot.sms.command import Turn
from tracker.habits.rounds.planning import ID, KIND
from tracker.store.keys import DueKey


async def still_habitless(turn: Turn, glance: Glance) -> Glance:
    """What an answer follows from, besides that no habits were found before this is asked."""
    next_look = DueKey(turn.user.id, KIND, ID).key
    if not glance.wanted or await turn.services.table.get(next_look) is not None:
        return UNSEEN
    return Glance(glance.wanted | {next_look}, glance.items)
