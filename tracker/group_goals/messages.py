"""What a server, or everybody in a group, is told of a group goal: that it began, marks, changes, its end."""

from datetime import timedelta

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.group_goals.counting import progress_of
from tracker.group_goals.model import GroupGoal, GroupNews, NewsKind
from tracker.group_goals.words import aim_text, by_people, left_text, standing_text
from tracker.locales import worded_for
from tracker.notify.kinds import Answers, ButtonAct, Kind, MessageChart, MessageLook, declare
from tracker.notify.model import Notification
from tracker.servers.model import Board
from tracker.store.segments import timestamp
from tracker.tones import Tone
from tracker.words import day_text, percent_text

THERMOMETER = "thermometer"
WHOLE = 100
_CHART = MessageChart(THERMOMETER, ("groupGoal",), in_chat=True)
_LIFE = timedelta(days=2)


class JoinGroupAct(ButtonAct):
    JOIN = "join it"

    @property
    def is_main(self) -> bool:
        return True


NEW = declare(
    Kind(
        "group-new",
        "a group goal began on this server",
        MessageLook("\N{RAISED HAND}", Tone.TRIUMPH),
        answers=Answers("group-join", ("groupGoal",), (JoinGroupAct.JOIN,), for_anybody=True),
    )
)
MILESTONE = declare(
    Kind(
        "group-milestone",
        "a goal of your group passed a milestone",
        MessageLook("\N{THERMOMETER}", Tone.GOOD),
        has_bar=True,
        chart=_CHART,
    )
)
CHANGED = declare(
    Kind("group-changed", "a goal of your group was changed", MessageLook("\N{MEMO}", Tone.PLAIN))
)
ENDED = declare(
    Kind(
        "group-ended",
        "a goal of your group is over",
        MessageLook("\N{CHEQUERED FLAG}", Tone.TRIUMPH),
        has_bar=True,
        chart=_CHART,
    )
)
REMOVED = declare(
    Kind("group-removed", "a goal of your group was removed", MessageLook("\N{WASTEBASKET}", Tone.QUIET))
)
KINDS = (NEW, MILESTONE, CHANGED, ENDED, REMOVED)


@worded_for
def message(user: User, goal: GroupGoal, news: GroupNews) -> Notification:
    """It names nobody: who is in it sees the others in the goal itself."""
    person, today = user.id, local_day(news.at, goal.zone)
    facts: dict[str, str | int] = {"groupGoal": goal.id}
    percent = min(int(progress_of(goal)), WHOLE)
    match news.kind:
        case NewsKind.NEW:
            begins = "today" if goal.starts <= today else f"on {day_text(goal.starts, today)}"
            return _told(
                person, goal, NEW, news, "new",
                f"A new group goal: {goal.name}",
                f"{aim_text(goal)}, until {day_text(goal.ends, today)}. It begins {begins}.",
                facts,
            )  # fmt: skip
        case NewsKind.MILESTONE:
            rest = "" if news.mark == WHOLE else f" {left_text(goal, today).capitalize()}."
            return _told(
                person, goal, MILESTONE, news, f"{news.mark}",
                f"{goal.name}: {'reached!' if news.mark == WHOLE else percent_text(news.mark)}",
                f"{_standing(goal)}.{rest}",
                {**facts, "percent": news.mark},
            )  # fmt: skip
        case NewsKind.CHANGED:
            title = f"{goal.name} was changed"
            return _told(person, goal, CHANGED, news, timestamp(news.at), title, news.text, facts)
        case NewsKind.ENDED:
            end = "reached" if progress_of(goal) >= WHOLE else percent_text(float(progress_of(goal)))
            return _told(
                person, goal, ENDED, news, "end",
                f"{goal.name} is over: {end}",
                f"{_standing(goal)}.",
                {**facts, "percent": percent},
            )  # fmt: skip


def removed(person: str, goal: GroupGoal, news: GroupNews) -> Notification:
    text = "Whoever set it has removed it, and what everybody added to it."
    return _told(
        person, goal, REMOVED, news, "removed", f"{goal.name} was removed", text, {"groupGoal": goal.id}
    )


def _standing(goal: GroupGoal) -> str:
    return standing_text(goal) if goal.each else f"{standing_text(goal)}, {by_people(goal)}"


def _told(  # noqa: PLR0917 - what a message is made of
    person: str,
    goal: GroupGoal,
    kind: Kind,
    news: GroupNews,
    period: str,
    title: str,
    text: str,
    facts: dict[str, str | int],
) -> Notification:
    return Notification(
        person=person,
        preferred_channel=Board.MILESTONES.channel,  # of a server; people have none
        kind=kind,
        entity=goal.id,
        period=period,
        title=title,
        text=text,
        facts=facts,
        created_at=news.at,
        not_before=news.at,
        expires_at=news.at + _LIFE,
        group="groups",
    )
