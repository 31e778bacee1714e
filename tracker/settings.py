"""Every setting of Questlog, as data. `bot/config/` reads them from file and environment."""

from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    SecretStr,
    WebsocketUrl,
    model_validator,
)


class Section(BaseModel):
    """One `[section]` of the file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _names_a_file(path: Path) -> Path:
    if path in {Path(), Path(":memory:")}:
        raise ValueError("allowed: the path of a file, such as questlog.db")
    return path


class StoreSettings(Section):
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


class WebSettings(Section):
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: HttpUrl | None = None
    """How the internet reaches this web server, for webhooks and links."""


class LogSettings(Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "human", "json"] = "auto"
    """auto: human in a terminal, json elsewhere."""


UserAgent: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[\x21-\x7e][\x20-\x7e]{0,199}$", json_schema_extra={"allowed": "1 to 200 plain characters"}
    ),
]


class RuneScapeSettings(Section):
    """The addresses are server roots: the paths are Questlog's."""

    osrs_url: HttpUrl = HttpUrl("https://secure.runescape.com")
    rs3_url: HttpUrl = HttpUrl("https://secure.runescape.com")
    runemetrics_url: HttpUrl = HttpUrl("https://apps.runescape.com")
    requests_per_second: float = Field(default=2.0, ge=0.01, le=100_000)
    """To each server, evenly spaced."""
    concurrency: int = Field(default=4, ge=1, le=1000)
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    blocked_seconds: float = Field(default=900.0, ge=1, le=86_400)
    """How long a server is left alone that has blocked us; longer when it does so again."""
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class HttpJsonSettings(Section):
    allow_private: bool = False
    """Whether people may have numbers read from addresses inside this machine's own networks."""
    requests_per_second: float = Field(default=5.0, ge=0.01, le=100_000)
    concurrency: int = Field(default=4, ge=1, le=1000)
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    max_bytes: int = Field(default=1_000_000, ge=1000, le=100_000_000)
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class SourcesSettings(Section):
    runescape: RuneScapeSettings = RuneScapeSettings()
    http_json: HttpJsonSettings = HttpJsonSettings()


class PollSettings(Section):
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


class HistorySettings(Section):
    keep_days: int = Field(default=90, ge=0, le=36_500)
    """For how long each change is kept; the last value of each day is kept for ever. 0: all, for ever."""


class WebhookSettings(Section):
    secret: SecretStr | None = None
    """Signs what is sent to webhooks. Without it none are sent."""
    allow_private: bool = False
    """Whether webhooks may be inside this machine's own networks."""


Snowflake: TypeAlias = Annotated[int, Field(ge=1, lt=2**63)]
"""A Discord id."""


def _is_one_word(token: SecretStr) -> SecretStr:
    text = token.get_secret_value()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("allowed: the token as Discord shows it, in one piece")
    return token


class DiscordSettings(Section):
    token: Annotated[SecretStr, AfterValidator(_is_one_word)] | None = None
    """Of the bot. Without it Questlog runs, and Discord is off."""
    api_url: HttpUrl | None = None
    """Another address than Discord's own, up to and including /api/v10."""
    gateway_url: WebsocketUrl | None = Field(
        default=None,
        json_schema_extra={"allowed": 'an address such as wss://gateway.example.org or "" for none'},
    )
    """The root of another gateway than Discord's own."""
    guild_ids: tuple[Snowflake, ...] = ()
    """Servers that get the commands; where there are none, everybody does."""
    owner_ids: tuple[Snowflake, ...] = ()
    """People who run this Questlog: they are told when something needs them."""
    sharded: bool = False
    """Several connections, as many as Discord asks for: from 2,500 servers on."""
    give_up_seconds: float = Field(default=300.0, ge=1, le=86_400)
    """For how long the connection may be lost before the process ends, to be started anew."""


class Settings(Section):
    store: StoreSettings = StoreSettings()
    web: WebSettings = WebSettings()
    sources: SourcesSettings = SourcesSettings()
    poll: PollSettings = PollSettings()
    history: HistorySettings = HistorySettings()
    webhook: WebhookSettings = WebhookSettings()
    discord: DiscordSettings = DiscordSettings()
    log: LogSettings = LogSettings()
