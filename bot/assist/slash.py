"""`/assist`: each command takes its options apart, and calls a use case."""

from discord import app_commands

from bot.assist import requests, usecases, view
from bot.documents import Nothing
from bot.slash.acting import act, known_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices
from tracker.finding import plain
from tracker.rooms.model import LONGEST_TEXT

WHICH = "Which one: its title, or words of it"
WHERE = "A room, a buddy or a server of yours; the only one, unless you say"
WHOSE = "Whose: a name there; who spoke last, unless you say"


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await known_visit(interaction)
    found = () if here is None else (await usecases.list_threads(here, Nothing())).threads
    return choices((one.title, one.id) for one in found if plain(typed) in plain(one.title))


class AssistCommands(app_commands.Group, name="assist", description="Ask for help, and help others"):
    @app_commands.command()
    @app_commands.describe(
        text="What the helpers read",
        title="What it is about, in a few words",
        where=WHERE,
        task="Of which task: its title is shared, and nothing else of it",
        goal="Of which goal: its title is shared, and nothing else of it",
    )
    async def ask(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST_TEXT],
        title: Name | None = None,
        where: Name | None = None,
        task: Name | None = None,
        goal: Name | None = None,
    ) -> None:
        """Ask in a room of yours, a buddy, or the helpers of this server"""
        ask = requests.AskHelp(text=text, title=title, where=where, task=task, goal=goal)
        await act(interaction, usecases.ask, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(thread=WHICH, text="Your answer")
    @app_commands.autocomplete(thread=suggest)
    async def answer(
        self, interaction: Interaction, thread: Name, text: app_commands.Range[str, 1, LONGEST_TEXT]
    ) -> None:
        """Answer in a thread"""
        await act(
            interaction, usecases.answer, requests.AnswerQuestion(thread=thread, text=text), view.changed
        )

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """See what you asked, and where you can help"""
        await act(interaction, usecases.list_threads, Nothing(), view.threads)

    @app_commands.command()
    @app_commands.describe(thread=WHICH)
    @app_commands.autocomplete(thread=suggest)
    async def show(self, interaction: Interaction, thread: Name) -> None:
        """See what was said in a thread"""
        await act(interaction, usecases.show, requests.NameThread(thread=thread), view.thread)

    @app_commands.command()
    @app_commands.describe(thread=WHICH, helper="Whom you thank; the only one who helped, unless you say")
    @app_commands.autocomplete(thread=suggest)
    async def solved(self, interaction: Interaction, thread: Name, helper: Name | None = None) -> None:
        """Close a thread of yours, and thank who helped"""
        await act(interaction, usecases.solved, requests.Solve(thread=thread, helper=helper), view.changed)

    @app_commands.command()
    @app_commands.describe(thread=WHICH)
    @app_commands.autocomplete(thread=suggest)
    async def leave(self, interaction: Interaction, thread: Name) -> None:
        """Hear no more of a thread in which you helped"""
        await act(interaction, usecases.leave, requests.NameThread(thread=thread), view.changed)

    @app_commands.command()
    @app_commands.describe(thread=WHICH, message=WHOSE)
    @app_commands.autocomplete(thread=suggest)
    async def block(self, interaction: Interaction, thread: Name, message: Name | None = None) -> None:
        """Block somebody in a thread: neither of you sees what the other says, anywhere"""
        await act(
            interaction, usecases.block, requests.NameSpeaker(thread=thread, message=message), view.changed
        )

    @app_commands.command()
    @app_commands.describe(thread=WHICH, message=WHOSE, why="What is wrong with it")
    @app_commands.autocomplete(thread=suggest)
    async def report(
        self, interaction: Interaction, thread: Name, message: Name | None = None, why: Name | None = None
    ) -> None:
        """Report what somebody said in a thread to those who decide about it"""
        ask = requests.ReportInThread(thread=thread, message=message, why=why)
        await act(interaction, usecases.report, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(where="A server of yours; this one, unless you say", stop="Help there no longer")
    async def volunteer(
        self, interaction: Interaction, where: Name | None = None, *, stop: bool = False
    ) -> None:
        """Let members of a server ask you for help, or no longer"""
        ask = requests.Volunteer(where=where, stop=stop)
        await act(interaction, usecases.volunteer, ask, view.volunteered)


SLASH = SlashPart(commands=(AssistCommands,))
