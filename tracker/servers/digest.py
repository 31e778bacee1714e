"""A server's digest: what its members reached and gained since the last one."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from tracker.accounts.model import DigestFrequency
from tracker.days import Span
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.servers.deeds import Deeds, MemberGain, by_xp, deeds_on
from tracker.servers.model import NEWS, PEOPLE, Board, News, Server
from tracker.store.entity import from_items
from tracker.store.keys import ServerKey
from tracker.store.table import Table
from tracker.words import people

MOST_REACHED, MOST_RANKED, MOST_SKILLS = 20, 10, 3

_LENGTHS = {DigestFrequency.DAILY: timedelta(days=1), DigestFrequency.WEEKLY: timedelta(days=7)}
_QUIET = "Nothing has moved."


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    """Of the account of a server, which has nothing of its own to tell of; nothing for a person."""
    account = occasion.user
    if account.guild is None or not occasion.has_digest:
        return DailyNews()
    item = await table.get(ServerKey(account.id).key)
    server = next(from_items(Server, [item] if item else []), None)
    if server is None:
        return DailyNews()
    span = Span(occasion.told_digest_at or occasion.now - _LENGTHS[account.digest], occasion.now)
    return DailyNews([_section(server, await deeds_on(table, account.id, span), account.digest)])


def _section(server: Server, deeds: Sequence[Deeds], often: DigestFrequency) -> DigestSection:
    return DigestSection(
        name="members",
        text=digest_text(deeds),
        is_news=bool(deeds),
        facts={
            PEOPLE: ",".join(sorted({one.member for one in deeds})),
            NEWS: f"{News.REACHED},{News.GAINS}",
            "characters": len(deeds),
            "reached": sum(len(one.reached) for one in deeds),
        },
        entity="server",
        channel=Board.DIGEST.channel,
        title=f"The {'week' if often is DigestFrequency.WEEKLY else 'day'} on {server.name}",
    )


def digest_text(deeds: Sequence[Deeds]) -> str:
    blocks = (_reached(deeds), _ranking(deeds), _others(deeds))
    return "\n\n".join("\n".join(block) for lines in blocks if (block := [*lines])) or _QUIET


def _reached(deeds: Sequence[Deeds]) -> Iterator[str]:
    told = [f"{one.character}: {title}" for one in deeds for title in one.reached]
    if told:
        yield "Reached"
        yield from _up_to(MOST_REACHED, told)


def _ranking(deeds: Sequence[Deeds]) -> Iterator[str]:
    ranked = by_xp(deeds)
    if ranked:
        yield "Most xp"
        lines = [f"{place}. {one.character}: +{_xp(one)}" for place, one in enumerate(ranked, 1)]
        yield from _up_to(MOST_RANKED, lines)


def _xp(one: Deeds) -> str:
    """`1,234,567 xp (Woodcutting, Fishing)`."""
    skills = [gained.name for gained in one.gains if gained.unit == "xp" and not gained.is_sum]
    named = f" ({', '.join(skills[:MOST_SKILLS])})" if skills else ""
    return f"{people(one.xp)} xp{named}"


def _others(deeds: Sequence[Deeds]) -> Iterator[str]:
    """Kills, clues and levels: they cannot be added up, nor compared with each other."""
    told = [
        f"{one.character}: {', '.join(map(_amount, gained[:MOST_SKILLS]))}"
        for one in deeds
        if (gained := [it for it in one.gains if it.unit != "xp"])
    ]
    if told:
        yield "And"
        yield from _up_to(MOST_RANKED, told)


def _amount(gained: MemberGain) -> str:
    return f"+{people(gained.amount)} {gained.name} {gained.unit}"


def _up_to(most: int, lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:most]
    if len(lines) > most:
        yield f"and {people(len(lines) - most)} more"
