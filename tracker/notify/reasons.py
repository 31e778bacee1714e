"""Why somebody got a message, or did not, in words: what it was about, where it is, each step on its way."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from tracker.notify.model import Notification, OutboxItem, Status, Step
from tracker.notify.titles import title_of


class Told(NamedTuple):
    """What happened; until when, where that is part of it; and why."""

    what: str
    at: datetime | None = None
    reason: str | None = None

    def text(self, show: Callable[[datetime], str], clean: Callable[[str], str]) -> str:
        """`show` writes an instant for whoever reads it, `clean` makes what others named harmless."""
        at = f" {show(self.at)}" if self.at else ""
        return f"{clean(self.what)}{at}{': ' + clean(self.reason) if self.reason else ''}"


_HELD = re.compile(r"held until (\d{4}-\d\d-\d\d \d\d:\d\d) UTC: (.*)", re.DOTALL)
_WHY: Mapping[str, str] = {
    "goal-reached": "your goal{goal} is reached",
    "goal-milestone": "your goal{goal} passed a milestone",
    "goal-change": "your goal{goal} moved, and you want to be told of each change",
    "goal-rollback": "the number behind your goal{goal} fell",
    "goal-state": "your goal{goal} is no longer as well, or as badly, on its way as before",
    "goal-deadline": "the date of your goal{goal} is near, or has passed",
    "digest": "you have a digest of your goals",
    "not-found": "there are no numbers{character} any more",
    "found-again": "there are numbers{character} again",
    "source-down": "there are no numbers from where they are read",
    "source-back": "there are numbers again from where they are read",
    "habit-reminder": "you wanted to be reminded of it, and it was not done",
    "habit-check-in": "you set a reminder of a habit that is to be left",
    "habit-at-risk": "a streak of yours would have ended with the day",
    "habit-yesterday": "a streak of yours depended on the day before",
    "habit-frozen": "a freeze saved a streak of yours",
    "habit-ended": "a streak of yours ended",
    "achievement": "you achieved something",
    "overtaken": "you want to hear when somebody gets ahead of you on a leaderboard",
    "challenge-welcome": "you joined a challenge",
    "challenge-nudge": "a week of your challenge was about to be lost",
    "challenge-week": "a week of your challenge was over",
    "challenge-standings": "a week of a challenge on this server was over",
    "challenge-end": "a challenge of yours was over",
    "announce-reached": "a member of this server reached a goal",
    "announce-milestone": "a member of this server passed a milestone",
    "channel-off": "a channel of yours was switched off",
    "channel-stopped": "you run this Questlog, and it cannot send on a channel",
    "source-blocked": "you run this Questlog, and somebody blocks it",
}
_OTHER = "something happened that you wanted to know"


def why(message: Notification) -> str:
    """`because your goal h2k7wd of Zezima passed a milestone`."""
    goal, character = message.facts.get("goal"), message.facts.get("character")
    of = f" of {character}" if character else ""
    about = {"goal": f" {goal}{of}" if goal else of, "character": f" for {character}" if character else ""}
    template = _WHY.get(message.kind, _OTHER)
    return "because " + "".join(about.get(part, part) for part in re.split(r"[{}]", template))


def where(item: OutboxItem) -> Told:
    """`delivered by e-mail`, `waits until 07:00: quiet hours`."""
    match item.status:
        case Status.DELIVERED:
            return Told(f"delivered {_way(item.channel)}")
        case Status.DROPPED:
            return Told("not sent", reason=item.reason)
        case Status.FAILED:
            return Told("failed", reason=item.reason)
        case Status.CLAIMED:
            return Told("being sent")
        case Status.PENDING:
            return Told("waits until", item.due_at, item.reason)


def happened(step: Step) -> Told:
    """`held until 07:00: quiet hours`, `not sent on Discord yet: it did not answer in time`."""
    if held := _HELD.fullmatch(step.what):
        return Told("held until", datetime.fromisoformat(held[1]).replace(tzinfo=UTC), held[2])
    kind, _, reason = step.what.partition(": ")
    way = _way(step.channel)
    match kind:
        case "Retry" | "CapReached":
            return Told(f"not sent {way} yet", reason=reason)
        case "TargetOff" | "TargetGone":
            return Told(f"not sent {way}, which is switched off now", reason=reason)
        case "BadMessage":
            return Told(f"not taken {way}", reason=reason)
        case "StopSender":  # its reason is for those who run this Questlog, who were told
            return Told(f"not sent {way}, which is stopped for everybody at the moment")
        case "dropped":
            return Told("not sent", reason=reason)
        case _:
            return Told(f"delivered {way}" if step.what.startswith("delivered") else step.what)


def _way(channel: str | None) -> str:
    return title_of(channel).way if channel else "anywhere"
