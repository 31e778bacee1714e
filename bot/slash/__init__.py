"""Discord: slash commands, buttons and selects. One file per feature; `features.py` lists them."""
