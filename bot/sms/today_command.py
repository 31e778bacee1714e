"""`today`: what there is to do, goals and habits, in one list. A number shows a goal, and tells a habit."""

from collections.abc import Sequence
from dataclasses import replace

from bot.glance import UNSEEN
from bot.own import BELONGINGS, View
from bot.shown import ShownGoal
from bot.slash.looks import importance
from bot.sms import habit_lines, words
from bot.sms.command import Answer, Command, Turn
from bot.sms.conversation import Listed
from bot.sms.goal_commands import all_of, has_several, kept_goals, nothing, under_way
from bot.sms.goal_lines import for_today
from bot.sms.habit_commands import watched
from bot.sms.habitless import still_habitless
from tracker.habits.watched import Watched


async def show_today(turn: Turn, rest: str) -> Answer:
    del rest
    view = await BELONGINGS.shown(turn.services, turn.user, lambda own: all_of(under_way(own)))
    habits = await watched(turn)
    goals = sorted(
        (one for one in view.page.items if one.is_open), key=lambda one: importance(one.standing.state)
    )
    due = [one for one in habits if one.is_due]
    if not goals and not due:
        return _nothing_to_do(view, habits)
    glance = UNSEEN if habits else await still_habitless(turn, view.glance)
    return replace(_listed(view, goals, due), glance=glance)


def _listed(view: View, goals: Sequence[ShownGoal], due: Sequence[Watched]) -> Answer:
    lines = [
        *for_today(goals, among_several=has_several(view.own)),
        *habit_lines.listed(due, first=len(goals) + 1),
    ]
    chosen = (
        *(f"{words.GOAL.name} {one.goal.id}" for one in goals),
        *(f"{words.DONE.name} {one.habit.id}" for one in due),
    )
    return Answer("\n".join(lines), listed=Listed(command="", ids=chosen, shown=len(chosen)))


def _nothing_to_do(view: View, habits: Sequence[Watched]) -> Answer:
    if habits:
        return Answer(words.ALL_DONE_TODAY)
    if kept_goals(view.own):
        return Answer(words.NOTHING_TODAY)
    return nothing(view.own) if view.own.characters else Answer(words.NOTHING_YET)


COMMANDS = (Command(words.TODAY, show_today),)
