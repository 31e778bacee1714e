"""`/log` and `/logbook`: only for whoever asks. No command can share what stands there."""

from typing import Any

from discord import app_commands

from bot.logbook import requests, usecases, view
from bot.logbook.slash_buttons import ITEMS, entry_form
from bot.slash.acting import act
from bot.slash.answers import Interaction, open_form
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.view import View
from bot.visit import Visit
from tracker.logbook.model import LEAST_ENERGY, LONGEST_ENTRY, LONGEST_TITLE, MOST_ENERGY, Mood

MOODS = [app_commands.Choice(name=one.value, value=one.value.lower()) for one in Mood]
DAY = "Which day: yesterday, 1 march, a year ago; today unless you say"
_ABOUT = requests.EntryOptions.described()


@app_commands.describe(
    text="What to write; without anything a form opens",
    day="For which day: yesterday, 1 march; today unless you say",
    **_ABOUT,
)
@app_commands.choices(mood=MOODS)
async def write_entry(  # noqa: PLR0917 - what Discord shows as options
    interaction: Interaction,
    text: app_commands.Range[str, 1, LONGEST_ENTRY] | None = None,
    mood: str | None = None,
    energy: app_commands.Range[int, LEAST_ENERGY, MOST_ENERGY] | None = None,
    title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
    day: Name | None = None,
    tasks: Name | None = None,
    goals: Name | None = None,
    habits: Name | None = None,
    projects: Name | None = None,
) -> None:
    """Write in your logbook; only you see it"""
    ask = requests.AddEntry(
        text=text, mood=mood, energy=energy, title=title, day=day, tasks=tasks, goals=goals, habits=habits,
        projects=projects,
    )  # fmt: skip
    if text is not None or mood is not None or energy is not None:
        await act(interaction, usecases.add, ask, view.written)
    elif day is not None or not await open_form(interaction, entry_form()):
        # The day has to be looked at, or an answer was promised already: a button opens the form.
        await act(interaction, usecases.show, requests.NamePage(day=day), view.page)


class LogbookCommands(
    app_commands.Group, name="logbook", description="Look back at what you wrote; only you see it"
):
    @app_commands.command()
    @app_commands.describe(day=DAY)
    async def show(self, interaction: Interaction, day: Name | None = None) -> None:
        """Show the page of a day, and what you wrote a year ago"""
        await act(interaction, usecases.show, requests.NamePage(day=day), view.page)

    @app_commands.command()
    @app_commands.describe(day="Which week: last week, or a day of it; this one unless you say")
    async def week(self, interaction: Interaction, day: Name | None = None) -> None:
        """Look back at a week"""
        await act(interaction, usecases.week, requests.NamePage(day=day), view.week)

    @app_commands.command()
    @app_commands.describe(day="Which month: last month, march, 2027-03; this one unless you say")
    async def month(self, interaction: Interaction, day: Name | None = None) -> None:
        """Look back at a month"""
        await act(interaction, usecases.month, requests.NamePage(day=day), view.month)

    @app_commands.command()
    @app_commands.describe(words="All of them stand on the page", before="Only pages up to this day")
    async def search(self, interaction: Interaction, words: Name, before: Name | None = None) -> None:
        """Find pages by their words, the newest first"""
        await act(interaction, usecases.search, requests.SearchPages(words=words, before=before), view.found)

    @app_commands.command()
    @app_commands.describe(
        day=DAY,
        text="Another text for the entry",
        entry="Which entry, from 1 on; the last one unless you say",
        **_ABOUT,
    )
    async def edit(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        day: Name | None = None,
        text: app_commands.Range[str, 1, LONGEST_ENTRY] | None = None,
        entry: app_commands.Range[int, 1, 100] | None = None,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        mood: Name | None = None,
        energy: Name | None = None,
        tasks: Name | None = None,
        goals: Name | None = None,
        habits: Name | None = None,
        projects: Name | None = None,
    ) -> None:
        """Change a page or one of its entries. `none` takes a thing away"""
        ask = requests.EditPage(
            day=day, text=text, entry=entry, title=title, mood=mood, energy=energy, tasks=tasks, goals=goals,
            habits=habits, projects=projects,
        )  # fmt: skip
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last entry that you wrote"""
        await act(interaction, usecases.undo, requests.UndoEntry(), view.changed)

    @app_commands.command()
    @app_commands.describe(day=DAY)
    async def remove(self, interaction: Interaction, day: Name) -> None:
        """Remove the whole page of a day for good"""
        await act(interaction, usecases.to_remove, requests.NamePage(day=day), view.removal)

    @app_commands.command()
    @app_commands.describe(at="When: 21:00, or off; without it, what is set")
    async def prompt(self, interaction: Interaction, at: Name | None = None) -> None:
        """Be asked every evening for your mood and energy, in direct messages"""
        await act(interaction, usecases.prompt, requests.SetPrompt(at=at), view.prompt)


async def page(here: Visit, number: int, about: str) -> View:
    return view.page(here, await usecases.show(here, requests.NamePage(day=about)), number)


async def remove(here: Visit, about: str) -> View:
    return view.changed(here, await usecases.remove(here, requests.NamePage(day=about)))


log: app_commands.Command[Any, ..., None] = app_commands.command(name="log")(write_entry)

SLASH = SlashPart(
    commands=(log, LogbookCommands), items=ITEMS, lists={view.PAGE: page}, questions={view.REMOVE: remove}
)
