"""A goal of a group as a picture."""
