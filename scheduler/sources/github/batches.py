"""Commits of many accounts with few requests: in batches, and with less at once where that is too much."""

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, TypeAlias

from scheduler.backoff import Backoff
from scheduler.sources.github.accounts import Commits, GitHubAccount
from scheduler.sources.github.answers import CommitAnswer, answers_to
from scheduler.sources.github.api import SEARCHES_PER_MINUTE, GitHubApi, Waits
from scheduler.sources.github.query import FEW, LONGEST, MANY, CommitQuestion, points_of, questions
from scheduler.sources.source import SourceFailure, Unavailable
from scheduler.sources.timing import Timing
from tracker.days import Days
from tracker.frozen import frozen

Counted: TypeAlias = Commits | SourceFailure

_BACKOFF = Backoff(first=1.0, longest=30.0)


@dataclass(slots=True)
class _Sum:
    """What has been answered of one account so far."""

    now: GitHubAccount
    days: dict[date, int] = field(default_factory=dict[date, int])
    private: int = 0
    cut: bool = False

    def add(self, answer: CommitAnswer) -> None:
        self.now = answer.account
        self.days.update(answer.days)  # no day is in two answers
        self.private += answer.private
        self.cut = self.cut or answer.cut

    @property
    def commits(self) -> Commits:
        return Commits(self.now, dict(sorted(self.days.items())), self.private, self.cut)


class Batches:
    """Counts with a token."""

    def __init__(self, api: GitHubApi, timing: Timing, size: int) -> None:
        self._api = api
        self._timing = timing
        self._size = size

    async def count(self, accounts: Sequence[GitHubAccount], days: Days) -> Mapping[GitHubAccount, Counted]:
        """Everybody with their commits, or with the reason why they are not known."""
        return await _Count(self._api, self._timing, accounts).run(questions(accounts, days, self._size))


class _Count:
    """One count. What was too much once is not asked for again until the next."""

    def __init__(self, api: GitHubApi, timing: Timing, accounts: Sequence[GitHubAccount]) -> None:
        self._api = api
        self._timing = timing
        self._sums = {account: _Sum(account) for account in accounts}
        self._failures: dict[GitHubAccount, SourceFailure] = {}
        self._most: int | None = None
        self._in_vain = 0
        self._waits = Waits(timing)

    async def run(self, asked: Iterable[CommitQuestion]) -> Mapping[GitHubAccount, Counted]:
        todo = deque(asked)
        while todo:
            question = self._still_open(todo.popleft())
            if self._most is not None and len(question.accounts) > self._most:
                todo.extendleft(reversed(question.halves()))
            elif question.accounts:
                todo.extendleft(reversed(await self._take(question)))
        return {
            account: self._failures.get(account) or summed.commits for account, summed in self._sums.items()
        }

    def _still_open(self, question: CommitQuestion) -> CommitQuestion:
        """Without those of whom other days could not be counted: theirs would be a part."""
        return replace(
            question, accounts=tuple(one for one in question.accounts if one not in self._failures)
        )

    async def _take(self, question: CommitQuestion) -> Sequence[CommitQuestion]:
        """Ask. What is left to ask for is answered."""
        try:
            answers = await self._waits.through(self._api.graphql, lambda: self._answers(question))
        except SourceFailure as failure:
            return await self._fewer(question, failure)
        self._in_vain = 0
        return self._sort(question, answers)

    async def _answers(self, question: CommitQuestion) -> list[CommitAnswer | SourceFailure]:
        return await self._api.query(
            question.text,
            question.variables,
            lambda page: answers_to(question, page, self._timing.clock()),
            cost=question.points,
        )

    async def _fewer(self, question: CommitQuestion, failure: SourceFailure) -> Sequence[CommitQuestion]:
        """The same in smaller questions, if the failure says that they may be answered."""
        halves = question.halves()
        if not is_too_much(failure) or not halves:
            self._fail(question.accounts, failure)
            return ()
        if len(question.accounts) > 1:
            self._most = len(halves[-1].accounts)
        self._in_vain += 1
        await self._timing.sleep(_BACKOFF.wait(self._in_vain, self._timing.chance()))
        return halves

    def _sort(
        self, question: CommitQuestion, answers: Sequence[CommitAnswer | SourceFailure]
    ) -> Sequence[CommitQuestion]:
        too_much: list[GitHubAccount] = []
        cut: list[GitHubAccount] = []
        for account, answer in zip(question.accounts, answers, strict=True):
            match answer:
                case CommitAnswer(cut=True) if question.repositories < MANY or question.shorter():
                    cut.append(account)
                case CommitAnswer():
                    self._sums[account].add(answer)
                case Unavailable() if is_too_much(answer) and question.halves():
                    too_much.append(account)
                case _:
                    self._fail([account], answer)
        return (*_smaller(question, too_much), *_closer(question, cut))

    def _fail(self, accounts: Iterable[GitHubAccount], failure: SourceFailure) -> None:
        for account in accounts:
            self._failures.setdefault(account, failure)


def is_too_much(failure: SourceFailure) -> bool:
    """Whether less at once may be answered."""
    return isinstance(failure, Unavailable) and not failure.brief and failure.until is None


def _smaller(question: CommitQuestion, accounts: list[GitHubAccount]) -> Sequence[CommitQuestion]:
    if not accounts:
        return ()
    left = replace(question, accounts=tuple(accounts))
    return (left,) if len(accounts) < len(question.accounts) else question.halves()


def _closer(question: CommitQuestion, accounts: list[GitHubAccount]) -> Sequence[CommitQuestion]:
    """For those who did more than was listed: more repositories at once, and then fewer days."""
    left = replace(question, accounts=tuple(accounts))
    if not accounts:
        return ()
    return (replace(left, repositories=MANY),) if question.repositories < MANY else left.shorter()


POINTS_PER_HOUR: Final = 5000
"""What GitHub gives a token."""


@frozen
class CountCost:
    """At most, if nothing goes wrong and nobody worked in more repositories than are listed at once."""

    requests: int
    points: int
    """Of those that GitHub gives a token in an hour."""
    seconds: float
    """At least, by the pace alone."""


def cost_with_token(accounts: int, days: int = 14, *, size: int = 20, per_second: float = 1.0) -> CountCost:
    full, rest = divmod(accounts, size)
    parts = math.ceil(days / LONGEST)
    requests = (full + bool(rest)) * parts
    points = (full * points_of(size, FEW) + (points_of(rest, FEW) if rest else 0)) * parts
    return CountCost(requests, points, max(requests - 1, 0) / per_second)


def cost_of_search(accounts: int) -> CountCost:
    """Without a token; more for those with more than a hundred commits."""
    return CountCost(accounts, 0, max(accounts - 1, 0) * 60 / SEARCHES_PER_MINUTE)
