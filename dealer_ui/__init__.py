"""The command line, the wiring and the pages."""
