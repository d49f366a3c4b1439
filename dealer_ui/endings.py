"""How a command ends when something is wrong: one sentence, and a code that a script can test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise

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


def in_words(error: CommandError, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Say what is wrong in the language of whoever typed, where it has a cause that is translated.

    A fault's own detail is for the log; so is a language that nobody knows, which is told as such.
    """
    reason = error.__cause__
    cause = getattr(reason, "cause", None)
    if cause is None:
        return str(error)
    from dealer_ui.prompts import Catalogue  # noqa: PLC0415 - only where something is wrong
    from dealer_ui.settings import SettingsError, settings_from  # noqa: PLC0415

    try:
        lang = settings_from(environment, lang=_language_in(arguments)).lang
    except SettingsError:
        return str(error)
    figures, more = getattr(reason, "figures", ()), getattr(reason, "more", "")
    return Catalogue.load(lang).cause(cause, figures, more)


def _language_in(arguments: Sequence[str]) -> str | None:
    """Return the language that was typed.

    >>> _language_in(["watch", "--lang", "be"]), _language_in(["--lang=en"]), _language_in([])
    ('be', 'en', None)
    """
    words = " ".join(arguments).replace("--lang=", "--lang ").split()
    return next((after for word, after in pairwise(words) if word == "--lang"), None)
