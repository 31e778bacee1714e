"""How long tests wait for what should come at once.

One number for all of them, far above what the slowest machine needs: it costs nothing where things go well.
A test that waits for less depends on how fast the machine is.
"""

PATIENCE = 300.0
"""In seconds."""
