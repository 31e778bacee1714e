"""What can be asked of an account."""

from typing import Any

from pydantic import Field

from bot.documents import Ask
from tracker.accounts.profile import PROFILE
from tracker.accounts.settings import SETTINGS


def _profile(name: str) -> Any:  # noqa: ANN401 - as pydantic's own
    return Field(default=None, description=PROFILE[name].why)


class NewAccount(Ask, frozen=True):
    nickname: str = Field(description="Their name, which others see")


class ChangeAccount(Ask, frozen=True):
    """Only what is said is changed, each as people write it."""

    timezone: str | None = Field(default=None, description="Your time zone, by its name: Europe/Berlin")
    day_start: str | None = Field(default=None, description="When a new day begins: 04:00")
    quiet_hours: str | None = Field(default=None, description="When nothing is sent: 22:00-07:00, or off")
    urgent_passes: str | bool | None = Field(
        default=None, description="yes or no: whether urgent messages come in quiet hours and mutes, too"
    )
    digest: str | None = Field(
        default=None, description="How often your digest comes: daily, weekly (on Mondays) or off"
    )
    digest_time: str | None = Field(default=None, description="When your digest comes: 08:00")
    digest_when_quiet: str | bool | None = Field(
        default=None, description="yes or no: whether your digest comes also when nothing has moved"
    )
    mute: str | None = Field(default=None, description="Be told nothing until 2h, mon, 18:00; off ends it")
    nickname: str | None = Field(default=None, description='The name that others see; "" gives it up')

    display_name: str | None = _profile("display_name")
    full_name: str | None = _profile("full_name")
    birth_date: str | None = _profile("birth_date")
    birthday_greeting: str | bool | None = _profile("birthday_greeting")
    country: str | None = _profile("country")
    language: str | None = _profile("language")
    gender: str | None = _profile("gender")
    pronouns: str | None = _profile("pronouns")
    bio: str | None = _profile("bio")
    tags: str | None = _profile("tags")
    tier: str | None = _profile("tier")
    status: str | None = _profile("status")
    theme: str | None = _profile("theme")
    default_area: str | None = _profile("default_area")
    shown_in_rooms: str | None = _profile("shown_in_rooms")
    recap: str | None = _profile("recap")

    def settings(self) -> dict[str, str]:
        said = {name: getattr(self, name, None) for name in SETTINGS}
        switches = {True: "yes", False: "no"}
        return {
            name: switches[value] if isinstance(value, bool) else value
            for name, value in said.items()
            if value is not None
        }


class DeleteAccount(Ask, frozen=True):
    account: str
    """Its id: an old page must not delete what somebody has begun anew."""
