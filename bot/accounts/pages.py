"""The account on pages: its settings, an invitation, everything as a file, and its end."""

from collections.abc import Mapping
from typing import Any

from bot.accounts import usecases, view
from bot.accounts.documents import AccountShown
from bot.accounts.requests import ChangeAccount, DeleteAccount
from bot.documents import Nothing
from bot.view import View
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Download, File, Form, Link, MenuEntry, Page, PagesPart
from tracker.accounts.export import PACKED
from tracker.accounts.profile import PROFILE

SETTINGS, ACCOUNT = "/settings", "/account"
_OFTEN = ("digest", "digest_time", "digest_when_quiet")
_CLOCKS = ("timezone", "day_start", "quiet_hours", "urgent_passes", *_OFTEN)
_YES_NO = (("yes", "yes"), ("no", "no"))
CLEARED = "none"


async def change(here: Visit, ask: ChangeAccount) -> AccountShown:
    """A nickname that was cleared is given up: `none` would be one."""
    gone = ask.nickname == CLEARED
    return await usecases.change(here, ask.model_copy(update={"nickname": ""}) if gone else ask)


def settings_as_they_are(found: AccountShown) -> Mapping[str, Any]:
    now, hours = found.account.settings, found.account.settings.quiet_hours
    return {
        **{name: getattr(now, name) for name in _CLOCKS},
        "quiet_hours": f"{hours.start:%H:%M}-{hours.end:%H:%M}" if hours else None,
        "urgent_passes": _yes(is_so=now.urgent_passes),
        "digest_when_quiet": _yes(is_so=now.digest_when_quiet),
        "nickname": found.account.identities.get("nickname"),
    }


def profile_as_it_is(found: AccountShown) -> Mapping[str, Any]:
    now = found.account.profile
    greeting = {"birthday_greeting": _yes(is_so=now.birthday_greeting)}
    return {**{name: getattr(now, name) for name in PROFILE}, **greeting}


def _yes(*, is_so: bool) -> str:
    return "yes" if is_so else "no"


async def download(here: Visit, _: Nothing) -> Download:
    content = await usecases.export_own(here)
    is_packed = content.startswith(PACKED)
    name = f"questlog-{here.now:%Y-%m-%d}.json{'.gz' if is_packed else ''}"
    return Download(name, content, "application/gzip" if is_packed else "application/json")


async def consequences(here: Visit, _: Nothing) -> list[str]:
    return await usecases.parting(here.services, usecases.holder_of(here))


def sure_to_delete(here: Visit, notes: list[str]) -> View:
    return view.deletion(here, here.person.id, notes)


def goodbye(here: Visit, _: object) -> View:
    del here
    return view.GOODBYE


EDIT = Form(
    "Change your settings",
    "Save",
    first=("timezone", "day_start", "quiet_hours", "nickname"),
    labels={"timezone": "Time zone", "urgent_passes": "Urgent messages come always"},
    hints={"nickname": "The name that others see; empty gives it up"},
    choices={
        "urgent_passes": _YES_NO,
        "digest_when_quiet": _YES_NO,
        "digest": (("daily", "every day"), ("weekly", "every week"), ("off", "never")),
    },
    hidden=("mute", *PROFILE),
    suggests={"timezone": own.zones},
    filled=filled_by(usecases.show, Nothing, settings_as_they_are),
)
ABOUT_YOU = Form(
    "About you",
    "Save",
    first=("display_name", "theme", "language", "country", "default_area"),
    labels={name: about.label for name, about in PROFILE.items()},
    hints={"theme": "How these pages and pictures look; empty as the device wants it"},
    choices={"birthday_greeting": _YES_NO, "theme": (("dark", "dark"), ("light", "light"))},
    hidden=("mute", "nickname", *_CLOCKS),
    suggests={"default_area": own.areas},
    filled=filled_by(usecases.show, Nothing, profile_as_it_is),
)
MUTE = Form(
    "Be told nothing for a while",
    "Save",
    first=("mute",),
    labels={"mute": "Until"},
    hidden=("nickname", *_CLOCKS, *PROFILE),
)

PAGES = PagesPart(
    menu=(MenuEntry("Settings", SETTINGS, "s", "settings", rank=64),),
    pages=(
        Page(
            SETTINGS,
            Nothing,
            usecases.show,
            view.settings,
            presses=(view.KEEP,),
            links=(
                Link("Change", f"{SETTINGS}/edit", is_main=True),
                Link("About you", f"{SETTINGS}/about"),
                Link("Mute", f"{SETTINGS}/mute"),
                Link("Your digest", "/digest/edit"),
                Link("Where you are signed in", "/sessions", is_below=True),
                Link("Programs", "/tokens", is_below=True),
                Link("Where you are announced", "/announcements", is_below=True),
                Link("Whom you have blocked", "/blocked", is_below=True),
                Link("Invite", f"{SETTINGS}/invite", posts=True, is_below=True),
                Link("Download everything", f"{ACCOUNT}/export", is_file=True, is_below=True),
                Link("Delete everything", f"{ACCOUNT}/delete", is_below=True),
            ),
        ),
        Page(f"{ACCOUNT}/delete", Nothing, consequences, sure_to_delete, usages=(view.DELETE_DATA,)),
    ),
    acts=(
        Act(
            f"{SETTINGS}/edit",
            ChangeAccount,
            change,
            view.settings,
            SETTINGS,
            form=EDIT,
        ),
        Act(f"{SETTINGS}/about", ChangeAccount, change, view.settings, SETTINGS, form=ABOUT_YOU),
        Act(
            f"{SETTINGS}/mute",
            ChangeAccount,
            usecases.change,
            view.muted,
            SETTINGS,
            form=MUTE,
            usages=(view.MUTE_OFF,),
        ),
        Act(f"{SETTINGS}/invite", Nothing, usecases.invite, view.invitation, SETTINGS, shows_answer=True),
        Act(
            f"{ACCOUNT}/delete",
            DeleteAccount,
            usecases.delete_own,
            goodbye,
            SETTINGS,
            presses=(view.DELETE,),
            about=("account",),
            ends=True,
            shows_answer=True,
        ),
    ),
    files=(File(f"{ACCOUNT}/export", Nothing, download),),
)
