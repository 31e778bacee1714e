"""Where people talk to Questlog: kept with what they said, so that it is known who said it."""

from enum import StrEnum

QUESTLOG = "questlog"
"""Who tells what nobody else tells."""


class FrontEnd(StrEnum):
    DISCORD = "discord"
    SMS = "sms"
    TERMINAL = "terminal"
    API = "api"
    WEB = "web"

    @property
    def has_buttons(self) -> bool:
        """Whether people press what they want there, and see signs and pictures."""
        return self in (FrontEnd.DISCORD, FrontEnd.WEB)


def is_by_person(via: str) -> bool:
    """Whether somebody said it themselves, and not a source, which is kept by its name, or Questlog."""
    return via in _FRONT_ENDS


_FRONT_ENDS = frozenset(one.value for one in FrontEnd)
