"""Every setting of Questlog, as data. `bot/config/` reads them from file and environment."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, HttpUrl

from tracker.settings.channels import (
    AppriseSettings,
    DiscordSettings,
    EmailSettings,
    NotifySettings,
    PushSettings,
    SmsSettings,
    WebhookSettings,
    is_known_outside,
)
from tracker.settings.section import SettingsSection, as_in_file
from tracker.settings.sources import (
    GitHubSettings,
    HttpJsonSettings,
    PollSettings,
    RuneScapeSettings,
    SourcesSettings,
)
from tracker.settings.web import WebDiscordSettings, WebOidcSettings, WebSettings

__all__ = [
    "AppriseSettings",
    "DiscordSettings",
    "EmailSettings",
    "GitHubSettings",
    "HabitSettings",
    "HistorySettings",
    "HttpJsonSettings",
    "LogSettings",
    "NotifySettings",
    "PollSettings",
    "PushSettings",
    "RuneScapeSettings",
    "Settings",
    "SettingsSection",
    "SmsSettings",
    "SourcesSettings",
    "StoreSettings",
    "WebDiscordSettings",
    "WebOidcSettings",
    "WebSettings",
    "WebhookSettings",
]


def _names_a_file(path: Path) -> Path:
    if path in {Path(), Path(":memory:")}:
        raise ValueError("allowed: the path of a file, such as questlog.db")
    return path


class StoreSettings(SettingsSection):
    engine: Literal["sqlite", "dynamodb"] = "sqlite"
    path: Annotated[Path, AfterValidator(_names_a_file)] = Path("questlog.db")
    """SQLite: the database file."""
    table: str = Field(
        default="questlog",
        pattern=r"^[a-zA-Z0-9_.-]{3,255}$",
        json_schema_extra={"allowed": "3 to 255 letters, digits, dots, dashes and underscores"},
    )
    """DynamoDB: the table's name."""
    region: str = Field(default="us-east-1", min_length=1)
    endpoint_url: HttpUrl | None = None
    """DynamoDB: another address than Amazon's, for compatible servers."""


class LogSettings(SettingsSection):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "human", "json"] = "auto"
    """auto: human in a terminal, json elsewhere."""


class HistorySettings(SettingsSection):
    keep_days: int = Field(default=90, ge=0, le=36_500)
    """For how long each change is kept; the last value of each day is kept for ever. 0: all, for ever."""


class HabitSettings(SettingsSection):
    base_points: int = Field(default=10, ge=1, le=10_000)
    """What a day that is done gives."""
    streak_percent: dict[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=100, le=10_000)]] = Field(
        default={3: 110, 7: 125, 14: 150, 30: 175, 60: 200, 100: 250, 365: 300}
    )
    """By the length of a streak: what part of the base a day gives from then on, in percent."""
    daily_cap: int = Field(default=150, ge=0, le=1_000_000)
    """Points that a day gives in full; what is earned beyond that counts half, then a quarter. 0: no cap."""


class ChallengeSettings(SettingsSection):
    poll_minutes: float = Field(default=60.0, ge=1, le=1440)
    """How often everybody in a challenge is counted."""


class RoomSettings(SettingsSection):
    keep_days: int = Field(default=365, ge=0, le=36_500)
    """How long what is said in rooms is kept. 0: for good."""


class Settings(SettingsSection):
    store: StoreSettings = as_in_file({})
    web: WebSettings = as_in_file({})
    sources: SourcesSettings = as_in_file({})
    poll: PollSettings = as_in_file({})
    history: HistorySettings = as_in_file({})
    webhook: WebhookSettings = as_in_file({})
    push: PushSettings = as_in_file({})
    discord: DiscordSettings = as_in_file({})
    notify: NotifySettings = as_in_file({})
    habits: HabitSettings = as_in_file({})
    challenges: ChallengeSettings = as_in_file({})
    rooms: RoomSettings = as_in_file({})
    sms: SmsSettings = as_in_file({})
    email: EmailSettings = as_in_file({})
    apprise: AppriseSettings = as_in_file({})
    log: LogSettings = as_in_file({})

    @property
    def push_contact(self) -> str | None:
        """Whom push services turn to; None where there is nobody, and so no push."""
        public = self.web.public_url
        if self.push.contact is not None:
            return self.push.contact
        if public is None or public.scheme != "https" or not is_known_outside(public.host or ""):
            return None
        return str(public)
