"""The terminal as a channel: one block per message, with the ids of what is in it.

The facts of a message are for programs; people read them in its text.
"""

import re
from typing import TextIO

from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from scheduler.channels.channel import Message, MessageTarget, Part, Receipt, StopSender

# A title or a text may come from others; nothing in it may steer the terminal.
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class ConsoleChannel:
    def __init__(self, stream: TextIO, *, width: int | None = None) -> None:
        self._console = Console(file=stream, width=width, highlight=False)

    @property
    def name(self) -> str:
        return "console"

    async def send(self, target: MessageTarget, message: Message) -> Receipt:  # noqa: ARG002 - one terminal for all
        try:
            self._console.print(block(message))
            self._console.file.flush()
        except (OSError, ValueError) as error:  # ValueError: the stream is closed
            raise StopSender(f"the terminal cannot be written to ({type(error).__name__})") from error
        return Receipt()


def block(message: Message) -> Panel:
    ids = ", ".join(part.id for part in message.parts)
    parts = [line for part in message.parts for line in _lines(part)]
    if message.note:
        parts.append(Text(_clean(message.note), style="dim"))
    return Panel(Group(*parts), title=Text("Questlog"), title_align="left", subtitle=Text(ids, style="dim"))


def _lines(part: Part) -> list[Text]:
    title = Text(_clean(part.title), style="bold red" if part.urgent else "bold")
    if part.late:
        title.append(f"  ({part.late})", style="dim")
    return [title, Text(_clean(part.text))]


def _clean(text: str) -> str:
    return _CONTROL.sub(" ", text)
