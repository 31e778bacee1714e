"""A look back as a message, when a month or a year has ended, for those who asked for it."""

from datetime import timedelta

from tracker.accounts.model import RecapWish, User
from tracker.feature import Rules
from tracker.life.recap.counting import Recap
from tracker.life.recap.period import RecapPeriod, ended_on
from tracker.life.recap.reading import look_back
from tracker.life.recap.wording import period_text, sentences
from tracker.notify.kinds import Kind, MessageChart, MessageLook, declare
from tracker.notify.model import Notification
from tracker.sections import DailyNews, Occasion
from tracker.store.table import Table
from tracker.tones import Tone

RECAP_CHART = "recap"
RECAP = declare(
    Kind(
        "recap",
        "you asked for a look back",
        MessageLook("\N{SPARKLES}", Tone.TRIUMPH),
        chart=MessageChart(RECAP_CHART, ("period",)),
    )
)
_OF = {"month": (RecapWish.MONTH, RecapWish.BOTH), "year": (RecapWish.YEAR, RecapWish.BOTH)}
_STILL_NEWS = timedelta(days=7)


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    """With the first round of the month. A month in which nothing was done is not spoken of."""
    messages = list[Notification]()
    for period in ended_on(occasion.today, occasion.looked_until):
        if _wants(occasion.user, period):
            found = await look_back(table, occasion.user, period, occasion.now)
            messages += [] if found.is_empty else [_message(occasion, found)]
    return DailyNews(messages=messages)


def _wants(user: User, period: RecapPeriod) -> bool:
    return user.recap in _OF["year" if period.month is None else "month"]


def _message(occasion: Occasion, found: Recap) -> Notification:
    return Notification(
        person=occasion.user.id,
        kind=RECAP,
        entity="recap",
        period=str(found.period),
        title=f"Your {period_text(found.period)}",
        text="\n".join(sentences(found)),
        facts={"period": str(found.period)},
        created_at=occasion.now,
        not_before=occasion.strike.at,
        expires_at=occasion.strike.at + _STILL_NEWS,
    )


RECAPS = Rules("recap", kinds=(RECAP,), daily=daily)
