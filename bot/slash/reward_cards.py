"""Cards of what was earned: points with the ledger, and achievements, those held and those still open."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.names import NAME
from bot.page import Page
from bot.slash.cards import Card, Row, empty_card, heading, separated, text
from bot.slash.looks import VIOLET
from bot.slash.texts import dotted, moment, safe, signed, small
from tracker.habits.model import LedgerEntry, UnlockedAchievement, Wallet
from tracker.rewards.achievements import ACHIEVEMENTS, Achievement
from tracker.rewards.points import level_begins
from tracker.rewards.wallet import Level, level
from tracker.words import bar, count_of

LEDGER_PER_PAGE = 10
ACHIEVEMENTS_PER_PAGE = 12

_BAR = 14
_MEDAL, _OPEN = "\N{SPORTS MEDAL}", "\N{WHITE SMALL SQUARE}\N{VARIATION SELECTOR-16}"
_GONE = "a habit that is gone"


class Prize(NamedTuple):
    """Something that can be achieved, and perhaps was."""

    title: str
    text: str
    held: UnlockedAchievement | None = None


def prizes(held: Sequence[UnlockedAchievement]) -> list[Prize]:
    """Those that are held, the newest first, and then those that are open."""
    names = {one.id for one in held}
    still_open = (one for one in ACHIEVEMENTS if one.id not in names)
    return [*(Prize(one.title, one.text, one) for one in held), *map(_open, still_open)]


def _open(one: Achievement) -> Prize:
    return Prize(one.title, one.text)


def achievements_card(page: Page[Prize], count: int, rows: Sequence[Row]) -> Card:
    """`count` are held."""
    head = heading("Your achievements", dotted([f"{count:,} of {page.total:,}", str(page)]), large=True)
    return Card(*separated([head, text(*(_prize(one) for one in page.items))]), colour=VIOLET, rows=rows)


def _prize(one: Prize) -> str:
    if one.held is None:
        return f"{_OPEN} {safe(one.title)}: {safe(one.text)}"
    since = moment(one.held.unlocked_at, "D")
    return f"{_MEDAL} **{safe(one.title)}** {dotted([safe(one.text), since])}"


def points_card(
    wallet: Wallet, page: Page[LedgerEntry], names: Mapping[str, str], rows: Sequence[Row]
) -> Card:
    """`names` are those of habits by their ids. How many pages there are, nobody has counted."""
    if not page.items and not wallet.points:
        return no_points_card()
    now = level(wallet)
    head = heading("Your points", dotted(_summary(wallet, now)), large=True)
    lines = [_line(one, names) for one in page.items]
    return Card(
        *separated([head, text(*_level_lines(now)), *([text(*lines)] if lines else [])]),
        colour=VIOLET,
        rows=rows,
    )


def no_points_card() -> Card:
    return empty_card(
        "No points yet",
        "Each time that you do a habit gives some, and more in a streak: `/habit add habit:gym 3x a week`",
        small(
            "Points rank you, where you want that: `/leaderboard join`. Coins are for rewards of your own."
        ),
    )


def _summary(wallet: Wallet, now: Level) -> Iterator[str]:
    yield f"level {now.number:,}"
    yield count_of(wallet.coins, "coin")
    yield f"done {count_of(wallet.completions, 'time')}"


def _level_lines(now: Level) -> Iterator[str]:
    begins, ends = level_begins(now.number), level_begins(now.number + 1)
    share = 100 * (now.points - begins) / (ends - begins)
    yield f"**{count_of(now.points, 'point')}**"
    yield f"{bar(max(share, 0), _BAR)} {count_of(now.to_next, 'point')} to level {now.number + 1:,}"


def _line(entry: LedgerEntry, names: Mapping[str, str]) -> str:
    name = safe(names[entry.habit], NAME) if entry.habit in names else _GONE
    undone = "undone" if entry.reverses else None
    return dotted([f"**{signed(entry.points)}** {name}", undone, moment(entry.at, "f")])
