"""Whose an account on GitHub is: it shows a code that only its person was told."""

from copy import copy
from datetime import timedelta
from math import ceil

from scheduler.sources.github.accounts import login_of
from scheduler.sources.github.source import GitHub
from scheduler.sources.source import NotFound, RateLimited, SourceFailure
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.errors import NotProven
from tracker.limits import Limit, Limits
from tracker.refusals import Reason, Refused
from tracker.signing import Signer
from tracker.store.keys import IdentityKind
from tracker.words import count_of

CHECKS = Limit("github-check", 20, timedelta(hours=1))
"""Of one person: without a token GitHub answers 60 questions an hour, to all together."""

_PURPOSE = "github account"
_LETTERS = 12


class CheckedTooOften(Refused):
    code = "too_often"
    reason = Reason.TOO_OFTEN


class GitHubProof:
    def __init__(self, accounts: Accounts, github: GitHub, signer: Signer, limits: Limits) -> None:
        self._accounts, self._github, self._signer, self._limits = accounts, github, signer, limits

    def code(self, user: User, login: str) -> str:
        """What the person writes into their profile, or into a public gist. Raises BadSubject.

        It is the same whenever they ask, and another for every person and every account.
        """
        mark = self._signer.mark(_PURPOSE, user.id, login_of(login).lower())
        return f"questlog-{''.join(letter for letter in mark.lower() if letter.isalnum())[:_LETTERS]}"

    def advice(self, user: User, login: str) -> str:
        """What to do, in one sentence."""
        return (
            f"Write {self.code(user, login)} into the bio of github.com/{login_of(login)}, or make a public"
            " gist with it as its description. It can go again once it was seen."
        )

    async def confirm(self, user: User, login: str) -> User:
        """The person, with the account as theirs. Raises NotProven, IdentityTaken, CheckedTooOften,
        SourceFailure."""
        await self._check_often(user)
        try:
            account = await self._github.proof(login_of(login), self.code(user, login))
        except NotFound:
            raise
        except SourceFailure as failure:
            raise _to_try_again(failure) from failure
        if account is None or account.id is None:
            raise NotProven(f"The code is not there yet. {self.advice(user, login)}")
        shown = f"{account.id} {account.login}"
        return await self._accounts.change(user.id, identity(IdentityKind.GITHUB, shown))

    async def _check_often(self, user: User) -> None:
        if (again := await self._limits.take(CHECKS, user.id)) is not None:
            wait = (again - self._limits.now()).total_seconds()
            raise CheckedTooOften(
                f"You asked for a look at GitHub very often. Please try again in {_minutes(wait)}."
            )


def _to_try_again(failure: SourceFailure) -> SourceFailure:
    """The same failure: its own words are for what is tried again by itself, and this is not."""
    wait = failure.retry_after if isinstance(failure, RateLimited) else None
    when = f"in {_minutes(wait)}" if wait else "in a few minutes"
    told = copy(failure)
    told.args = (f"GitHub could not be asked: {failure.cause or 'it does not answer'}. Try again {when}.",)
    return told


def _minutes(seconds: float) -> str:
    return count_of(max(ceil(seconds / 60), 1), "minute")
