"""Where the demo is shown: a live view in a terminal, plain lines elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.cli.goal_view import GoalView
from bot.demo.tally import Tally
from tracker.notify.model import OutboxItem


class Stage(Protocol):
    @property
    def shows_goals(self) -> bool:
        """Whether it wants to see the goals whenever they have moved."""
        ...

    def opens(self, url: str, goals: Sequence[GoalView]) -> None:
        """The simulated hiscores are there, and the goals are set."""
        ...

    def goals_moved(self, goals: Sequence[GoalView]) -> None: ...

    def message(self, at: datetime, message: OutboxItem) -> None:
        """One was delivered."""
        ...

    def note(self, at: datetime, text: str) -> None:
        """Something happened to Questlog or to the hiscores."""
        ...

    async def passed(self, at: datetime, tally: Tally) -> None:
        """It is so late now. Takes as long as whoever watches needs."""
        ...
