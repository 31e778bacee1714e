"""Every setting of Questlog, as data. `bot/config/` reads them from file and environment."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, HttpUrl


class Section(BaseModel):
    """One `[section]` of the file. Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class StoreSettings(Section):
    engine: Literal["sqlite", "dynamodb"] = "sqlite"
    path: Path = Path("questlog.db")
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


class Settings(Section):
    store: StoreSettings = StoreSettings()
    web: WebSettings = WebSettings()
    log: LogSettings = LogSettings()
