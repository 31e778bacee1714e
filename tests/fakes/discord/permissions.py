"""Permissions by their names, as the bits that Discord sends."""

_BITS = {
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "add_reactions": 6,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "use_application_commands": 31,
    "manage_threads": 34,
    "send_messages_in_threads": 38,
}


def bits(*names: str) -> int:
    return sum(1 << _BITS[name] for name in names)


EVERYONE = bits(
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_application_commands",
    "send_messages_in_threads",
)
IN_DMS = bits("attach_files", "embed_links", "mention_everyone")
"""What an application may do in private channels, by the documentation of `app_permissions`."""


def has(permissions: int, wanted: int) -> bool:
    return bool(permissions & bits("administrator")) or permissions & wanted == wanted
