"""Raffles: drawn once, among those who kept the week, by a seed that was promised before."""

import hashlib
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club, day, week
from tests.tracker.offers.fair import SEED, Fair
from tracker.challenge.planning import ChallengePoll, poll_of
from tracker.challenge.standings import ranks_among
from tracker.offers.drawing import Entrant, commitment, ticket, winners
from tracker.offers.errors import NothingToClaim
from tracker.offers.model import Ending, Offer, OfferClaim
from tracker.servers.model import PEOPLE
from tracker.store.entity import change
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable

NAMES = st.sets(st.sampled_from(["ada", "bob", "carol", "dan", "eve", "frank", "grace", "heidi"]), max_size=6)


@settings(max_examples=40)
@given(names=NAMES, prizes=st.integers(1, 5), seed=st.sampled_from(("", "c0ffee", "\N{GAME DIE}")))
def test_a_draw_can_be_checked_by_hand(names: set[str], prizes: int, seed: str) -> None:
    entrants = [Entrant(f"id-{name}", name) for name in names]
    found = winners(seed, entrants[::-1], prizes)
    by_hand = sorted(names, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).hexdigest())
    assert [one.name for one in found] == by_hand[:prizes]
    assert winners(seed, entrants, prizes) == found


def test_each_is_drawn_about_as_often_as_others() -> None:
    entrants = [Entrant(name, name) for name in ("ada", "bob", "carol", "dan")]
    won = [winners(f"{number}", entrants, 1)[0].name for number in range(2000)]
    assert all(abs(won.count(one.name) - 500) < 80 for one in entrants)


class Raffles:
    """A challenge of a server, of which two of three members keep the week."""

    def __init__(self, fair: Fair, club: Club) -> None:
        self.fair, self.club = fair, club

    async def begin(self, prizes: int = 1) -> Offer:
        owner = await self.fair.servers.account(self.fair.here)
        self.club.challenge = await self.club.challenges.create(owner, "Weekly commits")
        await self.club.join("ada", "bob", "carol")
        fields = self.fair.offers.raffle(self.club.challenge, week(0))
        return await self.fair.offers.create(self.fair.here, "Raffle", {**fields, "stock": prizes})

    async def count(self, number: int) -> None:
        """On that day, as the service counts."""
        self.club.go_to(number)
        await self.club.count()
        poll = await poll_of(self.fair.table, self.club.challenge)
        assert poll is not None
        await self.fair.table.update(change(ChallengePoll, poll.key, {"counted_at": self.fair.clock()}))

    async def won(self, offer: Offer) -> list[OfferClaim]:
        return [one for one in await self.fair.offers.claims(offer) if one.status.has_won]


@pytest.fixture
async def raffles(sqlite_table: SqliteTable, clock: HandClock) -> Raffles:
    club = Club(sqlite_table, clock)
    return Raffles(await Fair(sqlite_table, clock).open(), club)


async def test_it_is_drawn_once_when_the_week_is_settled_among_those_who_kept_it(raffles: Raffles) -> None:
    fair, offer = raffles.fair, await raffles.begin()
    for name in ("ada", "bob"):
        raffles.club.done[name][day(2)] = 1
    with pytest.raises(NothingToClaim):
        await fair.offers.claim(raffles.club.users["ada"], offer, "Ada")
    await raffles.count(6)
    await fair.pass_time(days=2, times=3)
    assert await raffles.won(offer) == []  # the day has come, and nobody counted since

    await raffles.count(9)
    await fair.pass_time(hours=2, times=3)
    await fair.pass_time(hours=2, times=3)

    [winner], drawn = await raffles.won(offer), await fair.offer_now(offer)
    expected = min(("Ada", "Bob"), key=lambda name: ticket(SEED, name))
    assert (winner.name, drawn.ending) == (expected, Ending.DRAWN)
    assert drawn.raffle is not None
    assert (drawn.raffle.entrants, drawn.raffle.commitment) == (2, commitment(SEED))
    [told] = await fair.news("offer-drawn")
    assert expected in told.text
    assert SEED in told.text
    assert told.facts[PEOPLE] == winner.user
    assert "offer-won" in await fair.kinds(raffles.club.users[expected.lower()])


async def test_the_seed_stands_in_no_line_of_a_log(raffles: Raffles) -> None:
    offer = await raffles.begin()
    assert offer.raffle is not None
    assert offer.raffle.seed
    assert offer.raffle.seed not in repr(offer)
    assert offer.raffle.commitment in repr(offer)


async def test_who_left_or_was_deleted_is_not_drawn_and_perhaps_nobody_is(raffles: Raffles) -> None:
    fair, offer = raffles.fair, await raffles.begin(prizes=3)
    for name in ("ada", "bob"):
        raffles.club.done[name][day(2)] = 1
    await raffles.count(9)
    await raffles.club.leave("ada")
    await raffles.club.delete("bob")
    await fair.pass_time(days=1)
    assert await raffles.won(offer) == []
    [told] = await fair.news("offer-drawn")
    assert "Nobody kept the week" in told.text


@pytest.mark.parametrize("when", ["before the draw", "after it"])
async def test_it_can_still_be_checked_when_somebody_takes_another_name(raffles: Raffles, when: str) -> None:
    fair, club, offer = raffles.fair, raffles.club, await raffles.begin()
    names = {name: name.title() for name in ("ada", "bob", "carol")}
    for name in names:
        club.done[name][day(2)] = 1
    await raffles.count(9)
    first, *_, last = sorted(names, key=lambda name: ticket(SEED, names[name]))
    lucky = next(f"Eve {number}" for number in range(100) if _beats(f"Eve {number}", names[first]))
    if when == "after it":
        await fair.pass_time(hours=2)
    await club.leave(last)
    await club.challenges.join(club.users[last], club.challenge, lucky, here=club.challenge.owner)
    await fair.pass_time(hours=2)

    ranks = await ranks_among(fair.table, club.challenge, week(0), [one.id for one in club.users.values()])
    shown = min((one.name for one in ranks), key=lambda name: ticket(SEED, name))
    [winner] = await raffles.won(offer)
    assert (winner.name, shown) == (names[first], names[first])


def _beats(name: str, other: str) -> bool:
    return ticket(SEED, name) < ticket(SEED, other)


async def test_whatever_is_cut_short_it_is_drawn_once(raffles: Raffles) -> None:
    fair, offer = raffles.fair, await raffles.begin(prizes=2)
    for name in ("ada", "bob", "carol"):
        raffles.club.done[name][day(2)] = 1
    await raffles.count(9)
    fair.clock.advance(timedelta(hours=3).total_seconds())
    for number in range(1, 30):
        for when in ("before", "after"):
            table = FaultyTable(fair.table)
            table.fail(at=number, when=when)
            with suppress(Throttled):
                await fair.pass_time(table)
    assert len(await raffles.won(offer)) == 2
    assert len(await fair.news("offer-drawn")) == 1
