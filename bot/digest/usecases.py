"""What a person can do with their digest: words in, documents out."""

from bot.accounts import usecases as accounts
from bot.accounts.documents import AccountSettings
from bot.accounts.requests import ChangeAccount
from bot.digest.documents import DigestChanged, DigestMessage, DigestPreview, DigestTimes
from bot.digest.requests import ChangeDigest
from bot.documents import Nothing
from bot.visit import Visit
from tracker.accounts.model import User
from tracker.digest.rounds import preview


async def show(visit: Visit, _: Nothing) -> DigestPreview:
    """What the next one would say if it came now. Nothing is sent."""
    found = await preview(visit.services.tools, visit.person)
    return DigestPreview(
        messages=tuple(
            DigestMessage(
                title=one.title, text=one.text, channel=one.preferred_channel, facts=dict(one.facts)
            )
            for one in found
        ),
        digest=_times(visit.person),
    )


async def change(visit: Visit, ask: ChangeDigest) -> DigestChanged:
    wanted = ChangeAccount(digest=ask.frequency, digest_time=ask.time, digest_when_quiet=ask.when_quiet)
    return DigestChanged(digest=_times((await accounts.change(visit, wanted)).account.settings))


def _times(settings: User | AccountSettings) -> DigestTimes:
    return DigestTimes(
        frequency=settings.digest,
        time=settings.digest_time,
        when_quiet=settings.digest_when_quiet,
        timezone=settings.timezone,
    )
