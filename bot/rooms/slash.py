"""`/room`: each command takes its options apart, and calls a use case."""

from typing import TypeAlias

from discord import Thread, app_commands

from bot.rooms import bridging, check_ins, members, requests, sharing, talking, usecases, view
from bot.rooms.slash_buttons import ITEMS
from bot.rooms.slash_mentions import HEARING
from bot.slash.acting import act, guest_visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import CannotWrite, guild_of, set_up_here
from bot.slash.options import Name
from bot.slash.part import SlashPart
from bot.slash.suggestions import choices, option
from bot.view import View
from bot.visit import Visit
from tracker.finding import plain
from tracker.rewards.board_names import LONGEST_NAME
from tracker.rooms import model
from tracker.rooms.check_ins import LONGEST_HOURS
from tracker.rooms.errors import NoSuchRoom
from tracker.rooms.words import LONGEST_QUESTION
from tracker.servers.service import check_manager

ROOM = "Which one: its name, or the beginning of it"
MESSAGES = 12

Text: TypeAlias = app_commands.Range[str, 1, model.LONGEST_TEXT]
RoomName: TypeAlias = app_commands.Range[str, 1, model.LONGEST_NAME]
Purpose: TypeAlias = app_commands.Range[str, 1, model.LONGEST_PURPOSE]
MyName: TypeAlias = app_commands.Range[str, 1, LONGEST_NAME]
Count: TypeAlias = app_commands.Range[int, 1, model.MOST_MEMBERS - 1]
Question: TypeAlias = app_commands.Range[str, 1, LONGEST_QUESTION]
Hours: TypeAlias = app_commands.Range[int, 1, LONGEST_HOURS]
Days: TypeAlias = app_commands.Range[int, 1, 90]


@suggesting
async def suggest(interaction: Interaction, typed: str) -> Suggestions:
    here = await guest_visit(interaction)
    every = [one.room for one in await here.services.rooms.list(here.person.id)]
    return choices((one.name, one.id) for one in every if plain(typed) in plain(one.name) or typed == one.id)


@suggesting
async def suggest_message(interaction: Interaction, typed: str) -> Suggestions:
    """The newest ones of the room that is named."""
    here, named = await guest_visit(interaction), option(interaction, "room") or ""
    room = await here.services.rooms.find(here.person.id, named)
    page = await here.services.room_history.page(here.person.id, room.room.id)
    said = [one for one in reversed(page.messages) if one.is_there]
    return choices(
        (f"{one.name}: {one.text}", one.id) for one in said if plain(typed) in plain(one.text or "")
    )


@suggesting
async def suggest_thing(interaction: Interaction, typed: str) -> Suggestions:
    """Their habits and challenges; goals are found by what they are about."""
    here = await guest_visit(interaction)
    habits = await here.services.habits.list(here.person.id)
    every = [*habits, *await here.services.challenges.mine(here.person.id)]
    return choices((one.name, one.name) for one in every if plain(typed) in plain(one.name))


class RoomCommands(
    app_commands.Group, name="room", description="Talk in small groups, by whichever way each of you likes"
):
    @app_commands.command()
    @app_commands.describe(name="What it is called: Gym", purpose="What it is for, in a sentence")
    async def create(self, interaction: Interaction, name: RoomName, purpose: Purpose | None = None) -> None:
        """Make a room, and get the code by which others join"""
        await act(interaction, usecases.create, requests.CreateRoom(name=name, purpose=purpose), view.changed)

    @app_commands.command()
    @app_commands.describe(code="From an invitation: k3v7p-2mxwd")
    async def join(self, interaction: Interaction, code: Name) -> None:
        """Join a room by its code; others there see your name on Discord"""
        await act(interaction, usecases.join, requests.JoinRoom(code=code), view.changed)

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """See the rooms that you are in"""
        await act(interaction, usecases.list_rooms, requests.ListRooms(), view.rooms)

    @app_commands.command()
    @app_commands.describe(room=ROOM)
    @app_commands.autocomplete(room=suggest)
    async def show(self, interaction: Interaction, room: Name) -> None:
        """See who is in a room, and how you hear of it"""
        await act(interaction, usecases.show, requests.NameRoom(room=room), view.room)

    @app_commands.command()
    @app_commands.describe(
        text="What you say", room=f"{ROOM}; the one that this channel shows, unless you say"
    )
    @app_commands.autocomplete(room=suggest)
    async def say(self, interaction: Interaction, text: Text, room: Name | None = None) -> None:
        """Say something in a room"""
        ask = requests.SayInRoom(room=room or await _room_here(interaction), text=text)
        await act(interaction, talking.say, ask, view.said)

    @app_commands.command()
    @app_commands.describe(room=ROOM)
    @app_commands.autocomplete(room=suggest)
    async def history(self, interaction: Interaction, room: Name) -> None:
        """See what was said in a room"""
        ask = requests.ShowHistory(room=room, limit=MESSAGES)
        await act(interaction, talking.history, ask, view.history)

    @app_commands.command()
    @app_commands.describe(room=ROOM, people="How many can join by it", days="For how many days")
    @app_commands.autocomplete(room=suggest)
    async def invite(
        self, interaction: Interaction, room: Name, people: Count | None = None, days: Days | None = None
    ) -> None:
        """Make a new code by which others join your room; the one before ends"""
        ask = requests.InviteToRoom(room=room, people=people, days=days)
        await act(interaction, usecases.invite, ask, view.changed)

    @app_commands.command()
    @app_commands.rename(my_name="my-name")
    @app_commands.describe(room=ROOM, **requests.EditRoom.described())
    @app_commands.autocomplete(room=suggest)
    async def settings(  # noqa: PLR0917 - what Discord shows as options
        self,
        interaction: Interaction,
        room: Name,
        tell: model.Tell | None = None,
        my_name: MyName | None = None,
        name: RoomName | None = None,
        purpose: Purpose | None = None,
    ) -> None:
        """Change how you are called and told in a room; its owner, also the room"""
        ask = requests.EditRoom(room=room, name=name, purpose=purpose, my_name=my_name, tell=tell)
        await act(interaction, usecases.edit, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(room=ROOM, message="Which one; the last that you said, unless you say")
    @app_commands.autocomplete(room=suggest, message=suggest_message)
    async def unsay(self, interaction: Interaction, room: Name, message: Name | None = None) -> None:
        """Take back what you said; the owner can take away anything"""
        await act(interaction, talking.take_back, requests.NameMessage(room=room, message=message), view.gone)

    @app_commands.command()
    @app_commands.describe(
        room=ROOM, text="How it should read", message="Which one; the last that you said, unless you say"
    )
    @app_commands.autocomplete(room=suggest, message=suggest_message)
    async def correct(
        self,
        interaction: Interaction,
        room: Name,
        text: Text,
        message: Name | None = None,
    ) -> None:
        """Correct what you said; who has read it is not told again"""
        ask = requests.CorrectMessage(room=room, text=text, message=message)
        await act(interaction, talking.correct, ask, view.corrected)

    @app_commands.command()
    @app_commands.describe(room=ROOM, member="What they are called there")
    @app_commands.autocomplete(room=suggest)
    async def remove(self, interaction: Interaction, room: Name, member: Name) -> None:
        """Take somebody out of your room, and close its invitation"""
        await act(interaction, usecases.remove, requests.NameMember(room=room, member=member), view.gone)

    @app_commands.command(name="check-in")
    @app_commands.describe(room=ROOM, **requests.CheckInRoom.described())
    @app_commands.autocomplete(room=suggest)
    async def check_in(
        self,
        interaction: Interaction,
        room: Name,
        ask: Question | None = None,
        at: Name | None = None,
        hours: Hours | None = None,
        *,
        off: bool = False,
    ) -> None:
        """See what was answered, or have the room ask every day"""
        asked = requests.CheckInRoom(room=room, ask=ask, at=at, hours=hours, off=off)
        await act(interaction, check_ins.check_in, asked, view.board)

    @app_commands.command()
    @app_commands.describe(room=ROOM, text="What you answer")
    @app_commands.autocomplete(room=suggest)
    async def answer(self, interaction: Interaction, room: Name, text: Text) -> None:
        """Answer what a room asks"""
        await act(interaction, check_ins.answer, requests.SayInRoom(room=room, text=text), view.said)

    @app_commands.command()
    @app_commands.describe(room=ROOM, member="What they are called there; nobody, unless you say")
    @app_commands.autocomplete(room=suggest)
    async def buddy(self, interaction: Interaction, room: Name, member: Name | None = None) -> None:
        """Hear when a member does not answer or misses a habit shared here, and they of you, if both agree"""
        await act(interaction, members.buddy, requests.SetBuddy(room=room, member=member), view.buddy)

    @app_commands.command()
    @app_commands.describe(room=ROOM, member="What they are called there, or the id of what they said")
    @app_commands.autocomplete(room=suggest)
    async def block(self, interaction: Interaction, room: Name, member: Name) -> None:
        """Block somebody: neither of you sees what the other says, in any room"""
        await act(interaction, members.block, requests.BlockMember(room=room, member=member), view.blocked)

    @app_commands.command()
    @app_commands.describe(member="Whom; without it you see whom you have blocked")
    async def unblock(self, interaction: Interaction, member: Name | None = None) -> None:
        """Take a block back"""
        if member is None:
            await act(interaction, members.list_blocked, requests.ListRooms(), view.blocked)
        else:
            await act(interaction, members.unblock, requests.UnblockMember(member=member), view.blocked)

    @app_commands.command()
    @app_commands.describe(room=ROOM, message="Which one, as suggested", why="What is wrong with it")
    @app_commands.autocomplete(room=suggest, message=suggest_message)
    async def report(
        self, interaction: Interaction, room: Name, message: Name, why: Purpose | None = None
    ) -> None:
        """Report a message to the room's owner and to whoever runs this Questlog"""
        ask = requests.ReportMessage(room=room, message=message, why=why)
        await act(interaction, talking.report, ask, view.gone)

    @app_commands.command()
    @app_commands.describe(room=ROOM, thing="A habit, goal or project of yours, or a challenge you are in")
    @app_commands.autocomplete(room=suggest, thing=suggest_thing)
    async def share(self, interaction: Interaction, room: Name, thing: Name) -> None:
        """Share a habit, a goal, a project or a challenge: the room hears how it goes, and no amounts"""
        await act(interaction, sharing.share, requests.ShareWithRoom(room=room, thing=thing), view.gone)

    @app_commands.command()
    @app_commands.describe(room=ROOM, thing="What you share there")
    @app_commands.autocomplete(room=suggest)
    async def unshare(self, interaction: Interaction, room: Name, thing: Name) -> None:
        """Share something no more"""
        await act(interaction, sharing.unshare, requests.ShareWithRoom(room=room, thing=thing), view.gone)

    @app_commands.command()
    @app_commands.describe(room=ROOM, message="Which one; the last news of somebody, unless you say")
    @app_commands.autocomplete(room=suggest, message=suggest_message)
    async def cheer(self, interaction: Interaction, room: Name, message: Name | None = None) -> None:
        """Say "well done": whoever it is about hears of it"""
        await act(interaction, talking.cheer, requests.NameMessage(room=room, message=message), view.gone)

    @app_commands.command()
    @app_commands.describe(room=f"{ROOM}; you own it")
    @app_commands.autocomplete(room=suggest)
    async def bridge(self, interaction: Interaction, room: Name) -> None:
        """Show your room in this channel, if you may manage this server; members are told"""
        check_manager(guild_of(interaction))
        server, channel = await set_up_here(interaction), interaction.channel
        _check_access(interaction)
        ask = requests.ShowInChannel(
            room=room,
            channel=str(interaction.channel_id),
            channel_name=getattr(channel, "name", None) or "channel",
            server_name=server.name,
        )
        await act(interaction, bridging.show_in_channel, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(room=f"{ROOM}; the one that this channel shows, unless you say")
    @app_commands.autocomplete(room=suggest)
    async def unbridge(self, interaction: Interaction, room: Name | None = None) -> None:
        """Show a room in its channel no more, if you own it or manage this server"""
        guild, channel = guild_of(interaction), interaction.channel_id
        if room is None and channel is not None and guild is not None and guild.is_managed:
            cleared = requests.ClearChannel(channel=f"{channel}")
            await act(interaction, bridging.clear_channel, cleared, view.cleared)
            return
        ask = requests.NameRoom(room=room or await _room_here(interaction))
        await act(interaction, bridging.hide_from_channel, ask, view.changed)

    @app_commands.command()
    @app_commands.describe(room=ROOM)
    @app_commands.autocomplete(room=suggest)
    async def leave(self, interaction: Interaction, room: Name) -> None:
        """Leave a room; others are told only where it was yours"""
        await act(interaction, usecases.to_leave, requests.NameRoom(room=room), view.sure_to_leave)


async def _room_here(interaction: Interaction) -> str:
    """The id of the room that the channel shows. Raises NoSuchRoom."""
    if (room := await interaction.client.services.bridges.room_in(interaction.channel_id)) is None:
        raise NoSuchRoom("This channel shows no room. Say which one.", field="room")
    return room


def _check_access(interaction: Interaction) -> None:
    """Raises CannotWrite."""
    may, channel = interaction.app_permissions, interaction.channel
    writes = may.send_messages_in_threads if isinstance(channel, Thread) else may.send_messages
    if not (may.view_channel and writes and may.read_message_history):
        raise CannotWrite(
            "I may not read and write in this channel. Give me View Channel, Send Messages and Read "
            "Message History there, and try again."
        )


async def leave(here: Visit, room: str) -> View:
    return view.gone(here, await usecases.leave(here, requests.NameRoom(room=room)))


SLASH = SlashPart(commands=(RoomCommands,), items=ITEMS, questions={view.LEAVE: leave}, hearing=HEARING)
