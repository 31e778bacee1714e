"""E-mail as people answer to it: its pictures, the way out, and what comes back."""
