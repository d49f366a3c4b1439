"""How a command ends when something is wrong: one sentence, and a code that a script can test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.faults import Cause, Fault, Figures, TableError
from engine.system import system_cause

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue

BAD_INPUT = 2
RUN_FAILED = 1


class CommandError(Exception):
    """A command cannot go on: a cause that is translated, or a sentence that has been already."""

    code = RUN_FAILED

    def __init__(self, why: Cause | str, more: str = "", figures: Figures = ()) -> None:
        """Take why, what more it is about and by how much; the message is English, for the log.

        >>> str(BadInputError(Cause("system-missing", "film.mp4")))
        'film.mp4: there is no such file or folder'
        """
        self.cause = why if isinstance(why, Cause) else None
        self.more, self.figures = more, figures
        super().__init__(why if isinstance(why, str) else self.said(_catalogue("en")))

    def said(self, words: Catalogue) -> str:
        """Return the one sentence that people see."""
        cause = self.cause
        if cause is None:
            return str(self)
        if cause.code in set(Fault):  # a part is broken, and that is all there is to say
            sentence = words.text(f"fault.{cause.code}.sentence", zones="")
            return f"{cause.thing}: {sentence}".removeprefix(": ")
        return words.cause(cause, self.figures, self.more).removeprefix(": ")


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
    except (TableError, OSError, ValueError) as error:
        raise about(error) from error


def about(error: Exception) -> CommandError:
    """Return what a part raised as a sentence about what was given.

    >>> str(about(FileNotFoundError(2, "No such file or directory", "film.mp4")))
    'film.mp4: there is no such file or folder'
    >>> str(about(OSError(5, "Input/output error", "film.mp4")))
    'film.mp4: Input/output error'
    """
    cause = getattr(error, "cause", None)
    match error:
        case CommandError():
            return error
        case TableError(cause=None, fault=fault, detail=detail):
            return BadInputError(Cause(str(fault), detail))
        case OSError() if cause is None:
            return BadInputError(*system_cause(error))
    more, figures = getattr(error, "more", ""), getattr(error, "figures", ())
    return BadInputError(str(error) if cause is None else cause, more, figures)


def one_of(option: str, chosen: str | None, there: Iterable[str]) -> None:
    """Raise BadInputError for a choice that is not there; none was made when it is None."""
    known = tuple(there)
    if chosen is not None and chosen not in known:
        raise BadInputError(Cause("choice-none", f"{option} {chosen}"), ", ".join(known))


def in_words(error: CommandError, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Say what is wrong in the language of whoever typed.

    That is looked up by hand: what is wrong may be the settings themselves, or the language.
    """
    from dealer_ui.settings import Settings  # noqa: PLC0415 - only where something is wrong

    field = Settings.model_fields["lang"]
    lang = _language_in(arguments) or environment.get("KOZYR_LANG") or field.default
    return error.said(_catalogue(str(lang)))


def _catalogue(lang: str) -> Catalogue:
    """Return the words of a language, of English where nobody knows it."""
    from dealer_ui.prompts import Catalogue, Language  # noqa: PLC0415 - only where something is wrong

    return Catalogue.load(lang if lang in set(Language) else Language.EN)


def _language_in(arguments: Sequence[str]) -> str | None:
    """Return the language that was typed.

    >>> _language_in(["watch", "--lang", "be"]), _language_in(["--lang=en"]), _language_in([])
    ('be', 'en', None)
    """
    words = " ".join(arguments).replace("--lang=", "--lang ").split()
    return next((after for word, after in pairwise(words) if word == "--lang"), None)
