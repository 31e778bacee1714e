"""The standings of a challenge as a picture."""
