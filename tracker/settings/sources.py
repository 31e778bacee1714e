"""The settings of where readings come from, and of how often they are asked for."""

from typing import Annotated, Self, TypeAlias

from pydantic import AfterValidator, Field, HttpUrl, SecretStr, model_validator

from tracker.settings.section import SettingsSection, as_in_file, is_one_word

UserAgent: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[\x21-\x7e][\x20-\x7e]{0,199}$", json_schema_extra={"allowed": "1 to 200 plain characters"}
    ),
]


class RuneScapeSettings(SettingsSection):
    """The addresses are server roots: the paths are Questlog's."""

    osrs_url: HttpUrl = as_in_file("https://secure.runescape.com")
    rs3_url: HttpUrl = as_in_file("https://secure.runescape.com")
    runemetrics_url: HttpUrl = as_in_file("https://apps.runescape.com")
    requests_per_second: float = Field(default=2.0, ge=0.01, le=100_000)
    """To each server, evenly spaced."""
    concurrency: int = Field(default=4, ge=1, le=1000)
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    blocked_seconds: float = Field(default=900.0, ge=1, le=86_400)
    """How long a server is left alone that has blocked us; longer when it does so again."""
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class HttpJsonSettings(SettingsSection):
    allow_private: bool = False
    """Whether people may have numbers read from addresses inside this machine's own networks."""
    requests_per_second: float = Field(default=5.0, ge=0.01, le=100_000)
    concurrency: int = Field(default=8, ge=1, le=1000)
    """Of these, one person and one host have at most half, and less where others want some, too."""
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    max_bytes: int = Field(default=1_000_000, ge=1000, le=100_000_000)
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class GitHubSettings(SettingsSection):
    api_url: HttpUrl = as_in_file("https://api.github.com")
    """The root of the API; on a server of one's own that ends with /api/v3."""
    token: Annotated[SecretStr, AfterValidator(is_one_word("GitHub"))] | None = None
    """Without it commits are searched for, one account at a time, and private work is not known of."""
    accounts_per_request: int = Field(default=20, ge=1, le=100)
    """How many accounts are asked for at once, with a token."""
    requests_per_second: float = Field(default=1.0, ge=0.01, le=100_000)
    """One after the other, evenly spaced."""
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class SourcesSettings(SettingsSection):
    runescape: RuneScapeSettings = as_in_file({})
    http_json: HttpJsonSettings = as_in_file({})
    github: GitHubSettings = as_in_file({})


class PollSettings(SettingsSection):
    soonest_seconds: float = Field(default=120.0, ge=1, le=86_400)
    """How soon a subject that moves is looked at again. The hiscores change when a player logs out."""
    latest_seconds: float = Field(default=3600.0, ge=1, le=604_800)
    latest_failing_seconds: float = Field(default=21_600.0, ge=1, le=604_800)
    concurrency: int = Field(default=16, ge=1, le=1000)
    """How many looks are under way at once, over all sources."""
    not_found_seconds: float = Field(default=3600.0, ge=0, le=2_592_000)
    """For how long a subject must not be found before its people are told."""
    down_seconds: float = Field(default=7200.0, ge=0, le=2_592_000)
    """For how long a source must be down before people are told."""

    @model_validator(mode="after")
    def _goes_up(self) -> Self:
        if not self.soonest_seconds <= self.latest_seconds <= self.latest_failing_seconds:
            raise ValueError("soonest_seconds <= latest_seconds <= latest_failing_seconds")
        return self
