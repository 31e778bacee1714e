"""A goal as a picture."""
