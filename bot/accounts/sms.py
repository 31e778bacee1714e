"""Settings by SMS: `zone Europe/Berlin`, `quiet 22-7`, `snooze 2h`, `pause until mon`, `resume`."""

from collections.abc import Callable
from datetime import date

from bot.accounts import usecases, view
from bot.accounts.documents import AccountShown
from bot.accounts.requests import ChangeAccount
from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart, Unclear
from bot.sms.render import answer, written
from bot.view import At
from bot.visit import Visit
from tracker.accounts.model import User
from tracker.accounts.profile import PROFILE, option_name
from tracker.accounts.wording import said_text, setting_sentence
from tracker.frozen import frozen

SETTINGS = Phrase("settings", ("my settings", "account"), "settings", "your clocks, quiet hours and digest")
SNOOZE = Phrase(
    "snooze",
    ("mute", "hush", "silence"),
    "snooze 2h",
    "no messages for a while; snooze gym is later gym",
    "snooze 2h",
)
PAUSE = Phrase(
    "pause",
    ("hold",),
    "pause until mon",
    "no messages until then; pause wc pauses a goal or a habit",
    "pause",
)
RESUME = Phrase(
    "resume",
    ("unmute", "unpause", "continue"),
    "resume",
    "messages again; resume wc resumes a goal or a habit",
)
ZONE = Phrase(
    "zone", ("timezone", "time zone", "tz"), "zone Europe/Berlin", "whose clocks you follow", "zone"
)
QUIET = Phrase("quiet", ("quiet hours", "dnd"), "quiet 22-7", "when to leave you alone; quiet off ends it")
DAY = Phrase("day start", ("daystart",), "day start 4am", "when your day begins")

PROFILE_SAID = Phrase("profile", ("about me",), "profile language de", "what you say of yourself")

USUAL_SNOOZE = "1h"
PAUSE_WHAT = "Until when, or which goal or habit? Text pause until mon, pause 2h, or pause wc."


async def settings(here: Visit, rest: str) -> Answer:
    del rest
    return answer(here, view.settings(here, await usecases.show(here, Nothing())))


@frozen
class SettingCommand:
    """One setting: said alone it is shown, else changed."""

    phrase: Phrase
    name: str
    """Of the field of the request."""
    before: Callable[[User], str]
    """What is texted to have it again as it was."""

    async def __call__(self, here: Visit, rest: str) -> Answer:
        if not rest:
            return Answer(setting_sentence(here.person, self.name, here.now))
        shown = await usecases.change(here, ChangeAccount(**{self.name: rest}))
        return Answer(shown.message, undo=f"{self.phrase.name} {self.before(here.person)}")


zone = SettingCommand(ZONE, "timezone", lambda user: user.timezone)
quiet = SettingCommand(QUIET, "quiet_hours", lambda user: f"{user.quiet_hours or 'off'}")
day_start = SettingCommand(DAY, "day_start", lambda user: f"{user.day_start:%H:%M}")


async def snooze(here: Visit, rest: str) -> Answer:
    """Where it is no time, it may name a habit: whoever has the words of all features asks them."""
    return _muted(here, await usecases.change(here, ChangeAccount(mute=rest or USUAL_SNOOZE)))


async def pause(here: Visit, rest: str) -> Answer:
    """The same; it may name a goal, too."""
    if not rest:
        raise Unclear(PAUSE_WHAT)
    return _muted(here, await usecases.change(here, ChangeAccount(mute=rest)))


async def resume(here: Visit, rest: str) -> Answer:
    if rest:
        raise Unclear(f"{RESUME.usage}: {RESUME.about}.")
    await usecases.change(here, ChangeAccount(mute="off"))
    return Answer("Messages are on.", undo="")


def _muted(here: Visit, shown: AccountShown) -> Answer:
    if (until := view.muted_until(here, shown.account)) is None:
        return Answer("Messages are on.", undo="")
    words = ("No messages until ", At(until), f". {RESUME.name.upper()} ends that.")
    return Answer(written(here, words), undo=RESUME.name)


async def profile(here: Visit, rest: str) -> Answer:
    """`profile language de`; alone, all that was said."""
    name, _, said = rest.partition(" ")
    if not rest:
        return answer(here, view.profile(here, await usecases.show(here, Nothing())))
    field = next((one for one in PROFILE if one.replace("_", "") == name.casefold().replace("-", "")), None)
    if field is None or not said:
        there_are = ", ".join(map(option_name, PROFILE))
        raise Unclear(f"{PROFILE_SAID.usage}. You can say: {there_are}.")
    value = getattr(here.person, field)
    before = value.isoformat() if isinstance(value, date) else said_text("", value) or "none"
    shown = await usecases.change(here, ChangeAccount(**{field: said}))
    return Answer(shown.message, undo=f"{PROFILE_SAID.name} {name} {before}")


SMS = SmsPart(
    commands=(
        Command(SNOOZE, snooze, shares="later"),
        Command(PAUSE, pause, shares="pause"),
        Command(RESUME, resume, shares="resume"),
        Command(ZONE, zone),
        Command(QUIET, quiet),
        Command(DAY, day_start),
        Command(SETTINGS, settings),
        Command(PROFILE_SAID, profile),
    )
)
