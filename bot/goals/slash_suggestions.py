"""What is suggested on Discord while somebody types about goals, and what was understood so far."""

from collections.abc import Callable

from bot.characters import usecases as characters
from bot.goals import previews, usecases
from bot.slash.acting import guest_visit, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.suggestions import choices, hint, option, suggest_dates, understood
from tracker.dates import days_between
from tracker.goals.characters.names import game_for, whose_goal
from tracker.goals.editing import NO_DATE
from tracker.goals.model import LIVE, Goal, GoalStatus
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.completion import completed, corrected, examples
from tracker.refusals import Refused

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
    try:
        said = await previews.understood(here, character, text, option(interaction, "by"))
    except Refused as refused:
        ways = corrected(game, text, refused, here.today)
        return choices((one, one) for one in ways) + hint(typed, refused)
    further = completed(game, text, here.today)
    return choices([(said, typed.strip()), *((one, one) for one in further)])


@suggesting
async def change(interaction: Interaction, typed: str) -> Suggestions:
    """What the goal would become."""
    here, named = await guest_visit(interaction), option(interaction, "goal")
    if named is None or not typed.strip():
        return []
    try:
        said = await previews.preview_edit(here, named, typed, option(interaction, "by"))
    except Refused as refused:
        return hint(typed, refused)
    return choices([(said, typed.strip())])


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
