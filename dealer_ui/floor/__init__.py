"""A floor of tables: the broker between them, what they publish, what they are told to do."""
