"""The channels by name."""

import pytest

from scheduler.channels.channel import OpenChannels
from tests.scheduler.channels.scripted import ScriptedChannel


def test_channels_are_found_by_their_names() -> None:
    sms, webhook = ScriptedChannel("sms"), ScriptedChannel("webhook")
    channels = OpenChannels(sms, webhook)
    assert dict(channels) == {"sms": sms, "webhook": webhook}
    assert "pigeon" not in channels


def test_two_channels_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        OpenChannels(ScriptedChannel("sms"), ScriptedChannel("sms"))
