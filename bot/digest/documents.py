"""What is answered about the digest: one shape for `--json` and `/api`."""

from datetime import time

from bot.documents import Document
from tracker.accounts.model import DigestFrequency


class DigestMessage(Document, frozen=True):
    """A message that the digest would be; goals with a channel of their own have one of their own."""

    title: str
    text: str
    channel: str | None
    facts: dict[str, str | int]


class DigestTimes(Document, frozen=True):
    """When it comes."""

    frequency: DigestFrequency
    time: time
    when_quiet: bool
    timezone: str


class DigestPreview(Document, frozen=True):
    messages: tuple[DigestMessage, ...]
    digest: DigestTimes


class DigestChanged(Document, frozen=True):
    digest: DigestTimes
