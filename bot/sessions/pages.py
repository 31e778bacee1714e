"""Where somebody is signed in, on a page."""

from bot.documents import Nothing
from bot.sessions import usecases, view
from bot.sessions.requests import NameSession
from bot.web.site.part import Act, Page, PagesPart

PAGES = PagesPart(
    pages=(
        Page("/sessions", Nothing, usecases.list_sessions, view.sessions),
        Page("/sessions/{session}", NameSession, usecases.show, view.session, shows=("session",)),
        Page(
            "/sessions/end-all",
            Nothing,
            usecases.list_sessions,
            view.sure_to_end_all,
            presses=("sessions:end-all",),
        ),
    ),
    acts=(
        Act(
            "/sessions/end-all",
            Nothing,
            usecases.end_all,
            view.ended,
            "/",
            presses=(f"yes:{view.END_ALL}",),
        ),
        Act(
            "/sessions/{session}/end",
            NameSession,
            usecases.end,
            view.ended,
            "/sessions",
            presses=("session:end",),
            ends=True,
            about=("session",),
        ),
    ),
)
