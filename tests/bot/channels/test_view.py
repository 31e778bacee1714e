"""Channels as people read them: no address becomes layout, or is shown whole."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels import view
from bot.channels.documents import ChannelDocument, ChannelList, ChannelRemoval
from bot.visit import Visit
from tests.bot.slash.shown_scenes import names
from tests.bot.visits import NOW, by_sms, layouts, on_discord, reader
from tracker.front_ends import FrontEnd
from tracker.notify.model import PersonChannel
from tracker.settings import Settings

KINDS = ("discord", "webhook", "email", "sms", "apprise", "console")
SETTINGS = Settings.model_validate({"webhook": {"secret": "s"}, "discord": {"token": "t"}})

own_channels = st.builds(
    PersonChannel,
    channel_type=st.sampled_from(KINDS) | names,
    identifier=names | names.map(lambda name: f"{name}@example.org") | names.map("https://{}/x".format),
    is_active=st.booleans(),
    off_since=st.none() | st.just(NOW),
    off_reason=st.none() | names,
    off_by_person=st.booleans(),
    verified_at=st.none() | st.just(NOW),
)


def document(one: PersonChannel) -> ChannelDocument:
    return ChannelDocument.of(one, SETTINGS)


def listed(*found: PersonChannel) -> ChannelList:
    return ChannelList(channels=tuple(map(document, found)))


def test_each_channel_is_a_line_and_says_why_nothing_goes_there() -> None:
    off = {"is_active": False, "off_since": NOW, "verified_at": NOW}
    hook = PersonChannel(channel_type="webhook", identifier="https://x.org/x", off_reason="it is gone", **off)
    found = listed(
        PersonChannel(channel_type="discord", identifier="dm:1", verified_at=NOW),
        PersonChannel(channel_type="sms", identifier="+4917012345"),
        hook,
        PersonChannel(channel_type="email", identifier="ada@example.org", off_by_person=True, **off),
        PersonChannel(channel_type="apprise", identifier="tgram://1:x/2", verified_at=NOW),
    )

    assert on_discord(reader(), view.channels(reader(), found)) == [
        "### Where I tell you things",
        "-# 5 channels, tried from top to bottom",
        "1. Discord (your direct messages)",
        "2. SMS (***45)",
        "-# not confirmed yet, so nothing is sent there",
        "3. Webhook (x.org)",
        "-# switched off since {20 January 2027}: it is gone; add it once more to switch it on",
        "4. E-mail (a***@example.org)",
        "-# switched off by you since {20 January 2027}; `/channel on channel:email` switches it on",
        "5. Telegram (by Apprise)",
    ]
    here = reader(FrontEnd.SMS)
    assert by_sms(here, view.channels(here, found))[1:4] == [
        "2. SMS (***45): not confirmed yet, so nothing is sent there",
        "3. Webhook (x.org): switched off since 20 January: it is gone; add it once more to switch it on",
        "4. E-mail (a***@example.org): switched off by you since 20 January; channel on email switches it on",
    ]


def test_what_is_not_set_up_says_which_setting_to_those_alone_who_can_set_it() -> None:
    found = listed(PersonChannel(channel_type="sms", identifier="+4917012345", verified_at=NOW))

    def trouble(here: Visit) -> object:
        return view.channels(here, found).rows[0].subtitle

    assert trouble(reader(FrontEnd.TERMINAL)) == "not used, because sms.account_sid is not set"
    assert trouble(reader()) == "not set up on this Questlog, so nothing is sent there"


@settings(max_examples=60, deadline=None)
@given(found=st.lists(own_channels, max_size=6))
def test_nothing_that_others_wrote_becomes_layout(found: list[PersonChannel]) -> None:
    here, shown = reader(local="ada"), listed(*found)
    tame = replace(view.channels(here, shown), notice=None)
    layouts(here, tame)
    for one in shown.channels:
        layouts(here, view.removal(here, ChannelRemoval(channel=one, following=one)))
