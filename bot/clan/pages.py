"""What the members of a server gained together, on pages: for its members, of those who agreed."""

from urllib.parse import urlencode

from bot.clan import usecases, view
from bot.clan.documents import ClanGains
from bot.clan.requests import ShowClan, ShowOneOfClan
from bot.visit import Visit
from bot.web.site.part import Form, Link, Page, PagesPart
from tracker.goals.pace.gains import Period
from tracker.servers.model import News

SERVER = "/servers/{guild}"
GAINS, TOP = f"{SERVER}/gains", f"{SERVER}/top"
_PERIODS = (Period.DAY, Period.WEEK, Period.MONTH)
AGREE = Link("Be among them", f"{SERVER}/announce?what={News.GAINS.value}", is_below=True)
"""The sentence that says so on Discord is about what is typed there."""
OF_ONE = Form(
    "Who gained how much",
    "Show it",
    first=("skill", "period"),
    hints={"skill": "A skill or a boss: woodcutting, zulrah"},
    labels={"skill": "In what", "period": "When"},
    choices={"period": tuple((one.value, view.WHEN[one]) for one in _PERIODS)},
)


async def gains_in_one(there: Visit, ask: ShowOneOfClan) -> ClanGains:
    return await usecases.gains(there, ShowClan(**ask.model_dump()))


async def top_of_one(there: Visit, ask: ShowOneOfClan) -> ClanGains:
    return await usecases.top(there, ShowClan(**ask.model_dump()))


def gains_links(found: ClanGains) -> tuple[Link, ...]:
    of_one, best = Link("In one skill", f"{GAINS}/of"), Link("The best", TOP)
    return (*_other_periods(GAINS, found), of_one, best, AGREE)


def top_links(found: ClanGains) -> tuple[Link, ...]:
    of_one, most = Link("Of one skill", f"{TOP}/of"), Link("Who gained most", GAINS)
    return (*_other_periods(TOP, found), of_one, most, AGREE)


def one_gains_links(found: ClanGains) -> tuple[Link, ...]:
    return _other_periods(f"{GAINS}/of", found)


def one_top_links(found: ClanGains) -> tuple[Link, ...]:
    return _other_periods(f"{TOP}/of", found)


def _other_periods(path: str, found: ClanGains) -> tuple[Link, ...]:
    said = {"skill": found.row} if path.endswith("/of") and found.row else {}
    return tuple(
        Link(view.WHEN[one].capitalize(), f"{path}?{urlencode({**said, 'period': one.value})}")
        for one in _PERIODS
        if one is not found.period
    )


PAGES = PagesPart(
    pages=(
        Page(GAINS, ShowClan, usecases.gains, view.gains, links=gains_links),
        Page(f"{GAINS}/of", ShowOneOfClan, gains_in_one, view.gains, links=one_gains_links, form=OF_ONE),
        Page(TOP, ShowClan, usecases.top, view.top, links=top_links),
        Page(f"{TOP}/of", ShowOneOfClan, top_of_one, view.top, links=one_top_links, form=OF_ONE),
    )
)
