"""The card of a person's settings."""

from datetime import time

from bot.slash.account_cards import settings_card
from tests.bot.slash.card_text import card_lines
from tests.bot.slash.shown_scenes import DAY, NOW, person
from tracker.accounts.model import DigestFrequency, QuietHours, User

HOW = (
    "│ -# Change them with `/settings timezone`, `/settings day-start`, `/settings quiet-hours`, "
    "`/settings urgent`, `/mute`, `/digest frequency` and `/digest time`."
)


def lines(user: User) -> list[str]:
    return card_lines(settings_card(user, NOW))


def test_it_says_what_is_set_and_how_to_change_it() -> None:
    berliner = person(timezone="Europe/Berlin", day_start=time(4), digest_time=time(7, 30))

    assert card_lines(settings_card(berliner, NOW, lead="The zone is changed.")) == [
        "┌ #3b8fd0",
        "│ ### Your settings",
        "│ -# The zone is changed.",
        "│ ────",
        "│ **Time zone** `Europe/Berlin`, where it is 19:00 on Wednesday",
        "│ **A new day begins** at 04:00",
        "│ **Quiet hours** none: messages come at any time",
        "│ **What is urgent** waits as all else does",
        "│ **Digest** every day at 07:30",
        "│ ────",
        HOW,
    ]


def test_quiet_hours_say_from_when_to_when_and_what_passes() -> None:
    night = QuietHours.model_validate({"from": time(22), "to": time(7)})

    assert "│ **Quiet hours** from 22:00 to 07:00" in lines(person(quiet_hours=night))
    assert "│ **What is urgent** comes in quiet hours and mutes, too" in lines(person(urgent_passes=True))


def test_whoever_is_muted_sees_until_when_and_not_when_it_is_over() -> None:
    assert "│ **Muted** until {21 January 2027 18:00}" in lines(person(muted_until=NOW + DAY))
    assert not any("Muted" in line for line in lines(person(muted_until=NOW)))


def test_digests_are_weekly_off_or_come_in_any_case() -> None:
    weekly = person(digest=DigestFrequency.WEEKLY, digest_when_quiet=True)

    assert "│ **Digest** on Mondays at 08:00, also when nothing has moved" in lines(weekly)
    assert "│ **Digest** off" in lines(person(digest=DigestFrequency.OFF))
