"""Characters as people read them, on any front end."""

from bot.characters.documents import (
    CharacterAdded,
    CharacterDocument,
    CharacterList,
    CharacterRemoval,
    CharacterRenamed,
    PopularList,
)
from bot.names import NAME, UNIT, cut_short, plain_line, shown_name
from bot.view import At, Column, Paging, Row, Strong, Text, Usage, View, joined, question
from bot.visit import Visit
from tracker.goals.games.game import WEB, game_of
from tracker.tones import Tone
from tracker.words import count_of, people

ADD = Usage(
    "/character add name:{}",
    "follow {}",
    "questlog character add {}",
    "Follow a character, under Characters",
)
ADD_NUMBER = Usage("/character add-number", None, "questlog character add-number")
_GOAL = Usage(
    "/goal add goal:99 wc by 1 march", "add 99 wc by 1 march", 'questlog goal add {} "99 wc by 1 march"'
)
_NUMBER_GOAL = Usage("/goal add goal:1000 by 1 march", "add 1000 by 1 march", "questlog goal add {} 1000")
_HEADER = Usage(cli="questlog character add-number --header")

REMOVE, LIST = "remove-character", "characters"
LONGEST_STEP = 200
_MOST_CONSEQUENCES = 4
COLUMNS = (Column("where"), Column("goals"), Column("since", brief=False))


def added(here: Visit, done: CharacterAdded) -> View:
    one, web = done.character, done.character.game == WEB
    hints: list[Text] = [("Set a goal: ", (_NUMBER_GOAL if web else _GOAL)(one.name))]
    if web:
        hints += ["I keep the address and show it to nobody."]
        hints += [("A secret in a header is given at the terminal: ", _HEADER())]
    return View(
        lead=(f"You follow {shown_name(one.name)} now ({cut_short(one.kind, NAME)}).", *_value(done)),
        hints=hints,
        tone=Tone.GOOD,
    )


def _value(done: CharacterAdded) -> Text:
    """What a number is now shows whether the right one was found."""
    if done.character.game != WEB:
        return ()
    if done.value is None:
        return (" It has no value yet.",)
    unit = f" {cut_short(done.unit, UNIT)}" if done.unit else ""
    return (" It is ", Strong(f"{people(done.value)}{unit}"), " now.")


def characters(here: Visit, found: CharacterList) -> View:
    if not found.characters:
        return nobody()
    paging = Paging(LIST, found.page, found.pages)
    return View(
        title="Your characters",
        noun="name",
        subtitle=joined(count_of(found.total, "character"), str(paging)),
        columns=COLUMNS,
        rows=[_row(one) for one in found.characters],
        signs=False,
        paging=paging,
    )


def _row(one: CharacterDocument) -> Row:
    goals = count_of(one.goals, "goal") if one.goals else "no goals yet"
    return Row(
        one.id, shown_name(one.name, NAME), (cut_short(one.kind, NAME), goals, (At(one.created_at, "day"),))
    )


def nobody() -> View:
    return View(
        title="Nobody to follow yet",
        empty=True,
        lead=("You follow nobody yet. Say whom you play: ", ADD("Zezima")),
        hints=[
            "Old School RuneScape or RuneScape 3. I read the public hiscores; no password is needed.",
            ("Any other number that is served as JSON: ", ADD_NUMBER()),
        ],
    )


def renamed(here: Visit, done: CharacterRenamed) -> View:
    names = f"{shown_name(done.before)} is {shown_name(done.character.name)} now."
    return View(lead=f"{names} Goals and history are kept.", tone=Tone.GOOD)


def removal(here: Visit, asked: CharacterRemoval) -> View:
    name, goals = shown_name(asked.character.name), asked.removed_goals
    lost = f" with {count_of(goals, 'goal')} and all of their history" if goals else ""
    warning = " ".join((f"This removes {name}{lost}.", *_consequences(asked), "It cannot be undone."))
    return question(REMOVE, asked.character.id, f"Remove {name}?", warning)


def _consequences(found: CharacterRemoval) -> list[str]:
    """The first few; names are people's own."""
    more = len(found.consequences) - _MOST_CONSEQUENCES
    shown = [plain_line(one, LONGEST_STEP) for one in found.consequences[:_MOST_CONSEQUENCES]]
    return [*shown, f"And {people(more)} more."] if more > 0 else shown


def removed(here: Visit, done: CharacterRemoval) -> View:
    lost = count_of(done.removed_goals, "goal") if done.removed_goals else "no goals"
    said = (f"{shown_name(done.character.name)} is removed, with {lost}.", *_consequences(done))
    return View(lead=" ".join(said), tone=Tone.QUIET)


def popular(here: Visit, found: PopularList) -> View:
    if not found.popular:
        return View(lead="There are no goals yet.", empty=True)
    games = [(one, game_of(one.game)) for one in found.popular]
    return View(
        hints=[f"{one.goals:>6,}  {game.display(one.attribute)} ({game.title})" for one, game in games]
    )
