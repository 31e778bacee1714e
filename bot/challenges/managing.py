"""What those who set a challenge up can do with it later, and having it counted: words in, documents out."""

from bot.challenges import documents, requests, usecases
from bot.documents import reading
from bot.network_services import challenge_counters, look_at
from bot.visit import Visit
from tracker.challenge.beginning import first_day, last_day
from tracker.challenge.editing import NO_END, differences
from tracker.challenge.errors import NotIn
from tracker.challenge.model import Challenge
from tracker.goals.lookup import characters_of


async def edit(visit: Visit, ask: requests.EditChallenge) -> documents.ChallengeChanged:
    """Only what is said is changed, and everybody in it is told."""
    challenges = visit.services.challenges
    before = await _own(visit, ask)
    today = challenges.today(before)
    wanted: dict[str, object] = {
        name: value for name in ("name", "threshold", "who") if (value := getattr(ask, name)) is not None
    }
    if ask.starts is not None:
        with reading("starts"):
            wanted["starts"] = first_day(ask.starts, today)
    if ask.ends is not None:
        with reading("ends"):
            wanted["ends"] = None if ask.ends.strip().casefold() in NO_END else last_day(ask.ends, today)
    return await _changed(visit, before, await challenges.edit(before, visit.person, **wanted))


async def end(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeChanged:
    """Today is its last day."""
    before = await _own(visit, ask)
    return await _changed(visit, before, await visit.services.challenges.end(before, visit.person))


async def to_remove(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeRemoval:
    """What is asked about before it is removed."""
    return await _removal(visit, await _own(visit, ask), done=False)


async def remove(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeRemoval:
    """For good, for everybody in it."""
    removed = await _removal(visit, found := await _own(visit, ask), done=True)
    await visit.services.challenges.remove(found, visit.person)
    return removed


async def count(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeCounted:
    """Now, and who is ahead. Where that was done just now, it is not done again, and uses nothing up."""
    services, person = visit.services, visit.person
    challenge = await usecases.shown(visit, ask)
    counters, people, waiting = await challenge_counters(services), 0, 0
    if not await counters.is_fresh(challenge, person.id):
        await services.challenges.take_count(person)
        if challenge.counted.of_character:
            await _look(visit, challenge)
        people, waiting = await counters.count_now(challenge, person.id)
    standings = await usecases.standings(visit, requests.ShowStandings(challenge=challenge.id), by_id=True)
    return documents.ChallengeCounted(people=people, waiting=waiting, standings=standings)


async def _look(visit: Visit, challenge: Challenge) -> None:
    """A game is asked for the person's own character alone."""
    try:
        who = (await visit.services.challenges.status(visit.person.id, challenge)).who
    except NotIn:
        return
    mine = await characters_of(visit.services.table, visit.person.id)
    for one in mine:
        if one.id == who.character:
            await look_at(visit.services, one.subject)


async def _own(visit: Visit, ask: requests.NameChallenge) -> Challenge:
    """The one that is meant, if the person may change it."""
    here, managed = await usecases.here(visit), await usecases.managed_here(visit)
    return await visit.services.challenges.find_own(visit.person.id, ask.challenge, here, managed)


async def _changed(visit: Visit, before: Challenge, after: Challenge) -> documents.ChallengeChanged:
    challenges = visit.services.challenges
    return documents.ChallengeChanged(
        challenge=usecases.document(visit, after),
        changes=tuple(differences(before, after, challenges.today(after))),
        told=await challenges.others_in(after, visit.person),
    )


async def _removal(visit: Visit, challenge: Challenge, *, done: bool) -> documents.ChallengeRemoval:
    challenges = visit.services.challenges
    return documents.ChallengeRemoval(
        challenge=usecases.document(visit, challenge),
        told=await challenges.others_in(challenge, visit.person),
        weeks=(await challenges.everybody(challenge)).weeks,
        done=done,
    )
