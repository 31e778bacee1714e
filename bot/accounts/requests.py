"""What can be asked of an account."""

from pydantic import Field

from bot.documents import Ask
from tracker.accounts.settings import SETTINGS


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

    def settings(self) -> dict[str, str]:
        said = {name: getattr(self, name, None) for name in SETTINGS}
        switches = {True: "yes", False: "no"}
        return {
            name: switches[value] if isinstance(value, bool) else value
            for name, value in said.items()
            if value is not None
        }
