"""What Questlog understands of a goal while it is typed, in words; and how it may go on."""

from collections.abc import Iterable, Iterator
from datetime import date
from difflib import get_close_matches
from itertools import chain

from bot.names import cut_short
from bot.services import Services
from bot.slash.answers import Interaction
from bot.slash.errors import Problem, Suggestions
from bot.slash.person import known
from bot.slash.suggestions import choices, hint, names_like, option, today_of
from bot.slash.texts import dotted, figure
from tracker.accounts.model import User
from tracker.goals.characters.names import game_for
from tracker.goals.characters.watching import latest_reading
from tracker.goals.editing import edited
from tracker.goals.errors import NameMissing, NoSuchName
from tracker.goals.games.game import Game, game_of
from tracker.goals.model import Character, Goal
from tracker.goals.pace.progress import progress_of
from tracker.goals.plans import Plan
from tracker.goals.words.parse import parse_goal
from tracker.goals.words.request import GoalRequest, GoalType
from tracker.goals.words.vocabulary import MOST_WORDS
from tracker.goals.words.wording import goal_title, unit_of
from tracker.refusals import Refused
from tracker.words import in_full

MOST_NAMES = 10
"""So many ways to go on are suggested."""
NOBODY = "First say whom you play: /character add name:Zezima"

_EXAMPLES = ("99 woodcutting", "99 wc by end of year", "base 70", "500 zulrah kc", "50k/day mining by 1 june")
_PLAIN_EXAMPLES = ("1000", "1000 by end of year", "+50 this month", "10/day until end of year")
"""Of a number on the web, which need not be named."""
_SHORTEST = 2
_NEAR = 0.5


async def suggest_new_goal(interaction: Interaction, typed: str) -> Suggestions:
    """For `/goal add`: the first choice says what was understood, and has what was typed as its value."""
    services, user = interaction.client.services, await known(interaction)
    if user is None:
        return hint(typed or _EXAMPLES[0], NOBODY)
    try:
        character = await chosen_character(services, user, option(interaction, "character"))
    except (Refused, Problem) as refused:
        return hint(typed or _EXAMPLES[0], refused)
    game, today = game_for(character), today_of(interaction, user)
    if not typed.strip():
        return _as_they_are(readable(_EXAMPLES if game.skills else _PLAIN_EXAMPLES, game, today))
    try:
        plan = await services.goals.understand(user, character, typed, by=option(interaction, "by"))
    except Refused as refused:
        ways = chain(ways_on(game, typed), corrected(game, typed, refused))
        return _as_they_are(readable(ways, game, today)) + hint(typed, refused)
    words = _understood(_sketch(user, character, plan), plan, game, typed)
    further = readable(ways_on(game, typed), game, today, but=typed)
    return choices([(words, typed.strip())]) + _as_they_are(further)


def _as_they_are(texts: Iterable[str]) -> Suggestions:
    return choices((text, text) for text in texts)


async def suggest_change(interaction: Interaction, typed: str) -> Suggestions:
    """For `/goal edit`: what the goal would be."""
    services, user = interaction.client.services, await known(interaction)
    named = option(interaction, "goal")
    if user is None or named is None or not typed.strip():
        return []
    try:
        goal = await services.goals.find(user.id, named)
        changed = await _changed(interaction, user, goal, typed)
    except Refused as refused:
        return hint(typed, refused)
    title = goal_title(changed, game_of(changed.subject.source))
    return choices([(_by(f"Becomes {title}", changed.target_date), typed.strip())])


async def chosen_character(services: Services, user: User, named: str | None) -> Character:
    """The one that is named; who has only one need not name it. Raises GoalRefused, Problem."""
    if named is not None:
        return await services.characters.find(user.id, named)
    mine = await services.characters.list(user.id)
    if not mine:
        raise Problem(NOBODY)
    if len(mine) > 1:
        names = ", ".join(one.name for one in mine)
        raise Problem(f"Whose goal is it? Choose a `character` as well: {names}.")
    return mine[0]


def ways_on(game: Game, typed: str) -> Iterator[str]:
    """The text with its last words completed to names of skills and bosses: `99 wood`, `500 chambers of`."""
    words = typed.split()
    for start in range(max(0, len(words) - MOST_WORDS), len(words)):
        begun = " ".join(words[start:])
        if len(begun) < _SHORTEST or begun.isdigit():
            continue
        if names := names_like(game, begun):
            before = " ".join(words[:start])
            yield from (f"{before or _usual(game, name)} {name}" for name in names)
            return


def _usual(game: Game, name: str) -> str:
    """A number, where none was said yet."""
    skill = game.skills.get(name.lower())
    return "100" if skill is None else str(skill.cap)


def corrected(game: Game, typed: str, refused: Refused) -> Iterator[str]:
    """The text with a name where none was said, or with what was probably meant for the word like it."""
    words = typed.casefold().split()
    match refused:
        case NameMissing():
            yield from (f"{' '.join(words)} {name}" for name in names_like(game, ""))
        case NoSuchName(suggestions=found):
            for name in (one.value for one in found):
                for near in get_close_matches(name, words, n=1, cutoff=_NEAR):
                    yield " ".join(name if word == near else word for word in words)
        case _:
            return


def readable(texts: Iterable[str], game: Game, today: date, *, but: str = "") -> list[str]:
    """Those that are goals of this game, each but once and none that is the same as `but`; not very many."""
    found: dict[GoalRequest, str] = {}
    for text in (but, *texts):
        try:
            found.setdefault(parse_goal(text, game, today), text)
        except Refused:
            continue
        if len(found) > MOST_NAMES:
            break
    return [text for text in found.values() if text != but]


def _understood(goal: Goal, plan: Plan, game: Game, typed: str) -> str:
    """`99 Woodcutting by Monday 1 March 2027: 12,034,431 xp to go · 120,344 xp a day`."""
    unit = unit_of(goal, game)
    _, then, rest = typed.casefold().partition(" then ")
    said = _by(goal_title(goal, game), plan.due) + (f", then {cut_short(rest, 30)}" if then else "")
    if plan.start is None:
        return said
    progress = progress_of(plan, plan.start, plan.begun)
    left = f"{figure(progress.remaining)} {unit} to go"
    pace = progress.required_per_day
    return f"{said}: {dotted([left, f'{figure(pace)} {unit} a day' if pace else None])}"


def _by(words: str, due: date | None) -> str:
    return words if due is None else f"{words} by {in_full(due)}"


def _sketch(user: User, character: Character, plan: Plan) -> Goal:
    """The goal that a plan would make, for its title."""
    return Goal(
        id="",
        user=user.id,
        character=character.id,
        subject=character.subject,
        target_attribute=plan.aim.attribute,
        label=character.name if plan.aim.type is GoalType.VALUE else None,
        unit=character.unit,
        target_type=plan.aim.type,
        target_value=plan.aim.said,
        begun=plan.begun,
        created_at=user.created_at,
    )


async def _changed(interaction: Interaction, user: User, goal: Goal, text: str) -> Goal:
    """What an edit would make of a goal; nothing is written. Raises GoalRefused."""
    latest = await latest_reading(interaction.client.services.table, goal.subject)
    values = {} if latest is None else latest.quantities
    game = game_of(goal.subject.source)
    game = game.calling(goal.label, goal.unit) if goal.label else game
    by, today = option(interaction, "by"), today_of(interaction, user)
    return goal.model_copy(update=edited(goal, game.knowing(values), values, today, text=text, by=by))
