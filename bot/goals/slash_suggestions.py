"""What is suggested on Discord while somebody types about goals, and what was understood so far."""

from collections.abc import Callable
from datetime import date

from bot.characters import usecases as characters
from bot.goals import usecases
from bot.names import cut_short
from bot.slash.acting import guest_visit, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.suggestions import choices, hint, option, suggest_dates, understood
from bot.slash.texts import dotted
from tracker.dates import days_between
from tracker.goals.characters.names import game_for, whose_goal
from tracker.goals.editing import NO_DATE
from tracker.goals.games.game import Game, game_of
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.progress import progress_of
from tracker.goals.plans import Plan
from tracker.goals.recording.evaluate import LIVE
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.completion import completed, corrected, examples
from tracker.goals.words.wording import goal_title, measured
from tracker.refusals import Refused
from tracker.words import in_full

NOBODY = "First say whom you play: /character add name:Zezima"
_EXAMPLE = "99 woodcutting"
_FIRST_DAYS = ("yesterday", "7 days ago", "start of month", "start of last month", "start of year")
_LAST_DAYS = ("today", "yesterday", "end of last week", "end of last month", "end of last year")


@suggesting
async def new_goal(interaction: Interaction, typed: str) -> Suggestions:
    """The first choice says what was understood, and has what was typed as its value."""
    here = await guest_visit(interaction)
    mine = await here.services.characters.list(here.person.id, metrics=True)
    if not mine:
        return hint(typed or _EXAMPLE, NOBODY)
    try:
        character, text = whose_goal(mine, option(interaction, "character"), typed)
    except Refused as refused:
        return hint(typed or _EXAMPLE, refused)
    game = game_for(character)
    if not text.strip():
        return choices((one, one) for one in examples(game, here.today))
    goals, by = here.services.goals, option(interaction, "by")
    try:
        plan = await goals.understand(here.person, character, text, by=by)
    except Refused as refused:
        ways = corrected(game, text, refused, here.today)
        return choices((one, one) for one in ways) + hint(typed, refused)
    said = _understood(goals.sketch(here.person, character, plan), plan, game, text)
    further = completed(game, text, here.today)
    return choices([(said, typed.strip()), *((one, one) for one in further)])


def _understood(goal: Goal, plan: Plan, game: Game, typed: str) -> str:
    """`99 Woodcutting by Monday 1 March 2027: 12,034,431 xp to go · 120,344 xp a day`."""
    _, then, rest = typed.casefold().partition(" then ")
    said = _by(goal_title(goal, game), plan.due) + (f", then {cut_short(rest, 30)}" if then else "")
    if plan.start is None:
        return said
    progress = progress_of(plan, plan.start, plan.begun)
    pace = progress.required_per_day
    per_day = f"{measured(goal, game, pace)} a day" if pace else None
    return f"{said}: {dotted([f'{measured(goal, game, progress.remaining)} to go', per_day])}"


def _by(words: str, due: date | None) -> str:
    return words if due is None else f"{words} by {in_full(due)}"


@suggesting
async def change(interaction: Interaction, typed: str) -> Suggestions:
    """What the goal would become."""
    here, named = await guest_visit(interaction), option(interaction, "goal")
    if named is None or not typed.strip():
        return []
    goals = here.services.goals
    try:
        goal = await goals.find(here.person.id, named)
        after = await goals.sketch_edit(here.person, goal, text=typed, by=option(interaction, "by"))
    except Refused as refused:
        return hint(typed, refused)
    title = goal_title(after, game_of(after.subject.source))
    return choices([(_by(f"Becomes {title}", after.target_date), typed.strip())])


async def goals(
    interaction: Interaction, typed: str, meant: Callable[[Goal], bool] = lambda _: True
) -> Suggestions:
    return choices(await usecases.suggest(await guest_visit(interaction), typed, meant))


@suggesting
async def any_goal(interaction: Interaction, typed: str) -> Suggestions:
    return await goals(interaction, typed)


@suggesting
async def of_parts(interaction: Interaction, typed: str) -> Suggestions:
    """Goals that are made of parts."""
    here = await known_visit(interaction)
    return [] if here is None else choices(await usecases.suggest_parts(here, typed))


@suggesting
async def live(interaction: Interaction, typed: str) -> Suggestions:
    return await goals(interaction, typed, lambda one: one.status in LIVE)


@suggesting
async def active(interaction: Interaction, typed: str) -> Suggestions:
    return await goals(interaction, typed, lambda one: one.status is GoalStatus.ACTIVE)


@suggesting
async def paused(interaction: Interaction, typed: str) -> Suggestions:
    return await goals(interaction, typed, lambda one: one.status is GoalStatus.PAUSED)


@suggesting
async def not_archived(interaction: Interaction, typed: str) -> Suggestions:
    return await goals(interaction, typed, lambda one: one.status is not GoalStatus.ARCHIVED)


@suggesting
async def character(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    return [] if here is None else choices(await characters.suggest(here, typed, metrics=True))


@suggesting
async def channel(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    if here is None:
        return []
    mine = [one.channel_type for one in await here.services.channels.list(here.person.id)]
    offered = [(name, name) for name in mine] + [("your own order of channels", DEFAULT_CHANNEL)]
    return choices(one for one in offered if typed.strip().casefold() in " ".join(one))


@suggesting
async def due(interaction: Interaction, typed: str) -> Suggestions:
    """Days to come."""
    if typed.strip().casefold() == NO_DATE:
        return choices([("without a date", NO_DATE)])
    return await suggest_dates(interaction, typed)


@suggesting
async def first_day(interaction: Interaction, typed: str) -> Suggestions:
    """Days that were, to begin with."""
    today = (await guest_visit(interaction)).today
    return understood(typed, _FIRST_DAYS, lambda text: days_between(today, text, None).first)


@suggesting
async def last_day(interaction: Interaction, typed: str) -> Suggestions:
    """Days that were, none before the one in the option `from`."""
    today, first = (await guest_visit(interaction)).today, option(interaction, "from")
    return understood(typed, _LAST_DAYS, lambda text: days_between(today, first, text).last)
