"""`challenge` and `standings`: how a person stands in what they joined, and who is ahead this week."""

import asyncio
from collections.abc import Iterator, Sequence

from bot.names import NAME, cut_short
from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.conversation import Listed
from tracker.challenge.errors import ChallengeRefused, NotIn
from tracker.challenge.finding import find_challenge
from tracker.challenge.model import Challenge, WeekRecord, WeekSummary
from tracker.challenge.service import Status
from tracker.challenge.wording import is_over, place_text, streak_text, week_count, weeks_text
from tracker.ranking import Rank
from tracker.weeks import days_of, week_of
from tracker.words import day_text

SHOWN = 5


async def challenges(turn: Turn, rest: str) -> Answer:
    """A line for each, those that are over at the end. A number shows who is ahead in it."""
    mine = await _mine(turn)
    chosen = [_meant(mine, rest)] if rest else mine
    found = await asyncio.gather(*(_line(turn, one) for one in chosen))
    lines = [line for line in found if line is not None]
    if not lines:
        return Answer(words.NO_CHALLENGES)
    ids = tuple(one.id for one, line in zip(chosen, found, strict=True) if line is not None)
    numbered = (f"{number}. {line}" for number, line in enumerate(lines, 1))
    listed = Listed(command=words.STANDINGS.name, ids=ids, shown=len(ids))
    return Answer("\n".join(numbered), listed=listed)


async def standings(turn: Turn, rest: str) -> Answer:
    """Of the challenge that is named, or of the only one."""
    mine = await _mine(turn)
    if not mine:
        return Answer(words.NO_CHALLENGES)
    under_way = [one for one in mine if not _is_over(turn, one)] or mine
    if rest or len(under_way) == 1:
        return Answer(await _board(turn, _meant(mine, rest) if rest else under_way[0]))
    lines = [f"{number}. {_name(one)}" for number, one in enumerate(under_way, 1)]
    ids = tuple(one.id for one in under_way)
    listed = Listed(command=words.STANDINGS.name, ids=ids, shown=len(ids))
    return Answer("\n".join([words.WHICH, *lines]), listed=listed)


async def _mine(turn: Turn) -> list[Challenge]:
    found = await turn.services.challenges.mine(turn.user.id)
    return sorted(found, key=lambda one: _is_over(turn, one))


def _meant(mine: Sequence[Challenge], rest: str) -> Challenge:
    try:
        return find_challenge(mine, rest)
    except ChallengeRefused as refused:
        raise Unclear(str(refused)) from refused


async def _line(turn: Turn, challenge: Challenge) -> str | None:
    """None for somebody who has just left."""
    try:
        status = await turn.services.challenges.status(turn.user.id, challenge)
    except NotIn:
        return None
    summary = await turn.services.challenges.summary(challenge)
    return f"{_name(challenge)}: {', '.join(filter(None, _parts(turn, status, summary)))}"


def _parts(turn: Turn, status: Status, summary: WeekSummary) -> Iterator[str]:
    challenge, standing = status.challenge, status.standing
    today = turn.services.challenges.today(challenge)
    if is_over(challenge, today):
        yield words.IS_OVER.format(good=f"{standing.success_weeks:,}", weeks=weeks_text(standing.total_weeks))
        return
    if challenge.starts > today:
        yield words.BEGINS.format(day=day_text(challenge.starts, today))
        return
    yield week_count(challenge, status.week)
    yield _left(turn, challenge, status.week)
    yield streak_text(standing.current)
    if status.rank is not None:
        yield place_text(status.rank.number, summary.participants)


def _left(turn: Turn, challenge: Challenge, record: WeekRecord | None) -> str:
    """How many days are left to make the week a good one."""
    if record is not None and record.success:
        return words.GOOD_WEEK
    today = turn.services.challenges.today(challenge)
    last = days_of(week_of(today)).last
    days = (min(last, challenge.ends or last) - today).days + 1
    return words.LAST_DAY if days == 1 else words.DAYS_LEFT.format(days=days)


async def _board(turn: Turn, challenge: Challenge) -> str:
    service = turn.services.challenges
    first = await service.standings(challenge, count=SHOWN)
    if not first:
        return words.NOBODY_COUNTED.format(challenge=_name(challenge))
    week = week_of(service.today(challenge)).week
    lines = [words.STANDINGS_OF.format(challenge=_name(challenge), week=week)]
    lines += [_place(turn, challenge, one) for one in first]
    if all(one.user != turn.user.id for one in first) and (own := await _own_rank(turn, challenge)):
        lines.append(_place(turn, challenge, own))
    return "\n".join(lines)


async def _own_rank(turn: Turn, challenge: Challenge) -> Rank | None:
    try:
        return (await turn.services.challenges.status(turn.user.id, challenge)).rank
    except NotIn:
        return None


def _place(turn: Turn, challenge: Challenge, rank: Rank) -> str:
    number, count = f"{rank.number:,}", challenge.amount(rank.points)
    if rank.user == turn.user.id:
        return words.YOUR_COUNT.format(number=number, count=count)
    return f"{number}. {cut_short(rank.name, NAME)}: {count}"


def _is_over(turn: Turn, challenge: Challenge) -> bool:
    return is_over(challenge, turn.services.challenges.today(challenge))


def _name(challenge: Challenge) -> str:
    return cut_short(challenge.name, NAME)


COMMANDS = (Command(words.CHALLENGE, challenges), Command(words.STANDINGS, standings))
