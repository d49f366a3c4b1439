"""What leaves the house: protocols, tables, records, cases."""
