"""The tables of a journal as this release reads and writes them; `migrations` lays them out."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text

REVISION = "0002"
"""The newest migration: a journal that says so needs none."""

METADATA = MetaData()

ROWS = Table(
    "journal",
    METADATA,
    # SQLite numbers its rows itself only where the column is a plain INTEGER.
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("taken_ns", BigInteger, nullable=False),
    Column("wall", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("payload", Text, nullable=False),
    Column("software", Text, nullable=False),
    Column("models", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)

PERSONAL = Table(
    "personal",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("salt", String(64), nullable=False),
    Column("text", Text, nullable=False),
)
"""What may have to be forgotten: rows name the token, and the token proves the text."""

END = Table("journal_end", METADATA, Column("seq", BigInteger, nullable=False))
"""The highest number ever given; on a server only, for SQLite remembers it by itself."""

REVISIONS = Table("alembic_version", METADATA, Column("version_num", String(32), primary_key=True))
"""Kept by alembic."""

GUARDS = ("journal_no_update", "journal_no_delete", "journal_next_only", "personal_no_update")
"""The triggers that keep a journal append-only."""
