"""The training pictures: decks, tables and crops, drawn."""
