"""What is said where on the floor's broker: subjects, streams, and the names that fit into them."""

from __future__ import annotations

import re

from engine.faults import Cause, CausedError

DOMAIN = "floor"
"""The floor's JetStream domain: streams are there and nowhere else."""
API = f"$JS.{DOMAIN}.API"
"""Under what they are asked from a table."""
ROWS, COMMANDS = "ROWS", "COMMANDS"
"""Streams of the floor: the rows of all tables, in the order of each; commands to tables."""
AUDIT_STREAMS = ("AUDIT_JOBS", "AUDIT_RESULTS", "AUDIT_DEAD", "KV_AUDIT", "OBJ_AUDIT")
"""What a worker of audits may use, and nothing else."""
RESERVED = frozenset({DOMAIN, "audit"})
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class FloorError(CausedError):
    """Something about the floor that cannot be so."""


def lacking(thing: str) -> FloorError:
    """Return what is raised where something that a floor needs is not installed."""
    told = f"{thing} is not installed here: pip install kozyr[floor]"
    return FloorError(told, Cause("floor-no-extra", thing))


def checked_name(name: str) -> str:
    """Return a name that fits into a subject; raises FloorError for another.

    >>> checked_name("table-7")
    'table-7'
    """
    if not NAME.fullmatch(name) or name in RESERVED:
        told = f"{name!r}: a name here has a-z, 0-9, - and _, at most 32"
        raise FloorError(told, Cause("floor-name-wrong", name))
    return name


def own(table: str) -> str:
    """Return what a table may speak under, and nobody else."""
    return f"kozyr.{table}"


def rows_of(table: str, journal: str) -> str:
    """Return where the rows of one journal of a table are published."""
    return f"{own(table)}.rows.{journal}"


def text_of(table: str, journal: str, token: str) -> str:
    """Return where one name or note is published, by itself, so that it can be forgotten."""
    return f"{own(table)}.texts.{journal}.{token}"


def presence_of(table: str) -> str:
    """Return where a table says that it lives."""
    return f"{own(table)}.presence"


def snapshot_of(table: str) -> str:
    """Return where a table shows how it stands."""
    return f"{own(table)}.snapshot"


def commands_for(table: str) -> str:
    """Return where a table is told to do something."""
    return f"{own(table)}.commands"


def bucket_of(table: str) -> str:
    """Return where a table puts clips that are asked for."""
    return f"CLIPS-{table}"


def inbox_of(name: str) -> str:
    """Return under what somebody gets answers that nobody else may read."""
    return f"_INBOX.{name}"
