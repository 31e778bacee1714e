"""`questlog log`: each command calls a use case."""

import click

from bot.cli.acting import Acting
from bot.cli.asking import asking
from bot.cli.confirm import confirm, yes_option
from bot.logbook import usecases, view
from bot.logbook.requests import AddEntry, EditPage, NamePage, SearchPages, SetPrompt, UndoEntry


@click.group(name="log")
def log() -> None:
    """Keep a logbook: a page a day, with your mood and energy. Nobody else reads it."""


@log.command()
@asking(AddEntry, "text")
def add(act: Acting, ask: AddEntry) -> None:
    """Write something: questlog log add "slept well, long walk" --mood high --energy 7.

    TEXT is Markdown; words with a # in front are tags. A mood or an energy alone is enough. What you write
    later is added to the page of the day.
    """
    act(usecases.add, ask, view.written)


@log.command()
@asking(NamePage, "day")
def show(act: Acting, ask: NamePage) -> None:
    """Show the page of a day: today, yesterday, 1 march, "a year ago"."""
    act(usecases.show, ask, view.page)


@log.command()
@asking(NamePage, "day")
def week(act: Acting, ask: NamePage) -> None:
    """Look back at a week: this one, "last week", or that of a day."""
    act(usecases.week, ask, view.week)


@log.command()
@asking(NamePage, "day")
def month(act: Acting, ask: NamePage) -> None:
    """Look back at a month: this one, "last month", march, 2027-03."""
    act(usecases.month, ask, view.month)


@log.command()
@asking(SearchPages, "words")
def search(act: Acting, ask: SearchPages) -> None:
    """Find pages that have all of these words, the newest first, a year at a time."""
    act(usecases.search, ask, view.found)


@log.command()
@asking(EditPage, "day")
def edit(act: Acting, ask: EditPage) -> None:
    """Change the page of a day, today unless you say: its title, its links, or one of its entries.

    `none` takes a thing away.
    """
    act(usecases.edit, ask, view.changed)


@log.command()
@asking(UndoEntry)
def undo(act: Acting, ask: UndoEntry) -> None:
    """Take back the last entry that you wrote, whichever day it was for."""
    act(usecases.undo, ask, view.changed)


@log.command()
@yes_option
@asking(NamePage, "day")
def remove(act: Acting, ask: NamePage, *, yes: bool) -> None:
    """Remove the whole page of a day for good."""
    if not yes:
        confirm(act, usecases.to_remove, ask, view.removal)
    act(usecases.remove, ask, view.changed)


@log.command()
@asking(SetPrompt, "at")
def prompt(act: Acting, ask: SetPrompt) -> None:
    """Be asked every evening for your mood and energy: questlog log prompt 21:00; off ends it."""
    act(usecases.prompt, ask, view.prompt)
