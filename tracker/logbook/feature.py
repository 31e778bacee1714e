"""What the logbook brings to what runs on the clock."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.ids import ulids
from tracker.logbook.messages import PROMPT, STOP
from tracker.logbook.numbers import KIND as NUMBERS
from tracker.logbook.numbers import LogbookNumbers, UnfollowedDay
from tracker.logbook.prompting import prompt_of
from tracker.logbook.rounds import evening
from tracker.logbook.rounds.planning import KIND, Evening, replan
from tracker.metrics.service import Metrics
from tracker.store.table import Table


def _asker(tools: Tools) -> Hold[Evening]:
    return partial(evening.hold, tools.table, tools.clock)


def _follower(tools: Tools) -> Hold[UnfollowedDay]:
    metrics = Metrics(tools.table, tools.clock, ulids(tools.clock))
    return LogbookNumbers(tools.table, tools.clock, metrics).hold


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    if (at := (await prompt_of(table, user.id)).at) is not None:
        await replan(table, user, at, now)


EVENINGS = DueWork("logbook", KIND, Evening, seconds=10, holder=_asker)
UNFOLLOWED = DueWork("logbook-numbers", NUMBERS, UnfollowedDay, seconds=20, holder=_follower)
LOGBOOK = Rules(
    "logbook",
    kinds=(PROMPT, STOP),
    checks=evening.checks,
    due=(EVENINGS, UNFOLLOWED),
    settings_changed=_settings_changed,
)
