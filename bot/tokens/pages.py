"""Programs that act for a person, on pages: a new token is shown once."""

from urllib.parse import quote

from bot.documents import Nothing
from bot.tokens import usecases, view
from bot.tokens.documents import TokenList
from bot.tokens.requests import MakeToken, NameToken
from bot.web.site.part import Act, Form, Link, Page, PagesPart
from tracker.accounts.tokens import TokenScope

TOKENS = "/tokens"


def links(found: TokenList) -> tuple[Link, ...]:
    ends = (Link(f"End {one.name}", f"{TOKENS}/{quote(one.name, safe='')}/revoke") for one in found.tokens)
    return (Link("New token", f"{TOKENS}/new", is_main=True), *ends, Link("How to use it", "/api/docs"))


NEW = Form(
    "Let a program act for you",
    "Make a token",
    first=("name", "scope"),
    choices={"scope": tuple((one.value, f"{one.value}: {view.ABOUT[one]}") for one in TokenScope)},
)
END = Form("End a token: what uses it is refused from then on", "End it")

PAGES = PagesPart(
    pages=(
        Page(
            TOKENS, Nothing, usecases.list_tokens, view.tokens, links=links, title="Programs that act for you"
        ),
    ),
    acts=(
        Act(
            f"{TOKENS}/new",
            MakeToken,
            usecases.make,
            view.made,
            TOKENS,
            form=NEW,
            usages=(view.NEW,),
            shows_answer=True,
        ),
        Act(f"{TOKENS}/{{token}}/revoke", NameToken, usecases.revoke_named, view.revoked, TOKENS, form=END),
    ),
)
