"""Rooms in a digest: what was said in each since the last one, for members who want to hear of it so."""

from tracker.frozen import frozen
from tracker.rooms.book import MyRoom, rooms_of
from tracker.rooms.history import said_since
from tracker.rooms.model import RoomMessage, Tell
from tracker.sections import DailyNews, DigestSection, Occasion
from tracker.store.table import Table
from tracker.words import count_of

MOST_COUNTED = 100
_SHOWN, _LONGEST = 3, 120


@frozen
class RoomNews:
    room: MyRoom
    messages: list[RoomMessage]
    """In the order in which they were said."""


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    """A second that is not over is left to the next digest, so that nothing falls between two of them."""
    if not occasion.has_digest:
        return DailyNews()
    user, news = occasion.user.id, list[RoomNews]()
    for one in await rooms_of(table, user):
        if one.mine.tell is Tell.DIGEST:
            since = max(one.mine.since, occasion.told_digest_at or one.mine.since)
            said = await said_since(table, one.mine, since, occasion.now, MOST_COUNTED)
            news += [RoomNews(one, said)] if said else []
    return DailyNews([section_of(news)] if news else ())


def section_of(news: list[RoomNews]) -> DigestSection:
    text = "\n".join(map(_lines, news))
    return DigestSection("rooms", text, is_news=True, facts={"rooms": len(news)})


def _lines(news: RoomNews) -> str:
    """`Gym, 12 messages:` and the newest of them."""
    many = f"{MOST_COUNTED} messages or more" if len(news.messages) >= MOST_COUNTED else None
    head = f"{news.room.room.name}, {many or count_of(len(news.messages), 'message')}:"
    return "\n".join([head, *(_line(one) for one in news.messages[-_SHOWN:])])


def _line(message: RoomMessage) -> str:
    words = " ".join(f"{message.name}: {message.text}".split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3].rstrip() + "..."
