"""The members of a server together, as people read it."""

from bot.clan.documents import ClanGain, ClanGains
from bot.names import NAME, TITLE, shown_name
from bot.servers.view import NEWS
from bot.view import Paging, Row, Strong, Text, Usage, View
from bot.visit import Visit
from tracker.goals.pace.gains import Period
from tracker.servers.model import News
from tracker.tones import Tone
from tracker.words import count_of

GAINS, TOP = "clan-gains", "clan-top"
JOIN = Usage(f"/announce on what:{NEWS[News.GAINS]}")
WHEN = {Period.DAY: "today", Period.WEEK: "this week", Period.MONTH: "this month", Period.ALL_TIME: "ever"}


def gains(here: Visit, found: ClanGains) -> View:
    return _ranking(found, GAINS)


def top(here: Visit, found: ClanGains) -> View:
    return _ranking(found, TOP)


def _ranking(found: ClanGains, name: str) -> View:
    what = f"most in {found.row}" if found.row else "the best of each"
    agree: Text = ("Only members who agreed to it are here. To be among them: ", JOIN())
    return View(
        title=f"{shown_name(found.server, TITLE)}: {what} {WHEN[found.period]}",
        tone=Tone.TRIUMPH,
        lead=None if found.gains else "Nobody has gained anything yet, of those who agreed to be seen here.",
        compact=True,
        rows=[_row(one, of_one=found.row is not None) for one in found.gains],
        hints=[agree],
        footer=f"{count_of(found.members, 'member')} agreed",
        paging=Paging(name, found.page, found.pages, f"{found.row or ''}/{found.period}"),
    )


def _row(one: ClanGain, *, of_one: bool) -> Row:
    name, text = shown_name(one.character, NAME), f"+{one.text}"
    if of_one:
        return Row(name, name, (text,), rank=one.rank)
    return Row(one.row, (Strong(one.row),), (name, text))
