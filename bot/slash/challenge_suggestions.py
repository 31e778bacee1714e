"""What is suggested while somebody types about challenges: those that they can name, weeks, habits."""

from bot.slash.answers import Interaction
from bot.slash.challenge_finding import Known, find_shown, known_here, week_said
from bot.slash.errors import Problem, Suggestions
from bot.slash.habit_suggestions import suggest_habits
from bot.slash.person import known
from bot.slash.suggestions import choices, hint, option
from bot.slash.texts import dotted
from tracker.challenge.errors import ChallengeRefused
from tracker.challenge.model import Challenge
from tracker.challenge.wording import aim_text, is_over
from tracker.weeks import days_of, previous, week_of, week_text

ALL = "all"
_WEEKS = 20
_NEAR = ("this week", "last week")


async def suggest_shown(interaction: Interaction, typed: str) -> Suggestions:
    found = await _known(interaction)
    return _challenges(interaction, found.every, typed)


async def suggest_own(interaction: Interaction, typed: str) -> Suggestions:
    return _challenges(interaction, list((await _known(interaction)).mine), typed)


async def suggest_to_join(interaction: Interaction, typed: str) -> Suggestions:
    """Those that go on, and that the person is not in."""
    today = interaction.client.services.challenges.today
    others = [one for one in (await _known(interaction)).others if not is_over(one, today(one))]
    return _challenges(interaction, others, typed)


async def suggest_weeks(interaction: Interaction, typed: str) -> Suggestions:
    """The last ones of the challenge that is chosen, by its clocks."""
    user = await known(interaction)
    if user is None:
        return []
    try:
        challenge = await find_shown(interaction, user, option(interaction, "challenge"))
        week = week_of(interaction.client.services.challenges.today(challenge))
    except (Problem, ChallengeRefused):
        week = week_of(interaction.client.services.clock().date())
    offered: list[tuple[str, str]] = []
    for number in range(_WEEKS):
        first, last = days_of(week)
        near = _NEAR[number] if number < len(_NEAR) else week_text(week)
        days = f"{first.day} {first:%B} to {last.day} {last:%B}"
        offered.append((f"{near}: {days}", near))
        week = previous(week)
    wanted = typed.strip().casefold()
    return choices(one for one in offered if wanted in one[0].casefold()) or _other_week(interaction, typed)


def _other_week(interaction: Interaction, typed: str) -> Suggestions:
    try:
        week = week_said(typed, interaction.client.services.clock().date())
    except Problem as refused:
        return hint(typed, refused)
    return choices([(f"the week from {days_of(week).first}", week_text(week))])


async def suggest_counted_habits(interaction: Interaction, typed: str) -> Suggestions:
    """All of them, or one of which more is better."""
    every = choices([("all of them", ALL)] if typed.strip().casefold() in "all of them" else [])
    return every + await suggest_habits(interaction, typed, lambda one: not one.target.at_most)


async def _known(interaction: Interaction) -> Known:
    return await known_here(interaction, await known(interaction))


def _challenges(interaction: Interaction, found: list[Challenge], typed: str) -> Suggestions:
    """What is over comes last."""
    today = interaction.client.services.challenges.today
    over = {one.id for one in found if is_over(one, today(one))}
    wanted = typed.casefold().split()
    return choices(
        (dotted([one.name, aim_text(one), "over" if one.id in over else None]), one.id)
        for one in sorted(found, key=lambda one: one.id in over)
        if all(word in f"{one.name} {one.id}".casefold() for word in wanted)
    )
