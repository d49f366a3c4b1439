"""How a command ends when something is wrong: one sentence, and a code that a script can test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.faults import TableError

BAD_INPUT = 2
RUN_FAILED = 1


class CommandError(Exception):
    """A command cannot go on; the message is the one sentence that people see."""

    code = RUN_FAILED


class BadInputError(CommandError):
    """What was given cannot be used: a missing file, a wrong key, a port that is not there."""

    code = BAD_INPUT


class RunFailedError(CommandError):
    """What began well did not end well."""


@contextmanager
def bad_input() -> Iterator[None]:
    """Turn what is raised while things are opened into a sentence about the input."""
    try:
        yield
    except CommandError:
        raise
    except TableError as error:
        raise BadInputError(error.detail or str(error.fault)) from error
    except OSError as error:
        raise BadInputError(sentence_of(error)) from error
    except ValueError as error:
        raise BadInputError(str(error)) from error


def sentence_of(error: OSError) -> str:
    """Say what the operating system refused, naming the thing first.

    >>> sentence_of(FileNotFoundError(2, "No such file or directory", "film.mp4"))
    'film.mp4: No such file or directory'
    """
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
