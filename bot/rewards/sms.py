"""Points, achievements and leaderboards by SMS: `points`, `achievements`, `top week`, `top join Ada`."""

from dataclasses import replace

from bot.rewards import requests, usecases, view
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer
from bot.visit import Visit
from tracker.rewards.errors import BadSpan

POINTS = Phrase("points", ("my points",), "points", "your points and your level", "points")
ACHIEVEMENTS = Phrase(
    "achievements", ("awards", "my achievements"), "achievements", "what you achieved, and what is to come"
)
TOP = Phrase(
    "top",
    ("leaderboard", "board"),
    "top week",
    "who is ahead in all, this week or this month; top join Ada puts you there",
    "top",
)
RANKS = 5


async def points(here: Visit, rest: str) -> Answer:
    del rest
    return answer(here, view.points(here, await usecases.show_points(here, requests.ShowPoints(limit=0))))


async def achievements(here: Visit, rest: str) -> Answer:
    del rest
    return answer(
        here, view.achievements(here, await usecases.list_achievements(here, requests.ListAchievements()))
    )


async def top(here: Visit, rest: str) -> Answer:
    verb, _, name = rest.partition(" ")
    match verb.casefold():
        case "join":
            return await _join(here, name)
        case "leave":
            done = await usecases.leave_leaderboard(here, requests.LeaveLeaderboard(scope=name))
            undo = f"{TOP.name} join {done.name}" if done.was_joined else None
            return answer(here, view.membership(here, done), undo=undo)
        case _:
            return await _ranks(here, rest or "all")


async def _ranks(here: Visit, span: str) -> Answer:
    try:
        found = await usecases.show_leaderboard(here, requests.ShowLeaderboard(span=span, limit=RANKS))
    except BadSpan:
        raise BadSpan("Say top, top week, top month, top join and a name, or top leave.") from None
    return answer(here, replace(view.board(here, found), title=f"Top of {found.span.text}", subtitle=None))


async def _join(here: Visit, name: str) -> Answer:
    done = await usecases.join_leaderboard(here, requests.JoinLeaderboard(name=name.strip("\"' ") or None))
    undo = f"{TOP.name} join {done.previous_name}" if done.was_joined else f"{TOP.name} leave"
    return answer(here, replace(view.membership(here, done), hints=()), undo=undo)


SMS = SmsPart(
    commands=(Command(POINTS, points), Command(ACHIEVEMENTS, achievements), Command(TOP, top, may_begin=True))
)
