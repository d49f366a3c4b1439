"""Audits on many machines: jobs in a work queue of the floor's broker, and what comes back."""
