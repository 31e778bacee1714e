"""`questlog assist`: ask for help, and help others."""

import click

from bot.assist import usecases, view
from bot.assist.requests import (
    AnswerQuestion,
    AskHelp,
    NameSpeaker,
    NameThread,
    ReportInThread,
    Solve,
    Volunteer,
)
from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.documents import Nothing


@click.group()
def assist() -> None:
    """Ask for help with something, and help others."""


@assist.command()
@asking(AskHelp, "text")
def ask(act: Acting, ask: AskHelp) -> None:
    """Ask in a room of yours, a buddy there, or the helpers of a server."""
    act(usecases.ask, ask, view.changed)


@assist.command()
@asking(AnswerQuestion, "thread", "text")
def answer(act: Acting, ask: AnswerQuestion) -> None:
    """Answer in a thread: questlog assist answer squats "Keep your back straight."."""
    act(usecases.answer, ask, view.changed)


@assist.command(name="list")
@acting
def list_(act: Acting) -> None:
    """List what you asked, and where you can help."""
    act(usecases.list_threads, Nothing(), view.threads)


@assist.command()
@asking(NameThread, "thread")
def show(act: Acting, ask: NameThread) -> None:
    """Show what was said in a thread."""
    act(usecases.show, ask, view.thread)


@assist.command()
@asking(Solve, "thread")
def solved(act: Acting, ask: Solve) -> None:
    """Close a thread of yours, and thank who helped."""
    act(usecases.solved, ask, view.changed)


@assist.command()
@asking(NameThread, "thread")
def leave(act: Acting, ask: NameThread) -> None:
    """Hear no more of a thread in which you helped."""
    act(usecases.leave, ask, view.changed)


@assist.command()
@asking(NameSpeaker, "thread", "message")
def block(act: Acting, ask: NameSpeaker) -> None:
    """Block who spoke last in a thread, or somebody by name: neither of you sees the other, anywhere."""
    act(usecases.block, ask, view.changed)


@assist.command()
@asking(ReportInThread, "thread", "message")
def report(act: Acting, ask: ReportInThread) -> None:
    """Report what was said last in a thread, or by somebody, to those who decide about it."""
    act(usecases.report, ask, view.changed)


@assist.command()
@asking(Volunteer, "where")
def volunteer(act: Acting, ask: Volunteer) -> None:
    """Let members of a server ask you for help, or --stop it."""
    act(usecases.volunteer, ask, view.volunteered)
