"""Answering an interaction: the one callback, and afterwards the messages under its token."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from tests.fakes.discord.check_modals import check_choices, check_modal
from tests.fakes.discord.forms import Form, Json
from tests.fakes.discord.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    MODAL_SUBMIT,
    PING,
    PONG,
    UPDATE,
    Interaction,
)
from tests.fakes.discord.messages import EPHEMERAL, LOADING, FakeMessage
from tests.fakes.discord.posting import compose, revise
from tests.fakes.discord.refusals import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    TOO_MANY_FOLLOWUPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Refused,
)
from tests.fakes.discord.requests import Asked, no_content, reply

if TYPE_CHECKING:
    from tests.fakes.discord.rest import Rest
    from tests.fakes.discord.server import FakeDiscord

_TRUE = ("1", "true", "True")
_MOST_FOLLOWUPS = 5
"""Of an interaction that only the person has installed the bot for."""
_ALLOWED = {
    PING: {PONG},
    COMMAND: {MESSAGE, DEFERRED, MODAL},
    COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {MESSAGE, DEFERRED},
}
_PLACE = ("data",)
_Response: TypeAlias = Callable[[Interaction, Json, Asked], FakeMessage | None]


class Interactions:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord
        self._responses: dict[int, _Response] = {
            PONG: self._pong,
            MESSAGE: self._message,
            DEFERRED: self._defer,
            DEFERRED_UPDATE: self._defer_update,
            UPDATE: self._update,
            CHOICES: self._choices,
            MODAL: self._modal,
        }

    def routes(self, rest: "Rest") -> list[web.RouteDef]:
        one = "/webhooks/{application}/{token}/messages/{message}"
        return [
            rest.route("POST /interactions/{number}/{token}/callback", self._callback, authorized=False),
            rest.route("POST /webhooks/{application}/{token}", self._follow_up, authorized=False),
            rest.route(f"GET {one}", self._read, authorized=False),
            rest.route(f"PATCH {one}", self._edit, authorized=False),
            rest.route(f"DELETE {one}", self._delete, authorized=False),
        ]

    # The callback.

    async def _callback(self, asked: Asked, number: str, token: str) -> web.Response:
        interaction = self._discord.interactions.get(token)
        if interaction is None or str(interaction.id) != number or interaction.too_late:
            raise Refused(UNKNOWN_INTERACTION)
        if interaction.response is not None:
            raise Refused(ALREADY_ACKNOWLEDGED)
        kind, data = asked.form.get("type"), asked.form.get("data") or {}
        form = Form()
        form.at("type").one_of(kind, _allowed(interaction))
        form.accept()
        message = self._responses[int(str(kind))](interaction, data, asked)
        interaction.response, interaction.original = int(str(kind)), message
        asked.tells.append(interaction.news)
        if asked.query.get("with_response") in _TRUE:
            return reply(_callback_response(interaction))
        return no_content()

    def _pong(self, _interaction: Interaction, _data: Json, _asked: Asked) -> None:
        return None

    def _message(self, interaction: Interaction, data: Json, asked: Asked) -> FakeMessage:
        message = compose(
            self._discord, interaction.channel, data, asked, interaction=interaction, place=_PLACE
        )
        message.reply_to = interaction.source
        return message

    def _defer(self, interaction: Interaction, data: Json, asked: Asked) -> FakeMessage:
        form, flags = Form(), data.get("flags") or 0
        if flags & ~EPHEMERAL:
            form.at("data", "flags").wrong(
                "MESSAGE_FLAGS_INVALID", "A deferred answer can only be ephemeral."
            )
        form.accept()
        message = FakeMessage(
            self._discord,
            self._discord.ids.new(),
            interaction.channel,
            self._discord.clock(),
            flags=flags | LOADING,
            interaction=interaction,
        )
        interaction.channel.enter(message)
        asked.tells.append(interaction.channel.news)
        return message

    def _defer_update(self, interaction: Interaction, _data: Json, _asked: Asked) -> FakeMessage | None:
        return interaction.source

    def _update(self, interaction: Interaction, data: Json, asked: Asked) -> FakeMessage:
        if interaction.source is None or interaction.source.deleted:
            raise Refused(UNKNOWN_MESSAGE)
        return revise(interaction.source, data, asked, place=_PLACE)

    def _choices(self, interaction: Interaction, data: Json, _asked: Asked) -> None:
        form = Form()
        check_choices(form.at("data", "choices"), data.get("choices"), interaction.focused_type)
        form.accept()
        interaction.choices = data.get("choices") or []

    def _modal(self, interaction: Interaction, data: Json, _asked: Asked) -> None:
        form = Form()
        check_modal(form.at("data"), data)
        form.accept()
        interaction.modal = data

    # The messages under the token.

    async def _follow_up(self, asked: Asked, application: str, token: str) -> web.Response:
        interaction = self._answered(application, token)
        original = interaction.original
        asked.tells.append(interaction.news)
        if original is not None and original.loading:
            return reply(revise(original, asked.form, asked).payload)
        if set(interaction.owners) == {"1"} and len(interaction.followups) >= _MOST_FOLLOWUPS:
            raise Refused(TOO_MANY_FOLLOWUPS)
        message = compose(self._discord, interaction.channel, asked.form, asked, interaction=interaction)
        message.reply_to = original
        interaction.followups.append(message)
        return reply(message.payload)

    async def _read(self, _asked: Asked, application: str, token: str, message: str) -> web.Response:
        return reply(self._found(self._answered(application, token), message).payload)

    async def _edit(self, asked: Asked, application: str, token: str, message: str) -> web.Response:
        interaction = self._answered(application, token)
        edited = revise(self._found(interaction, message), asked.form, asked)
        asked.tells.append(interaction.news)
        return reply(edited.payload)

    async def _delete(self, asked: Asked, application: str, token: str, message: str) -> web.Response:
        interaction = self._answered(application, token)
        found = self._found(interaction, message)
        found.deleted = True
        asked.tells.extend([interaction.news, found.channel.news])
        return no_content()

    def _answered(self, application: str, token: str) -> Interaction:
        interaction = self._discord.interactions.get(token)
        known = interaction is not None and application == str(self._discord.application_id)
        if not known or interaction is None or interaction.response is None:
            raise Refused(UNKNOWN_WEBHOOK)
        if interaction.expired:
            raise Refused(INVALID_WEBHOOK_TOKEN)
        return interaction

    def _found(self, interaction: Interaction, number: str) -> FakeMessage:
        candidates = [*interaction.followups, *([interaction.original] if interaction.original else [])]
        if number == "@original":
            candidates = candidates[len(interaction.followups) :]
        for message in candidates:
            if number in ("@original", str(message.id)) and not message.deleted:
                return message
        raise Refused(UNKNOWN_MESSAGE)


def _allowed(interaction: Interaction) -> set[int]:
    from_message = interaction.kind == MODAL_SUBMIT and interaction.source is not None
    return _ALLOWED[interaction.kind] | ({DEFERRED_UPDATE, UPDATE} if from_message else set())


def _callback_response(interaction: Interaction) -> Json:
    message, kind = interaction.original, interaction.response
    head: Json = {"id": str(interaction.id), "type": interaction.kind}
    resource: Json = {"type": kind}
    if message is not None:
        head["response_message_id"] = str(message.id)
        head["response_message_loading"] = message.loading
        head["response_message_ephemeral"] = message.ephemeral
        if kind in (MESSAGE, UPDATE):
            resource["message"] = message.payload
    return {"interaction": head, "resource": resource}
