"""The pit boss's wall: many tables at once, each followed over the network."""
