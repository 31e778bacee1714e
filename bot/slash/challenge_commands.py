"""`/challenge create|join|leave|status|standings|history`: a group agrees on so much a week."""

import asyncio
from dataclasses import replace
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.services import Services
from bot.slash.answers import Interaction, answer
from bot.slash.asking import ACTIONS, Question, question_card
from bot.slash.cards import Card
from bot.slash.challenge_cards import (
    challenge_card,
    left_card,
    no_challenges_card,
    overview_card,
    status_card,
)
from bot.slash.challenge_finding import find_own, find_shown, find_to_join, known_here, week_said
from bot.slash.challenge_joining import LONGEST_ACCOUNT, enter, join_rows, wish_of
from bot.slash.challenge_pages import HISTORY, shown_history, shown_standings, standings_place
from bot.slash.challenge_suggestions import (
    suggest_counted_habits,
    suggest_own,
    suggest_shown,
    suggest_to_join,
    suggest_weeks,
)
from bot.slash.challenge_words import name_of
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import SHARE, Name
from bot.slash.ownership import check_manager
from bot.slash.paging import Place
from bot.slash.people import CHANNEL
from bot.slash.person import present
from bot.slash.server_commands import set_up_here
from bot.slash.settings import zones_like
from bot.slash.suggestions import suggest_characters, suggest_dates
from bot.standings import Shown
from tracker.accounts.model import User
from tracker.accounts.settings import parse_settings
from tracker.challenge.errors import NotIn
from tracker.challenge.model import Challenge, Counted, WhoMayJoin
from tracker.challenge.service import LONGEST_NAME as LONGEST_CHALLENGE
from tracker.challenge.wording import is_over, weeks_text
from tracker.dates import parse_date
from tracker.days import local_day
from tracker.rewards.leaderboard import LONGEST_NAME
from tracker.weeks import week_of

LEAVE = "leave-challenge"
MOST_WANTED = 1_000_000_000
WHICH = "Which one; the one that there is, unless you say"

COUNTS = [
    app_commands.Choice(name="commits on GitHub", value=Counted.COMMITS.value),
    app_commands.Choice(name="xp that characters gain", value=Counted.XP.value),
    app_commands.Choice(name="days on which habits are done", value=Counted.HABITS.value),
]
WHO = [
    app_commands.Choice(name="everybody on this server", value=WhoMayJoin.SERVER.value),
    app_commands.Choice(name="whoever knows its id, also elsewhere", value=WhoMayJoin.ANYBODY.value),
]


class ChallengeCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(
            name="challenge", description="So much a week, together: join, and see who keeps it up"
        )

    @app_commands.command()
    @app_commands.describe(
        name="What it is called",
        counts="What is counted: commits, unless you say",
        at_least="So much makes a week a good one: 1, unless you say",
        timezone="Whose clocks weeks follow: the server's, unless you say",
        starts="The first day: today, unless you say",
        ends="The last day, if there is to be one: in 3 months, 31 december",
        who="Who may join it",
        share=SHARE,
    )
    @app_commands.choices(counts=COUNTS, who=WHO)
    @app_commands.rename(at_least="at-least")
    async def create(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_CHALLENGE],
        counts: str = Counted.COMMITS.value,
        at_least: app_commands.Range[int, 1, MOST_WANTED] = 1,
        timezone: app_commands.Range[str, 1, 100] | None = None,
        starts: Name | None = None,
        ends: Name | None = None,
        who: str = WhoMayJoin.SERVER.value,
        *,
        share: bool = False,
    ) -> None:
        """Begin a challenge on this server, if you may manage it"""
        check_manager(interaction)
        services, server = interaction.client.services, await set_up_here(interaction)
        owner = await services.servers.account(server)
        zone = owner.timezone if timezone is None else str(_zone(timezone))
        today = local_day(services.clock(), ZoneInfo(zone))
        new = await services.challenges.create(
            owner,
            name,
            counted=Counted(counts),
            threshold=at_least,
            timezone=zone,
            starts=today if starts is None else parse_date(starts, today),
            ends=None if ends is None else parse_date(ends, today),
            who=WhoMayJoin(who),
        )
        where = await _results(services, owner)
        card = challenge_card(new, today, lead="A new challenge", below=where, rows=join_rows(new))
        await answer(interaction, card, share=share)

    @app_commands.command()
    @app_commands.describe(
        challenge="Which one; the only one here, unless you say. Or the id of one that is open to all",
        name="What others there see you as: your name here, unless you say",
        github="Of commits: your account on GitHub",
        character="Of xp: whose counts",
        habit="Of habits: which one counts; all of them, unless you say",
    )
    async def join(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        challenge: Name | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        github: app_commands.Range[str, 1, LONGEST_ACCOUNT] | None = None,
        character: Name | None = None,
        habit: Name | None = None,
    ) -> None:
        """Join a challenge, under a name that you choose"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_to_join(interaction, user, challenge)
        wish = wish_of(interaction, found, name)
        wish = replace(wish, github=github, character=character, habit=habit)
        await answer(interaction, await enter(services, user, wish))

    @app_commands.command()
    @app_commands.describe(challenge=WHICH)
    async def leave(self, interaction: Interaction, challenge: Name | None = None) -> None:
        """Leave a challenge; what is settled stays"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_own(interaction, user, challenge)
        current = (await services.challenges.status(user.id, found)).standing.current
        await answer(interaction, leaving_question(interaction.user.id, found, current))

    @app_commands.command()
    @app_commands.describe(challenge="Which one; all of them, unless you say", share=SHARE)
    async def status(
        self, interaction: Interaction, challenge: Name | None = None, *, share: bool = False
    ) -> None:
        """Show how you stand: this week, your streak, your place"""
        services, user = interaction.client.services, await present(interaction)
        if challenge is None:
            card = await _overview(interaction, user)
        else:
            card = await _stand(services, user, await find_shown(interaction, user, challenge))
        await answer(interaction, card, share=share)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH, week="Which week: this week, last week, 2026-W46", share=SHARE)
    async def standings(
        self,
        interaction: Interaction,
        challenge: Name | None = None,
        week: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Show who did most in a week, with a picture"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_shown(interaction, user, challenge)
        today = services.challenges.today(found)
        shown = Shown(found, week_of(today) if week is None else week_said(week, today))
        place = standings_place(interaction.user.id, found, shown.week)
        card = await shown_standings(services, user, shown, place)
        await answer(interaction, card, share=share, file=card.file)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH, share=SHARE)
    async def history(
        self, interaction: Interaction, challenge: Name | None = None, *, share: bool = False
    ) -> None:
        """Show all your weeks in a challenge"""
        services, user = interaction.client.services, await present(interaction)
        found = await find_shown(interaction, user, challenge)
        place = Place(HISTORY, interaction.user.id, about=found.id)
        await answer(interaction, await shown_history(services, user, found, place), share=share)

    @create.autocomplete("timezone")
    @suggesting
    async def suggest_zone(self, interaction: Interaction, current: str) -> Suggestions:
        return zones_like(current, interaction.client.services.clock())

    @create.autocomplete("starts")
    @create.autocomplete("ends")
    @suggesting
    async def suggest_day(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_dates(interaction, current)

    @join.autocomplete("challenge")
    @suggesting
    async def suggest_new(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_to_join(interaction, current)

    @join.autocomplete("character")
    @suggesting
    async def suggest_character(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_characters(interaction, current)

    @join.autocomplete("habit")
    @suggesting
    async def suggest_habit(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_counted_habits(interaction, current)

    @leave.autocomplete("challenge")
    @suggesting
    async def suggest_mine(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_own(interaction, current)

    @status.autocomplete("challenge")
    @standings.autocomplete("challenge")
    @history.autocomplete("challenge")
    @suggesting
    async def suggest_any(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_shown(interaction, current)

    @standings.autocomplete("week")
    @suggesting
    async def suggest_week(self, interaction: Interaction, current: str) -> Suggestions:
        return await suggest_weeks(interaction, current)


def _zone(text: str) -> object:
    """Raises InvalidSetting."""
    return parse_settings({"timezone": text})["timezone"]


async def _results(services: Services, owner: User) -> str:
    """Where the server hears of a week that is over."""
    channels = await services.channels.list(owner.id)
    if any(one.channel_type == CHANNEL for one in channels):
        return "On Mondays the results come where this server is told things."
    return "Results are told here once there is a channel for them: `/server announce-channel`."


async def _overview(interaction: Interaction, user: User) -> Card:
    """Of all that somebody is in, and of what else is here; of a single one everything."""
    services, known = interaction.client.services, await known_here(interaction, user)
    today = services.challenges.today
    others = [one for one in known.others if not is_over(one, today(one))]
    if not known.mine and not others:
        return no_challenges_card()
    if len(known.every) == 1:
        return await _stand(services, user, known.every[0])
    found = await asyncio.gather(*(services.challenges.status(user.id, one) for one in known.mine))
    return overview_card([(one, today(one.challenge)) for one in found], others)


async def _stand(services: Services, user: User, challenge: Challenge) -> Card:
    """How the person stands; to whoever is not in it, what it asks for."""
    today = services.challenges.today(challenge)
    try:
        found = await services.challenges.status(user.id, challenge)
    except NotIn:
        rows = [] if is_over(challenge, today) else join_rows(challenge)
        return challenge_card(challenge, today, lead="You are not in it", rows=rows)
    people = (await services.challenges.summary(challenge)).participants
    return status_card(found, people, today)


def leaving_question(owner: int, challenge: Challenge, current: int) -> Card:
    streak = f" Your streak of {weeks_text(current)} may end with it." if current > 1 else ""
    return question_card(
        Question(LEAVE, owner, challenge.id),
        f"Leave {name_of(challenge)}?",
        f"What you did this week goes, and what is not settled yet.{streak} Weeks that are settled stay.",
        yes="Yes, leave it",
        no="Stay",
    )


async def leave_challenge(services: Services, user: User, about: str) -> Card:
    mine = await services.challenges.mine(user.id)
    found = next((one for one in mine if one.id == about), None)
    if found is None:
        raise NotIn("You are not in this challenge any more.")
    await services.challenges.leave(user, found)
    return left_card(found)


ACTIONS[LEAVE] = leave_challenge
