"""How a message about a habit can be answered by SMS, by its kind. docs/sms-commands.md has the words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scheduler.channels.channel import Part
from tracker.habits.rounds.messages import AT_RISK, REMINDER, YESTERDAY

LONGEST_NAME = 20
"""A longer one is not repeated for each word."""


class Replies(NamedTuple):
    """What can be texted about one habit, about one that takes an amount, and about one of several."""

    one: str
    with_amount: str
    among_several: str
    """Also where the name is long."""


_TODAY = Replies(
    "Reply DONE {name}, SKIP {name} or LATER {name}",
    "Reply DONE {name} or DONE {name} 5, SKIP {name} or LATER {name}",
    "Reply DONE, SKIP or LATER and a name: DONE {name}",
)
_YESTERDAY = Replies("Reply Y {name}", "Reply Y {name} or Y {name} 5", "Reply Y and a name: Y {name}")

REPLIES: Mapping[str, Replies] = {REMINDER: _TODAY, AT_RISK: _TODAY, YESTERDAY: _YESTERDAY}


def replies_to(parts: Sequence[Part]) -> Iterator[str]:
    """A line for each way to answer: of several habits one is the example."""
    found: dict[Replies, list[Part]] = {}
    for part in parts:
        if part.kind in REPLIES and part.facts.get("name"):
            found.setdefault(REPLIES[part.kind], []).append(part)
    for replies, about in found.items():
        yield _line(replies, about)


def _line(replies: Replies, about: Sequence[Part]) -> str:
    name = f"{about[0].facts['name']}".upper()
    habits = {part.facts.get("habit") for part in about}
    if len(habits) > 1 or len(name) > LONGEST_NAME:
        return replies.among_several.format(name=name)
    return (replies.with_amount if about[0].facts.get("amount") else replies.one).format(name=name)
