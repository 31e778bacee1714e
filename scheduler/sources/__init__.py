"""Where readings come from: one file per source, one Protocol (`source.py`), one registry."""
