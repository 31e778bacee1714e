"""Help: asked on a server, answered and thanked; and what is refused."""

from tests.conversations.offers import GUILD
from tests.conversations.script import Http, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.rooms.assist.circles import SERVER, Circle
from tracker.rooms.assist.service import Assist, AssistQuestion
from tracker.servers.model import Announces
from tracker.servers.service import Servers
from tracker.store.table import Table


async def helps(table: Table, clock: HandClock, user: User) -> None:
    """The person helps on a server, where Bob asks something."""
    accounts = Accounts(table, clock, lambda: "the-clan")
    servers = Servers(table, clock, accounts)
    server = await servers.announce(await servers.set_up(GUILD, "The Clan"), Announces.REACHED)
    await servers.join(user, server)
    bob = await Accounts(table, clock, lambda: "bob").register(parse_identity("local:bob"))
    names = iter(("thread1", "message1"))
    assist = Assist(table, clock, lambda: next(names), keep_days=365)
    await assist.volunteer(bob.id, server.account, "Bob")
    await assist.volunteer(user.id, server.account, "Ada")
    circle = Circle(f"{SERVER}{server.account}", "The Clan")
    await assist.ask(bob.id, AssistQuestion(circle, "Bob", "Squats", "How deep?"))


ASSIST = Script(
    feature="assist",
    prepare=helps,
    steps=(
        Step(
            "who asks for help",
            Slash("assist list"),
            "assist",
            ("assist", "list"),
            Http("GET", "/assist"),
            words=("Squats", "Bob"),
            fields={"threads.0.title": "Squats", "threads.0.asker": "Bob", "threads.0.mine": False},
        ),
        Step(
            "what was said",
            Slash("assist show", {"thread": "squats"}),
            "assist show squats",
            ("assist", "show", "squats"),
            Http("GET", "/assist/squats"),
            words=("Bob: How deep?",),
            fields={"messages.0.text": "How deep?", "messages.0.author": "Bob"},
        ),
        Step(
            "answer",
            Slash("assist answer", {"thread": "squats", "text": "As deep as you like"}),
            "assist answer squats: As deep as you like",
            ("assist", "answer", "squats", "As deep as you like"),
            Http("POST", "/assist/squats/answer", {"text": "As deep as you like"}),
            words=("Sent to Bob.",),
            fields={"told": 1},
        ),
        Step(
            "only the asker closes it",
            Slash("assist solved", {"thread": "squats"}),
            "assist solved squats",
            ("assist", "solved", "squats"),
            Http("POST", "/assist/squats/solved"),
            words=("Only whoever asked",),
            refused="not_the_asker",
        ),
        Step(
            "report it",
            Slash("assist report", {"thread": "squats", "message": "Bob"}),
            "assist report squats: Bob",
            ("assist", "report", "squats", "Bob"),
            Http("POST", "/assist/squats/report", {"message": "Bob"}),
            words=("without your name",),
        ),
        Step(
            "nobody of that name to block",
            Slash("assist block", {"thread": "squats", "message": "Carol"}),
            "assist block squats: Carol",
            ("assist", "block", "squats", "Carol"),
            Http("POST", "/assist/squats/block", {"message": "Carol"}),
            refused="no_such_message",
        ),
        Step(
            "hear no more of it",
            Slash("assist leave", {"thread": "squats"}),
            "assist leave squats",
            ("assist", "leave", "squats"),
            Http("POST", "/assist/squats/leave"),
            words=("You hear no more of Squats",),
        ),
        Step(
            "have nothing to do with each other",
            Slash("assist block", {"thread": "squats", "message": "Bob"}),
            "assist block squats: Bob",
            ("assist", "block", "squats", "Bob"),
            Http("POST", "/assist/squats/block", {"message": "Bob"}),
            words=("Bob is blocked",),
        ),
        Step(
            "take it back",
            Slash("room unblock", {"member": "Bob"}),
            "room unblock Bob",
            ("room", "unblock", "Bob"),
            Http("POST", "/blocked/Bob/remove"),
        ),
        Step(
            "ask something",
            Slash("assist ask", {"text": "Who has a rope?"}),
            "assist ask Who has a rope?",
            ("assist", "ask", "Who has a rope?", "--as", "Ada"),
            Http("POST", "/assist", {"text": "Who has a rope?", "as": "Ada"}),
            words=("Asked in The Clan. 1 person can help",),
            fields={"thread.title": "Who has a rope?", "thread.mine": True, "told": 1},
        ),
        Step(
            "help no longer",
            Slash("assist volunteer", {"stop": True}),
            "assist volunteer stop",
            ("assist", "volunteer", "--stop"),
            Http("POST", "/assist/volunteer", {"stop": True}),
            words=("no longer asked on The Clan",),
            fields={"helps": False},
        ),
        Step(
            "what is not there",
            Slash("assist show", {"thread": "chess"}),
            "assist show chess",
            ("assist", "show", "chess"),
            Http("GET", "/assist/chess"),
            words=("chess",),
            refused="no_such_thread",
        ),
    ),
    stored=frozenset({"membership"}),
)
