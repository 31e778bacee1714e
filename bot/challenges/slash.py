"""`/challenge`: each command takes its options apart, and calls a use case."""

from discord import app_commands

from bot.challenges import join_view, managing, managing_view, usecases, view, weeks_view
from bot.challenges import slash_suggestions as suggest
from bot.challenges.requests import (
    CreateChallenge,
    EditChallenge,
    JoinChallenge,
    NameChallenge,
    ShowStandings,
    ShowWeeks,
)
from bot.challenges.slash_buttons import ITEMS, LONGEST_ACCOUNT
from bot.challenges.slash_buttons import join as join_in
from bot.documents import Nothing
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.guilds import guild_of, set_up_here
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart
from bot.view import View
from bot.visit import Visit
from tracker.challenge.beginning import LONGEST_NAME as LONGEST_CHALLENGE
from tracker.challenge.model import MOST_THRESHOLD, Counted, WhoMayJoin
from tracker.servers.service import check_manager

WEEKS_PER_PAGE = 10
WHICH = "Which one; the only one, unless you say"
COUNTS = [
    app_commands.Choice(name="commits on GitHub", value=Counted.COMMITS.value),
    app_commands.Choice(name="xp that characters gain", value=Counted.XP.value),
    app_commands.Choice(name="kills of a boss", value=Counted.KILLS.value),
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
        only="The one skill or boss that counts: woodcutting, zulrah",
        at_least="So much makes a week a good one: 1, unless you say",
        timezone="Whose clocks weeks follow: the server's, unless you say",
        starts="The first day: today, unless you say; as early as Monday of this week",
        ends="The last day, if there is to be one: in 3 months, 31 december",
        who="Who may join it",
        share=SHARE,
    )
    @app_commands.choices(counts=COUNTS, who=WHO)
    @app_commands.rename(at_least="at-least")
    @app_commands.autocomplete(timezone=suggest.ZONES, starts=suggest.DATES, ends=suggest.DATES)
    async def create(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_CHALLENGE],
        counts: str | None = None,
        only: Name | None = None,
        at_least: app_commands.Range[int, 1, MOST_THRESHOLD] = 1,
        timezone: app_commands.Range[str, 1, 100] | None = None,
        starts: Name | None = None,
        ends: Name | None = None,
        who: str = WhoMayJoin.SERVER.value,
        *,
        share: bool = False,
    ) -> None:
        """Begin a challenge on this server, if you may manage it"""
        check_manager(guild_of(interaction))
        await set_up_here(interaction)
        ask = CreateChallenge(
            name=name, counts=Counted(counts) if counts else None, only=only, threshold=at_least,
            zone=timezone, starts=starts, ends=ends, who=WhoMayJoin(who),
        )  # fmt: skip
        await act(interaction, usecases.create, ask, view.created, share=share)

    @app_commands.command()
    @app_commands.describe(
        challenge=WHICH,
        name="Its new name",
        at_least="So much makes a week a good one, from this week on",
        starts="The first day, if it has not begun",
        ends="The last day: in 3 months, 31 december; never takes it away",
        who="Who may join it",
    )
    @app_commands.choices(who=WHO)
    @app_commands.rename(at_least="at-least")
    @app_commands.autocomplete(challenge=suggest.KNOWN, starts=suggest.DATES, ends=suggest.DATES)
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        challenge: Name | None = None,
        name: app_commands.Range[str, 1, LONGEST_CHALLENGE] | None = None,
        at_least: app_commands.Range[int, 1, MOST_THRESHOLD] | None = None,
        starts: Name | None = None,
        ends: Name | None = None,
        who: str | None = None,
    ) -> None:
        """Change a challenge of this server, if you may manage it; everybody in it is told"""
        ask = EditChallenge(
            challenge=challenge, name=name, threshold=at_least, starts=starts, ends=ends,
            who=WhoMayJoin(who) if who else None,
        )  # fmt: skip
        await act(interaction, managing.edit, ask, managing_view.changed)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH)
    @app_commands.autocomplete(challenge=suggest.KNOWN)
    async def end(self, interaction: Interaction, challenge: Name | None = None) -> None:
        """End a challenge of this server, if you may manage it: today is its last day"""
        await act(interaction, managing.end, NameChallenge(challenge=challenge), managing_view.changed)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH)
    @app_commands.autocomplete(challenge=suggest.KNOWN)
    async def remove(self, interaction: Interaction, challenge: Name | None = None) -> None:
        """Remove a challenge of this server with all its weeks, if you may manage it"""
        await act(interaction, managing.to_remove, NameChallenge(challenge=challenge), managing_view.removal)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH, share=SHARE)
    @app_commands.autocomplete(challenge=suggest.KNOWN)
    async def count(
        self, interaction: Interaction, challenge: Name | None = None, *, share: bool = False
    ) -> None:
        """Count it now, and show who is ahead"""
        ask = NameChallenge(challenge=challenge)
        await act(interaction, managing.count, ask, managing_view.counted, share=share)

    @app_commands.command()
    @app_commands.describe(
        challenge="Which one; the only one here, unless you say. Or the id of one that is open to all",
        github="Of commits: your account on GitHub",
        character="Of xp and kills: whose count",
        habit="Of habits: which one counts; all of them, unless you say",
    )
    @app_commands.autocomplete(challenge=suggest.TO_JOIN, character=suggest.CHARACTERS, habit=suggest.HABITS)
    async def join(
        self,
        interaction: Interaction,
        challenge: Name | None = None,
        github: app_commands.Range[str, 1, LONGEST_ACCOUNT] | None = None,
        character: Name | None = None,
        habit: Name | None = None,
    ) -> None:
        """Join a challenge, under your name on Discord"""
        said = JoinChallenge(challenge=challenge, github=github, character=character, habit=habit)
        await join_in(interaction, said.model_copy(update={"check": False}))

    @app_commands.command()
    @app_commands.describe(challenge=WHICH)
    @app_commands.autocomplete(challenge=suggest.OWN)
    async def leave(self, interaction: Interaction, challenge: Name | None = None) -> None:
        """Leave a challenge; what is settled stays"""
        await act(interaction, usecases.to_leave, NameChallenge(challenge=challenge), join_view.leaving)

    @app_commands.command()
    @app_commands.describe(challenge="Which one; all of them, unless you say", share=SHARE)
    @app_commands.autocomplete(challenge=suggest.KNOWN)
    async def status(
        self, interaction: Interaction, challenge: Name | None = None, *, share: bool = False
    ) -> None:
        """Show how you stand: this week, your streak, your place"""
        if challenge is None:
            await act(interaction, usecases.overview, Nothing(), view.overview, share=share)
        else:
            ask = NameChallenge(challenge=challenge)
            await act(interaction, usecases.show, ask, view.shown, share=share)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH, week="Which week: this week, last week, 2026-W46", share=SHARE)
    @app_commands.autocomplete(challenge=suggest.KNOWN, week=suggest.WEEKS)
    async def standings(
        self,
        interaction: Interaction,
        challenge: Name | None = None,
        week: Name | None = None,
        *,
        share: bool = False,
    ) -> None:
        """Show who did most in a week, with a picture"""
        ask = ShowStandings(challenge=challenge, week=week)
        await act(interaction, usecases.standings, ask, weeks_view.standings, share=share)

    @app_commands.command()
    @app_commands.describe(challenge=WHICH, share=SHARE)
    @app_commands.autocomplete(challenge=suggest.KNOWN)
    async def history(
        self, interaction: Interaction, challenge: Name | None = None, *, share: bool = False
    ) -> None:
        """Show all your weeks in a challenge"""
        ask = ShowWeeks(challenge=challenge, limit=WEEKS_PER_PAGE)
        await act(interaction, usecases.weeks, ask, weeks_view.weeks, share=share)


async def standings_page(here: Visit, number: int, about: str) -> View:
    name, _, week = about.partition("/")
    ask = ShowStandings(challenge=name, week=week, page=number)
    return weeks_view.standings(here, await usecases.standings(here, ask, by_id=True))


async def weeks_page(here: Visit, number: int, about: str) -> View:
    ask = ShowWeeks(challenge=about, limit=WEEKS_PER_PAGE, page=number)
    return weeks_view.weeks(here, await usecases.weeks(here, ask, by_id=True))


async def leave(here: Visit, about: str) -> View:
    return join_view.left(here, await usecases.leave(here, NameChallenge(challenge=about)))


async def remove(here: Visit, about: str) -> View:
    return managing_view.removed(here, await managing.remove(here, NameChallenge(challenge=about)))


SLASH = SlashPart(
    commands=(ChallengeCommands,),
    items=ITEMS,
    lists={weeks_view.STANDINGS: standings_page, weeks_view.WEEKS: weeks_page},
    questions={join_view.LEAVE: leave, managing_view.REMOVE: remove},
)
