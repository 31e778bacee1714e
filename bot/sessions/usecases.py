"""What a person can do about signing in: words in, documents out."""

from bot.documents import Nothing, reading
from bot.sessions.documents import LoginLinkMade, SessionDocument, SessionList, SessionsEnded
from bot.sessions.requests import NameSession
from bot.visit import Visit
from bot.web_address import login_address
from tracker.words import count_of


async def new_link(visit: Visit, _: Nothing) -> LoginLinkMade:
    made = await visit.services.sessions.new_link(visit.person.id, visit.front_end)
    url = login_address(visit.services.settings.web, made.secret)
    return LoginLinkMade(url=url, expires_at=made.expires_at)


async def list_sessions(visit: Visit, _: Nothing) -> SessionList:
    every = await visit.services.sessions.list(visit.person.id)
    return SessionList(sessions=tuple(map(SessionDocument.of, every)))


async def show(visit: Visit, ask: NameSession) -> SessionDocument:
    with reading("session"):
        return SessionDocument.of(await visit.services.sessions.find(visit.person.id, ask.session))


async def end(visit: Visit, ask: NameSession) -> SessionsEnded:
    with reading("session"):
        found = await visit.services.sessions.find(visit.person.id, ask.session)
    await visit.services.sessions.end(visit.person.id, found.hash)
    ended = (SessionDocument.of(found),)
    return SessionsEnded(ended=ended, message=f"{found.session.device} is signed out.")


async def end_all(visit: Visit, _: Nothing) -> SessionsEnded:
    """Also the one in which somebody asks for it, and links that nobody has used yet."""
    every = await visit.services.sessions.end_all(visit.person.id)
    said = f"Signed out everywhere: {count_of(len(every), 'session')}." if every else "Nobody was signed in."
    return SessionsEnded(ended=tuple(map(SessionDocument.of, every)), message=said)
