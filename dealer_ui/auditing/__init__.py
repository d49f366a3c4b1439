"""Audit: recordings and journals run again, far from the table."""
