"""When messages come: digests, mutes, quiet hours and the clocks that all of it goes by."""

import re
from contextlib import suppress
from datetime import datetime

from bot.slash.changing import changed
from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.either import pause_either, resume_either
from bot.sms.later_command import later_if_named
from bot.sms.moments import moment
from tracker.accounts.model import DigestFrequency, User
from tracker.accounts.settings import clock_time
from tracker.goals.rounds import daily as rounds
from tracker.notify import wishes
from tracker.notify.muting import muted_until

_USUAL_SNOOZE = "1h"
_TIME_SAID = re.compile(r"(?:for|until|till?)\b|[0-9]+$", re.IGNORECASE)


async def digest(turn: Turn, rest: str) -> Answer:
    if rest and rest.casefold() != "now":
        return await _change_digest(turn, rest.casefold().removeprefix("at ").strip())
    messages = await rounds.preview(turn.services.table, turn.user, turn.now)
    if not messages:
        return Answer(words.NO_DIGEST)
    return Answer("\n\n".join(f"{one.title}\n{one.text}" for one in messages))


async def _change_digest(turn: Turn, said: str) -> Answer:
    user = turn.user
    if said in {*DigestFrequency}:
        after = await changed(turn.services, user, {"digest": said})
        return Answer(_when(after), undo=f"{words.DIGEST.name} {user.digest}")
    with suppress(ValueError):
        at = clock_time(said)
        after = await changed(turn.services, user, {"digest_time": f"{at:%H:%M}"})
        return Answer(_when(after), undo=f"{words.DIGEST.name} {user.digest_time:%H:%M}")
    raise Unclear(words.DIGEST_HOW)


def _when(user: User) -> str:
    match user.digest:
        case DigestFrequency.OFF:
            return words.DIGEST_OFF
        case DigestFrequency.WEEKLY:
            return words.DIGEST_WEEKLY.format(time=f"{user.digest_time:%H:%M}")
        case DigestFrequency.DAILY:
            return words.DIGEST_DAILY.format(time=f"{user.digest_time:%H:%M}")


async def snooze(turn: Turn, rest: str) -> Answer:
    """All messages for a while, or the reminder of one habit."""
    try:
        until = muted_until(rest or _USUAL_SNOOZE, turn.now, turn.user.zone)
    except ValueError as error:
        if (answer := await later_if_named(turn, rest)) is not None:
            return answer
        raise Unclear(str(error)) from error
    return await _mute(turn, until)


async def pause(turn: Turn, rest: str) -> Answer:
    """All messages until a time, or one goal or habit."""
    if not rest:
        raise Unclear(words.PAUSE_WHAT)
    try:
        until = muted_until(rest, turn.now, turn.user.zone)
    except ValueError as error:
        if _TIME_SAID.match(rest):
            raise Unclear(str(error)) from error
        return await pause_either(turn, rest)
    return await _mute(turn, until)


async def _mute(turn: Turn, until: datetime) -> Answer:
    services = turn.services
    await wishes.mute(services.table, services.accounts, turn.user, until, turn.now)
    return Answer(words.MUTED.format(until=moment(until, turn)), undo=words.RESUME.name)


async def resume(turn: Turn, rest: str) -> Answer:
    if rest:
        return await resume_either(turn, rest)
    services = turn.services
    await wishes.mute(services.table, services.accounts, turn.user, None, turn.now)
    return Answer(words.UNMUTED, undo="")


async def zone(turn: Turn, rest: str) -> Answer:
    user, undo = turn.user, None
    if rest:
        undo = f"{words.ZONE.name} {user.timezone}"
        user = await changed(turn.services, user, {"timezone": rest})
    clock = turn.now.astimezone(user.zone)
    return Answer(words.ZONE_IS.format(zone=user.timezone, time=f"{clock:%H:%M}"), undo=undo)


async def quiet(turn: Turn, rest: str) -> Answer:
    user, undo = turn.user, None
    if rest:
        undo = f"{words.QUIET.name} {user.quiet_hours or 'off'}"
        user = await changed(turn.services, user, {"quiet_hours": rest})
    if user.quiet_hours is None:
        return Answer(words.NO_QUIET, undo=undo)
    return Answer(words.QUIET_IS.format(hours=user.quiet_hours), undo=undo)


COMMANDS = (
    Command(words.DIGEST, digest),
    Command(words.SNOOZE, snooze),
    Command(words.PAUSE, pause),
    Command(words.RESUME, resume),
    Command(words.ZONE, zone),
    Command(words.QUIET, quiet),
)
