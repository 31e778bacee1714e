"""A year in its weeks, for the pictures that show one."""
