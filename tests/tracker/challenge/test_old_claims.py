"""Whoever joined before names and characters were kept for one person: each gets their own, in order."""

import asyncio

import pytest

from tests.challenge_hall import Hall
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.club import Club, day, week
from tests.tracker.challenge.test_joining import play
from tests.tracker.old_claims import without_claims
from tracker.challenge.joining import participants
from tracker.challenge.model import Counted, Participation
from tracker.challenge.old_claims import settle_claims
from tracker.challenge.things import things_of
from tracker.notify import outbox
from tracker.rewards.errors import NameTaken
from tracker.rewards.taken import holders, name_in
from tracker.store.entity import change
from tracker.store.errors import Throttled
from tracker.store.keys import ParticipationKey
from tracker.store.sqlite import SqliteTable

THREE = ("carol", "carl", "caro")


async def three_carols(club: Club) -> None:
    """They joined one after another, each was counted once, and nobody has a claim."""
    for name in THREE:
        await club.join(name)
        club.clock.advance(60)
        club.done[name][day(0)] += 1
    for name in THREE:
        key = ParticipationKey(club.users[name].id, club.challenge.id)
        await club.table.update(change(Participation, key, {"name": "Carol"}))
    await club.count()
    await without_claims(club.table)


async def names(club: Club) -> dict[str, str]:
    known = {user.id: name for name, user in club.users.items()}
    return {known[one.user]: one.name for one in await participants(club.table, club.challenge.id)}


async def told(club: Club, name: str) -> list[str]:
    found = await outbox.history(club.table, club.users[name].id)
    return [one.text for one in found if one.kind.name == "challenge-changed"]


async def test_the_second_and_third_of_a_name_get_another_and_are_told(club: Club) -> None:
    await three_carols(club)

    await settle_claims(club.table, club.challenge, club.clock())

    assert await names(club) == {"carol": "Carol", "carl": "Carol 2", "caro": "Carol 3"}
    shown = [one.name for one in await club.challenges.standings(club.challenge, week(0))]
    assert sorted(shown) == ["Carol", "Carol 2", "Carol 3"], "in the week that is counted, too"
    assert await told(club, "carol") == []
    assert await told(club, "carl") == [
        "Somebody else in it is called Carol, so others see you as Carol 2 there."
    ]
    await settle_claims(club.table, club.challenge, club.clock())
    assert await names(club) == {"carol": "Carol", "carl": "Carol 2", "caro": "Carol 3"}
    assert len(await told(club, "carl")) == 1


async def test_nobody_new_takes_a_name_from_whoever_was_there_before(club: Club) -> None:
    await three_carols(club)
    new = await club.person("new")

    with pytest.raises(NameTaken):
        await club.challenges.join(new, club.challenge, "Carol", here=club.challenge.owner)

    assert (await names(club))["carol"] == "Carol"
    await club.leave("carol")
    await club.challenges.join(new, club.challenge, "Carol", here=club.challenge.owner)


async def test_a_character_counts_on_for_whoever_joined_first(club: Club) -> None:
    made = await club.begin(name="Xp", counted=Counted.XP)
    ada, bob = await club.person("ada"), await club.person("bob")
    await play(club, ada.id, "Zezima")
    await play(club, bob.id, "Zezima", "Lynx")
    await club.challenges.join(ada, made, "Ada", here=made.owner)
    club.clock.advance(60)
    await club.challenges.join(bob, made, "Bob", here=made.owner, character="Lynx")
    key = ParticipationKey(bob.id, made.id)
    await club.table.update(change(Participation, key, {"character": "zezima"}))
    await without_claims(club.table)

    await settle_claims(club.table, made, club.clock())

    found = {one.user: one.character for one in await participants(club.table, made.id)}
    assert found == {ada.id: "zezima", bob.id: None}
    [said] = await told(club, "bob")
    assert said.startswith("Zezima counts for somebody who joined before you")
    await club.challenges.leave(bob, made)
    await club.challenges.join(bob, made, "Bob", here=made.owner, character="Lynx")


async def test_several_who_settle_and_join_at_once_leave_each_name_to_one(club: Club) -> None:
    await three_carols(club)
    people = [await club.person(f"p{number}") for number in range(4)]
    joining = [
        club.challenges.join(one, club.challenge, "Carol", here=club.challenge.owner) for one in people
    ]
    settling = [settle_claims(club.table, club.challenge, club.clock()) for _ in range(3)]

    found = await asyncio.gather(*joining, *settling, return_exceptions=True)

    assert {type(one) for one in found} <= {NameTaken, type(None), Participation}
    every = list((await names(club)).values())
    assert len({one.casefold() for one in every}) == len(every)


@pytest.mark.parametrize("call", range(1, 30, 3))
async def test_one_that_breaks_off_is_finished_by_the_next(club: Club, call: int) -> None:
    await three_carols(club)
    faulty = FaultyTable(club.table)
    faulty.fail(at=call, when="after")
    try:
        await settle_claims(faulty, club.challenge, club.clock())
    except Throttled:
        await settle_claims(club.table, club.challenge, club.clock())

    assert await names(club) == {"carol": "Carol", "carl": "Carol 2", "caro": "Carol 3"}
    assert len(await told(club, "caro")) == 1


async def test_a_count_settles_it(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with Hall.open(sqlite_table, clock) as hall:
        await hall.begin()
        await hall.join("ada")
        await without_claims(sqlite_table)

        await hall.look()

        name = name_in(things_of(hall.challenge.id), "Ada")
        assert await holders(sqlite_table, [name]) == {name: hall.users["ada"].id}
