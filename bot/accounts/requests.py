"""What can be asked of an account."""

from bot.documents import Ask
from tracker.accounts.settings import SETTINGS


class ChangeAccount(Ask, frozen=True):
    """Only what is said is changed, each as people write it."""

    timezone: str | None = None
    day_start: str | None = None
    quiet_hours: str | None = None
    urgent_passes: str | bool | None = None
    """Whether what is urgent comes in quiet hours and mutes, too."""
    digest: str | None = None
    digest_time: str | None = None
    digest_when_quiet: str | bool | None = None
    mute: str | None = None
    """Until when nothing is to come: `2h`, `mon`; `off` ends it."""
    nickname: str | None = None
    """The name that others see; without letters it is given up."""

    def settings(self) -> dict[str, str]:
        said = {name: getattr(self, name, None) for name in SETTINGS}
        switches = {True: "yes", False: "no"}
        return {
            name: switches[value] if isinstance(value, bool) else value
            for name, value in said.items()
            if value is not None
        }
