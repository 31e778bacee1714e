"""The settings of the web server, and of signing in to its pages."""

from typing import Annotated, TypeAlias

from pydantic import Field, HttpUrl, SecretStr

from tracker.settings.section import SettingsSection, as_in_file


class WebDiscordSettings(SettingsSection):
    """Signing in to the pages with Discord: off without `client_id` and `client_secret`."""

    client_id: (
        Annotated[
            str,
            Field(pattern=r"^[0-9]{15,20}$", json_schema_extra={"allowed": "a number of 15 to 20 digits"}),
        ]
        | None
    ) = None
    client_secret: SecretStr | None = None
    url: HttpUrl = as_in_file("https://discord.com")
    """The root of another server than Discord's own."""

    @property
    def is_on(self) -> bool:
        return self.client_id is not None and self.client_secret is not None


class WebOidcSettings(SettingsSection):
    """Signing in to the pages with a single sign-on of one's own. Off without the first three."""

    issuer: (
        Annotated[
            str,
            Field(
                pattern=r"^https?://[^\s?#]+$",
                json_schema_extra={"allowed": "an address such as https://auth.example.org"},
            ),
        ]
        | None
    ) = None
    """As the provider writes it; below it is /.well-known/openid-configuration."""
    client_id: Annotated[str, Field(min_length=1)] | None = None
    client_secret: SecretStr | None = None
    name: str = Field(default="single sign-on", min_length=1, max_length=40)
    """What the button calls it."""

    @property
    def is_on(self) -> bool:
        return None not in {self.issuer, self.client_id} and self.client_secret is not None


IdentityText: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^(discord|email|phone):\S{1,200}$",
        json_schema_extra={"allowed": "an identity such as email:me@example.org"},
    ),
]


class WebSettings(SettingsSection):
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: HttpUrl | None = None
    """How the internet reaches this web server, for webhooks and links."""
    requests_per_minute: int = Field(default=300, ge=60, le=1_000_000)
    """Of one person who is signed in: pages, buttons, and what their open pages ask for."""
    operators: tuple[IdentityText, ...] = ()
    """People who see how this Questlog works on `/operator`, beside the owners of the bot."""
    discord: WebDiscordSettings = as_in_file({})
    oidc: WebOidcSettings = as_in_file({})
