"""A message as a title and plain text, for services that know nothing else."""

from collections.abc import Iterator

from scheduler.channels.channel import Message, Part


def title_and_body(message: Message) -> tuple[str, str]:
    """One part has its own title; of several each stands above its text."""
    [first, *others] = message.parts
    title = f"Questlog: {len(message.parts)} messages" if others else first.title or "Questlog"
    blocks = [_block(part, titled=bool(others)) for part in message.parts]
    return title, "\n\n".join([*blocks, message.note] if message.note else blocks)


def _block(part: Part, *, titled: bool) -> str:
    return "\n".join(_lines(part, titled=titled)) or "Questlog"


def _lines(part: Part, *, titled: bool) -> Iterator[str]:
    if titled and part.title:
        yield part.title
    if part.text:
        yield part.text
    if part.late:
        yield f"({part.late})"
