"""People who have played for some weeks and have goals: a few are settled by the services, many are copies.

A copy has all but the history: a list does not read that, and it is most of what there is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services import Services
from tracker.accounts.identity import identity
from tracker.clock import system_clock
from tracker.goals.characters.link import CharacterLink
from tracker.goals.games.game import game_of
from tracker.ids import ulids
from tracker.readings import Measure, Quantity, Reading
from tracker.store.keys import IdentityKind, SubjectKey, UserKey
from tracker.store.segments import Subject
from tracker.store.sqlite_codec import decode, encode
from tracker.store.values import Item

DAYS = 42
_LEFT_OUT = frozenset({"progress", "reading"})
_TOGETHER = 50


@dataclass(frozen=True, slots=True)
class Settler:
    """Makes people: how they come, and what they want to reach."""

    services: Services
    kind: IdentityKind
    channel: str
    address: str
    """Of the channel, with `{}` for the identity."""
    texts: Sequence[str]

    async def settle(self, who: str) -> str:
        """The id of somebody who has all of it, set goal by goal."""
        services = self.services
        user = await services.accounts.get_or_register(identity(self.kind, who))
        await services.channels.add(user.id, self.channel, self.address.format(who))
        skills, now = [*_skills()], system_clock()
        subject = _subject(who)
        past = tuple(_reading(subject, skills, now - timedelta(days=day)) for day in range(DAYS, 0, -1))
        link = CharacterLink("osrs", "main", _name(who), subject, _reading(subject, skills, now), past)
        character = await services.characters.add(user.id, link)
        for text in self.texts:
            await services.goals.add(user, character, text)
        return user.id

    async def multiply(self, first: str, others: Sequence[str]) -> None:
        """`first` is settled, and all others are copies of them."""
        user_id = await self.settle(first)
        keys = [SubjectKey(_subject(first)).key, identity(self.kind, first).lock.key]
        shared = await self.services.table.get_many(keys)
        own = [item async for item in self.services.table.query_all(UserKey(user_id).key.pk)]
        kept = [encode(one) for one in (*shared.values(), *own) if one["type"] not in _LEFT_OUT]
        new_id = ulids(system_clock)
        for start in range(0, len(others), _TOGETHER):
            puts: list[Item] = []
            puts = [
                item
                for who in others[start : start + _TOGETHER]
                for item in _copies(
                    kept, {user_id: new_id(), _digits(first): _digits(who), _name(first): _name(who)}
                )
            ]
            await self.services.table.write_many(puts=puts)


def goals_by_date(count: int) -> list[str]:
    """Half of them have a date, which is checked against the pace; the others are far away."""
    due = f"{system_clock() + timedelta(days=90):%Y-%m-%d}"
    texts = [f"99 {name} by {due}" for name in _skills()] + [f"200m {name}" for name in _skills()]
    return texts[:count]


def _copies(kept: Sequence[str], names: dict[str, str]) -> Iterator[Item]:
    for text in kept:
        made = text
        for before, after in names.items():
            made = made.replace(before, after)
        yield decode(made)


def _skills() -> list[str]:
    """With the one first that people ask about."""
    skills = list(game_of("osrs").skills)[1:]
    return ["woodcutting", *(name for name in skills if name != "woodcutting")]


def _subject(who: str) -> Subject:
    return Subject("osrs", f"main:player {_digits(who)}")


def _digits(who: str) -> str:
    return who.lstrip("+")


def _name(who: str) -> str:
    return f"Player {who[-5:]}"


def _reading(subject: Subject, skills: Sequence[str], at: datetime) -> Reading:
    gained = 50_000 * (at.toordinal() - 700_000)
    values = {Quantity(name, Measure.XP): gained % 9_000_000 + 3_000_000 for name in skills}
    return Reading(subject, at, values)
