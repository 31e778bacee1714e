"""Services that ask others on the network. Few use cases need one, so each is loaded when it is needed."""

from functools import partial
from typing import TYPE_CHECKING

from bot.services import Services

if TYPE_CHECKING:
    from scheduler.challenges import Counters
    from scheduler.github_proof import GitHubProof
    from scheduler.link_mail import LinkMail
    from scheduler.proving import Proving
    from tracker.store.segments import Subject


async def code_sender(services: Services) -> "Proving":
    """What sends codes to addresses."""
    from scheduler.proving import Proving, confirming_link  # noqa: PLC0415 - see above, and so below

    settings, network = services.settings, services.network
    link = confirming_link(settings, await network.signer())
    return Proving(services.addresses, await network.channels(), settings, link, services.even_seconds)


async def link_mail(services: Services) -> "LinkMail | None":
    """What sends links to sign in by e-mail, where e-mail is set up."""
    from bot.web_address import login_address  # noqa: PLC0415
    from scheduler.link_mail import EMAIL, LinkMail  # noqa: PLC0415
    from tracker.limits import Limits  # noqa: PLC0415

    channel = (await services.network.channels()).get(EMAIL)
    if channel is None:
        return None
    link = partial(login_address, services.settings.web)
    limits = Limits(services.table, services.clock)
    return LinkMail(services.accounts, services.addresses, services.sessions, limits, channel, link)


async def look_at(services: Services, subject: "Subject") -> None:
    """What a source says of it now is recorded. Where it does not answer, what is known stays."""
    from scheduler.poll_once import look_once  # noqa: PLC0415

    table, clock, poll = services.table, services.clock, services.settings.poll
    sources = await services.network.sources()
    await look_once(table, clock, sources, services.recorder, poll, subject=subject)


async def challenge_counters(services: Services) -> "Counters":
    from scheduler.challenges import Counters  # noqa: PLC0415

    sources = await services.network.sources()
    return Counters.of(services.table, services.clock, services.settings.challenges, sources.github)


async def github_checker(services: Services) -> "GitHubProof":
    from scheduler.github_proof import GitHubProof  # noqa: PLC0415
    from tracker.limits import Limits  # noqa: PLC0415

    sources, signer = await services.network.sources(), await services.network.signer()
    limits = Limits(services.table, services.clock)
    return GitHubProof(services.accounts, sources.github, signer, limits)
