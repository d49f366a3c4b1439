"""From camera frames to the settled state of the table."""
