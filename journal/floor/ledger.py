"""The floor's ledger on PostgreSQL: a schema for each journal, as a journal on a server always is.

Besides them stands the schema `floor`: which journals there are, and what was found wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Integer,
    MetaData,
    NullPool,
    String,
    Table,
    create_engine,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.schema import CreateSchema

from journal import database, personal, server
from journal.copying import as_values
from journal.floor.following import End, Finding, Flaw, followed
from journal.floor.sheaf import Sheaf
from journal.layout import PERSONAL, ROWS
from journal.place import OnServer
from journal.rows import Row
from journal.trouble import DATABASE_ERRORS, table_error

SCHEMA = "floor"
LAYOUT = MetaData(schema=SCHEMA)
JOURNALS = Table(
    "journals",
    LAYOUT,
    Column("table_name", String(32), primary_key=True),
    Column("journal", String(64), primary_key=True),
    Column("schema_name", String(63), nullable=False, unique=True),
    Column("begun_at", DateTime(timezone=True), nullable=False),
)
FINDINGS = Table(
    "findings",
    LAYOUT,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table_name", String(32), nullable=False),
    Column("journal", String(64), nullable=False),
    Column("flaw", String(16), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("found_at", DateTime(timezone=True), nullable=False),
    Column("mended_at", DateTime(timezone=True)),
)
KEEP = """CREATE OR REPLACE FUNCTION floor.keep(told jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE one jsonb;
BEGIN
  FOR one IN SELECT * FROM jsonb_array_elements(told) LOOP
    PERFORM set_config('search_path', quote_ident(one->>'schema'), true);
    EXECUTE format('INSERT INTO %I.journal SELECT seq, taken_ns, wall, kind, payload, software,'
      ' models, rules, prev_hash, hash FROM jsonb_populate_recordset(NULL::%I.journal, $1)'
      ' ORDER BY seq', one->>'schema', one->>'schema') USING one->'rows';
    EXECUTE format('UPDATE %I.journal_end SET seq = $1', one->>'schema')
      USING (one->'rows'->-1->>'seq')::bigint;
  END LOOP;
END $$"""
"""Writes rows of many journals at once: hundreds of tables would be as many questions otherwise."""
Key = tuple[str, str]
"""A table and its journal."""
KeyedText = tuple[Key, personal.Told]
"""A name or note, and whose journal's it is."""


@dataclass(slots=True)
class Standing:
    """How far the floor is with one journal, and what is wrong with it now."""

    schema: str
    end: End
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class Folded:
    """What came of folding: rows that are new, by journal, and texts that were forgotten."""

    rows: dict[Key, tuple[Row, ...]] = field(default_factory=dict)
    forgotten: dict[Key, tuple[str, ...]] = field(default_factory=dict)


class Ledger:
    """Folds rows of many tables; what it has returned is on the server's disk."""

    def __init__(self, address: str) -> None:
        """Open the ledger, laid out at first; raises TableError, also where another has it."""
        self._url = make_url(address.replace("postgres://", "postgresql://", 1)).set(
            drivername="postgresql+psycopg"
        )
        self._place = OnServer(self._url, SCHEMA)
        self.known: dict[Key, Standing] = {}
        self._connection = self._opened()

    def open_again(self) -> None:
        """Open the ledger anew after its server was away; raises TableError."""
        self._connection.close()
        self._connection = self._opened()

    def answer(self) -> None:
        """Ask the server for nothing; raises TableError where it does not answer."""
        try:
            with self._connection.begin():
                self._connection.execute(select(1))
        except DATABASE_ERRORS as error:
            raise table_error(self._place, error) from error

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()

    def fold(self, sheaves: Sequence[Sheaf], texts: Sequence[KeyedText], now: datetime) -> Folded:
        """Keep what is new of some sheaves and texts, all or none; raises TableError.

        Afterwards `known` says how far each journal is, and what is wrong with which.
        """
        keys = dict.fromkeys([(s.table, s.journal) for s in sheaves] + [key for key, _ in texts])
        try:
            for key in keys:
                self._begin(key, now)
            with self._connection.begin():
                folded, after = self._written(sheaves, texts, now)
        except DATABASE_ERRORS as error:
            raise table_error(self._place, error) from error
        self.known.update(after)
        return folded

    def _written(
        self, sheaves: Sequence[Sheaf], texts: Sequence[KeyedText], now: datetime
    ) -> tuple[Folded, dict[Key, Standing]]:
        folded = Folded()
        after: dict[Key, Standing] = {}
        for key, told in _grouped(texts).items():
            self._turn_to(key)
            self._connection.execute(insert(PERSONAL).on_conflict_do_nothing(), told)
        for key, rows in _by_journal(sheaves).items():
            before = self.known[key]
            found = followed(before.end, key[1], rows)
            after[key] = Standing(before.schema, found.end, found.finding)
            self._tell(key, before.finding, found.finding, now)
            if found.fresh:
                folded.rows[key] = found.fresh
        self._keep(folded.rows)
        for key, fresh in folded.rows.items():
            if forgotten := _forgotten(fresh):
                self._turn_to(key)
                personal.forget(self._connection, forgotten)
                folded.forgotten[key] = forgotten
        return folded, after

    def _keep(self, rows: Mapping[Key, Sequence[Row]]) -> None:
        """Write rows into the schemas of their journals, with one question to the server."""
        told = [
            {"schema": self.known[key].schema, "rows": [as_values(row) for row in fresh]}
            for key, fresh in rows.items()
        ]
        if told:
            written = json.dumps(told, ensure_ascii=False)
            keep = text("SELECT floor.keep(CAST(:told AS jsonb))")
            self._connection.execute(keep, {"told": written})

    def _turn_to(self, key: Key) -> None:
        """Mean the schema of a journal until the transaction is over."""
        schema = f'"{self.known[key].schema}"'
        self._connection.execute(select(func.set_config("search_path", schema, True)))  # noqa: FBT003

    def _tell(self, key: Key, was: Finding | None, now: Finding | None, at: datetime) -> None:
        """Write down a flaw once, and when it was mended."""
        if was == now:
            return
        table, journal = key
        if was is not None:
            of = (FINDINGS.c.table_name == table) & (FINDINGS.c.journal == journal)
            mended = FINDINGS.update().where(of, FINDINGS.c.mended_at.is_(None))
            self._connection.execute(mended.values(mended_at=at))
        if now is not None:
            told = {"table_name": table, "journal": journal, "found_at": at, **asdict(now)}
            self._connection.execute(FINDINGS.insert().values(**told))

    def _begin(self, key: Key, now: datetime) -> None:
        """Lay out the schema of a journal that is new; raises what writing raises."""
        if key in self.known:
            return
        table, journal = key
        schema = f"t-{table}-{journal}"
        connection, _ = database.open_to_write(OnServer(self._url, schema), alone=False)
        connection.close()
        with self._connection.begin():
            row = {"table_name": table, "journal": journal, "schema_name": schema}
            begun = insert(JOURNALS).values(**row, begun_at=now)
            self._connection.execute(begun.on_conflict_do_nothing())
        self.known[key] = Standing(schema, End())

    def _opened(self) -> Connection:
        settings = "-c synchronous_commit=on"
        engine = create_engine(
            self._url,
            poolclass=NullPool,
            connect_args={"options": settings, "application_name": server.APPLICATION},
        )
        try:
            connection = engine.connect()
            with ExitStack() as undoing, connection.begin():
                undoing.callback(connection.close)
                server.take_lock(connection, self._place)
                connection.execute(CreateSchema(SCHEMA, if_not_exists=True))
                LAYOUT.create_all(connection)
                connection.execute(text(KEEP))
                self.known = _standings(connection)
                undoing.pop_all()
        except DATABASE_ERRORS as error:
            raise table_error(self._place, error) from error
        return connection


def _standings(connection: Connection) -> dict[Key, Standing]:
    """Read how far each journal is from its own rows, and what is not mended yet."""
    known: dict[Key, Standing] = {}
    for row in connection.execute(select(JOURNALS)).mappings().all():
        rows = ROWS.to_metadata(MetaData(), schema=row["schema_name"])
        last = select(rows.c.seq, rows.c.hash).order_by(rows.c.seq.desc()).limit(1)
        found = connection.execute(last).first()
        end = End() if found is None else End(int(found[0]), str(found[1]))
        known[row["table_name"], row["journal"]] = Standing(row["schema_name"], end)
    open_ones = select(FINDINGS).where(FINDINGS.c.mended_at.is_(None))
    for row in connection.execute(open_ones).mappings():
        key = row["table_name"], row["journal"]
        known[key].finding = Finding(Flaw(row["flaw"]), row["seq"])
    return known


def _by_journal(sheaves: Sequence[Sheaf]) -> dict[Key, list[Row]]:
    rows: dict[Key, list[Row]] = {}
    for sheaf in sheaves:
        rows.setdefault((sheaf.table, sheaf.journal), []).extend(sheaf.rows)
    return rows


def _grouped(texts: Sequence[KeyedText]) -> dict[Key, list[dict[str, str]]]:
    told: dict[Key, list[dict[str, str]]] = {}
    for key, one in texts:
        told.setdefault(key, []).append(asdict(one))
    return told


def _forgotten(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the texts that rows say were forgotten."""
    erased = (row.content.get("tokens") for row in rows if row.kind == personal.ERASED)
    return tuple(str(token) for tokens in erased if isinstance(tokens, list) for token in tokens)
