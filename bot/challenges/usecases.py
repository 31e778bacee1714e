"""What a person can do with challenges: words in, documents out."""

import asyncio
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.challenges import documents, requests
from bot.documents import Nothing, copied, reading
from bot.managed_server import managed_server
from bot.network_services import github_checker
from bot.page import page_of
from bot.visit import Visit
from scheduler.sources.github.accounts import login_of
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.model import User
from tracker.challenge.beginning import check_counted, chosen_zone, first_day, last_day
from tracker.challenge.editing import may_change
from tracker.challenge.errors import BadChallenge, NotIn, NotProven
from tracker.challenge.finding import KnownChallenges
from tracker.challenge.joining import not_proven
from tracker.challenge.model import Challenge, Counted
from tracker.challenge.wording import is_over
from tracker.challenge.words import parse_said_week
from tracker.days import local_day
from tracker.front_ends import FrontEnd
from tracker.ranking import Rank
from tracker.shares.model import Shareable
from tracker.shares.things import is_shared
from tracker.weeks import week_text

STREAKS = 3
"""So many of the longest ones are named."""


async def create(visit: Visit, ask: requests.CreateChallenge) -> documents.ChallengeCreated:
    """Of the server where the person is, if they manage it, or else of the person."""
    services, guild, owner = visit.services, visit.guild, visit.person
    if guild is not None:
        owner = await services.servers.account(await managed_server(visit))
    with reading("zone"):
        zone = owner.timezone if ask.zone is None else chosen_zone(ask.zone)
    today = local_day(visit.now, ZoneInfo(zone))
    with reading("starts"):
        starts = first_day(ask.starts, today)
    with reading("ends"):
        ends = last_day(ask.ends, today)
    with reading("only"):
        counted, attribute = check_counted(ask.counts, ask.only)
    days = {"timezone": zone, "starts": starts, "ends": ends}
    wanted = {"counted": counted, "attribute": attribute, "threshold": ask.threshold, "who": ask.who}
    made = await services.challenges.create(owner, ask.name, **wanted, **days)
    announced = None if guild is None else bool(await services.channels.list(owner.id))
    return documents.ChallengeCreated(challenge=document(visit, made), announced=announced)


async def list_challenges(visit: Visit, _: Nothing) -> documents.ChallengeList:
    """Those that the person is in, and those that were set up where they are."""
    challenges = visit.services.challenges
    every = await known(visit)
    found = [
        documents.ListedChallenge(
            **document(visit, one).model_dump(),
            joined=every.is_joined(one),
            participants=(await challenges.summary(one)).participants,
        )
        for one in every.every
    ]
    return documents.ChallengeList(challenges=tuple(found))


async def overview(visit: Visit, _: Nothing) -> documents.ChallengeOverview:
    """How the person stands in all that they are in; those that are over come last."""
    today = visit.services.challenges.today
    every = await known(visit)
    mine = sorted(every.mine, key=lambda one: is_over(one, today(one)))
    found = await asyncio.gather(*(_status_or_none(visit, one) for one in mine))
    others = [one for one in every.every if not (every.is_joined(one) or is_over(one, today(one)))]
    return documents.ChallengeOverview(
        challenges=tuple(filter(None, found)),
        others=tuple(document(visit, one) for one in others),
    )


async def status(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeOverview:
    """Of one that the person is in, or of all of them. Raises NotIn."""
    if ask.challenge is None:
        return await overview(visit, Nothing())
    found = await visit.services.challenges.find_joined(visit.person.id, ask.challenge, await here(visit))
    return documents.ChallengeOverview(challenges=(await _status(visit, found),), others=())


async def show(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeShown:
    """What it asks for, and how the person stands if they are in it."""
    found = await shown(visit, ask)
    return documents.ChallengeShown(
        challenge=document(visit, found),
        status=await _status_or_none(visit, found),
        manages=may_change(found, visit.person.id, await managed_here(visit)),
        is_public=await _is_public(visit, found),
    )


async def _is_public(visit: Visit, one: Challenge) -> bool:
    return await is_shared(visit.services.table, one.owner, Shareable.CHALLENGE, one.id)


async def join(visit: Visit, ask: requests.JoinChallenge) -> documents.Joining:
    """The person is in, or is told which code to show first. Raises NotProven where they name no account."""
    return await _join(visit, ask, asking=False)


async def join_step_by_step(visit: Visit, ask: requests.JoinChallenge) -> documents.Joining:
    """The same where the account can be asked for next: in a form."""
    return await _join(visit, ask, asking=True)


async def _join(visit: Visit, ask: requests.JoinChallenge, *, asking: bool) -> documents.Joining:
    challenges, place, person = visit.services.challenges, await here(visit), visit.person
    challenge = await challenges.find_to_join(person.id, ask.challenge, place)
    said = {"character": ask.character, "habit": ask.habit}
    counts = await challenges.what_counts(person.id, challenge, **said, github=ask.github)
    with reading("github"):
        login = person.github_login if ask.github is None else login_of(ask.github)
    by_commits = challenge.counted is Counted.COMMITS
    if ask.check and ask.github is None:
        raise BadChallenge("Say which account to check, with the option github.", field="github")
    if by_commits and login is None and not asking:
        raise not_proven()
    name = await challenges.name_in(person, challenge, ask.name, visit.discord_name, login)
    shown_as = document(visit, challenge)
    if by_commits:
        if login is None:
            return documents.AccountAsked(challenge=shown_as, name=name)
        proven = await _proven(visit, login, ask.check)
        if isinstance(proven, GitHubCode):
            return documents.ProofAsked(challenge=shown_as, name=name, **proven._asdict())
        person, login = proven, proven.github_login
    who = await challenges.join(person, challenge, name, here=place, **said)
    github = login if by_commits else None
    return documents.ChallengeJoined(
        challenge=shown_as,
        name=who.name,
        since=week_text(who.since),
        github=github,
        counting=counts.text(github),
        is_public=await _is_public(visit, challenge),
    )


class GitHubCode(NamedTuple):
    """What an account has to show."""

    github: str
    code: str
    advice: str


async def _proven(visit: Visit, login: str, check: bool | None) -> User | GitHubCode:  # noqa: FBT001
    """The person with an account that is theirs, or what to do. Raises NotProven, SourceFailure."""
    if login.lower() == (visit.person.github_login or "").lower():
        return visit.person
    proof = await github_checker(visit.services)
    if check is not False:
        try:
            return await proof.confirm(visit.person, login)
        except NotProven:
            if check:
                raise
    return GitHubCode(login, proof.code(visit.person, login), proof.advice(visit.person, login))


async def to_leave(visit: Visit, ask: requests.NameChallenge) -> documents.StatusDocument:
    """What is asked about before the person leaves."""
    found = await visit.services.challenges.find_joined(visit.person.id, ask.challenge, await here(visit))
    return await _status(visit, found)


async def leave(visit: Visit, ask: requests.NameChallenge) -> documents.ChallengeLeft:
    challenges = visit.services.challenges
    found = await challenges.find_joined(visit.person.id, ask.challenge, await here(visit))
    who = (await challenges.status(visit.person.id, found)).who
    await challenges.leave(visit.person, found)
    return documents.ChallengeLeft(
        challenge=document(visit, found), **copied(who, "name", "character", "habit")
    )


async def standings(
    visit: Visit, ask: requests.ShowStandings, *, by_id: bool = False
) -> documents.StandingsDocument:
    """Who did most in a week, and where the person stands. See `shown` for `by_id`.

    The index is read as far as the page goes, and one further.
    """
    challenges, me = visit.services.challenges, visit.person.id
    with reading("week"):
        said = parse_said_week("this week" if ask.week is None else ask.week)
    challenge = await shown(visit, ask, by_id=by_id)
    with reading("week"):
        week = said.on(challenges.today(challenge))
    ranks, own, summary, longest, everybody, counted_at = await asyncio.gather(
        challenges.standings(challenge, week, min((ask.page + 1) * ask.limit + 1, requests.MOST_RANKS)),
        challenges.own_rank(me, challenge, week),
        challenges.summary(challenge, week),
        challenges.top_streaks(challenge, STREAKS),
        challenges.everybody(challenge),
        challenges.counted_at(challenge),
    )
    page = page_of(ranks, ask.page, ask.limit)
    people = {me, *(one.user for one in page.items)}
    streaks = await challenges.streaks_at(challenge, week, people)
    good = await challenges.good_weeks(challenge, week, people)

    def placed(rank: Rank) -> documents.ChallengeRank:
        return documents.rank_document(rank, streaks.get(rank.user, 0), success=rank.user in good)

    return documents.StandingsDocument(
        challenge=document(visit, challenge),
        counted_at=counted_at,
        week=documents.summary_document(summary),
        top=tuple(documents.ListedRank(**placed(one).model_dump(), you=one.user == me) for one in page.items),
        you=own and placed(own),
        longest_streaks=tuple(
            documents.LongestStreak(name=one.name, weeks=one.points) for one in longest if one.points
        ),
        everybody=documents.everybody_document(everybody),
        page=page.number,
        pages=page.count,
    )


async def weeks(visit: Visit, ask: requests.ShowWeeks, *, by_id: bool = False) -> documents.WeekList:
    """All weeks of the person in a challenge, the newest first."""
    challenge = await shown(visit, ask, by_id=by_id)
    found = await visit.services.challenges.history(visit.person.id, challenge)
    page = page_of(found, ask.page, ask.limit or max(len(found), 1))
    return documents.WeekList(
        challenge=document(visit, challenge),
        weeks=tuple(documents.week_document(challenge, one) for one in page.items),
        total=page.total,
        page=page.number,
        pages=page.count,
    )


async def rebuild(visit: Visit, ask: requests.RebuildChallenges) -> documents.RebuiltList:
    """All statistics once more, from the weeks alone."""
    from scheduler.aggregate import rebuild_all, rebuild_one  # noqa: PLC0415 - for one command of operators

    table, clock = visit.services.table, visit.services.clock
    if ask.everything:
        found = await rebuild_all(table, clock)
    else:
        found = [await rebuild_one(table, clock, await shown(visit, ask))]
    made = [
        documents.RebuiltDocument(challenge=document(visit, one), **done._asdict()) for one, done in found
    ]
    return documents.RebuiltList(rebuilt=tuple(made))


def document(visit: Visit, challenge: Challenge) -> documents.ChallengeDocument:
    return documents.challenge_document(challenge, visit.services.challenges.today(challenge))


async def here(visit: Visit) -> str | None:
    """The account of the server or the terminal where the person is: they may join what was set up there."""
    if visit.guild is not None:
        server = await visit.services.servers.find(visit.guild.id)
        return server and server.account
    if visit.front_end is not FrontEnd.TERMINAL:
        return None
    local = await visit.services.accounts.find(LOCAL_PERSON)
    return local and local.id


async def managed_here(visit: Visit) -> str | None:
    """The account of the server that the person manages, where they are."""
    return await here(visit) if visit.guild is not None and visit.guild.is_managed else None


async def known(visit: Visit) -> KnownChallenges:
    """What the person can name where they are."""
    return await visit.services.challenges.known(visit.person.id, await here(visit))


async def shown(visit: Visit, ask: requests.NameChallenge, *, by_id: bool = False) -> Challenge:
    """The one that is meant. Who is in one challenge, or is where there is one, need not name it.

    `by_id` is for another page of what was shown, wherever the challenge was set up.
    """
    if by_id:
        return await visit.services.challenges.by_id(ask.challenge or "")
    return await visit.services.challenges.find_shown(visit.person.id, ask.challenge, await here(visit))


async def _status(visit: Visit, challenge: Challenge) -> documents.StatusDocument:
    challenges = visit.services.challenges
    found = await challenges.status(visit.person.id, challenge)
    people = (await challenges.summary(challenge)).participants
    return documents.status_document(found, people, challenges.today(challenge))


async def _status_or_none(visit: Visit, challenge: Challenge) -> documents.StatusDocument | None:
    """None for whoever is not in it."""
    try:
        return await _status(visit, challenge)
    except NotIn:
        return None
