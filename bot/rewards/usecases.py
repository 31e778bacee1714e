"""What a person can do with points, achievements and leaderboards: words in, documents out."""

import asyncio

from bot.documents import reading
from bot.page import page_of
from bot.rewards import requests
from bot.rewards.documents import (
    AchievementDocument,
    AchievementList,
    BoardDocument,
    BoardMembership,
    LedgerLine,
    PointsDocument,
    RankDocument,
)
from bot.visit import Visit
from tracker.ranking import Rank
from tracker.rewards.achievements import ACHIEVEMENTS
from tracker.rewards.board_names import names_of
from tracker.rewards.boards import GLOBAL, BoardSpan, parse_span
from tracker.rewards.model import Wallet
from tracker.rewards.wallet import achievements_of, level, newest_entries, wallet_of
from tracker.servers.board_scopes import UNKNOWN_HERE, Scope, find_scope, not_on_text, scopes_of
from tracker.shares.model import Shareable
from tracker.shares.things import is_shared

PER_PAGE = 12
MOST_RANKS = 1000
"""So far down people can look; everybody sees where they stand themselves."""
_LINE = {"at", "day", "points", "coins", "award", "reason", "habit_id", "task_id", "metric_id", "reward_id"}
_ACHIEVEMENT = {"id", "title", "text", "unlocked_at"}


async def show_points(visit: Visit, ask: requests.ShowPoints) -> PointsDocument:
    """The ledger is read as far as the page goes, and one line further."""
    table, person = visit.services.table, visit.person.id
    most = None if ask.limit is None else ask.limit and (ask.page + 1) * ask.limit + 1
    wallet, entries, habits = await asyncio.gather(
        wallet_of(table, person),
        newest_entries(table, person, most),
        visit.services.habits.list(person, archived=True),
    )
    page = page_of(entries, ask.page, ask.limit or max(len(entries), 1))
    names, now = {one.id: one.name for one in habits}, level(wallet)
    return PointsDocument(
        points=wallet.points,
        level=now.number,
        to_next_level=now.to_next,
        level_percent=now.percent,
        coins=wallet.coins,
        completions=wallet.completions,
        today=wallet.given_on(visit.today),
        ledger=tuple(
            LedgerLine(
                **one.model_dump(include=_LINE),
                type=one.entry_type,
                habit=one.habit_id,
                name=names.get(one.habit_id or "") or one.reason or None,
                undone=one.reverses,
            )
            for one in page.items
        ),
        page=page.number,
        pages=page.count,
    )


async def list_achievements(visit: Visit, ask: requests.ListAchievements) -> AchievementList:
    held = await achievements_of(visit.services.table, visit.person.id)
    names = {one.id for one in held}
    every = [
        *(AchievementDocument(**one.model_dump(include=_ACHIEVEMENT)) for one in held),
        *(
            AchievementDocument(id=one.id, title=one.title, text=one.text, unlocked_at=None)
            for one in ACHIEVEMENTS
            if one.id not in names
        ),
    ]
    page = page_of(every, ask.page or 0, len(every) if ask.page is None else PER_PAGE)
    return AchievementList(
        achievements=tuple(page.items),
        unlocked=len(held),
        total=page.total,
        page=page.number,
        pages=page.count,
    )


async def show_leaderboard(visit: Visit, ask: requests.ShowLeaderboard) -> BoardDocument:
    """The index is read as far as the page goes, and one further."""
    with reading("span"):
        span = parse_span(ask.span)
    wallet = await wallet_of(visit.services.table, visit.person.id)
    scope = await _scope(visit, ask.scope, wallet)
    ranks, own, is_public = list[Rank](), None, False
    if scope.key:
        board, most = span.board(scope.key, visit.today), min((ask.page + 1) * ask.limit + 1, MOST_RANKS)
        boards = visit.services.leaderboard
        ranks, own, is_public = await asyncio.gather(
            boards.top(board, most), boards.rank(board, visit.person.id), _is_public(visit, scope)
        )
    page = page_of(ranks, ask.page, ask.limit)
    return BoardDocument(
        scope=scope.key,
        board=scope.name,
        span=span,
        joined=scope.key in wallet.boards,
        is_public=is_public,
        top=tuple(RankDocument.of(one, visit.person.id) for one in page.items),
        you=own and RankDocument.of(own, visit.person.id),
        page=page.number,
        pages=page.count,
    )


async def join_leaderboard(visit: Visit, ask: requests.JoinLeaderboard) -> BoardMembership:
    boards, person = visit.services.leaderboard, visit.person
    before = await wallet_of(visit.services.table, person.id)
    scope = await _scope(visit, ask.scope, before)
    with reading("name"):
        names = names_of(person, before, said=ask.name, discord=visit.discord_name)
        name = await boards.free_name(person.id, scope.key, names)
    await boards.join(person.id, scope.key, visit.today, name=name, overtakes=ask.overtakes)
    own = await boards.rank(BoardSpan.ALL.board(scope.key, visit.today), person.id)
    return await _membership(visit, scope, before, f"You are on the leaderboard of {scope.name}.", own)


async def leave_leaderboard(visit: Visit, ask: requests.LeaveLeaderboard) -> BoardMembership:
    before = await wallet_of(visit.services.table, visit.person.id)
    scope = await _scope(visit, ask.scope, before)
    await visit.services.leaderboard.leave(visit.person.id, scope.key)
    if scope.key in before.boards:
        message = f"You are no longer on the leaderboard of {scope.name}; your points stay."
    else:
        message = not_on_text(scope, await scopes_of(visit.services.table, before.boards))
    return await _membership(visit, scope, before, message)


async def _membership(
    visit: Visit, scope: Scope, before: Wallet, message: str, own: Rank | None = None
) -> BoardMembership:
    after = await wallet_of(visit.services.table, visit.person.id)
    return BoardMembership(
        board=scope.name,
        joined=scope.key in after.boards,
        was_joined=scope.key in before.boards,
        name=after.shown_as,
        previous_name=before.shown_as,
        overtakes=after.overtakes,
        you=own and RankDocument.of(own, visit.person.id),
        is_public=await _is_public(visit, scope),
        message=message,
    )


async def _is_public(visit: Visit, scope: Scope) -> bool:
    """Everybody's board has no link."""
    if not scope.key or scope.key == GLOBAL:
        return False
    return await is_shared(visit.services.table, scope.key, Shareable.LEADERBOARD, scope.key)


async def joined_boards(visit: Visit) -> list[Scope]:
    """Those that the person is on, for suggestions."""
    wallet = await wallet_of(visit.services.table, visit.person.id)
    return await scopes_of(visit.services.table, wallet.boards)


async def _scope(visit: Visit, said: str | None, wallet: Wallet) -> Scope:
    here = None
    if visit.guild is not None:
        server = await visit.services.servers.here(visit.guild)
        here = UNKNOWN_HERE if server is None else Scope(server.account, server.name)
    with reading("scope"):
        return await find_scope(visit.services.table, said, wallet.boards, here)
