"""The demo as plain lines, for pipes and files. The same seed gives the same lines."""

from datetime import datetime

from bot.cli.screen import plain, say
from bot.demo.stage import GoalBoard
from bot.demo.story import ZONE
from bot.demo.tally import Tally
from bot.goal_parts.documents import PartsGoal
from tracker.notify.model import OutboxItem
from tracker.sections import DIGEST


class LinesView:
    def __init__(self) -> None:
        self._digest_shown = False

    @property
    def shows_goals(self) -> bool:
        return False

    def opens(self, url: str, goals: GoalBoard) -> None:
        del url  # another port at each run
        say("The hiscores, the players and the time of this demo are SIMULATED. Questlog is the real thing.")
        for goal in goals.found.goals:
            if isinstance(goal, PartsGoal):  # nobody in the demo has one
                continue
            by = f", by {goal.due}" if goal.due else ""
            say(f"  goal: {plain(goal.title)} for {plain(goal.character)}{by}")

    def goals_moved(self, goals: GoalBoard) -> None:
        """They are shown at the end."""

    def message(self, at: datetime, message: OutboxItem) -> None:
        say(f"{moment(at)}  {message.kind.name:<14}  {plain(message.title)}")
        if message.kind is not DIGEST:
            say(f"{'':33}{plain(message.text)}")
        elif not self._digest_shown:
            self._digest_shown = True
            say(*(f"{'':33}{plain(line)}".rstrip() for line in message.text.splitlines()))

    def note(self, at: datetime, text: str) -> None:
        say(f"{moment(at)}  {'*':<14}  {text}")

    async def passed(self, at: datetime, tally: Tally) -> None:
        """Nobody watches, so nobody waits."""


def moment(at: datetime) -> str:
    """On the clock of whoever watches the demo."""
    local = at.astimezone(ZONE)
    return f"{local:%a} {local.day:2} {local:%b %H:%M}"
