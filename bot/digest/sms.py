"""The digest by SMS: `digest`, `digest weekly`, `digest 8am`."""

from bot.digest import usecases, view
from bot.digest.requests import ChangeDigest
from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.visit import Visit
from tracker.accounts.errors import InvalidSetting
from tracker.accounts.model import DigestFrequency

DIGEST = Phrase(
    "digest",
    ("summary", "report"),
    "digest",
    "the digest now; digest daily, weekly, off or 8am changes it",
    "digest",
)
HOW = "Say digest daily, digest weekly, digest off, or when it comes: digest 8am."


async def digest(here: Visit, rest: str) -> Answer:
    said = rest.casefold().removeprefix("at ").strip()
    if said in ("", "now"):
        return answer(here, view.preview(here, await usecases.show(here, Nothing())))
    if said in {*DigestFrequency}:
        ask, before = ChangeDigest(frequency=said), here.person.digest.value
    else:
        ask, before = ChangeDigest(time=said), f"{here.person.digest_time:%H:%M}"
    try:
        done = await usecases.change(here, ask)
    except InvalidSetting as refused:
        raise InvalidSetting({"digest": HOW}) from refused
    return answer(here, view.changed(here, done), undo=f"{DIGEST.name} {before}")


SMS = SmsPart(commands=(Command(DIGEST, digest),))
