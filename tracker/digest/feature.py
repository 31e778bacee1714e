"""What the digest brings to the clock: the round of each person, at their digest time."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.digest.planning import KIND, ROUND_SECONDS, Round, replan
from tracker.digest.rounds import hold
from tracker.digest.wording import wordings
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.sections import DIGEST
from tracker.store.table import Table


def _holder(tools: Tools) -> Hold[Round]:
    return partial(hold, tools)


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    await replan(table, user, now)


ROUNDS = DueWork("rounds", KIND, Round, seconds=ROUND_SECONDS, holder=_holder)
DIGESTS = Rules(
    "digest", kinds=(DIGEST,), wordings=wordings, due=(ROUNDS,), settings_changed=_settings_changed
)
