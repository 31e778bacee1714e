"""Goals by SMS: `goals`, `goal wc`, `gains wc week`, `add 99 wc by 1 march`, `change wc to 200m`."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.goal_parts.documents import PartsGoalDetails
from bot.goals import gains_usecases, gains_view, lists_view, requests, usecases, view
from bot.goals.documents import GoalChanged
from bot.goals.sms_parts import PARTS_COMMANDS
from bot.names import NAME, TITLE, cut_short, shown_name
from bot.sms.conversation import Listed
from bot.sms.part import (
    ALONE,
    Answer,
    Beginning,
    Certainty,
    Command,
    Meaning,
    Phrase,
    SmsPart,
    choice,
    nothing_said,
)
from bot.sms.render import answer, answer_list, written
from bot.visit import Visit
from tracker.finding import plain
from tracker.frozen import frozen
from tracker.goals.book import GoalBook, goal_book
from tracker.goals.characters.names import game_for, whose_goal
from tracker.goals.errors import CharacterMissing
from tracker.goals.finding import meant
from tracker.goals.games.game import game_of
from tracker.goals.model import Character, Goal
from tracker.goals.pace.gains import Period
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.wording import goal_title
from tracker.refusals import Refused

GOALS = Phrase(
    "goals",
    ("list", "my goals", "progress", "status"),
    "goals",
    "your goals and where they stand",
    "goals",
)
GOAL = Phrase("goal", ("show",), "goal wc", "all about one goal; its name alone is enough")
GAINS = Phrase(
    "gains",
    ("gained", "gain"),
    "gains wc week",
    "how much goals moved: today, week, month or all; a character's name shows all of it that did",
    "gains",
)
ADD = Phrase("add goal", ("new goal", "goal add"), "add goal 99 wc by 1 march", "set a goal")
CHANGE = Phrase("change", ("edit",), "change wc to 200m by 1 march", "change what a goal asks for")
PAUSE = Phrase("goal pause", ("pause goal",), "goal pause wc", "record it, and say nothing about it")
RESUME = Phrase("goal resume", ("resume goal",), "goal resume wc", "go on with it")
ARCHIVE = Phrase("goal archive", ("archive goal",), "goal archive wc", "put it away with its history")
REMOVE = Phrase("goal remove", ("remove goal",), "goal remove wc", "remove it with its history, for good")

_SURELY = "surely"
WHICH = "Which one?"
_TO = re.compile(r"\s+to\s+", re.IGNORECASE)
_USUAL = (Period.DAY, Period.WEEK)
_PERIODS = {
    "today": Period.DAY,
    "day": Period.DAY,
    "week": Period.WEEK,
    "month": Period.MONTH,
    "all": Period.ALL_TIME,
    "ever": Period.ALL_TIME,
}


async def show_goals(here: Visit, rest: str) -> Answer:
    return await show_goal(here, rest) if rest else await _listed(here)


async def show_more(here: Visit, before: Listed) -> Answer:
    return await _listed(here, before)


async def _listed(here: Visit, before: Listed | None = None) -> Answer:
    found = lists_view.goals(here, await usecases.glance(here, requests.ListGoals()))
    return answer_list(here, found, GOAL.name, GOALS.name, before)


async def show_goal(here: Visit, rest: str) -> Answer:
    if not rest:
        return await _listed(here)
    if several := await _several(here, rest, GOAL):
        return several
    return answer(here, view.goal(here, await usecases.show(here, requests.NameGoal(goal=rest))))


async def show_gains(here: Visit, rest: str) -> Answer:
    """Of what, and of which time, which is said at the end: `wc this week`."""
    *names, last = rest.split() or [""]
    period = _PERIODS.get(last.casefold())
    name = " ".join(names).removesuffix("this").strip() if period else rest
    found = await gains_usecases.gains(here, requests.ShowGains(either=name or None, period=period))
    if period is None:
        usual = {
            "gains": tuple(one for one in found.gains if one.period in _USUAL),
            "attributes": tuple(one for one in found.attributes if one.period in _USUAL),
        }
        found = found.model_copy(update=usual)
    shown = gains_view.gains(here, found)
    if not shown.rows:
        return answer(here, shown)
    texts = (", ".join(written(here, cell or "") for cell in row.cells) for row in shown.rows)
    titles = (written(here, row.title) for row in shown.rows)
    return Answer("\n".join(f"{title}: {text}" for title, text in zip(titles, texts, strict=True)))


async def add(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(ADD)
    try:
        done = await usecases.add(here, requests.AddGoal(goal=rest.replace('"', "")))
    except CharacterMissing as refused:
        names = [cut_short(one.label, NAME) for one in refused.suggestions]
        lines = [f"{ADD.name} {rest} for {one.value}" for one in refused.suggestions]
        asked = choice(names, lines)
        return replace(asked, text=asked.text.replace(WHICH, "Whose goal is it?"))
    return _after(here, done, f"{ARCHIVE.name} {done.goal.id}")


def _after(here: Visit, done: GoalChanged, undo: str) -> Answer:
    shown = answer(here, view.changed(here, done), undo=undo)
    return replace(shown, text=f"{done.message}\n{shown.text}")


async def change(here: Visit, rest: str) -> Answer:
    name, *new = _TO.split(rest.replace('"', ""), maxsplit=1)
    if not new:
        raise nothing_said(CHANGE)
    if several := await _several(here, name, CHANGE, f"to {new[0]}"):
        return several
    before = (await usecases.show(here, requests.NameGoal(goal=name))).goal
    done = await usecases.edit(here, requests.EditGoal(goal=before.id, new=new[0]))
    if isinstance(before, PartsGoalDetails):
        return _after(here, done, f"{CHANGE.name} {before.id} to {before.title}")
    by = f" by {before.due}" if before.due else ""
    undo = f"{CHANGE.name} {before.id} to {before.title}{by}"
    return _after(here, done, undo)


@frozen
class Turning:
    """Pause, resume, archive."""

    phrase: Phrase
    turn: Callable[[Visit, requests.NameGoal], Awaitable[GoalChanged]]
    back: Phrase | None
    """What takes it back."""

    async def __call__(self, here: Visit, rest: str) -> Answer:
        if not rest:
            raise nothing_said(self.phrase)
        if several := await _several(here, rest, self.phrase):
            return several
        done = await self.turn(here, requests.NameGoal(goal=rest))
        undo = f"{self.back.name} {done.goal.id}" if self.back else ""
        return answer(here, view.switched(here, done), undo=undo)


async def remove(here: Visit, rest: str) -> Answer:
    """What goes for good is asked about first."""
    if not rest:
        raise nothing_said(REMOVE)
    if rest.startswith(f"{_SURELY} "):
        ask = requests.NameGoal(goal=rest.removeprefix(f"{_SURELY} "), exact=True)
        return answer(here, view.switched(here, await usecases.remove(here, ask)), undo="")
    if several := await _several(here, rest, REMOVE):
        return several
    found = await usecases.show(here, requests.NameGoal(goal=rest))
    warning = f"This removes {view.named(found.goal)} with all that it recorded, for good."
    return Answer(f"{warning} Reply Y to do it.", question=f"{REMOVE.name} {_SURELY} {found.goal.id}")


async def _several(here: Visit, text: str, phrase: Phrase, after: str = "") -> Answer | None:
    """All that may be meant, to be chosen from by a number, where that is more than one."""
    found = meant((await _book(here)).owned(), text)
    if len(found) < 2:  # noqa: PLR2004 - one is clear, and none is refused
        return None
    lines = [f"{phrase.name} {goal.id} {after}".rstrip() for goal, _ in found]
    return choice([_label(*one) for one in found], lines)


def _label(goal: Goal, character: Character) -> str:
    title = cut_short(goal_title(goal, game_of(goal.subject.source)), TITLE)
    return f"{title[:1].upper()}{title[1:]} ({shown_name(character.name, NAME)})"


async def _book(here: Visit) -> GoalBook:
    return await here.services.table.read_in_steps(goal_book(here.person.id))


async def meanings(here: Visit, text: str) -> list[Meaning]:
    """What is shared with other features is said by one word: `pause wc`."""
    phrases = {ALONE: GOAL, "show": GOAL, "pause": PAUSE, "resume": RESUME, "archive": ARCHIVE}
    book = await _book(here)
    numbers = [(_label(goal, whose), goal.id) for goal, whose in meant(book.owned(), text)]
    called = (one for one in book.made_of_parts if plain(text) in (plain(one.title), one.handle))
    of_parts = [(cut_short(one.title, TITLE), one.id) for one in called]
    return [
        Meaning(f"Goal {label}", {word: f"{phrase.name} {id_}" for word, phrase in phrases.items()})
        for label, id_ in (*numbers, *of_parts)
    ]


async def begins(here: Visit, text: str) -> Beginning:
    line, mine = f"{ADD.name} {text}", (await _book(here)).characters
    refused: Refused | None = None
    if not mine:  # who follows nobody may still want to begin with a goal
        return Beginning(Certainty.NO, line, usecases.nobody(here) if _is_goal(here, text) else None)
    try:
        whose, said = whose_goal(mine, None, text.replace('"', ""))
        characters = [whose]
    except CharacterMissing:
        characters, said = [*mine], text.replace('"', "")
    except Refused as error:
        return Beginning(Certainty.NO, line, error)
    for game in {one.game: game_for(one) for one in characters}.values():
        try:
            parse_goal(said, game, here.today)
        except Refused as error:
            refused = error
        else:
            return Beginning(Certainty.YES, line)
    return Beginning(Certainty.NO, line, refused)


def _is_goal(here: Visit, text: str) -> bool:
    """In the game that most people play."""
    try:
        parse_goal(text, game_of("osrs"), here.today)
    except Refused:
        return False
    return True


async def nearest(here: Visit, text: str) -> str | None:
    """The line that would set a goal, where a text is one without saying so."""
    found = await begins(here, text)
    return found.line if found.certainty is Certainty.YES else None


SMS = SmsPart(
    commands=(
        Command(GOALS, show_goals, more=show_more),
        Command(GOAL, show_goal),
        Command(GAINS, show_gains),
        Command(ADD, add),
        Command(CHANGE, change),
        Command(PAUSE, Turning(PAUSE, usecases.pause, RESUME)),
        Command(RESUME, Turning(RESUME, usecases.resume, PAUSE)),
        Command(ARCHIVE, Turning(ARCHIVE, usecases.archive, None)),
        Command(REMOVE, remove),
        *PARTS_COMMANDS,
    ),
    meanings=meanings,
    begins=begins,
    nearest=nearest,
)
