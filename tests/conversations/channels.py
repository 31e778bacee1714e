"""Channels: listed, switched off and on, made the first, and removed; and what is refused."""

from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.notify.channels import Channels
from tracker.store.table import Table


async def has_addresses(table: Table, clock: HandClock, person: User) -> None:
    """Proven already: codes come by the channel itself."""
    channels = Channels(table, clock)
    await channels.add(person.id, "apprise", "ntfy://ntfy.example/ada")
    await channels.add(person.id, "email", "ada@example.org")
    await channels.add(person.id, "webhook", "https://hooks.example.org/ada")
    await channels.add(person.id, "webhook.home", "https://home.example.org/ada")


CHANNELS = Script(
    feature="channels",
    prepare=has_addresses,
    steps=(
        Step(
            "list them",
            Slash("channel list"),
            "channels",
            ("channel", "list"),
            Http("GET", "/channels"),
            words=("e-mail",),
            fields={"channels.1.type": "email", "channels.1.active": True},
        ),
        Step(
            "rest from one",
            Slash("channel off", {"channel": "email"}),
            "channel off email",
            ("channel", "off", "email"),
            Http("POST", "/channels/email/off"),
            words=("Nothing is sent to",),
            fields={"channel.type": "email", "channel.active": False, "channel.offByPerson": True},
        ),
        Step(
            "have it again",
            Slash("channel on", {"channel": "email"}),
            "channel on email",
            ("channel", "on", "email"),
            Http("POST", "/channels/email/on"),
            words=("is on.",),
            fields={"channel.type": "email", "channel.active": True},
        ),
        Step(
            "have it first",
            Slash("channel default", {"channel": "email"}),
            "channel default email",
            ("channel", "default", "email"),
            Http("POST", "/channels/email/default"),
            words=("is tried first now",),
            fields={"channel.type": "email", "channels.0.type": "email"},
        ),
        Step(
            "have it later",
            Slash("channel down", {"channel": "email"}),
            "channel down email",
            ("channel", "down", "email"),
            Http("POST", "/channels/email/down"),
            words=("is tried later now",),
            fields={"channel.type": "email", "channels.1.type": "email"},
        ),
        Step(
            "have it earlier again",
            Slash("channel up", {"channel": "email"}),
            "channel up email",
            ("channel", "up", "email"),
            Http("POST", "/channels/email/up"),
            words=("is tried earlier now",),
            fields={"channel.type": "email", "channels.0.type": "email"},
        ),
        Step(
            "one of two webhooks",
            Slash("channel off", {"channel": "webhook.home"}),
            "channel off webhook.home",
            ("channel", "off", "webhook.home"),
            Http("POST", "/channels/webhook.home/off"),
            words=("Webhook home (home.example.org)",),
            fields={"channel.type": "webhook.home", "channels.2.type": "webhook", "channels.2.active": True},
        ),
        Step(
            "a name for what there is one of",
            Slash("channel add", {"type": "email", "address": "a@example.org", "name": "home"}),
            "channel add email.home a@example.org",
            ("channel", "add", "email", "a@example.org", "--name", "home"),
            Http("POST", "/channels", {"type": "email", "address": "a@example.org", "name": "home"}),
            words=("Only webhooks and browsers have names",),
            refused="bad_channel_name",
        ),
        Step(
            "what one does not have",
            Slash("channel off", {"channel": "pigeon"}),
            "channel off pigeon",
            ("channel", "off", "pigeon"),
            Http("POST", "/channels/pigeon/off"),
            words=("pigeon",),
            refused="no_such_channel",
        ),
        Step(
            "what there is not",
            Missing("Discord has the channels to choose from"),
            "channel add pigeon coo",
            ("channel", "add", "pigeon", "coo"),
            Http("POST", "/channels", {"type": "pigeon", "address": "coo"}),
            words=("You can add",),
            refused="no_such_channel",
        ),
        Step(
            "a code that nobody sent",
            Slash("channel verify", {"code": "123456"}),
            "channel verify 123456",
            ("channel", "verify", "123456"),
            Http("POST", "/channels/verify", {"code": "123456"}),
            refused="nothing_to_confirm",
        ),
        Step(
            "remove it",
            Slash("channel remove", {"channel": "apprise"}),
            "channel remove apprise",
            ("channel", "remove", "apprise"),
            Http("DELETE", "/channels/apprise"),
            words=("Nothing more is sent to",),
            fields={"removed.type": "apprise"},
            yes="Yes, remove it",
        ),
        Step(
            "it is gone",
            Slash("channel on", {"channel": "apprise"}),
            "channel on apprise",
            ("channel", "on", "apprise"),
            Http("POST", "/channels/apprise/on"),
            refused="no_such_channel",
        ),
    ),
    stored=frozenset({"channel"}),
)
