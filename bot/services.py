"""What every command, button and select works with, built once the service is up."""

from dataclasses import dataclass
from typing import Self

from bot.slash.people import People
from scheduler.context import Context
from scheduler.github_proof import GitHubProof
from scheduler.proving import Proving, confirming_link
from scheduler.sources.registry import Sources
from tracker.accounts.service import Accounts
from tracker.addresses.service import Addresses
from tracker.challenge.service import Challenges
from tracker.clock import Clock
from tracker.goals.characters.service import Characters
from tracker.goals.service import Goals
from tracker.habits.service import Habits
from tracker.ids import Ids, short_ids, ulids
from tracker.notify.channels import Channels
from tracker.rewards.leaderboard import Leaderboard
from tracker.servers.service import Servers
from tracker.settings import Settings
from tracker.signing import Signer
from tracker.store.table import Table


@dataclass(frozen=True, slots=True)
class Services:
    """Everybody gets it from `interaction.client.services`."""

    table: Table
    clock: Clock
    settings: Settings
    accounts: Accounts
    characters: Characters
    goals: Goals
    habits: Habits
    leaderboard: Leaderboard
    challenges: Challenges
    github_proof: GitHubProof
    channels: Channels
    addresses: Addresses
    proving: Proving
    people: People
    servers: Servers
    sources: Sources
    signer: Signer
    context: Context
    new_id: Ids
    """Short ids that people can type: of errors, and of whatever else needs one."""

    @classmethod
    def of(cls, settings: Settings, context: Context, *, new_id: Ids | None = None) -> Self:
        table, clock, new_id = context.table, context.clock, new_id or short_ids()
        accounts, channels = Accounts(table, clock, ulids(clock)), Channels(table, clock)
        addresses = Addresses(table, clock, accounts, channels)
        return cls(
            table=table,
            clock=clock,
            settings=settings,
            accounts=accounts,
            characters=Characters(table, clock),
            goals=Goals(table, clock, new_id),
            habits=context.habits,
            leaderboard=Leaderboard(table),
            challenges=Challenges(table, clock, ulids(clock)),
            github_proof=GitHubProof(accounts, context.sources.github, context.signer),
            channels=channels,
            addresses=addresses,
            proving=Proving(addresses, context.channels, settings, confirming_link(settings, context.signer)),
            people=People(table, accounts, channels),
            servers=Servers(table, clock, accounts),
            sources=context.sources,
            signer=context.signer,
            context=context,
            new_id=new_id,
        )
