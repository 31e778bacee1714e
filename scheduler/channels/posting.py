"""A POST to an address that somebody gave: redirects are not followed, and what fails shows no address."""

from collections.abc import Mapping
from typing import NamedTuple

import aiohttp

from scheduler.channels.channel import ChannelFailure, Hung, Retry, TargetOff
from scheduler.sources.addresses import PrivateAddress


class PostTarget(NamedTuple):
    """What is posted to, as people read it."""

    name: str
    """`the webhook`."""
    setting: str
    """What permits private networks: `webhook.allow_private`."""


class PostAnswer(NamedTuple):
    status: int
    after: float | None
    """`Retry-After`, where it is in whole seconds: a date is rare, and the own backoff does as well."""


async def post(
    session: aiohttp.ClientSession,
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    target: PostTarget,
    seconds: float,
) -> PostAnswer:
    """The session decides which addresses may be reached. Raises ChannelFailure."""
    limit = aiohttp.ClientTimeout(total=seconds)
    # The errors of aiohttp show the address, which may hold a secret; so none of them is the cause.
    try:
        async with session.post(
            address, data=body, headers=headers, allow_redirects=False, timeout=limit
        ) as response:
            after = response.headers.get("Retry-After", "")
            return PostAnswer(response.status, float(after) if after.isascii() and after.isdigit() else None)
    except TimeoutError:
        raise Hung(f"{target.name} did not answer in time") from None
    except (ValueError, aiohttp.NonHttpUrlClientError):
        raise TargetOff(f"the address of {target.name} cannot be used") from None
    except (aiohttp.ClientError, OSError) as error:
        raise _unreached(error, target) from None


def _unreached(error: Exception, target: PostTarget) -> ChannelFailure:
    if isinstance(error, aiohttp.ClientConnectorError) and isinstance(error.os_error, PrivateAddress):
        return TargetOff(f"{target.name} is in a private network; {target.setting} permits that")
    return Retry(f"{target.name} could not be reached ({type(error).__name__})")
