"""The way by which e-mail leaves this machine: a mail server, or Amazon SES."""

from email.message import EmailMessage
from typing import Protocol


class Transport(Protocol):
    """Each method raises ChannelFailure, and nothing else."""

    async def deliver(self, mail: EmailMessage, to: str) -> str | None:
        """Hand it over; what the other side calls it, if it says so."""
        ...

    async def probe(self) -> str:
        """Go as far as to send nothing: what is found there, in words."""
        ...
