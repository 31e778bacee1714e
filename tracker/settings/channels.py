"""The settings of the ways to people: Discord, SMS, e-mail, Apprise and webhooks."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, HttpUrl, SecretStr, WebsocketUrl, model_validator

from tracker.settings.section import SettingsSection, is_one_word


class NotifySettings(SettingsSection):
    patience_minutes: float = Field(default=30.0, ge=0, le=1440)
    """How long a message waits for a channel that fails for now, while there is another one."""


class WebhookSettings(SettingsSection):
    secret: SecretStr | None = None
    """Of it each webhook has the secret that signs its messages. Without it none are sent."""
    allow_private: bool = False
    """Whether webhooks may be inside this machine's own networks."""


LOCAL_ENDINGS = ("localhost", "local", "lan", "home", "internal", "test", "invalid", "example")


def is_known_outside(host: str) -> bool:
    """Whether others on the internet may know the name: Apple's push service refuses whoever has none."""
    last = host.casefold().rstrip(".").rpartition(".")
    return bool(last[0]) and last[2] not in LOCAL_ENDINGS and not last[2].isdigit() and ":" not in host


def _is_contact(text: str) -> str:
    found = re.fullmatch(r"mailto:[^@\s]+@([^@\s]+)|https://([^/\s:]+)(?:[/:]\S*)?", text)
    if found is None or not is_known_outside(found[1] or found[2]):
        raise ValueError(
            "allowed: mailto: and an address, or an https address, that others can reach, such as "
            "mailto:you@example.org; push services refuse localhost and names of a network at home"
        )
    return text


class PushSettings(SettingsSection):
    """Messages in browsers: off unless there is somebody to turn to."""

    contact: Annotated[str, AfterValidator(_is_contact)] | None = None
    """Whom push services turn to when something is wrong. Without it, `web.public_url`."""
    allow_private: bool = False
    """Whether push services may be inside this machine's own networks, and without https."""


Snowflake: TypeAlias = Annotated[int, Field(ge=1, lt=2**63)]
"""A Discord id."""


class DiscordSettings(SettingsSection):
    token: Annotated[SecretStr, AfterValidator(is_one_word("Discord"))] | None = None
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
