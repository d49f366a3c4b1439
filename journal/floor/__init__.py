"""The floor's ledger: the journals of many tables as they came in, each chain checked."""
