"""Signing in to the pages: a link that is good once, and the browsers that are signed in."""
