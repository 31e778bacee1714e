"""Settings of an account: shown and changed; and what is refused."""

from tests.conversations.script import Http, Missing, Script, Slash, Step
from tests.fakes.clock import HandClock
from tracker.accounts.model import User
from tracker.store.table import Table


async def is_here(table: Table, clock: HandClock, person: User) -> None:
    """Nothing more than the account."""
    del table, clock, person


ACCOUNTS = Script(
    feature="accounts",
    prepare=is_here,
    steps=(
        Step(
            "show them",
            Slash("settings show"),
            "settings",
            ("account", "show"),
            Http("GET", "/account"),
            words=("UTC", "00:00", "every day at 08:00"),
            fields={"account.settings.timezone": "UTC", "account.settings.dayStart": "00:00"},
        ),
        Step(
            "live elsewhere",
            Slash("settings timezone", {"zone": "europe/berlin"}),
            "zone europe/berlin",
            ("account", "set", "--timezone", "europe/berlin"),
            Http("PATCH", "/account", {"timezone": "europe/berlin"}),
            words=("Europe/Berlin",),
            fields={"account.settings.timezone": "Europe/Berlin"},
        ),
        Step(
            "live nowhere",
            Slash("settings timezone", {"zone": "Atlantis"}),
            "zone Atlantis",
            ("account", "set", "--timezone", "Atlantis"),
            Http("PATCH", "/account", {"timezone": "Atlantis"}),
            words=("Atlantis",),
            refused="invalid_setting",
        ),
        Step(
            "a day that begins later",
            Slash("settings day-start", {"time": "4am"}),
            "day start 4am",
            ("account", "set", "--day-start", "4am"),
            Http("PATCH", "/account", {"dayStart": "4am"}),
            words=("04:00",),
            fields={"account.settings.dayStart": "04:00"},
        ),
        Step(
            "hours in which nothing comes",
            Slash("settings quiet-hours", {"hours": "22-7"}),
            "quiet 22-7",
            ("account", "set", "--quiet-hours", "22-7"),
            Http("PATCH", "/account", {"quietHours": "22-7"}),
            words=("22:00-07:00",),
        ),
        Step(
            "no hours at all",
            Slash("settings quiet-hours", {"hours": "at night"}),
            "quiet at night",
            ("account", "set", "--quiet-hours", "at night"),
            Http("PATCH", "/account", {"quietHours": "at night"}),
            refused="invalid_setting",
        ),
        Step(
            "nothing for two hours",
            Slash("mute", {"until": "2h"}),
            "snooze 2h",
            ("account", "set", "--mute", "2h"),
            Http("PATCH", "/account", {"mute": "2h"}),
            fields={"account.settings.mutedUntil": "2100-01-01T02:07:00Z"},
        ),
        Step(
            "and everything again",
            Slash("mute", {"until": "off"}),
            "resume",
            ("account", "set", "--mute", "off"),
            Http("PATCH", "/account", {"mute": "off"}),
            fields={"account.settings.mutedUntil": None},
        ),
        Step(
            "nothing is said",
            Missing("Discord asks for every option"),
            Missing("a word alone shows the setting"),
            ("account", "set"),
            Http("PATCH", "/account", {}),
            refused="nothing_to_set",
        ),
        Step(
            "say what one is called, and where one lives",
            Slash("account set", {"display_name": "Ada", "country": "United States"}),
            "profile country United States",
            ("account", "set", "--display-name", "Ada", "--country", "United States"),
            Http("PATCH", "/account", {"displayName": "Ada", "country": "United States"}),
            words=("Country: United States",),
            fields={"account.profile.country": "US", "account.profile.displayName": "Ada"},
        ),
        Step(
            "times are written as they are there",
            Slash("settings show"),
            "settings",
            ("account", "show"),
            Http("GET", "/account"),
            words=("AM",),
            fields={"account.profile.language": None},
        ),
        Step(
            "a language that nobody knows",
            Slash("account set", {"language": "klingonish"}),
            "profile language klingonish",
            ("account", "set", "--language", "klingonish"),
            Http("PATCH", "/account", {"language": "klingonish"}),
            refused="invalid_setting",
        ),
        Step(
            "a day of birth that is to come",
            Slash("account set", {"birth_date": "2200-01-01"}),
            "profile birth-date 2200-01-01",
            ("account", "set", "--birth-date", "2200-01-01"),
            Http("PATCH", "/account", {"birthDate": "2200-01-01"}),
            refused="invalid_setting",
        ),
        Step(
            "show it to others in one's rooms",
            Slash("account set", {"shown_in_rooms": "country, display name"}),
            "profile shown-in-rooms country, display name",
            ("account", "set", "--shown-in-rooms", "country, display name"),
            Http("PATCH", "/account", {"shownInRooms": "country, display name"}),
            words=("Shown in rooms: display-name, country",),
            fields={"account.profile.shownInRooms": ["display_name", "country"]},
        ),
        Step(
            "what is not for others",
            Slash("account set", {"shown_in_rooms": "birth-date"}),
            "profile shown-in-rooms birth-date",
            ("account", "set", "--shown-in-rooms", "birth-date"),
            Http("PATCH", "/account", {"shownInRooms": "birth-date"}),
            words=("You can show others: display-name",),
            refused="invalid_setting",
        ),
        Step(
            "take it back",
            Slash("account set", {"display_name": "none", "country": "none"}),
            "profile country none",
            ("account", "set", "--display-name", "none", "--country", "none"),
            Http("PATCH", "/account", {"displayName": "none", "country": "none"}),
            words=("Country: nothing said",),
            fields={"account.profile.country": None, "account.profile.displayName": None},
        ),
    ),
    stored=frozenset({"user"}),
)
