"""The rules of durak: cards, moves, the referee and what is known. Standard library only."""
