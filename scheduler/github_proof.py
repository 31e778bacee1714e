"""Whose an account on GitHub is: it shows a code that only its person was told."""

from scheduler.sources.github.accounts import login_of
from scheduler.sources.github.source import GitHub
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.errors import NotProven
from tracker.signing import Signer
from tracker.store.keys import IdentityKind

_PURPOSE = "github account"
_LETTERS = 12


class GitHubProof:
    def __init__(self, accounts: Accounts, github: GitHub, signer: Signer) -> None:
        self._accounts, self._github, self._signer = accounts, github, signer

    def code(self, user: User, login: str) -> str:
        """What the person writes into their profile, or into a public gist. Raises BadSubject.

        It is the same whenever they ask, and another for every person and every account.
        """
        mark = self._signer.mark(_PURPOSE, user.id, login_of(login).lower())
        return f"questlog-{''.join(letter for letter in mark.lower() if letter.isalnum())[:_LETTERS]}"

    def advice(self, user: User, login: str) -> str:
        """What to do, in one sentence."""
        return (
            f"Write {self.code(user, login)} into the bio of github.com/{login_of(login)}, or make a public"
            " gist with it as its description. It can go again once it was seen."
        )

    async def confirm(self, user: User, login: str) -> User:
        """The person, with the account as theirs. Raises Refused."""
        account = await self._github.proof(login_of(login), self.code(user, login))
        if account is None or account.id is None:
            raise NotProven(f"The code is not there yet. {self.advice(user, login)}")
        shown = f"{account.id} {account.login}"
        return await self._accounts.change(user.id, identity(IdentityKind.GITHUB, shown))
