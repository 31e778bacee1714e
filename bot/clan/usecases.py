"""What the members of a server did together: words in, documents out."""

from collections.abc import Iterable, Iterator

from bot.advice import advise
from bot.clan.documents import ClanGain, ClanGains
from bot.clan.requests import ShowClan
from bot.documents import reading
from bot.managed_server import CHOOSE_CHANNEL
from bot.page import page_of
from bot.visit import Visit
from tracker.goals.games.game import OVERALL, Game, game_of
from tracker.goals.words.vocabulary import find_row
from tracker.goals.words.wording import attribute_unit
from tracker.readings import Measure, Quantity
from tracker.servers.errors import ServerNotSetUp
from tracker.servers.model import Server
from tracker.servers.rankings import BEST, TOTAL, CharacterGain, ServerGains, gains_on
from tracker.words import with_unit

PER_PAGE = 10
_ALL_SKILLS = "all skills"


async def gains(visit: Visit, ask: ShowClan) -> ClanGains:
    """Who gained how much of one skill or boss, or in all skills."""
    wanted, row = _wanted(ask.skill or _ALL_SKILLS)
    server, found = await _found(visit, ask)
    return _document(server, ask, found, found.of(wanted), row=row)


async def top(visit: Visit, ask: ShowClan) -> ClanGains:
    """The best of each skill and boss, or the first few of one."""
    said = None if ask.skill is None else _wanted(ask.skill)
    server, found = await _found(visit, ask)
    if said is None:
        return _document(server, ask, found, found.best(), row=None)
    return _document(server, ask, found, found.of(said[0])[:BEST], row=said[1])


async def _found(visit: Visit, ask: ShowClan) -> tuple[Server, ServerGains]:
    """Raises NotOnServer, ServerNotSetUp."""
    services = visit.services
    if (server := await services.servers.here(visit.guild)) is None:
        refused = ServerNotSetUp("This server is not set up yet.")
        advise(visit, refused, "Somebody who manages it can do that: {}.", CHOOSE_CHANNEL)
        raise refused
    account = await services.servers.account(server)
    return server, await gains_on(services.table, account, ask.period, visit.now)


def _wanted(said: str) -> tuple[Quantity, str]:
    """With what people call it. Raises NoSuchName, AmbiguousName."""
    if said.strip().casefold() == _ALL_SKILLS:
        return TOTAL, _ALL_SKILLS
    with reading("skill"):
        game, attribute = find_row(said)
    measure = Measure.SCORE if attribute in game.activities else Measure.XP
    return Quantity(attribute, measure), _row(game, attribute)


def _document(
    server: Server, ask: ShowClan, found: ServerGains, shown: list[CharacterGain], *, row: str | None
) -> ClanGains:
    ranked = [*_ranked(shown, of_one=row is not None)]
    page = page_of(ranked, ask.page, PER_PAGE)
    return ClanGains(
        server=server.name,
        row=row,
        period=ask.period,
        gains=tuple(page.items),
        members=found.members,
        page=page.number,
        pages=page.count,
    )


def _ranked(shown: Iterable[CharacterGain], *, of_one: bool) -> Iterator[ClanGain]:
    """Of one number, each has a place of its own; of several, each is the first."""
    for number, one in enumerate(shown, start=1):
        game = game_of(one.character.game)
        yield ClanGain(
            rank=number if of_one else 1,
            character=one.character.name,
            row=_row(game, one.quantity.attribute),
            amount=int(one.amount),
            text=with_unit(one.amount, attribute_unit(game, one.character, one.quantity)),
        )


def _row(game: Game, attribute: str) -> str:
    return _ALL_SKILLS if attribute == OVERALL else game.display(attribute)
