"""`questlog demo`: the real thing in a simulated world, where a day passes in half a second."""
