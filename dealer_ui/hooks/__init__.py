"""Webhooks: what happens at a table, told to other programs, signed, until it arrives."""
