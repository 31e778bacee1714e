"""Which challenge is meant: of the server where somebody is, of those that they are in, or by its id."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from bot.services import Services
from bot.slash.answers import Interaction
from bot.slash.errors import Problem
from tracker.accounts.model import User
from tracker.challenge.errors import AlreadyIn, IsOver, NoSuchChallenge
from tracker.challenge.finding import find_challenge, meant, unknown
from tracker.challenge.model import Challenge, WhoMayJoin
from tracker.challenge.wording import is_over
from tracker.store.segments import Week
from tracker.weeks import days_of, parse_week, previous, week_of
from tracker.words import quoted

NONE_HERE = (
    "There is no challenge here yet. Somebody who manages this server can begin one: /challenge create."
)
NONE_OF_YOURS = "You are in no challenge yet. On a server, /challenge status shows those that are there."
NO_WEEK = "Write a week as 2026-W46, by its year and its number in it, or as this week or last week."

_ID = re.compile(r"[0-9A-Za-z]{26}")
_FIRST_YEAR = 2000


class Known(NamedTuple):
    """The challenges that somebody can name where they are."""

    here: Sequence[Challenge]
    """Those of the server, in the order in which they were set up."""
    mine: Sequence[Challenge]
    """Those that they are in."""

    @property
    def every(self) -> list[Challenge]:
        """Each once, the own ones first."""
        return [*{one.id: one for one in (*self.mine, *self.here)}.values()]

    @property
    def others(self) -> list[Challenge]:
        joined = {one.id for one in self.mine}
        return [one for one in self.here if one.id not in joined]


async def known_here(interaction: Interaction, user: User | None) -> Known:
    services = interaction.client.services
    mine = [] if user is None else await services.challenges.mine(user.id)
    return Known(await _of_server(services, interaction.guild_id), mine)


async def _of_server(services: Services, guild: int | None) -> list[Challenge]:
    server = None if guild is None else await services.servers.find(guild)
    return [] if server is None else await services.challenges.list(server.account)


async def find_named(services: Services, known: Sequence[Challenge], said: str) -> Challenge:
    """Among these; by its id also another, if anybody may join it. Raises NoSuchChallenge."""
    if meant(known, said) or not _ID.fullmatch(said.strip()):
        return find_challenge(known, said)
    try:
        found = await services.challenges.by_id(said.strip().upper())
    except NoSuchChallenge:
        raise unknown(known, said) from None
    if found.who is not WhoMayJoin.ANYBODY:
        raise unknown(known, said)
    return found


async def find_shown(interaction: Interaction, user: User, said: str | None) -> Challenge:
    """To look at. Who is in one challenge, or is where there is one, need not name it."""
    known = await known_here(interaction, user)
    if said is not None:
        return await find_named(interaction.client.services, known.every, said)
    here = {one.id for one in known.here}
    found = [one for one in known.mine if one.id in here] or known.mine or known.here
    return _only(found, NONE_HERE if interaction.guild_id else NONE_OF_YOURS)


async def find_own(interaction: Interaction, user: User, said: str | None) -> Challenge:
    """One that the person is in."""
    known = await known_here(interaction, user)
    if said is not None:
        return find_challenge(known.mine, said)
    return _only(known.mine, "You are in no challenge.")


async def find_to_join(interaction: Interaction, user: User, said: str | None) -> Challenge:
    """One that goes on, and that the person is not in."""
    services, known = interaction.client.services, await known_here(interaction, user)
    if said is None:
        going_on = [one for one in known.others if not is_over(one, services.challenges.today(one))]
        already = known.mine and not known.others
        found = _only(going_on, "There is no other challenge here to join." if already else NONE_HERE)
    else:
        found = await find_named(services, known.every, said)
    if found.id in {one.id for one in known.mine}:
        raise AlreadyIn(f"You are in {found.name} already.")
    if is_over(found, services.challenges.today(found)):
        raise IsOver(f"{found.name} is over.")
    return found


def _only(found: Sequence[Challenge], if_none: str) -> Challenge:
    """Raises Problem."""
    if not found:
        raise Problem(if_none)
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise Problem(f"Which challenge? Choose one of: {names}.")
    return found[0]


def week_said(text: str, today: date) -> Week:
    """Raises Problem."""
    said, now = " ".join(text.casefold().split()), week_of(today)
    named = {"this week": now, "last week": previous(now)}
    try:
        week = named.get(said) or parse_week(said)
    except ValueError:
        raise Problem(f"{quoted(text)} is no week. {NO_WEEK}") from None
    if week > now:
        raise Problem(f"{quoted(text)} has not begun yet.")
    if days_of(week).first.year < _FIRST_YEAR:
        raise Problem(f"{quoted(text)} was long before all challenges.")
    return week
