"""What a person can do with their tokens: words in, documents out."""

from bot.documents import Nothing
from bot.tokens.documents import TokenList, TokenMade, TokenRevoked, token_document
from bot.tokens.requests import MakeToken, NameToken, RevokeToken
from bot.visit import Visit
from tracker.accounts.tokens import Tokens


async def make(visit: Visit, ask: MakeToken) -> TokenMade:
    made = await _tokens(visit).make(visit.person.id, ask.name, ask.scope)
    return TokenMade(token=made.token, name=made.name, scope=made.scope, replaced=made.replaced)


async def list_tokens(visit: Visit, _: Nothing) -> TokenList:
    found = await _tokens(visit).held_by(visit.person.id)
    return TokenList(tokens=tuple(map(token_document, found)))


async def revoke(visit: Visit, ask: RevokeToken) -> TokenRevoked:
    """Of several without a name none goes: an old program must not end what it does not know."""
    if ask.all:
        gone = await _tokens(visit).revoke_all(visit.person.id)
    else:
        one = await _tokens(visit).revoke(visit.person.id, ask.token)
        gone = [] if one is None else [one]
    return TokenRevoked(revoked=bool(gone), names=tuple(one.name for one in gone))


async def revoke_named(visit: Visit, ask: NameToken) -> TokenRevoked:
    return await revoke(visit, RevokeToken(token=ask.token))


def _tokens(visit: Visit) -> Tokens:
    return Tokens(visit.services.table, visit.services.clock)
