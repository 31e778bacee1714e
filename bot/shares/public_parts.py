"""The parts of which a page for strangers is made, its badge and its picture."""

from collections.abc import Callable, Hashable
from dataclasses import field
from datetime import date, datetime
from typing import NamedTuple, Protocol

from bot.charts.format import CARD, PAGE, Format
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.frozen import frozen
from tracker.tones import Tone

MOST_WAITING = 6
"""Strangers wait for no picture that would come after more than these: people's own come first."""


class Owner(NamedTuple):
    """Whose a thing is, and when they are asked about."""

    person: User
    now: datetime
    today: date


class PictureLook(NamedTuple):
    """How a picture is to look."""

    dark: bool = False
    headline: bool = False
    """Whether it says itself what it is about: where it stands alone, in a chat."""

    @property
    def shape(self) -> Format:
        return PAGE if self.headline else CARD


class DrawPublic(Protocol):
    """Answers None where there is no picture now, because too many wait for theirs."""

    async def __call__(self, services: Services, *, look: PictureLook) -> Picture | None: ...


class PublicFact(NamedTuple):
    label: str
    text: str


class PublicRank(NamedTuple):
    number: int
    name: str
    text: str


@frozen
class PublicView:
    title: str
    about: str
    """What it is, in a few words: `A habit, every day`."""
    state: str
    """How it is: `72 %, on track`."""
    badge: str
    """The same, as short as it can be."""
    tone: Tone = Tone.PLAIN
    percent: float | None = None
    facts: tuple[PublicFact, ...] = ()
    ranks: tuple[PublicRank, ...] = ()
    by: str | None = None
    """Whose it is, where they want that to be seen."""
    draw: DrawPublic | None = field(default=None, repr=False)

    @property
    def summary(self) -> str:
        """In one line, for whoever does not see the page: a chat that shows what a link leads to."""
        few = [f"{one.label}: {one.text}" for one in self.facts[:3]]
        few += [f"{one.number}. {one.name}, {one.text}" for one in self.ranks[:3]]
        return ". ".join([self.state[:1].upper() + self.state[1:], *few]) + "."


async def drawn_as_it_is(services: Services, motif: Hashable, make: Callable[[], Picture]) -> Picture | None:
    """For what is known before it is drawn. None where too many wait for their pictures."""

    async def ready() -> Callable[[], Picture]:
        return make

    return await services.drawings.drawn(motif, ready, most_waiting=MOST_WAITING)
