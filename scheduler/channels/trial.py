"""A message to try a channel out."""

import secrets
from datetime import datetime

from scheduler.channels.channel import Message, Part


def trial_message(now: datetime) -> Message:
    """Each one is another: no channel takes the second for a repetition."""
    name = secrets.token_hex(16)
    text = "If you can read this, Questlog can reach you here."
    part = Part(name, "test", "A test from Questlog", text, {}, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))
