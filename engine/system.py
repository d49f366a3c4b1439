"""What the operating system refuses, as causes that are translated."""

from __future__ import annotations

import errno
from collections.abc import Mapping

from engine.faults import Cause

REFUSALS: Mapping[int | None, str] = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "read-only",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no-folder",
    errno.EEXIST: "there",
    errno.ENOSPC: "full",
    errno.EADDRINUSE: "address-taken",
    errno.EADDRNOTAVAIL: "address-elsewhere",
    errno.ECONNREFUSED: "silent",
    errno.ETIMEDOUT: "unreached",
    errno.EHOSTUNREACH: "unreached",
    errno.ENETUNREACH: "unreached",
}
"""The common ones; whatever else there is keeps the system's own words."""


def system_cause(error: OSError, thing: object = None) -> tuple[Cause, str]:
    """Return why the system refuses a thing, by default the one that it names, and its own words.

    >>> cause, words = system_cause(FileNotFoundError(2, "No such file or directory", "film.mp4"))
    >>> cause.code, cause.thing, words
    ('system-missing', 'film.mp4', 'No such file or directory')
    """
    named = str(thing or error.filename or "")
    return Cause(f"system-{REFUSALS.get(error.errno, 'other')}", named), error.strerror or str(
        error
    )
