"""Where the demo is shown: a live view in a terminal, plain lines elsewhere."""

from datetime import datetime
from typing import NamedTuple, Protocol

from rich.console import Group
from rich.text import Text

from bot.cli.render import parts
from bot.demo.tally import Tally
from bot.goals import lists_view
from bot.goals.documents import GoalList
from bot.visit import Visit
from tracker.notify.model import OutboxItem


class GoalBoard(NamedTuple):
    """Where the goals stand."""

    here: Visit
    found: GoalList

    def table(self) -> Group:
        """As a terminal shows it."""
        shown = parts(self.here, lists_view.goals(self.here, self.found))
        return Group(*(Text(one) if isinstance(one, str) else one for one in shown))


class Stage(Protocol):
    @property
    def shows_goals(self) -> bool:
        """Whether it wants to see the goals whenever they have moved."""
        ...

    def opens(self, url: str, goals: GoalBoard) -> None:
        """The simulated hiscores are there, and the goals are set."""
        ...

    def goals_moved(self, goals: GoalBoard) -> None: ...

    def message(self, at: datetime, message: OutboxItem) -> None:
        """One was delivered."""
        ...

    def note(self, at: datetime, text: str) -> None:
        """Something happened to Questlog or to the hiscores."""
        ...

    async def passed(self, at: datetime, tally: Tally) -> None:
        """It is so late now. Takes as long as whoever watches needs."""
        ...
