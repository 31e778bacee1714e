"""What somebody in the village asks for help with, and who gives it."""

from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.rooms.assist.circles import SERVER, Circle
from tracker.rooms.assist.safety import AssistSafety
from tracker.rooms.assist.service import Assist, AssistQuestion
from tracker.servers.model import Server
from tracker.store.table import Table


async def begin_assist(table: Table, clock: Clock, user: User, other: User, server: Server) -> None:
    """Each asks the other once, and thanks, and one thread is left open. Carol's thanks would be a circle."""
    names = count(1)

    async def nobody() -> list[str]:
        return []

    assist = Assist(table, clock, lambda: f"assist{next(names)}", keep_days=365)
    for one, name in ((user, "Ada"), (other, "Carol")):
        await assist.volunteer(one.id, server.account, name)
    circle = Circle(f"{SERVER}{server.account}", server.name)
    for asker, helper, name in ((user, other, "Ada"), (other, user, "Carol")):
        asked = await assist.ask(asker.id, AssistQuestion(circle, name, "Squats", "How deep?"))
        await assist.answer(helper.id, asked.thread.id, "As deep as you like")
        await assist.solved(asker.id, asked.thread.id)
    letters = await assist.ask(user.id, AssistQuestion(circle, "Ada", "Letters", "To whom?", task="letter"))
    await assist.answer(other.id, letters.thread.id, "To nobody!")
    await AssistSafety(table, clock, nobody).report(user.id, letters.thread.id, why="rude")
