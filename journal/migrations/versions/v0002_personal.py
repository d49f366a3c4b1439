"""Names and notes of people stand apart from the chain, so that they can be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SQLITE_GUARD = """CREATE TRIGGER personal_no_update BEFORE UPDATE ON personal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"""
SERVER_GUARD = """CREATE TRIGGER personal_no_update BEFORE UPDATE ON personal
FOR EACH STATEMENT EXECUTE FUNCTION append_only()"""


def upgrade() -> None:
    """Lay out the texts that rows name by a token."""
    op.create_table(
        "personal",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    on_server = op.get_bind().dialect.name == "postgresql"
    op.execute(SERVER_GUARD if on_server else SQLITE_GUARD)
