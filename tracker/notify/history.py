"""What a person was told in the last 90 days: a message is found by its id, and sent again."""

import re
from datetime import datetime

from tracker.notify import outbox
from tracker.notify.model import DeliveryStatus, OutboxItem
from tracker.notify.policy import in_order, is_expired
from tracker.refusals import Reason, Refused
from tracker.store.table import Table
from tracker.words import quoted

KEPT = "Messages are kept for 90 days."
_ID = re.compile(r"[0-9a-f]{32}")


class NoSuchMessage(Refused):
    code = "no_such_message"
    reason = Reason.UNKNOWN


class AmbiguousMessage(Refused):
    code = "ambiguous_message"


class TooOld(Refused):
    code = "too_old"


class WrongMessageStatus(Refused):
    """What arrived, or is on its way at this moment, is not sent again."""

    code = "wrong_status"


async def find_message(table: Table, person: str, beginning: str) -> OutboxItem:
    """By its id, or how that begins. Raises NoSuchMessage, AmbiguousMessage."""
    wanted = beginning.strip().lower()
    if _ID.fullmatch(wanted) and (whole := await outbox.find(table, person, wanted)) is not None:
        return whole
    found = [one for one in await outbox.history(table, person) if wanted and one.id.startswith(wanted)]
    if not found:
        raise NoSuchMessage(f"The message {quoted(beginning)} is not there, or no longer kept. {KEPT}")
    if len(found) > 1:
        raise AmbiguousMessage(f"Several messages begin with {quoted(beginning)}. Type more of the id.")
    return found[0]


async def sent_together(table: Table, person: str, batch: str) -> list[OutboxItem]:
    """All that went in one message. Raises NoSuchMessage."""
    found = in_order(one for one in await outbox.history(table, person) if one.batch == batch)
    if not found:
        raise NoSuchMessage(f"This message is no longer kept. {KEPT}")
    return found


async def send_again(table: Table, person: str, beginning: str, now: datetime) -> OutboxItem:
    """What failed or waits is due now. Raises NoSuchMessage, AmbiguousMessage, TooOld, WrongMessageStatus."""
    item = await find_message(table, person, beginning)
    if is_expired(item, now):
        raise TooOld("This message is too old to be useful, so it is not sent again.")
    if not await outbox.retry(table, person, item.id, now):
        if item.status is DeliveryStatus.CLAIMED:
            raise WrongMessageStatus("This message is being sent at this moment.")
        raise WrongMessageStatus(f"This message is {item.status.value} already, so it is not sent again.")
    return await find_message(table, person, item.id)
