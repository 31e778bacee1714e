"""Goals by SMS: listed, shown, set, paused, resumed and put away."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeAlias

from bot.names import NAME, cut_short
from bot.own import BELONGINGS, Choose, Own, View
from bot.page import Page, page_of
from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.conversation import Listed
from bot.sms.goal_lines import in_full, listed, title_of
from tracker.accounts.model import User
from tracker.goals.characters.names import game_for, spelling_key
from tracker.goals.errors import NotUnderstood
from tracker.goals.finding import Owned, meant, unknown
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.goals.words.parse import parse_goal
from tracker.refusals import Refused

PER_PAGE = 8
MOST_CHOICES = 9

Change: TypeAlias = Callable[[User, Goal], Awaitable[Goal]]


async def show_goals(turn: Turn, rest: str) -> Answer:
    if rest:
        return await show_goal(turn, rest)
    view = await BELONGINGS.shown(turn.services, turn.user, lambda own: page_of(kept_goals(own), 0, PER_PAGE))
    if not view.page.items:
        return nothing(view.own)
    ids = tuple(goal.id for goal in kept_goals(view.own))
    return _page(view, Listed(command=words.GOAL.name, ids=ids, shown=0, lister=words.GOALS.name))


async def show_other_goals(turn: Turn, before: Listed) -> Answer:
    """Those after the ones that were shown. What has gone meanwhile gets no number."""

    def others(own: Own) -> list[Goal]:
        goals = {goal.id: goal for goal in kept_goals(own)}
        return [goals[one] for one in before.ids[before.shown :] if one in goals]

    view = await BELONGINGS.shown(turn.services, turn.user, lambda own: page_of(others(own), 0, PER_PAGE))
    ids = (*before.ids[: before.shown], *(goal.id for goal in others(view.own)))
    if not view.page.items:
        return Answer(words.NO_MORE)
    return _page(view, before.model_copy(update={"ids": ids}))


def _page(view: View, before: Listed) -> Answer:
    shown = before.model_copy(update={"shown": min(before.shown + PER_PAGE, len(before.ids))})
    lines = [*listed(view.page.items, first=before.shown + 1, among_several=has_several(view.own))]
    if not shown.is_whole:
        lines.append(words.FURTHER.format(count=len(shown.ids) - shown.shown))
    return Answer("\n".join(lines), listed=shown, glance=view.glance)


async def show_goal(turn: Turn, rest: str) -> Answer:
    found = await _chosen(turn, rest, words.GOAL)
    if isinstance(found, Answer):
        return found
    [one] = found.page.items
    return Answer("\n".join(in_full(one, among_several=has_several(found.own))), glance=found.glance)


async def add_goal(turn: Turn, rest: str) -> Answer:
    own = await BELONGINGS.of(turn.services, turn.user)
    if not own.characters:
        return Answer(words.NO_CHARACTERS)
    said, whose = _whose(rest.replace('"', ""), own.characters)
    if whose is None:
        lines = [f"{number}. {cut_short(one.name, NAME)}" for number, one in enumerate(own.characters, 1)]
        ids = tuple(one.id for one in own.characters)
        choice = Listed(command=f"{words.ADD.name} {said} for", ids=ids, shown=len(ids))
        return Answer("\n".join([words.WHOSE, *lines]), listed=choice)
    added = await turn.services.goals.add(turn.user, whose, said)
    return await _after(turn, added, words.GOAL_SET, undo=words.ARCHIVE.name)


async def new_goal(turn: Turn, text: str) -> str | None:
    """The line that would set a goal, where a text is one without saying so."""
    return f"{words.ADD.name} {text}" if await refusal_of(turn, text) is None else None


async def refusal_of(turn: Turn, text: str) -> Refused | None:
    """Why a text is no goal of any character; None where it is one."""
    own = await BELONGINGS.of(turn.services, turn.user)
    said, whose = _whose(text.replace('"', ""), own.characters)
    mine = own.characters if whose is None else [whose]
    refused: Refused = NotUnderstood(words.NO_CHARACTERS)
    for game in {one.game: game_for(one) for one in mine}.values():
        try:
            parse_goal(said, game, turn.today)
        except Refused as error:
            refused = error
        else:
            return None
    return refused


def _whose(text: str, mine: Sequence[Character]) -> tuple[str, Character | None]:
    """The goal, and whose it is: the only character, or the one that is named at the end after `for`."""
    for one in mine:
        for name in (one.id, one.name):
            ending = f" for {spelling_key(name)}"
            said, named = text[: -len(ending)], text[-len(ending) :]
            if said and f" {spelling_key(named)}" == ending:
                return said, one
    return text, mine[0] if len(mine) == 1 else None


async def pause_goal(turn: Turn, rest: str) -> Answer:
    """Raises Unclear where no goal is named."""
    return await _changed(turn, rest, words.PAUSE, turn.services.goals.pause, words.RESUME.name)


async def resume_goal(turn: Turn, rest: str) -> Answer:
    return await _changed(turn, rest, words.RESUME, turn.services.goals.resume, words.PAUSE.name)


async def archive_goal(turn: Turn, rest: str) -> Answer:
    return await _changed(turn, rest, words.ARCHIVE, turn.services.goals.archive, "")


_LEADS = {
    words.PAUSE: words.GOAL_PAUSED,
    words.RESUME: words.GOAL_RESUMED,
    words.ARCHIVE: words.GOAL_ARCHIVED,
}


async def _changed(turn: Turn, rest: str, phrase: words.Phrase, change: Change, undo: str) -> Answer:
    found = await _chosen(turn, rest, phrase)
    if isinstance(found, Answer):
        return found
    [one] = found.page.items
    after = await change(turn.user, one.goal)
    back = f"{undo} {after.id}" if undo else ""
    return Answer(f"{title_of(after)}. {_LEADS[phrase]}", undo=back)


async def _after(turn: Turn, goal: Goal, lead: str, *, undo: str) -> Answer:
    view = await BELONGINGS.shown(turn.services, turn.user, _those([goal.id]))
    lines = [line for one in view.page.items for line in in_full(one, among_several=has_several(view.own))]
    return Answer("\n".join([lead, *lines]), undo=f"{undo} {goal.id}")


async def _chosen(turn: Turn, text: str, phrase: words.Phrase) -> View | Answer:
    """The one goal that words name, or a list to choose from."""
    if not text:
        raise Unclear(words.WHAT_GOAL.format(usage=f"{phrase.name} wc"))
    view = await BELONGINGS.shown(turn.services, turn.user, _named(text))
    if len(view.page.items) == 1:
        return view
    lines = listed(view.page.items, among_several=has_several(view.own))
    ids = tuple(one.goal.id for one in view.page.items)
    choice = Listed(command=phrase.name, ids=ids, shown=len(ids))
    return Answer("\n".join([words.WHICH, *lines]), listed=choice, glance=view.glance)


def _named(text: str) -> Choose:
    """Raises NoSuchGoal."""

    def named(own: Own) -> Page[Goal]:
        owned = owned_by(own)
        found = [goal for goal, _ in meant(owned, text)]
        if not found:
            raise unknown(owned, text)
        return page_of(found, 0, MOST_CHOICES)

    return named


def owned_by(own: Own) -> list[Owned]:
    characters = {one.id: one for one in own.characters}
    return [(goal, characters[goal.character]) for goal in own.goals]


def _those(ids: Iterable[str]) -> Choose:
    """In the order given, as far as they are there."""

    def those(own: Own) -> Page[Goal]:
        goals = {goal.id: goal for goal in own.goals}
        return all_of([goals[one] for one in ids if one in goals])

    return those


def all_of(goals: Sequence[Goal]) -> Page[Goal]:
    return page_of(goals, 0, max(len(goals), 1))


def kept_goals(own: Own) -> list[Goal]:
    return [goal for goal in own.goals if goal.status is not GoalStatus.ARCHIVED]


def under_way(own: Own) -> list[Goal]:
    return [goal for goal in own.goals if goal.status is GoalStatus.ACTIVE]


def has_several(own: Own) -> bool:
    return len(own.characters) > 1


def nothing(own: Own) -> Answer:
    return Answer(words.NO_GOALS if own.characters else words.NO_CHARACTERS)


COMMANDS = (Command(words.GOALS, show_goals, others=show_other_goals),)
