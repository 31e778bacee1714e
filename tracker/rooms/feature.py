"""What rooms bring to what runs on the clock."""

from datetime import timedelta
from functools import partial

from tracker.clock import Clock
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.ids import ulids
from tracker.rooms import buddies, check_ins, correcting, leaving, sharing
from tracker.rooms.asking import CHECK_IN, SHARES, CheckInDue
from tracker.rooms.buddy_messages import BUDDY_CHECK, MISSED, WANTS_BUDDY
from tracker.rooms.cheering import still_cheered
from tracker.rooms.digest import daily
from tracker.rooms.history import still_said
from tracker.rooms.messages import (
    ASKED,
    ASKED_CHECK,
    BRIDGED,
    CHECK,
    CHEER_CHECK,
    CHEERED,
    NEWS,
    OWNER,
    REPORTED,
    SAID,
    SHOWN,
    SHOWN_NEWS,
    SHOWN_QUESTION,
    SUMMARY,
)
from tracker.rooms.sharing import SharesDue
from tracker.store.table import Table


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    await leaving.forget(table, user_id, clock().replace(microsecond=0))


def _asker(tools: Tools) -> Hold[CheckInDue]:
    return partial(check_ins.hold, tools.table, tools.clock)


def _looker(tools: Tools) -> Hold[SharesDue]:
    keep = timedelta(days=tools.settings.rooms.keep_days)
    return partial(sharing.hold, tools.table, tools.clock, ulids(tools.clock), keep)


LOOKS = DueWork("room-shares", SHARES, SharesDue, seconds=60, holder=_looker)
CHECK_INS = DueWork("room-check-ins", CHECK_IN, CheckInDue, seconds=20, holder=_asker)
ROOMS = Rules(
    "rooms",
    kinds=(
        *(SAID, NEWS, CHEERED, ASKED, WANTS_BUDDY, MISSED, SUMMARY, REPORTED),
        *(BRIDGED, SHOWN, SHOWN_NEWS, SHOWN_QUESTION, OWNER),
    ),
    checks=lambda table, clock: {
        BUDDY_CHECK: buddies.still_wanted(table),
        CHECK: still_said(table),
        CHEER_CHECK: still_cheered(table),
        ASKED_CHECK: check_ins.still_asked(table, clock),
    },
    wordings=lambda tools: {
        **buddies.wordings(tools.table, tools.clock),
        **check_ins.wordings(tools.table, tools.clock),
        **correcting.wordings(tools.table),
    },
    due=(CHECK_INS, LOOKS),
    farewell=_farewell,
    parting_notes=leaving.parting_notes,
    daily=daily,
)
