"""Servers as people read them: whatever a server is called, and whatever a digest says."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.servers import view
from bot.servers.documents import AnnouncementList, MembershipDocument, ServerChannel, ServerDocument
from bot.slash.render import ANYBODY, card
from tests.bot.cards import card_of, layouts, visit
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import NOW, names
from tests.fakes.discord.component_types import BUTTON, walk
from tracker.servers.model import Announces, News

HERE = visit()


def server(name: str = "The Clan", **other: object) -> ServerDocument:
    fields: dict[str, object] = {
        "name": name, "announces": Announces.REACHED, "tells": (News.REACHED,), "digest": "off",
        "timezone": "Europe/Berlin", "quiet_hours": "none", "preview": "",
        "boards": {}, "message": "Changed.",
        "channel": ServerChannel(id="123", is_active=True, off_since=None, off_reason=None),
    }  # fmt: skip
    return ServerDocument.model_validate({**fields, **other})


def member(name: str, *, announced: bool = True) -> MembershipDocument:
    return MembershipDocument(server="s", name=name, since=NOW, agreed=(News.REACHED,), announced=announced)


def test_all_settings_of_a_server_are_on_one_card() -> None:
    commands = ("announce-channel", "channel", "digest")
    off = ServerChannel(id="123", is_active=False, off_since=NOW, off_reason="it is gone")

    assert card_lines(card_of(view.server(HERE, server(channel=off, preview="The day\nZezima: +1 xp")))) == [
        "┌ #3b8fd0",
        "│ -# Changed.",
        "│ ### Questlog on The Clan",
        "│ ────",
        "│ **Channel** #123 · switched off since {20 January 2027}: it is gone",
        "│ **Announced** goals that members reach, of those who agreed. They do so with `/announce on`.",
        "│ **Digest** off",
        "│ **Time zone** Europe/Berlin, where it is 19:00 on Wednesday",
        "│ **Quiet hours** none",
        "│ ### If the digest came now, it would say:",
        "│ The day",
        "│ Zezima: +1 xp",
        f"│ -# Change it with {', '.join(f'`/server {one}`' for one in commands)} and `/server settings`",
    ]


def test_the_buttons_of_an_invitation_are_nobodys_own() -> None:
    shown = card(HERE, view.invitation(HERE, tuple(News)), ANYBODY).to_components()

    ids = [one["custom_id"] for one in walk(shown) if one["type"] == BUTTON]
    assert ids == [*(f"ql:announce:on:{one}" for one in News), "ql:announce:off"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=names, digest=st.text(max_size=5000), count=st.integers(0, 10))
def test_no_name_becomes_layout_and_no_digest_is_too_long(name: str, digest: str, count: int) -> None:
    shown = [
        view.server(HERE, server(name, channel=None)),
        view.announcement(HERE, member(name)),
        view.announcement(HERE, member(name, announced=False)),
        view.announcements(HERE, AnnouncementList(servers=(member(name),) * count)),
    ]
    plain = [
        view.server(HERE, server(channel=None)),
        view.announcement(HERE, member("Clan")),
        view.announcement(HERE, member("Clan", announced=False)),
        view.announcements(HERE, AnnouncementList(servers=(member("Clan"),) * count)),
    ]

    assert [layouts(one) for one in shown] == [layouts(one) for one in plain]
    layouts(view.server(HERE, server(name, preview=digest)))
