"""What is suggested on Discord while somebody types about challenges: those they can name, weeks, habits."""

from collections.abc import Sequence
from datetime import date

from bot.challenges import usecases
from bot.challenges.requests import NameChallenge
from bot.characters.usecases import suggest as find_characters
from bot.slash.acting import known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.setting_suggestions import zones_like
from bot.slash.suggestions import choices, hint, option, suggest_dates
from bot.slash.texts import dotted
from tracker.challenge.finding import KnownChallenges
from tracker.challenge.joining import ALL_HABITS
from tracker.challenge.model import Challenge
from tracker.challenge.wording import aim_text, is_over
from tracker.challenge.words import parse_said_week
from tracker.refusals import Refused
from tracker.weeks import days_of, previous, week_of, week_text
from tracker.words import day_text

_WEEKS = 20
_NEAR = ("this week", "last week")


async def shown(interaction: Interaction, typed: str) -> Suggestions:
    return _challenges(interaction, (await _known(interaction)).every, typed)


async def own(interaction: Interaction, typed: str) -> Suggestions:
    return _challenges(interaction, (await _known(interaction)).mine, typed)


async def to_join(interaction: Interaction, typed: str) -> Suggestions:
    """Those that go on, and that the person is not in."""
    today = interaction.client.services.challenges.today
    others = [one for one in (await _known(interaction)).others if not is_over(one, today(one))]
    return _challenges(interaction, others, typed)


async def weeks(interaction: Interaction, typed: str) -> Suggestions:
    """The last ones of the challenge that is chosen, by its clocks."""
    here = await known_visit(interaction)
    if here is None:
        return []
    try:
        challenge = await usecases.shown(here, NameChallenge(challenge=option(interaction, "challenge")))
        today = here.services.challenges.today(challenge)
    except Refused:
        today = here.now.date()
    week, offered = week_of(today), list[tuple[str, str]]()
    for number in range(_WEEKS):
        (first, last), near = days_of(week), _NEAR[number] if number < len(_NEAR) else week_text(week)
        offered.append((f"{near}: {day_text(first, first)} to {day_text(last, last)}", near))
        week = previous(week)
    if found := choices(one for one in offered if typed.strip().casefold() in one[0].casefold()):
        return found
    try:
        other = parse_said_week(typed).on(today)
    except Refused as refused:
        return hint(typed, refused)
    return choices([(f"the week from {day_text(days_of(other).first, date.min)}", week_text(other))])


async def habits(interaction: Interaction, typed: str) -> Suggestions:
    """All of them, or one of which more is better."""
    here, wanted = await known_visit(interaction), typed.strip().casefold()
    every = [] if here is None else await here.services.habits.list(here.person.id)
    named = [("all of them", ALL_HABITS), *((one.name, one.id) for one in every if not one.target.at_most)]
    return choices(one for one in named if wanted in one[0].casefold())


async def _known(interaction: Interaction) -> KnownChallenges:
    """Nobody is made known by typing."""
    here, services = await known_visit(interaction), interaction.client.services
    if here is not None:
        return await usecases.known(here)
    server = None if interaction.guild_id is None else await services.servers.find(interaction.guild_id)
    return await services.challenges.known(None, server and server.account)


def _challenges(interaction: Interaction, found: Sequence[Challenge], typed: str) -> Suggestions:
    """What is over comes last."""
    today = interaction.client.services.challenges.today
    over = {one.id for one in found if is_over(one, today(one))}
    wanted = typed.casefold().split()
    return choices(
        (dotted([one.name, aim_text(one), "over" if one.id in over else None]), one.id)
        for one in sorted(found, key=lambda one: one.id in over)
        if all(word in f"{one.name} {one.id}".casefold() for word in wanted)
    )


async def zones(interaction: Interaction, typed: str) -> Suggestions:
    return zones_like(typed, interaction.client.services.clock())


async def characters(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    return [] if here is None else choices(await find_characters(here, typed))


KNOWN, OWN, TO_JOIN, WEEKS = suggesting(shown), suggesting(own), suggesting(to_join), suggesting(weeks)
CHARACTERS, HABITS = suggesting(characters), suggesting(habits)
DATES, ZONES = suggesting(suggest_dates), suggesting(zones)
