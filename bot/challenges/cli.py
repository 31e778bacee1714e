"""`questlog challenge`: each command takes its words apart, and calls a use case."""

from typing import Any

import click

from bot.challenges import join_view, usecases, view, weeks_view
from bot.challenges.requests import (
    CreateChallenge,
    JoinChallenge,
    NameChallenge,
    RebuildChallenges,
    ShowStandings,
    ShowWeeks,
)
from bot.cli.acting import Act, acting, words_argument
from bot.documents import Nothing
from bot.exits import Exit, Refusal
from tracker.challenge.model import MOST_THRESHOLD, Counted, WhoMayJoin

naming = words_argument("challenge", "CHALLENGE")
may_name = words_argument("challenge", "[CHALLENGE]", required=False)


@click.group()
def challenge() -> None:
    """Agree on something to do every week, and keep the score."""


@challenge.command()
@words_argument("name", "NAME")
@click.option(
    "--counts",
    type=click.Choice([one.value for one in Counted]),
    default=Counted.COMMITS.value,
    show_default=True,
    help="Commits on GitHub, xp of a character, or days on which habits were done.",
)
@click.option(
    "--threshold",
    type=click.IntRange(1, MOST_THRESHOLD),
    default=1,
    show_default=True,
    metavar="N",
    help="So much makes a week a good one.",
)
@click.option(
    "--zone", metavar="ZONE", help="By whose clocks weeks end: Europe/Berlin. Yours, if none is named."
)
@click.option("--starts", metavar="DATE", help="The first day; today, if none is named.")
@click.option("--ends", metavar="DATE", help="The last day; without one it goes on and on.")
@click.option(
    "--who",
    type=click.Choice([one.value for one in WhoMayJoin]),
    default=WhoMayJoin.SERVER.value,
    show_default=True,
    help="Who may join: those at this terminal, or anybody who knows its id.",
)
@acting
def create(act: Act, **wanted: Any) -> None:  # noqa: ANN401 - as click read them
    """Begin a challenge: questlog challenge create "Weekly commits".

    Without options it is about commits on GitHub, at least one a week. Weeks are from Monday to Sunday.
    """
    act(usecases.create, CreateChallenge(**wanted), view.created)


@challenge.command(name="list")
@acting
def list_(act: Act) -> None:
    """List your challenges, and those that were set up here."""
    act(usecases.list_challenges, Nothing(), view.challenges)


@challenge.command()
@naming
@acting
def show(act: Act, **named: str) -> None:
    """Show what a challenge asks for, and how you stand if you are in it."""
    act(usecases.show, NameChallenge(**named), view.shown)


@challenge.command()
@naming
@click.option(
    "--as", "name", metavar="NAME", help="What others see; your name on boards, if nothing is said."
)
@click.option("--github", metavar="NAME", help="Whose commits count: your account on GitHub.")
@click.option("--check", is_flag=True, help="The code is on GitHub now: look, and join.")
@click.option("--character", metavar="CHARACTER", help="Whose xp counts.")
@click.option("--habit", metavar="HABIT", help="Which habit counts; all of them, if none is named.")
@acting
def join(act: Act, *, check: bool, **said: str | None) -> None:
    """Join a challenge, by its name or its id. This week counts already.

    Where commits count, the first time you get a code to show on GitHub: so everybody knows that the account
    is yours. Say the same again once it is there, or with --check.
    """
    act(usecases.join, JoinChallenge(check=check or None, **said), join_view.joining)


@challenge.command()
@naming
@acting
def leave(act: Act, **named: str) -> None:
    """Be in a challenge no longer; weeks that are settled stay."""
    act(usecases.leave, NameChallenge(**named), join_view.left)


@challenge.command()
@may_name
@acting
def status(act: Act, **named: str | None) -> None:
    """Show how you stand: this week, your streak, your rank. All challenges, if none is named."""
    act(usecases.status, NameChallenge(**named), view.overview)


@challenge.command()
@may_name
@click.option(
    "--week", metavar="2026-W46", help='Of this week, or "last week"; of the present one, if none is named.'
)
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@acting
def standings(act: Act, **said: Any) -> None:  # noqa: ANN401 - the same
    """Show who did most in a week, and where you stand."""
    act(usecases.standings, ShowStandings(**said), weeks_view.standings)


@challenge.command()
@may_name
@click.option("--limit", type=click.IntRange(1), metavar="N", help="The last so many weeks only.")
@acting
def history(act: Act, **said: Any) -> None:  # noqa: ANN401 - the same
    """Show your weeks in a challenge, the newest first."""
    act(usecases.weeks, ShowWeeks(**said), weeks_view.weeks)


@challenge.command()
@may_name
@click.option("--all", "everything", is_flag=True, help="Of everybody's challenges that are not over.")
@acting
def rebuild(act: Act, *, challenge: str | None, everything: bool) -> None:
    """Count all statistics of a challenge anew, from its weeks.

    They are kept up to date by themselves, and compared once a week: this should find nothing to repair. It
    works beside the service.
    """
    if everything and challenge:
        raise Refusal("Name one challenge or say --all, not both.", code="usage", exit_code=Exit.USAGE)
    ask = RebuildChallenges(challenge=challenge, everything=everything)
    act(usecases.rebuild, ask, weeks_view.rebuilt)
