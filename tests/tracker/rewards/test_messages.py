"""What is told of leaderboards says what is true when it goes."""

from tests.fakes.clock import START
from tracker.notify.model import Notification
from tracker.rewards.boards import all_time
from tracker.rewards.messages import OVERTAKEN, overtake_message, wordings
from tracker.rewards.model import BoardPlace
from tracker.store.entity import to_item
from tracker.store.keys import BoardPlaceKey
from tracker.store.sqlite import SqliteTable

BOARD = all_time("global")


async def test_who_was_overtaken_reads_their_points_as_they_are(sqlite_table: SqliteTable) -> None:
    place = BoardPlace(user="anna", board=BOARD, points=120)
    told = overtake_message(place, "Ben / the 2nd", START.date(), START)
    assert told.text.endswith("You have 120 points.")

    async def reads_now() -> Notification | None:
        return await wordings(sqlite_table)[OVERTAKEN](told)

    assert await reads_now() is None  # who is not on the board any more need not hear of it
    await sqlite_table.put(to_item(place.model_copy(update={"points": 1130}), BoardPlaceKey("anna", BOARD)))
    said = await reads_now()
    assert said is not None
    assert said.text == "Ben / the 2nd is ahead of you now on the leaderboard. You have 1,130 points."
