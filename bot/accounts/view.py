"""An account as people read it, on any front end."""

import shlex
from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.accounts.documents import AccountDocument, AccountShown, InvitationMade
from bot.names import shown_name
from bot.view import Action, At, Choice, Fact, Menu, Strong, Usage, View, Weight
from bot.visit import Visit
from tracker.accounts.profile import LONGEST_BIO, PROFILE
from tracker.accounts.wording import digest_text, quiet_text, said_text, urgent_text
from tracker.front_ends import FrontEnd
from tracker.tones import Tone
from tracker.words import clock_text, count_of, people, weekday
from tracker.zones import COMMON_ZONES

ZONE_MENU = "zone"
MOST_NOTES = 10
DELETE, KEEP = "forget:yes", "forget:no"

MUTE_OFF = Usage("/mute until:off", "RESUME", "questlog account set --mute off")
EXPORT = Usage("/export", None, "questlog account export")
DELETE_DATA = Usage("/delete-my-data", None, "questlog account delete")
CHANGE = Usage("/settings, /mute and /digest", "zone, quiet, pause or digest", "questlog account set --help")


def settings(here: Visit, shown: AccountShown) -> View:
    on_terminal = here.front_end is FrontEnd.TERMINAL
    return View(
        title="" if on_terminal else "Your settings",
        notice=shown.message or None,
        facts=[
            *filter(
                None, ([*_facts(here, shown.account, identities=on_terminal)], [*_profile(shown.account)])
            )
        ],
        footer=("Change them with ", CHANGE()),
    )


def _facts(here: Visit, account: AccountDocument, *, identities: bool) -> Iterator[Fact]:
    """Whole addresses are shown only to whoever sits at the machine that keeps them."""
    if identities:
        yield Fact("Identities", ", ".join(f"{kind}:{shown}" for kind, shown in account.identities.items()))
    now, settings = here.now.astimezone(ZoneInfo(account.settings.timezone)), account.settings
    zone, quiet = settings.timezone, quiet_text(settings.quiet_hours)
    yield Fact(
        "Time zone",
        f"{zone}, where it is {clock_text(now)} on {weekday(now.date())}",
        f"{zone}, {clock_text(now)} now",
    )
    yield Fact(
        "Day starts",
        f"at {clock_text(settings.day_start)}",
        f"day starts at {clock_text(settings.day_start)}",
    )
    yield Fact("Quiet hours", quiet, f"quiet {quiet}" if settings.quiet_hours else "no quiet hours")
    yield Fact("Urgent messages", urgent_text(passes=settings.urgent_passes))
    if (until := muted_until(here, account)) is not None:
        yield Fact("Muted", ("until ", At(until)), ("muted until ", At(until)))
    digest = digest_text(settings.digest, settings.digest_time, when_quiet=settings.digest_when_quiet)
    yield Fact("Digest", digest, f"digest {digest}")
    yield Fact("Here since", (At(account.created_at, "day"),))
    if account.deleting_since is not None:
        yield Fact("Deletion", ("begun and not finished; run ", DELETE_DATA(), " again"))


def _profile(account: AccountDocument) -> Iterator[Fact]:
    """Only what they said."""
    for name, about in PROFILE.items():
        if (said := said_text(name, getattr(account.profile, name))) is not None:
            words = shown_name(said, LONGEST_BIO)
            yield Fact(about.label, words, f"{about.label.lower()} {words}")


def profile(here: Visit, shown: AccountShown) -> View:
    del here
    return View(
        title="What you said of yourself",
        notice=shown.message or None,
        lead=None if [*_profile(shown.account)] else "You said nothing of yourself, and need not.",
        facts=[[*_profile(shown.account)]],
        footer=f"{_seen(shown.account)} `none` takes a thing back.",
    )


def _seen(account: AccountDocument) -> str:
    """By whom."""
    if not account.profile.shown_in_rooms:
        return "Nobody else sees it."
    return "Nobody else sees it, but for what you show in your rooms."


def muted_until(here: Visit, account: AccountDocument) -> datetime | None:
    """None where that is over."""
    until = account.settings.muted_until
    return until if until is not None and until > here.now else None


def muted(here: Visit, shown: AccountShown) -> View:
    """What a change of a mute leads to."""
    if (until := muted_until(here, shown.account)) is None:
        later = ["In quiet hours it comes after them."] if shown.account.settings.quiet_hours else []
        held = "What was held comes within a minute, as one message."
        return View(title="You are not muted", lead=held, hints=later)
    passes = shown.account.settings.urgent_passes
    return View(
        title=("Muted until ", At(until), ", ", At(until, "ago")),
        lead="What happens until then comes as one message when it is over, unless it is of no use by then.",
        hints=[
            "What is urgent still comes." if passes else "That goes for what is urgent, too.",
            (MUTE_OFF(), " ends it now."),
        ],
    )


def zone_question(here: Visit) -> View:
    """What everybody is asked once."""
    return View(
        lead=(
            Strong("Welcome to Questlog!"),
            " Which clocks do you follow? Days, deadlines and quiet hours go by them.",
        ),
        footer="Not in the list? /settings timezone knows every place. Until you choose, it is UTC.",
        menu=Menu(ZONE_MENU, "Where are you?", [_choice(zone, here.now) for zone in COMMON_ZONES]),
    )


def _choice(zone: str, now: datetime) -> Choice:
    city = zone.rpartition("/")[2].replace("_", " ")
    return Choice(zone, city, f"{zone}, {clock_text(now.astimezone(ZoneInfo(zone)))} now")


def zone_chosen(here: Visit, shown: AccountShown) -> View:
    return View(lead=shown.message)


def newcomer(name: str) -> str:
    """To the operator who has made somebody an account."""
    who = shlex.quote(f"local:{name}" if ":" in name else name)
    return (
        f"{name} has an account. --identity {who} lets any command act for them; `questlog invite --identity "
        f"{who}` gives a code by which the account is theirs on Discord or by SMS."
    )


def invitation(here: Visit, made: InvitationMade) -> View:
    code = " ".join(made.code[at : at + 3] for at in range(0, len(made.code), 3))
    return View(
        lead=(Strong(code), " is good once, until ", At(made.expires_at), "."),
        hints=[
            f"Tell them: type /channel verify code:{made.code} on Discord, before any other command;",
            f"or text {made.code} to the number of this Questlog. This account is theirs then, too.",
            "Whoever has the code can take the account: give it to nobody else.",
        ],
    )


def exported(here: Visit, items: int) -> View:
    return View(
        title="Everything about you",
        lead=f"{count_of(items, 'record')}: your settings, characters, goals, habits, history, channels and"
        " messages.",
        hints=[
            "Only you see this. The file may hold addresses of yours, so mind whom you give it to.",
            (DELETE_DATA(), " removes everything."),
        ],
    )


def parting(notes: Sequence[str]) -> list[str]:
    """What a deletion does to others; of much of it the first."""
    more = len(notes) - MOST_NOTES
    return [*notes[:MOST_NOTES], *([f"And {people(more)} more of that kind."] if more > 0 else [])]


def deletion(here: Visit, account: str, notes: Sequence[str]) -> View:
    """It names the account: whoever comes back afterwards loses nothing by an old button.

    `notes` say what it does to others.
    """
    return View(
        title="Delete everything about you?",
        lead="Your settings, characters, goals, habits, their history, your channels and all messages are"
        " gone then, for good, and you are told nothing more.",
        hints=[*parting(notes), (EXPORT(), " gives you a copy before.")],
        tone=Tone.BAD,
        actions=[
            Action(DELETE, (account,), "Delete everything", Weight.DANGER),
            Action(KEEP, (account,), "Keep it"),
        ],
    )


UNKNOWN = View(
    lead="Questlog knows nothing about you: there is nothing to export or to delete.", tone=Tone.QUIET
)
KEPT = View(lead="Nothing was changed.", tone=Tone.QUIET)
GONE = View(lead="What this was about is deleted already.", tone=Tone.QUIET)
GOODBYE = View(
    title="Goodbye, and good luck",
    lead="Everything about you is deleted.",
    hints=["You are welcome to come back: any command begins anew."],
    tone=Tone.QUIET,
)
