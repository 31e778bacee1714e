"""Signing in as people read it, on any front end."""

from bot.sessions.documents import LoginLinkMade, SessionDocument, SessionList, SessionsEnded
from bot.view import Action, At, Column, Fact, Row, Usage, View, WebAddress, Weight, question
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.words import count_of

WEB = Usage("/web", "WEB", "questlog web")
END = Usage("/sessions end session:{}", "END SESSION {}", "questlog session end {}")
END_ALL = "end-sessions"
NAMES = {
    FrontEnd.DISCORD.value: "Discord",
    FrontEnd.SMS.value: "SMS",
    FrontEnd.TERMINAL.value: "the terminal",
    FrontEnd.WEB.value: "a page",
    "email": "e-mail",
    "oidc": "single sign-on",
}


def link(here: Visit, made: LoginLinkMade) -> View:
    if here.front_end is FrontEnd.TERMINAL:
        return View(
            lead=(WebAddress(made.url),), hints=["Good once, for 10 minutes, for whoever opens it first."]
        )
    return View(
        title="Sign in" if here.front_end.has_buttons else "",
        lead=(WebAddress(made.url),),
        hints=["Good once, for 10 minutes. Keep it to yourself: whoever opens it is signed in as you."],
    )


def sessions(here: Visit, found: SessionList) -> View:
    if not found.sessions:
        return View(title="Nobody is signed in", empty=True, lead=(WEB(), " gives you a link to your pages."))
    rows = [
        Row(
            one.id,
            one.device,
            (
                (At(one.seen_at, "day"),),
                (At(one.created_at, "day"), f" by {NAMES.get(one.via, one.via)}"),
                (At(one.ends_at, "day"),),
            ),
        )
        for one in found.sessions
    ]
    return View(
        title="Where you are signed in",
        noun="session",
        subtitle=count_of(len(rows), "session"),
        columns=(Column("last used"), Column("since", brief=False), Column("ends", brief=False)),
        rows=rows,
        ids=True,
        signs=False,
        hints=[("To sign one out: ", END(found.sessions[0].id))],
        actions=[Action("sessions:end-all", (), "Sign out everywhere", Weight.DANGER)],
    )


def session(here: Visit, one: SessionDocument) -> View:
    return View(
        title=one.device,
        id=one.id,
        facts=[
            [
                Fact("Last used", (At(one.seen_at, "day"),)),
                Fact("Since", (At(one.created_at), f", by {NAMES.get(one.via, one.via)}")),
                Fact("Ends", (At(one.ends_at, "day"), ", if nobody uses it")),
            ]
        ],
        actions=[Action("session:end", (one.id,), "Sign out", Weight.DANGER)],
    )


def ended(here: Visit, done: SessionsEnded) -> View:
    return View(lead=done.message)


def sure_to_end_all(here: Visit, found: SessionList) -> View:
    return question(
        END_ALL,
        "",
        "Sign out everywhere?",
        f"This ends {count_of(len(found.sessions), 'session')}, on this device, too.",
        yes="Sign out everywhere",
        no="Stay signed in",
    )
