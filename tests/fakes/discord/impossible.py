"""What a person at the real client could not do, and a bot that says nothing."""


class Impossible(Exception):
    """No such command, option or button; or this person may not use it here."""


class NoAnswer(Exception):
    """The bot did not answer in time."""
