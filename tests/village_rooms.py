"""What two people in the village say to each other in a room, and whom one of them has had enough of."""

from datetime import time
from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.habits.model import Habit
from tracker.rooms import relaying
from tracker.rooms.bridging import Bridges
from tracker.rooms.check_ins import CheckIns
from tracker.rooms.cheering import Cheers
from tracker.rooms.history import History
from tracker.rooms.model import Bridge, CheckIn, Mention
from tracker.rooms.safety import Safety
from tracker.rooms.saying import Saying
from tracker.rooms.service import Rooms, Who
from tracker.rooms.sharing import RoomShares
from tracker.servers.model import Guild
from tracker.store.table import Table

CODE = "2345678923"


async def begin_rooms(
    table: Table, clock: Clock, user: User, other: User, habit: Habit | None = None
) -> None:
    names = count(1)

    def new_id() -> str:
        return f"room{next(names)}"

    async def nobody() -> list[str]:
        return []

    rooms, history = Rooms(table, clock, new_id, lambda: CODE), History(table, clock)
    saying, safety = Saying(table, clock, new_id, keep_days=365), Safety(table, clock, history, nobody)
    made = await rooms.create(Who(user, "Ada"), "Gym", "To go there")
    await rooms.join(Who(other, "Bob"), CODE)
    asks = CheckIn(question="What will you do today?", at=time(8), zone="UTC")
    await CheckIns(table, clock).ask(user.id, made.room.id, asks)
    hall = Bridge(channel="77", channel_name="hall", server="7", server_name="The Club", since=clock())
    await Bridges(table, clock).show(user.id, made.room.id, Guild(7, is_managed=True), hall)
    await saying.say(user.id, made.room.id, "On my way, @Bob")
    first = await relaying.claimed(table, hall.channel, clock())
    assert first is not None
    post = await relaying.wanted(table, first)
    assert post is not None
    await relaying.is_posted(table, first, post, "700")
    await saying.say(user.id, made.room.id, "Here", mention=Mention(hall.channel, "701"))
    await Cheers(table, clock, history).cheer(other.id, made.room.id)
    if habit is not None:
        await RoomShares(table, clock).share(user, made.room.id, habit)
    rude = await saying.say(other.id, made.room.id, "So late?")
    await safety.report(user.id, made.room.id, rude.message.id, "rude")
    await safety.block(user.id, made.room.id, "Bob")
