"""`points` and `top`: what was earned, and who is ahead among those who chose to be seen."""

from bot.names import NAME, cut_short
from bot.sms import words
from bot.sms.command import Answer, Command, Turn, Unclear
from bot.sms.goal_commands import new_goal
from tracker.habits.model import Wallet
from tracker.rewards.boards import GLOBAL, names
from tracker.rewards.leaderboard import Rank
from tracker.rewards.wallet import level, wallet_of
from tracker.words import count_of

SHOWN = 5


async def points(turn: Turn, rest: str) -> Answer:
    del rest
    wallet = await wallet_of(turn.services.table, turn.user.id)
    at = level(wallet)
    said = words.POINTS_ARE.format(
        points=_points(at.points), level=at.number, to_next=_points(at.to_next), next=at.number + 1
    )
    today = wallet.given_on(turn.today)
    return Answer(said + (words.POINTS_TODAY.format(points=f"+{today:,}") if today else ""))


async def top(turn: Turn, rest: str) -> Answer:
    said = rest.casefold()
    if (span := words.SPANS.get(said)) is not None:
        return await _show(turn, span)
    verb, _, name = rest.partition(" ")
    match verb.casefold():
        case words.JOIN:
            return await _join(turn, name)
        case words.LEAVE if not name:
            return await _leave(turn)
        case _:
            return await _something_else(turn, rest)


async def _show(turn: Turn, span: int) -> Answer:
    board = [*names(GLOBAL, turn.today)][span]
    first = await turn.services.leaderboard.top(board, SHOWN)
    own = await turn.services.leaderboard.rank(board, turn.user.id)
    if not first:
        return Answer(words.NOBODY_ON_TOP)
    lines = [words.TOP_OF.format(when=words.SPAN_TITLES[span]), *(_line(one, turn) for one in first)]
    if own is not None and all(one.user != turn.user.id for one in first):
        lines.append(_line(own, turn))
    if own is None:
        joined = GLOBAL in (await wallet_of(turn.services.table, turn.user.id)).boards
        lines.append(words.NO_POINTS_THEN if joined else words.NOT_ON_TOP)
    return Answer("\n".join(lines))


def _line(one: Rank, turn: Turn) -> str:
    if one.user == turn.user.id:
        return words.YOUR_PLACE.format(number=f"{one.number:,}", points=_points(one.points))
    return f"{one.number:,}. {cut_short(one.name, NAME)}: {_points(one.points)}"


async def _join(turn: Turn, name: str) -> Answer:
    """By the name that is said, or the one that the person has there, or their nickname."""
    before = await wallet_of(turn.services.table, turn.user.id)
    wanted = name.strip("\"' ") or before.shown_as or turn.user.nickname
    if not wanted:
        raise Unclear(words.TOP_NAME)
    await turn.services.leaderboard.join(turn.user.id, GLOBAL, turn.today, name=wanted)
    return Answer(words.TOP_JOINED.format(name=cut_short(wanted, NAME)), undo=_line_back(before))


async def _leave(turn: Turn) -> Answer:
    before = await wallet_of(turn.services.table, turn.user.id)
    await turn.services.leaderboard.leave(turn.user.id, GLOBAL)
    return Answer(words.TOP_LEFT, undo=_line_back(before))


def _line_back(before: Wallet) -> str:
    """To how the person stood there before."""
    if GLOBAL in before.boards:
        return f"{words.TOP.name} {words.JOIN} {before.shown_as}"
    return f"{words.TOP.name} {words.LEAVE}"


async def _something_else(turn: Turn, rest: str) -> Answer:
    """`top 100 wc` may be a goal."""
    meant = await new_goal(turn, f"{words.TOP.name} {rest}")
    if meant is None:
        raise Unclear(words.TOP_HOW)
    return Answer(words.DID_YOU_MEAN.format(line=meant.upper()), question=meant, understood=False)


def _points(number: int) -> str:
    return count_of(number, "point")


COMMANDS = (Command(words.POINTS, points), Command(words.TOP, top))
