"""What a person can do with their account: words in, documents out.

Export and deletion get no visit: they make nobody an account, and need none that can be read.
"""

import asyncio
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.accounts.documents import AccountShown, InvitationMade, account_document
from bot.accounts.requests import ChangeAccount, DeleteAccount, NewAccount
from bot.documents import Nothing, reading
from bot.services import Services
from bot.visit import Visit
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.errors import ExportedTooOften, IdentityTaken, InvalidSetting, NoSuchUser, NothingToSet
from tracker.accounts.export import export_file, export_person
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.settings import parse_settings
from tracker.accounts.wording import setting_sentence
from tracker.feature import farewells, follow_settings, parting_notes
from tracker.limits import Limit, Limits
from tracker.locales import read_by
from tracker.notify.muting import BadTime, end_of_mute, mute
from tracker.store.keys import IdentityKind
from tracker.words import clock_text

EXPORTS = Limit("export", 6, timedelta(hours=1))
"""Each reads all that somebody has."""
MOST_BYTES = 64 * 1024 * 1024
"""Of a file that a browser gets; it is made in memory."""


async def show(visit: Visit, _: Nothing) -> AccountShown:
    return AccountShown(account=account_document(visit.person))


async def change(visit: Visit, ask: ChangeAccount) -> AccountShown:
    """All of it is understood before anything is changed."""
    services, user, settings = visit.services, visit.person, ask.settings()
    if not settings and ask.mute is None and ask.nickname is None:
        raise NothingToSet("Say what to change, such as the time zone: Europe/Berlin.")
    parsed = parse_settings(settings)
    born = parsed.get("birth_date")
    if isinstance(born, date) and born > visit.today:
        raise InvalidSetting({"birth_date": "That day is still to come."})
    until = _end_of_mute(visit, ask.mute, ZoneInfo(str(parsed.get("timezone", user.timezone))))
    if ask.nickname is not None:
        with reading("nickname"):
            user = await services.accounts.set_nickname(user.id, ask.nickname)
    if settings:
        user = await changed_settings(services, user, settings)
    if ask.mute is not None:
        user = await mute(services.table, services.accounts, user, until, visit.now)
    read_by(user.language, user.country)
    names = [*settings, *([] if ask.nickname is None else ["nickname"])]
    said = dict.fromkeys(setting_sentence(user, name, visit.now) for name in names)
    return AccountShown(account=account_document(user), message=" ".join(said))


async def changed_settings(services: Services, user: User, settings: Mapping[str, str]) -> User:
    """What is planned by the person's clock follows it at once. Raises InvalidSetting."""
    after = await services.accounts.change_settings(user.id, settings)
    await follow_settings(services.tools, after, settings)
    return after


async def new_account(services: Services, ask: NewAccount) -> User:
    """Somebody else at this machine, known by a local name. Raises IdentityTaken."""
    accounts = services.accounts
    with reading("nickname"):
        nickname = identity(IdentityKind.NICK, ask.nickname)
    if await accounts.holder(nickname) is not None:
        raise IdentityTaken(f"The nickname {nickname.shown} belongs to another account.", field="nickname")
    made = await accounts.register(identity(IdentityKind.LOCAL, ask.nickname))
    return await accounts.set_nickname(made.id, ask.nickname)


async def invite(visit: Visit, _: Nothing) -> InvitationMade:
    made = await visit.services.invitations.make(visit.person)
    return InvitationMade(code=made.code, expires_at=made.expires_at)


async def export(services: Services, holder: Holder) -> dict[str, Any]:
    """Everything about the person."""
    return await export_person(services.table, holder, services.clock())


async def export_own(visit: Visit) -> bytes:
    """The same as a file, to somebody who is signed in. Raises ExportedTooOften, TooMuchToExport."""
    limits = Limits(visit.services.table, visit.services.clock)
    if (until := await limits.take(EXPORTS, visit.person.id)) is not None:
        again = clock_text(until.astimezone(visit.person.zone))
        raise ExportedTooOften(f"You have it several times already. You can have it again from {again}.")
    document = await export(visit.services, holder_of(visit))
    return await asyncio.to_thread(export_file, document, MOST_BYTES)


async def delete_own(visit: Visit, ask: DeleteAccount) -> int:
    """Raises NoSuchUser."""
    if ask.account != visit.person.id:
        raise NoSuchUser("What this was about is deleted already.")
    return await delete(visit.services, holder_of(visit))


def holder_of(visit: Visit) -> Holder:
    return Holder(visit.person.id)


async def parting(services: Services, holder: Holder) -> list[str]:
    """What a deletion would do to others, in sentences."""
    return await parting_notes(services.tools, holder.user_id)


async def delete(services: Services, holder: Holder) -> int:
    """Everything about the person is gone; how many items there were."""
    first = farewells(services.tools)
    return await delete_person(services.table, holder, services.clock(), first=first)


def _end_of_mute(visit: Visit, text: str | None, zone: ZoneInfo) -> datetime | None:
    try:
        return None if text is None else end_of_mute(text, visit.now, zone)
    except BadTime as error:
        raise InvalidSetting({"mute": str(error)}) from error
