"""What is refused, so that no picture shows less than Discord does."""


class NotDrawn(Exception):
    """Discord would show something of which nobody has said here what it looks like."""
