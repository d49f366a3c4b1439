"""The hash-chained record of everything that happened at a table."""
