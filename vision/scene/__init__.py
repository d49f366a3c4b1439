"""Our own drawn table: seeded films of a game with their truth, for tests and the demo."""
