"""When something is, by the person's clocks."""

from datetime import datetime

from bot.sms.command import Turn


def moment(at: datetime, turn: Turn) -> str:
    """`18:00`, or `Mon 8 Mar 09:00` where that is not today; by the person's clocks."""
    here, now = at.astimezone(turn.user.zone), turn.now.astimezone(turn.user.zone)
    day = "" if here.date() == now.date() else f"{here:%a} {here.day} {here:%b} "
    year = "" if here.year == now.year else f"{here.year} "
    return f"{day}{year}{here:%H:%M}"
