"""Characters over HTTP."""

from bot.characters import usecases
from bot.characters.requests import (
    AddCharacter,
    AddNumber,
    ListCharacters,
    ListPopular,
    LookUpPlayer,
    NameCharacter,
    RenameCharacter,
)
from bot.web.part import Route

ROUTES = (
    Route("GET", "/characters", ListCharacters, usecases.list_characters),
    Route("POST", "/characters", AddCharacter, usecases.add),
    Route("POST", "/characters/number", AddNumber, usecases.add_number),
    Route("PATCH", "/characters/{character}", RenameCharacter, usecases.rename),
    Route("DELETE", "/characters/{character}", NameCharacter, usecases.remove),
    Route("GET", "/look", LookUpPlayer, usecases.look),
    Route("GET", "/popular", ListPopular, usecases.popular),
)
