"""GitHub is asked whether an account shows its code, and not too often by one person."""

from datetime import timedelta
from math import ceil

from bot.services import Services
from bot.slash.errors import Problem
from scheduler.sources.source import NotFound, RateLimited, SourceFailure, Unavailable
from tracker.accounts.model import User
from tracker.limits import Limit, Limits

CHECKS = Limit("github-check", 20, timedelta(hours=1))
"""Of one person: without a token GitHub answers 60 questions an hour, to all together."""


async def confirmed(services: Services, user: User, login: str) -> User:
    """With the account as theirs. Raises NotProven, IdentityTaken, Refused, SourceFailure, Problem."""
    await _check_often(services, user)
    try:
        return await services.github_proof.confirm(user, login)
    except NotFound:
        raise
    except SourceFailure as failure:  # its own words are for what is tried again by itself
        wait = failure.retry_after if isinstance(failure, RateLimited) else None
        when = f"in {_minutes(wait)}" if wait else "in a few minutes"
        why = failure.cause or "it does not answer"
        raise Unavailable(f"GitHub could not be asked: {why}. Press the button again {when}.") from failure


async def _check_often(services: Services, user: User) -> None:
    again = await Limits(services.table, services.clock).take(CHECKS, user.id)
    if again is not None:
        wait = (again - services.clock()).total_seconds()
        raise Problem(f"You had GitHub asked very often. Please try again in {_minutes(wait)}.")


def _minutes(seconds: float) -> str:
    whole = max(ceil(seconds / 60), 1)
    return "1 minute" if whole == 1 else f"{whole:,} minutes"
