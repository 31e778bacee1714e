"""Tokens by SMS: `tokens` and `token revoke phone`. None is made here: text messages are read on the way."""

from bot.documents import Nothing
from bot.sms.part import Answer, Command, Phrase, SmsPart
from bot.sms.render import answer, answer_list
from bot.tokens import usecases, view
from bot.tokens.requests import RevokeToken
from bot.visit import Visit

TOKENS = Phrase("tokens", ("my tokens",), "tokens", "which programs act for you")
REVOKE = Phrase("token revoke", ("token remove",), "token revoke phone", "end a program's access")
"""Not `revoke` first: that word, alone, ends all messages."""


async def tokens(here: Visit, rest: str) -> Answer:
    del rest
    found = view.tokens(here, await usecases.list_tokens(here, Nothing()))
    return answer_list(here, found, REVOKE.name, TOKENS.name)


async def revoke(here: Visit, rest: str) -> Answer:
    done = await usecases.revoke(here, RevokeToken(token=rest or None))
    return answer(here, view.revoked(here, done))


SMS = SmsPart(commands=(Command(TOKENS, tokens), Command(REVOKE, revoke)))
