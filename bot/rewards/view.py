"""Points, achievements and leaderboards as people read them, on any front end."""

from collections.abc import Iterator

from bot.names import shown_name
from bot.rewards.documents import (
    AchievementDocument,
    AchievementList,
    BoardDocument,
    BoardMembership,
    LedgerLine,
    PointsDocument,
    RankDocument,
)
from bot.view import At, Bar, Paging, Row, Strong, Text, Usage, View, joined
from bot.visit import Visit
from tracker.tones import Tone
from tracker.words import count_of, people, signed

ADD_HABIT = Usage("/habit add habit:{}", "add habit {}", "questlog habit add {}")
JOIN = Usage("/leaderboard join", "TOP JOIN and a name", "questlog leaderboard join NAME")
LEAVE = Usage("/leaderboard leave", "TOP LEAVE", "questlog leaderboard leave")
HEAR = Usage("/leaderboard join overtakes:True", None, "questlog leaderboard join --overtakes")
HEAR_NOTHING = Usage("/leaderboard join overtakes:False", None, "questlog leaderboard join --no-overtakes")

POINTS, ACHIEVEMENTS, BOARD = "points", "achievements", "board"
"""The names of lists whose pages are turned."""

_MEDAL, _OPEN = "\N{SPORTS MEDAL}", "\N{WHITE SMALL SQUARE}\N{VARIATION SELECTOR-16}"


def points(here: Visit, found: PointsDocument) -> View:
    if not found.points and not found.ledger:
        return View(
            title="No points yet",
            empty=True,
            lead=f"0 points: level 1, {count_of(found.to_next_level, 'point')} to the next one.",
            hints=[("You get some for each habit and task that you do: ", ADD_HABIT("gym 3x a week"))],
        )
    return View(
        title="Your points",
        subtitle=joined(count_of(found.coins, "coin"), _habits_done(found.completions)),
        tone=Tone.TRIUMPH,
        lead=(Bar(found.level_percent), " ", Strong(count_of(found.points, "point")), *_level(found)),
        rows=[_ledger_row(one) for one in found.ledger],
        compact=True,
        paging=Paging(POINTS, found.page, found.pages),
    )


def _habits_done(times: int) -> str | None:
    return f"habits done {count_of(times, 'time')}" if times else None


def _level(found: PointsDocument) -> Iterator[str]:
    yield f" \N{MIDDLE DOT} level {people(found.level)}"
    yield f" \N{MIDDLE DOT} {count_of(found.to_next_level, 'point')} to level {people(found.level + 1)}"
    if found.today:
        yield f" \N{MIDDLE DOT} {signed(found.today)} today"


def _ledger_row(one: LedgerLine) -> Row:
    name = "a habit that is removed" if one.name is None else shown_name(one.name)
    amount = signed(one.points) if one.points else f"{signed(one.coins)} coins"
    title = (Strong(amount), f" {name}{', undone' if one.undone else ''}")
    return Row(one.award, title, ((At(one.at),),))


def achievements(here: Visit, found: AchievementList) -> View:
    paging = Paging(ACHIEVEMENTS, found.page, found.pages)
    return View(
        title="Your achievements",
        subtitle=joined(f"{people(found.unlocked)} of {people(found.total)}", str(paging)),
        tone=Tone.TRIUMPH,
        rows=[_achievement_row(one) for one in found.achievements],
        compact=True,
        paging=paging,
    )


def _achievement_row(one: AchievementDocument) -> Row:
    if one.unlocked_at is None:
        return Row(one.id, one.title, (one.text, None), symbol=_OPEN, tone=Tone.QUIET)
    day = (At(one.unlocked_at, "day"),)
    return Row(one.id, (Strong(one.title),), (one.text, day), symbol=_MEDAL, tone=Tone.TRIUMPH)


def board(here: Visit, found: BoardDocument) -> View:
    """The person stands below the others where they are on another page."""
    elsewhere = [found.you] if found.you and found.you not in found.top else []
    rows = [_rank_row(one) for one in (*found.top, *elsewhere)]
    about = f"{found.span}/{found.scope}"
    return View(
        title=f"The leaderboard of {shown_name(found.board)}",
        subtitle=found.span.text,
        symbol="\N{TROPHY}",
        tone=Tone.TRIUMPH,
        lead=None if rows else "Nobody is on this leaderboard yet.",
        empty=not rows,
        rows=rows,
        compact=True,
        hints=[*_own_place(found)],
        paging=Paging(BOARD, found.page, found.pages, about),
    )


def _rank_row(one: RankDocument) -> Row:
    name = shown_name(one.name or "Somebody")
    shown: Text = (Strong(name), " (you)") if one.you else name
    return Row(name, shown, (count_of(one.points, "point"),), rank=one.rank)


def _own_place(found: BoardDocument) -> Iterator[Text]:
    if found.is_public:
        yield "Strangers who have its link see this board, too."
    if not found.joined:
        yield "You are not on this leaderboard. It shows only who joined: ", JOIN()
    elif found.you is None:
        yield "You have no points in that time yet."
    elif found.you in found.top:
        yield LEAVE(), " takes you off it."


def membership(here: Visit, done: BoardMembership) -> View:
    if not done.joined:
        return View(lead=done.message)
    told, other = ("You are told", HEAR_NOTHING) if done.overtakes else ("You are not told", HEAR)
    place = (
        f" You are number {people(done.you.rank)} with {count_of(done.you.points, 'point')}."
        if done.you
        else ""
    )
    seen = ("Everybody there sees you as ", Strong(shown_name(done.name)))
    return View(
        tone=Tone.TRIUMPH,
        lead=(f"{done.message}{place} ", *seen, ", with your points, and nothing else of you."),
        hints=[
            *(["Strangers who have the link of this board see that, too."] if done.is_public else []),
            (f"{told} when somebody gets ahead of you. To change that: ", other()),
            ("You have the same name on all leaderboards. ", LEAVE(), " takes you off."),
        ],
    )
