"""A habit as a picture."""
