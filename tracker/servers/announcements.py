"""What a server is told of its members: that a goal is reached, and where it wants them, milestones.

It says less than the person is told: neither dates nor paces nor what comes next, and of games alone. What
somebody calls a number on the web, and how much it is, is nobody else's business.
"""

from datetime import timedelta

from tracker.goals.games.game import game_keys
from tracker.goals.recording.evaluate import Evaluation, Event, Milestones, TargetReached
from tracker.goals.recording.messages import MessageContext, took
from tracker.goals.words.wording import attribute_name, goal_title, standing_at
from tracker.locales import worded_plainly
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification, StillTrueCheck
from tracker.servers.membership import MEMBER_CHECK, memberships_of
from tracker.servers.model import NEWS, PEOPLE, Board, News, Server
from tracker.store.entity import from_items
from tracker.store.keys import ServerKey
from tracker.store.table import Table
from tracker.tones import Tone
from tracker.words import percent_text

ANNOUNCED_GOAL = declare(
    Kind(
        "announce-reached",
        "a member of this server reached a goal",
        MessageLook("\N{TROPHY}", Tone.TRIUMPH),
    )
)
ANNOUNCED_MILESTONE = declare(
    Kind(
        "announce-milestone",
        "a member of this server passed a milestone",
        MessageLook("\N{CHEQUERED FLAG}", Tone.GOOD),
        has_bar=True,
    )
)

_LIFE = timedelta(days=1)
_BOARDS = {ANNOUNCED_GOAL: Board.REACHED, ANNOUNCED_MILESTONE: Board.MILESTONES}
_NEWS = {ANNOUNCED_GOAL: News.REACHED, ANNOUNCED_MILESTONE: News.MILESTONES}


async def announcements(
    table: Table, evaluation: Evaluation, event: Event, scene: MessageContext, told: Notification
) -> list[Notification]:
    """Of what a person is `told`: one for each server on which they agreed to it, and that wants to know."""
    kind = kind_of(event)
    if kind is None or scene.game.key not in game_keys():
        return []
    goal, news = evaluation.goal, _NEWS[kind]
    public = told.model_copy(
        update={
            "kind": kind,
            "entity": f"{goal.user}/{goal.character}/{goal.id}",
            "title": _title(evaluation, event, scene),
            "text": _text(evaluation, event, scene),
            "facts": {
                PEOPLE: goal.user,
                NEWS: news.value,
                "character": scene.character,
                "percent": str(evaluation.percent),
            },
            "expires_at": scene.now + _LIFE,
            "group": f"{goal.user}/{goal.character}",
            "preferred_channel": _BOARDS[kind].channel,
            "check": StillTrueCheck(name=MEMBER_CHECK, reference=f"{goal.user}#{news}"),
        }
    )
    servers = await _servers(table, goal.user, news)
    return [
        public.model_copy(update={"person": one.account}) for one in servers if news in one.announces.news
    ]


def kind_of(event: Event) -> Kind | None:
    """None for what is no news to others. What was reached before anybody looked was not reached now."""
    match event:
        case TargetReached(found=False):
            return ANNOUNCED_GOAL
        case Milestones():
            return ANNOUNCED_MILESTONE
        case _:
            return None


async def _servers(table: Table, user_id: str, news: News) -> list[Server]:
    mine = [one for one in await memberships_of(table, user_id) if news in one.agreed]
    found = await table.get_many(ServerKey(one.server).key for one in mine)
    return [*from_items(Server, found.values())]


@worded_plainly
def _title(evaluation: Evaluation, event: Event, scene: MessageContext) -> str:
    title = goal_title(evaluation.goal, scene.game)
    match event:
        case Milestones(percents=(*_, last)):
            return f"{scene.character}: {percent_text(last)} of {title}"
        case Milestones(levels=(*_, last)):
            return f"{scene.character}: level {last} {attribute_name(evaluation.goal, scene.game)}"
        case _:
            return f"{scene.character} reached {title}!"


@worded_plainly
def _text(evaluation: Evaluation, event: Event, scene: MessageContext) -> str:
    now = f"Now {standing_at(evaluation.goal, scene.game, evaluation.value)}."
    return f"{now} {took(evaluation.goal, scene)}" if isinstance(event, TargetReached) else now
