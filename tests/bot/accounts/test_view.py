"""An account as people read it."""

from datetime import date, time, timedelta

import pytest

from bot.accounts import view
from bot.accounts.documents import AccountShown, account_document
from bot.view import View
from bot.visit import Visit
from tests.bot.visits import NOW, by_sms, layouts, on_discord, reader
from tracker.accounts.model import DigestFrequency, QuietHours
from tracker.front_ends import FrontEnd

NIGHT = QuietHours.model_validate({"from": time(22), "to": time(7)})
HOW = "-# Change them with `/settings, /mute and /digest`"


def shown(here: Visit, message: str = "") -> View:
    return view.settings(here, AccountShown(account=account_document(here.person), message=message))


def test_it_says_what_is_set_and_how_to_change_it() -> None:
    berliner = reader(timezone="Europe/Berlin", day_start=time(4), digest_time=time(7, 30))

    assert on_discord(berliner, shown(berliner, "The zone is changed.")) == [
        "-# The zone is changed.",
        "### Your settings",
        "────",
        "**Time zone** Europe/Berlin, where it is 19:00 on Wednesday",
        "**Day starts** at 04:00",
        "**Quiet hours** none: messages come at any time",
        "**Urgent messages** wait like all others",
        "**Digest** every day at 07:30",
        "**Here since** {22 October 2026}",
        HOW,
    ]


def test_whoever_was_born_on_a_leap_day_reads_it() -> None:
    here = reader(birth_date=date(1992, 2, 29))
    assert "**Born** 29 February 1992" in on_discord(here, shown(here))


def test_quiet_hours_say_from_when_to_when_and_what_passes() -> None:
    here = reader(quiet_hours=NIGHT, urgent_passes=True)

    lines = on_discord(here, shown(here))

    assert "**Quiet hours** from 22:00 to 07:00" in lines
    assert "**Urgent messages** come in quiet hours and mutes, too" in lines


def test_whoever_is_muted_sees_until_when_and_not_when_it_is_over() -> None:
    muted, over = reader(muted_until=NOW + timedelta(days=1)), reader(muted_until=NOW)

    assert "**Muted** until {21 January 2027 18:00}" in on_discord(muted, shown(muted))
    assert not any("Muted" in line for line in on_discord(over, shown(over)))


def test_digests_are_weekly_off_or_come_in_any_case() -> None:
    weekly = reader(digest=DigestFrequency.WEEKLY, digest_when_quiet=True)
    off = reader(digest=DigestFrequency.OFF)

    assert "**Digest** on Mondays at 08:00, also when nothing has moved" in on_discord(weekly, shown(weekly))
    assert "**Digest** off" in on_discord(off, shown(off))


def test_addresses_are_shown_at_the_terminal_alone() -> None:
    there, elsewhere = (
        reader(front_end, phone="+447700900123") for front_end in (FrontEnd.TERMINAL, FrontEnd.DISCORD)
    )

    [facts] = shown(there).facts
    assert "phone:+447700900123" in str(facts[0].text)
    assert "7700" not in str(shown(elsewhere))


def test_by_sms_it_is_short() -> None:
    here = reader(FrontEnd.SMS, timezone="Europe/Berlin", quiet_hours=NIGHT)

    assert by_sms(here, shown(here)) == [
        "Your settings",
        "Europe/Berlin, 19:00 now, day starts at 00:00, quiet from 22:00 to 07:00, digest every day at 08:00",
    ]


@pytest.mark.parametrize(
    "shown",
    [
        view.UNKNOWN,
        view.KEPT,
        view.GONE,
        view.GOODBYE,
        view.deletion(reader(), "01JH2Z4Q8S0E6D5R7N1C3B9A2F", ()),
        view.exported(reader(), 12_345),
        view.zone_question(reader()),
    ],
)
def test_every_card_is_one_that_discord_takes(shown: View) -> None:
    assert layouts(reader(), shown)
