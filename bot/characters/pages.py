"""Whose numbers a person follows, on pages; and a look at any player."""

from bot.characters import look_view, requests, usecases, view
from bot.visit import Visit
from bot.web.site.part import Act, FieldValues, Form, Link, MenuEntry, Page, PagesPart
from tracker.goals.games.game import game_of

CHARACTERS, ONE = "/characters", "/characters/{character}"
EXACT = {"exact": True}
_GAMES = {"game": tuple((game, game_of(game).title) for game in usecases.GAMES)}
_MODE = "Main, unless you say: ironman, hardcore, …"


async def _modes(here: Visit, _: FieldValues) -> list[str]:
    """Of all games: which one is meant, the form says only later."""
    games = (await here.services.network.sources()).games.values()
    return [*dict.fromkeys(key for one in games for key in one.modes.keys)]


ADD = Form(
    "Follow a character",
    "Follow",
    first=("name", "game", "mode"),
    hints={"name": "As it is called in the game", "mode": _MODE},
    choices=_GAMES,
    suggests={"mode": _modes},
)
ADD_NUMBER = Form(
    "Follow a number on the web",
    "Follow",
    first=("name", "url", "path", "unit"),
    labels={"url": "Address", "path": "Where it stands"},
    hints={
        "name": "What you call it: Commits, Steps, Weight",
        "url": "Where it is served as JSON. The address is kept, and shown to nobody",
        "path": "In the document: data.items[0].count",
    },
)
RENAME = Form(
    "It has another name now",
    "Rename",
    first=("name", "anyway"),
    hints={"name": "What it is called now. Goals and history are kept"},
)
LOOK = Form(
    "Look a player up",
    "Look",
    first=("name", "game", "mode"),
    labels={"name": "Player"},
    hints={"name": "Anybody who is in the hiscores", "mode": _MODE},
    choices=_GAMES,
    suggests={"mode": _modes},
)

PAGES = PagesPart(
    menu=(MenuEntry("Characters", CHARACTERS, "y", "people", rank=43),),
    pages=(
        Page(
            CHARACTERS,
            requests.ListCharacters,
            usecases.list_characters,
            view.characters,
            fixed={"page": 0},
            links=(
                Link("Follow a character", f"{CHARACTERS}/new", is_main=True),
                Link("Follow a number", f"{CHARACTERS}/number"),
                Link("Look a player up", "/look"),
                Link("What others are after", "/popular"),
            ),
        ),
        Page("/popular", requests.ListPopular, usecases.popular, view.popular, title="What others are after"),
        Page("/look", requests.LookUpPlayer, usecases.look, look_view.player, form=LOOK),
        Page(f"{ONE}/remove", requests.NameCharacter, usecases.to_remove, view.removal, fixed=EXACT),
    ),
    acts=(
        Act(
            f"{CHARACTERS}/new",
            requests.AddCharacter,
            usecases.add,
            view.added,
            CHARACTERS,
            form=ADD,
            usages=(view.ADD,),
        ),
        Act(
            f"{CHARACTERS}/number",
            requests.AddNumber,
            usecases.add_number,
            view.added,
            CHARACTERS,
            form=ADD_NUMBER,
            usages=(view.ADD_NUMBER,),
        ),
        Act(
            f"{ONE}/rename",
            requests.RenameCharacter,
            usecases.rename,
            view.renamed,
            CHARACTERS,
            form=RENAME,
        ),
        Act(
            f"{ONE}/remove",
            requests.NameCharacter,
            usecases.remove,
            view.removed,
            CHARACTERS,
            fixed=EXACT,
            presses=(f"yes:{view.REMOVE}",),
            about=("character",),
        ),
    ),
)
