"""A metric as a picture."""
