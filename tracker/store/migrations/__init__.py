"""From one schema of the table to the next, on both engines."""
