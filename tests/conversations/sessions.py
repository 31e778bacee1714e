"""Signing in to the pages: a link, and where somebody is signed in."""

from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.accounts.sessions import Sessions
from tracker.store.table import Table


async def is_signed_in(table: Table, clock: HandClock, user: User) -> None:
    secrets = iter(["laptop", "phone"])
    sessions = Sessions(table, clock, lambda: next(secrets))
    await sessions.begin(user.id, "discord", "Firefox on Linux")
    clock.advance(3600)
    await sessions.begin(user.id, "sms", "Safari on iPhone")


PHONE = "45569da5"
"""The session that the secret `phone` begins."""

SESSIONS = Script(
    feature="sessions",
    prepare=is_signed_in,
    steps=(
        Step(
            "get a link",
            Slash("web"),
            "web",
            ("web",),
            Missing("a token must not become more than it is"),
            words=("/login?link=", "10 minutes"),
        ),
        Step(
            "see where they are signed in",
            Slash("sessions list"),
            "sessions",
            ("session", "list"),
            Http("GET", "/sessions"),
            words=("Firefox on Linux", "Safari on iPhone"),
            fields={"sessions.0.device": "Safari on iPhone", "sessions.1.via": "discord"},
        ),
        Step(
            "sign one out",
            Slash("sessions end", {"session": PHONE}),
            f"end session {PHONE}",
            ("session", "end", PHONE),
            Http("DELETE", f"/sessions/{PHONE}"),
            words=("Safari on iPhone is signed out",),
            fields={"ended.0.device": "Safari on iPhone"},
        ),
        Step(
            "not twice",
            Slash("sessions end", {"session": PHONE}),
            f"end session {PHONE}",
            ("session", "end", PHONE),
            Http("DELETE", f"/sessions/{PHONE}"),
            words=("no such session",),
            refused="no_such_session",
        ),
        Step(
            "sign out everywhere",
            Slash("sessions end-all"),
            "end sessions",
            ("session", "end-all", "--yes"),
            Http("DELETE", "/sessions"),
            words=("1 session",),
            yes="Sign out everywhere",
        ),
    ),
)
