"""Every setting of Questlog, as data. `bot/config/` reads them from file and environment."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

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


class SettingsSection(BaseModel):
    """One `[section]` of the file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, validate_default=True)


def _as_in_file(value: object) -> Any:  # noqa: ANN401 - stands for a value of the field's type
    """A default in the file's own form. It is read with everything else: to make it an address or a section
    here, each command would build their types one by one, before it builds all of them together."""
    return value


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


class WebSettings(SettingsSection):
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: HttpUrl | None = None
    """How the internet reaches this web server, for webhooks and links."""


class LogSettings(SettingsSection):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "human", "json"] = "auto"
    """auto: human in a terminal, json elsewhere."""


UserAgent: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^[\x21-\x7e][\x20-\x7e]{0,199}$", json_schema_extra={"allowed": "1 to 200 plain characters"}
    ),
]


class RuneScapeSettings(SettingsSection):
    """The addresses are server roots: the paths are Questlog's."""

    osrs_url: HttpUrl = _as_in_file("https://secure.runescape.com")
    rs3_url: HttpUrl = _as_in_file("https://secure.runescape.com")
    runemetrics_url: HttpUrl = _as_in_file("https://apps.runescape.com")
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


def _is_one_word(giver: str) -> Callable[[SecretStr], SecretStr]:
    def checked(token: SecretStr) -> SecretStr:
        text = token.get_secret_value()
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError(f"allowed: the token as {giver} shows it, in one piece")
        return token

    return checked


class GitHubSettings(SettingsSection):
    api_url: HttpUrl = _as_in_file("https://api.github.com")
    """The root of the API; on a server of one's own that ends with /api/v3."""
    token: Annotated[SecretStr, AfterValidator(_is_one_word("GitHub"))] | None = None
    """Without it commits are searched for, one account at a time, and private work is not known of."""
    accounts_per_request: int = Field(default=20, ge=1, le=100)
    """How many accounts are asked for at once, with a token."""
    requests_per_second: float = Field(default=1.0, ge=0.01, le=100_000)
    """One after the other, evenly spaced."""
    timeout_seconds: float = Field(default=20.0, ge=0.1, le=600)
    user_agent: UserAgent = "Questlog (self-hosted goal tracker)"


class SourcesSettings(SettingsSection):
    runescape: RuneScapeSettings = _as_in_file({})
    http_json: HttpJsonSettings = _as_in_file({})
    github: GitHubSettings = _as_in_file({})


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


class HistorySettings(SettingsSection):
    keep_days: int = Field(default=90, ge=0, le=36_500)
    """For how long each change is kept; the last value of each day is kept for ever. 0: all, for ever."""


class WebhookSettings(SettingsSection):
    secret: SecretStr | None = None
    """Of it each webhook has the secret that signs its messages. Without it none are sent."""
    allow_private: bool = False
    """Whether webhooks may be inside this machine's own networks."""


Snowflake: TypeAlias = Annotated[int, Field(ge=1, lt=2**63)]
"""A Discord id."""


class DiscordSettings(SettingsSection):
    token: Annotated[SecretStr, AfterValidator(_is_one_word("Discord"))] | None = None
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


class NotifySettings(SettingsSection):
    patience_minutes: float = Field(default=30.0, ge=0, le=1440)
    """How long a message waits for a channel that fails for now, while there is another one."""


def _is_e164(text: str) -> str:
    if not re.fullmatch(r"\+[1-9][0-9]{6,14}", text):
        raise ValueError("allowed: a number with its country code, such as +15005550006")
    return text


def _is_sid(begins: str) -> Callable[[str], str]:
    def checked(text: str) -> str:
        if not re.fullmatch(rf"{begins}[0-9a-fA-F]{{32}}", text):
            raise ValueError(f"allowed: {begins} and 32 letters and digits, as Twilio's console shows it")
        return text

    return checked


CountryCode: TypeAlias = Annotated[
    str, Field(pattern=r"^[A-Z]{2}$", json_schema_extra={"allowed": "two capital letters, such as DE"})
]


class SmsSettings(SettingsSection):
    """Without `account_sid` and `auth_token` SMS is off."""

    account_sid: Annotated[str, AfterValidator(_is_sid("AC"))] | None = None
    auth_token: SecretStr | None = None
    """Also checks that what comes in is from Twilio."""
    from_number: Annotated[str, AfterValidator(_is_e164)] | None = None
    messaging_service_sid: Annotated[str, AfterValidator(_is_sid("MG"))] | None = None
    """In place of a number: Twilio then chooses the sender."""
    api_url: HttpUrl | None = None
    """The root of another server than Twilio's own."""
    status_callback: bool = True
    """Whether Twilio is asked to tell what became of a message; needs `web.public_url`."""
    daily_cap_per_person: int = Field(default=20, ge=0, le=10_000)
    """Messages within 24 hours; 0: as many as there are."""
    countries: tuple[CountryCode, ...] = ()
    """Whose numbers are texted; where there are none, those of the country of `from_number`."""
    monthly_budget: int = Field(default=500, ge=0, le=100_000_000)
    """Segments in a calendar month of UTC, for everybody, answers included; 0: as many as there are."""
    max_segments: int = Field(default=3, ge=1, le=10)
    """Longer messages are cut; a reply brings the rest."""
    timeout_seconds: float = Field(default=10.0, ge=0.1, le=60)

    @model_validator(mode="after")
    def _has_a_sender(self) -> Self:
        if self.is_on and (self.from_number is None) == (self.messaging_service_sid is None):
            raise ValueError("set from_number or messaging_service_sid: one of them, and not both")
        if self.is_on and self.from_number is None and not self.countries:
            raise ValueError('set countries, such as ["US", "CA"]: a messaging service has none of its own')
        return self

    @property
    def is_on(self) -> bool:
        return self.account_sid is not None and self.auth_token is not None

    @property
    def missing(self) -> str | None:
        """What was forgotten where SMS is half set up, and therefore off."""
        if (self.account_sid is None) == (self.auth_token is None):
            return None
        return "auth_token" if self.auth_token is None else "account_sid"


def _is_address(text: str) -> str:
    from pydantic.networks import validate_email  # noqa: PLC0415 - it is slow to load, and few have e-mail

    return validate_email(text)[1]


def _is_plain(address: str) -> str:
    if not address.rpartition("@")[0].isascii():
        raise ValueError("allowed: an address with plain letters before its @, such as questlog@example.org")
    return address


def _is_topic(arn: str) -> str:
    if not re.fullmatch(r"arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}(\.fifo)?", arn):
        raise ValueError("allowed: the ARN of a topic, such as arn:aws:sns:us-east-1:123456789012:bounces")
    return arn


class EmailSettings(SettingsSection):
    """Without `from_address` e-mail is off."""

    from_address: Annotated[str, AfterValidator(_is_address), AfterValidator(_is_plain)] | None = Field(
        default=None, json_schema_extra={"allowed": "an e-mail address"}
    )
    from_name: str = Field(default="Questlog", min_length=1, max_length=64)
    transport: Literal["smtp", "ses"] = "smtp"
    host: str = Field(default="localhost", min_length=1)
    port: int = Field(default=587, ge=1, le=65535)
    security: Literal["starttls", "tls", "none"] = "starttls"
    """starttls: encrypted after a greeting, mostly port 587; tls: from the start, mostly 465; none: never."""
    ca_file: Path | None = None
    """Certificates to trust beside those of the system, for a server of one's own."""
    username: Annotated[str, Field(min_length=1)] | None = None
    password: SecretStr | None = None
    region: str = Field(default="us-east-1", min_length=1)
    """SES: the AWS region."""
    endpoint_url: HttpUrl | None = None
    """SES: another address than Amazon's."""
    events_token: SecretStr | None = None
    """SES: what the address ends with to which Amazon reports bounces and complaints."""
    events_topic: Annotated[str, AfterValidator(_is_topic)] | None = None
    """SES: the ARN of the topic by which it does."""
    daily_cap_per_person: int = Field(default=50, ge=0, le=10_000)
    timeout_seconds: float = Field(default=15.0, ge=0.1, le=60)

    @model_validator(mode="after")
    def _has_a_topic(self) -> Self:
        if self.events_token is not None and self.events_topic is None:
            raise ValueError("set events_topic, too: the ARN of the SNS topic whose events are believed")
        return self

    @property
    def is_on(self) -> bool:
        return self.from_address is not None


class AppriseSettings(SettingsSection):
    enabled: bool = True
    services: tuple[str, ...] = ()
    """The schemes that people may use, such as tgram; where there are none, those that are safe to offer."""
    allow_private: bool = False
    """Whether services may be inside this machine's own networks."""
    daily_cap_per_person: int = Field(default=100, ge=0, le=10_000)
    timeout_seconds: float = Field(default=15.0, ge=0.1, le=60)


class HabitSettings(SettingsSection):
    base_points: int = Field(default=10, ge=1, le=10_000)
    """What a day that is done gives."""
    streak_percent: dict[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=100, le=10_000)]] = {
        3: 110,
        7: 125,
        14: 150,
        30: 175,
        60: 200,
        100: 250,
        365: 300,
    }
    """By the length of a streak: what part of the base a day gives from then on, in percent."""
    daily_cap: int = Field(default=150, ge=0, le=1_000_000)
    """Points that a day gives in full; what is earned beyond that counts half, then a quarter. 0: no cap."""


class ChallengeSettings(SettingsSection):
    poll_minutes: float = Field(default=60.0, ge=1, le=1440)
    """How often everybody in a challenge is counted."""


class Settings(SettingsSection):
    store: StoreSettings = _as_in_file({})
    web: WebSettings = _as_in_file({})
    sources: SourcesSettings = _as_in_file({})
    poll: PollSettings = _as_in_file({})
    history: HistorySettings = _as_in_file({})
    webhook: WebhookSettings = _as_in_file({})
    discord: DiscordSettings = _as_in_file({})
    notify: NotifySettings = _as_in_file({})
    habits: HabitSettings = _as_in_file({})
    challenges: ChallengeSettings = _as_in_file({})
    sms: SmsSettings = _as_in_file({})
    email: EmailSettings = _as_in_file({})
    apprise: AppriseSettings = _as_in_file({})
    log: LogSettings = _as_in_file({})
