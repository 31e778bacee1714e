"""The card of channels: within Discord's limits, and no address becomes layout or is shown whole."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slash.channel_words import channels_card, place_of
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.markdown import layout
from tests.bot.slash.shown_scenes import NOW, names, person
from tests.fakes.discord.check_components import check_layout
from tests.fakes.discord.component_types import walk
from tests.fakes.discord.forms import Form
from tracker.notify.model import PersonChannel

KINDS = ("discord", "webhook", "email", "sms")

channels = st.builds(
    PersonChannel,
    channel_type=st.sampled_from(KINDS) | names,
    identifier=names | names.map(lambda name: f"{name}@example.org") | names.map("https://{}/x".format),
    is_active=st.booleans(),
    off_since=st.none() | st.just(NOW),
    off_reason=st.none() | names,
    verified_at=st.none() | st.just(NOW),
)


def test_each_channel_is_a_line_and_says_why_nothing_goes_there() -> None:
    card = channels_card(
        [
            PersonChannel(channel_type="discord", identifier="dm:1", verified_at=NOW),
            PersonChannel(channel_type="sms", identifier="+4917012345"),
            PersonChannel(
                channel_type="webhook",
                identifier="https://example.org/x",
                is_active=False,
                off_since=NOW,
                off_reason="it is gone",
            ),
        ],
        person(),
    )

    assert card_lines(card) == [
        "┌ #3b8fd0",
        "│ ### Where I tell you things",
        "│ -# 3 channels, tried from top to bottom",
        "│ 1. **Discord** (your direct messages)",
        "│ 2. **SMS** (•••45)",
        "│ -# not confirmed yet, so nothing is sent there",
        "│ 3. **Webhook** (example.org)",
        "│ -# switched off since {20 January 2027}: it is gone",
    ]


@settings(max_examples=60, deadline=None)
@given(found=st.lists(channels, max_size=6))
def test_nothing_that_others_wrote_becomes_layout(found: list[PersonChannel]) -> None:
    components = channels_card(found, person(local="ada")).to_components()
    form = Form()
    check_layout(form, components, set())
    form.accept()
    for one in walk(components):
        if one["type"] == 10:
            layout(one["content"])


@given(number=st.integers(10**6, 10**14))
def test_a_number_is_never_shown_whole(number: int) -> None:
    shown = place_of(PersonChannel(channel_type="sms", identifier=f"+{number}"))

    assert str(number) not in shown
    assert sum(letter.isdigit() for letter in shown) == 2


@given(name=st.text(st.characters(categories=["L", "N"]), min_size=3, max_size=30))
def test_a_mailbox_is_never_shown_whole(name: str) -> None:
    shown = place_of(PersonChannel(channel_type="email", identifier=f"{name}@example.org"))

    assert name[1:] not in shown.removesuffix("@example.org")
