"""The digest as people read it, on any front end."""

from bot.digest.documents import DigestChanged, DigestPreview, DigestTimes
from bot.view import Paging, Passage, Text, Usage, View
from bot.visit import Visit
from tracker.accounts.model import DigestFrequency
from tracker.accounts.wording import digest_sentence

LIST = "digest"
SWITCH_ON = Usage("/digest frequency", "digest daily", "questlog account set --digest daily")
ADD_GOAL = Usage("/goal add goal:{}", "add {}", "questlog goal add {}")
NOTHING = (
    "Nothing to say now: it tells of habits and tasks that are due, challenges, "
    "and goals told daily or weekly."
)


def preview(here: Visit, found: DigestPreview, page: int = 0) -> View:
    """What the next one would say."""
    when = _when(found.digest, f" ({found.digest.timezone})")
    if not found.messages:
        hint = ("Set a goal: ", ADD_GOAL("99 wc by 1 march"))
        return View(lead=NOTHING, empty=True, hints=[hint], footer=when)
    return View(
        title="Your next digest, if it came now",
        passages=[Passage(one.text, one.title) for one in found.messages],
        paging=Paging(LIST, page, 1),
        footer=when,
    )


def changed(here: Visit, done: DigestChanged) -> View:
    return View(lead=_when(done.digest))


def _when(times: DigestTimes, zone: str = "") -> Text:
    said = digest_sentence(times.frequency, times.time, when_quiet=times.when_quiet)
    if times.frequency is DigestFrequency.OFF:
        return (f"{said} ", SWITCH_ON(), " switches them on.")
    return f"{said.removesuffix('.')}{zone}."
