"""The gateway: hello, identify, resume, heartbeats and events; and all the ways to lose it."""

import asyncio
import secrets
from operator import ge
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord.compression import PACKERS
from tests.fakes.discord.connections import Closed, Connection
from tests.fakes.discord.forms import Json
from tests.fakes.discord.impossible import Impossible
from tests.fakes.discord.news import News
from tests.fakes.discord.sessions import GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT, Session
from tests.fakes.discord.talking import said_to

if TYPE_CHECKING:
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.places import FakeGuild
    from tests.fakes.discord.server import FakeDiscord

_HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _INVALID, _HELLO, _ACK = 1, 2, 6, 7, 9, 10, 11
_LISTENED = {3, 4, 8, 31}
"""What a client may say besides; nothing comes of it here."""
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
_KNOWN_INTENTS = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))


class Gateway:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._refusals: dict[str, int] = {}
        self._news = News()
        self.heartbeat_ms = 41_250
        self.allowed_intents = 0
        """The privileged ones that are switched on for this bot."""
        self.attempts: list[str] = []
        """Every connection: "default" or "resume", for the two addresses."""
        self.identified: list[Json] = []
        self.resumed: list[Json] = []
        self.heartbeats = 0

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/gateway/{address:default|resume}{slash:/?}", self._connect)]

    # What tests arrange.

    async def until_ready(self, shards: int = 1) -> None:
        """Waits until so many sessions are connected."""
        await self._news.until(lambda: len(self._live()) >= shards, self._discord.patience)

    async def until_gone(self) -> None:
        """Waits until nobody is connected."""
        await self._news.until(lambda: not self._connections, self._discord.patience)

    async def until(
        self, *, resumes: int = 0, identifies: int = 0, attempts: int = 0, heartbeats: int = 0
    ) -> None:
        """Waits until so many of each have been counted since the beginning."""
        wanted = (resumes, identifies, attempts, heartbeats)
        await self._news.until(lambda: all(map(ge, self._counts(), wanted)), self._discord.patience)

    def _counts(self) -> tuple[int, ...]:
        return len(self.resumed), len(self.identified), len(self.attempts), self.heartbeats

    def drop(self) -> None:
        """All connections are reset."""
        for connection in list(self._connections):
            connection.cut()

    def close(self, code: int) -> None:
        for connection in list(self._connections):
            connection.close(code)

    def ask_to_reconnect(self) -> None:
        self._tell_all({"op": _RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        if not resumable:
            self._sessions.clear()
        self._tell_all({"op": _INVALID, "d": resumable})

    def ask_for_heartbeat(self) -> None:
        self._tell_all({"op": _HEARTBEAT, "d": None})

    def fall_silent(self) -> None:
        """The present connections stay open, and nothing comes through them any more."""
        for connection in self._connections:
            connection.silent = True

    def forget_sessions(self) -> None:
        """Whoever resumes has to begin anew."""
        self._sessions.clear()

    def refuse(self, status: int = 503, *, resume_only: bool = False) -> None:
        """Until `accept`, no connection is taken; or none at the address for resuming."""
        self._refusals = dict.fromkeys(["resume"] if resume_only else ["default", "resume"], status)

    def accept(self) -> None:
        self._refusals = {}

    def _tell_all(self, payload: Json) -> None:
        for connection in self._connections:
            connection.send({"s": None, "t": None, **payload})

    # Events.

    def dispatch_interaction(self, interaction: "Interaction") -> None:
        guild = interaction.channel.guild
        sessions = [session for session in self._sessions.values() if session.has(guild)]
        if not sessions:
            raise Impossible(f"{interaction.title}: the bot is offline")
        for session in sessions:
            session.push("INTERACTION_CREATE", interaction.payload)

    def dispatch_to_guild(self, event: str, data: Json, guild: "FakeGuild") -> None:
        """To the shard of this guild, if it listens to guilds."""
        for session in self._sessions.values():
            if session.has(guild) and session.intents & GUILDS:
                session.push(event, data)

    def dispatch_message(self, event: str, message: "FakeMessage", guild: "FakeGuild") -> None:
        """To the shard of this guild, if it listens to messages."""
        for session in self._sessions.values():
            if session.has(guild) and session.intents & GUILD_MESSAGES:
                session.push(
                    event, said_to(message, guild, all_of_it=bool(session.intents & MESSAGE_CONTENT))
                )

    def dispatch_deleted(self, event: str, data: Json, guild: "FakeGuild") -> None:
        for session in self._sessions.values():
            if session.has(guild) and session.intents & GUILD_MESSAGES:
                session.push(event, data)

    # The connection.

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        address = request.match_info["address"]
        self.attempts.append(address)
        self._news.tell()
        if (status := self._refusals.get(address)) is not None:
            return web.Response(status=status, text="upstream connect error")
        socket = web.WebSocketResponse(timeout=0.5, max_msg_size=0)
        await socket.prepare(request)
        packer = PACKERS.get(request.query.get("compress"))
        connection = Connection(request, socket, packer() if packer else PACKERS[None]())
        self._connections.add(connection)
        writing = asyncio.create_task(connection.write())
        try:
            _check_address(request, known=packer is not None)
            await self._converse(connection)
        except Closed as closed:
            connection.close(closed.code)
            await writing
        finally:
            writing.cancel()
            self._leave(connection)
        return socket

    async def _converse(self, connection: Connection) -> None:
        connection.send({"op": _HELLO, "s": None, "t": None, "d": {"heartbeat_interval": self.heartbeat_ms}})
        while (payload := await connection.receive()) is not None:
            self._hear(connection, payload)
            self._news.tell()

    def _leave(self, connection: Connection) -> None:
        self._connections.discard(connection)
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            if connection.left_for_good:
                self._sessions.pop(session.id, None)
        self._news.tell()

    def _hear(self, connection: Connection, payload: Json) -> None:
        operation, data = payload["op"], payload.get("d")
        if operation == _HEARTBEAT:
            self.heartbeats += 1
            connection.send({"op": _ACK, "s": None, "t": None, "d": None})
        elif operation == _IDENTIFY:
            self._identify(connection, data)
        elif operation == _RESUME:
            self._resume(connection, data)
        elif operation not in _LISTENED:
            raise Closed(4001)
        elif connection.session is None:
            raise Closed(4003)

    def _identify(self, connection: Connection, data: object) -> None:
        if connection.session is not None:
            raise Closed(4005)
        if not isinstance(data, dict) or not {"token", "properties", "intents"} <= data.keys():
            raise Closed(4002)
        self._check_identity(data)
        shard, shards = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), shard, shards, data["intents"], connection)
        connection.session = self._sessions[session.id] = session
        self.identified.append(data)
        self._greet(session)

    def _check_identity(self, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        if data["token"] != self._discord.token:
            raise Closed(4004)
        if not 0 <= shard < shards:
            raise Closed(4010)
        if data["intents"] & ~_KNOWN_INTENTS:
            raise Closed(4013)
        if data["intents"] & _PRIVILEGED & ~self.allowed_intents:
            raise Closed(4014)

    def _greet(self, session: Session) -> None:
        """READY, and then the guilds for a bot that listens to them."""
        guilds = [guild for guild in self._discord.guilds.values() if guild.installed and session.has(guild)]
        session.push(
            "READY",
            {
                "v": 10,
                "user": {**self._discord.bot.payload, "flags": 0, "mfa_enabled": True, "verified": True},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self._discord.resume_url,
                "shard": [session.shard, session.shards],
                "application": {"id": str(self._discord.application_id), "flags": 0},
                "private_channels": [],
            },
        )
        if session.intents & GUILDS:
            for guild in guilds:
                session.push("GUILD_CREATE", guild.payload)

    def _resume(self, connection: Connection, data: object) -> None:
        if not isinstance(data, dict) or data.get("token") != self._discord.token:
            raise Closed(4004)
        session, sequence = self._sessions.get(str(data.get("session_id"))), data.get("seq") or 0
        if session is not None and not 0 <= sequence <= session.sequence:
            raise Closed(4007)
        if session is None or not session.can_resume(sequence):
            connection.send({"op": _INVALID, "s": None, "t": None, "d": False})
            return
        connection.session = session
        self.resumed.append(data)
        session.resume(connection, sequence)

    def _live(self) -> list[Session]:
        return [session for session in self._sessions.values() if session.connection is not None]


def _check_address(request: web.Request, *, known: bool) -> None:
    if request.query.get("v") != "10":
        raise Closed(4012)
    if request.query.get("encoding", "json") != "json" or not known:
        raise Closed(4002)
