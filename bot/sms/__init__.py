"""Questlog by SMS: what people text, and what they are answered."""
