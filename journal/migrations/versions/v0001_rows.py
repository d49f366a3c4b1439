"""The chain of rows, and the triggers that let nobody change it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPLICATION_ID = 0x4B6F7A79
REFUSAL = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
NOT_THE_NEXT = "NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM journal)"
SQLITE_GUARDS = (
    f"CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal {REFUSAL}",
    f"CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal {REFUSAL}",
    # Against INSERT OR REPLACE, which deletes without asking the trigger above.
    f"CREATE TRIGGER journal_next_only BEFORE INSERT ON journal WHEN {NOT_THE_NEXT} {REFUSAL}",
)
SERVER_GUARDS = (
    """CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$""",
    """CREATE FUNCTION next_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM journal) THEN
        RAISE EXCEPTION 'the journal is append-only';
      END IF;
      RETURN NEW;
    END $$""",
    """CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION append_only()""",
    """CREATE TRIGGER journal_no_delete BEFORE DELETE OR TRUNCATE ON journal
    FOR EACH STATEMENT EXECUTE FUNCTION append_only()""",
    """CREATE TRIGGER journal_next_only BEFORE INSERT ON journal
    FOR EACH ROW EXECUTE FUNCTION next_only()""",
)


def upgrade() -> None:
    """Lay out a journal, or take in one that was laid out before there were migrations."""
    connection = op.get_bind()
    on_server = connection.dialect.name == "postgresql"
    if sa.inspect(connection).has_table("journal"):
        return
    op.create_table(
        "journal",
        sa.Column("seq", sa.BigInteger if on_server else sa.Integer, primary_key=True),
        sa.Column("taken_ns", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("software", sa.Text, nullable=False),
        sa.Column("models", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("prev_hash", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sqlite_autoincrement=True,  # SQLite then remembers the highest number ever given
    )
    op.create_index("ix_journal_kind", "journal", ["kind", "seq"] if on_server else ["kind"])
    if on_server:
        op.create_table("journal_end", sa.Column("seq", sa.BigInteger, nullable=False))
        op.execute("INSERT INTO journal_end VALUES (0)")
    for guard in SERVER_GUARDS if on_server else SQLITE_GUARDS:
        op.execute(guard)
    if not on_server:
        op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
