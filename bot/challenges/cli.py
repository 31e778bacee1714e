"""`questlog challenge`: each command calls a use case."""

import click

from bot.challenges import join_view, managing, managing_view, usecases, view, weeks_view
from bot.challenges.requests import (
    CreateChallenge,
    EditChallenge,
    JoinChallenge,
    NameChallenge,
    RebuildChallenges,
    ShowStandings,
    ShowWeeks,
)
from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.documents import Nothing
from bot.exits import Exit, Refusal


@click.group()
def challenge() -> None:
    """Agree on something to do every week, and keep the score."""


@challenge.command()
@asking(CreateChallenge, "name")
def create(act: Acting, ask: CreateChallenge) -> None:
    """Begin a challenge: questlog challenge create "Weekly commits".

    Without options it is about commits on GitHub, at least one a week. Weeks are from Monday to Sunday.
    """
    act(usecases.create, ask, view.created)


@challenge.command()
@asking(EditChallenge, "challenge")
def edit(act: Acting, ask: EditChallenge) -> None:
    """Change a challenge that you set up. Everybody in it is told."""
    act(managing.edit, ask, managing_view.changed)


@challenge.command()
@asking(NameChallenge, "challenge")
def end(act: Acting, ask: NameChallenge) -> None:
    """End a challenge that you set up: today is its last day."""
    act(managing.end, ask, managing_view.changed)


@challenge.command()
@yes_option
@asking(NameChallenge, "challenge")
def remove(act: Acting, ask: NameChallenge, *, yes: bool) -> None:
    """Remove a challenge that you set up, with all its weeks, for everybody."""
    if not yes:
        confirm(act, managing.to_remove, ask, managing_view.removal)
    act(managing.remove, ask, managing_view.removed)


@challenge.command()
@asking(NameChallenge, "challenge")
def count(act: Acting, ask: NameChallenge) -> None:
    """Count a challenge now, and show who is ahead. It is also counted by itself, every hour."""
    act(managing.count, ask, managing_view.counted)


@challenge.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List your challenges, and those that were set up here."""
    act(usecases.list_challenges, Nothing(), view.challenges)


@challenge.command()
@asking(NameChallenge, "challenge")
def show(act: Acting, ask: NameChallenge) -> None:
    """Show what a challenge asks for, and how you stand if you are in it."""
    act(usecases.show, ask, view.shown)


@challenge.command()
@click.option("--check", is_flag=True, help="The code is on GitHub now: look, and join.")
@asking(JoinChallenge, "challenge")
def join(act: Acting, ask: JoinChallenge, *, check: bool) -> None:
    """Join a challenge, by its name or its id. This week counts already.

    Where commits count, the first time you get a code to show on GitHub: so everybody knows that the account
    is yours. Say the same again once it is there, or with --check.
    """
    act(usecases.join, ask.model_copy(update={"check": check or None}), join_view.joining)


@challenge.command()
@asking(NameChallenge, "challenge")
def leave(act: Acting, ask: NameChallenge) -> None:
    """Leave a challenge; weeks that are settled stay."""
    act(usecases.leave, ask, join_view.left)


@challenge.command()
@asking(NameChallenge, "challenge")
def status(act: Acting, ask: NameChallenge) -> None:
    """Show how you stand: this week, your streak, your rank. All challenges, if none is named."""
    act(usecases.status, ask, view.overview)


@challenge.command()
@asking(ShowStandings, "challenge")
def standings(act: Acting, ask: ShowStandings) -> None:
    """Show who did most in a week, and where you stand."""
    act(usecases.standings, ask, weeks_view.standings)


@challenge.command()
@asking(ShowWeeks, "challenge")
def history(act: Acting, ask: ShowWeeks) -> None:
    """Show your weeks in a challenge, the newest first."""
    act(usecases.weeks, ask, weeks_view.weeks)


@challenge.command()
@asking(RebuildChallenges, "challenge")
def rebuild(act: Acting, ask: RebuildChallenges) -> None:
    """Count all statistics of a challenge anew, from its weeks.

    They are kept up to date by themselves, and compared once a week: this should find nothing to repair. It
    works beside the service.
    """
    if ask.everything and ask.challenge:
        raise Refusal("Name one challenge or say --all, not both.", code="usage", exit_code=Exit.USAGE)
    act(usecases.rebuild, ask, weeks_view.rebuilt)
