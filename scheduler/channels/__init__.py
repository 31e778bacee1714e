"""Channels: the ways by which a message reaches a person, one file each."""
