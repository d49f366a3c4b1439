"""The technician's workshop: models, decks, what is kept and for how long, health, support."""
