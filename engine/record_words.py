"""The words of a game record: moves with unknown cards, times, flags, quoted texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.cards import parse_card
from engine.moves import Move
from engine.notation import NotationError, parse_move
from engine.record import Flag, Obscured, Undo
from engine.verdict import Code, Verdict

TIME = re.compile(r"@(\d{1,5}):([0-5]\d)(?:\.(\d))?")
SURE = re.compile(r"%(?:0(?:\.(\d{1,4}))?|1(?:\.0{1,4})?)")
FLAG = re.compile(r"!([A-Z][A-Z0-9_]*)(?:\?(unverifiable|undefined))?")
UNKNOWN_PACKET = re.compile(r"([A-F])(\?+)")
FACES = re.compile(r"\[([^\[\]]*)\]")
OBSCURED = re.compile(r"(?:[A-F]|unknown)(?:>>?|\+|:)[\w?/()]*\?[\w?/()]*")
CARD_LIKE = re.compile(r"(?:10|[0-9A-Z])[a-z]")


class WrongTokenError(Exception):
    """What is wrong with a token, and how far into it."""

    def __init__(self, reason: str, offset: int = 0) -> None:
        """Say what is wrong; the offset counts letters from the token's beginning."""
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


@lru_cache(maxsize=2048)  # a game is written in few words, over and over
def understood(
    word: str, verb: str, *, verb_first: bool = False
) -> tuple[Move | Undo | Obscured, bool]:
    """Return the move of a word and whether it needed the verb; raises WrongTokenError."""
    plain = _without_unknown(word)
    if OBSCURED.fullmatch(plain):
        return Obscured(plain), False
    for text, uses_verb in _readings(plain, verb, verb_first=verb_first):
        for undoes in (False, True):
            try:
                move = parse_move(text.removeprefix("~") if undoes else text)
            except NotationError:
                continue
            return (Undo(move) if undoes else move), uses_verb
    raise _not_a_move(word)


def is_move(word: str) -> bool:
    """Tell whether a word is a move without any verb before it."""
    try:
        parse_move(word)
    except NotationError:
        return False
    return True


def _readings(word: str, verb: str, *, verb_first: bool) -> Iterator[tuple[str, bool]]:
    if not verb_first:
        yield word, False
    if verb:
        yield f"{verb} {word}", True


def _without_unknown(word: str) -> str:
    """Leave out the faces that nobody saw: ``A??`` are two cards, ``[7c??]`` names one of two.

    What moved off the table and is not wholly known is everything that lay there.
    """
    packet = UNKNOWN_PACKET.fullmatch(word)
    if packet is not None:
        return f"{packet[1]}{len(packet[2])}"
    faces = FACES.search(word)
    if faces is None or "??" not in faces[1]:
        return word
    known = "" if word.startswith("=") else faces[1].replace("??", "")
    return word.replace(faces[0], f"[{known}]" if known else "")


def _not_a_move(word: str) -> WrongTokenError:
    """Point at the card that there is not, where that is what is wrong."""
    start = re.match(r"[~=!]*(?:[A-F]|unknown|dealer)?\d*(?:>>|[>+:^\[(])?", word)
    for match in CARD_LIKE.finditer(word, start.end() if start else 0):
        try:
            parse_card(match[0])
        except ValueError as error:
            return WrongTokenError(str(error), match.start())
    return WrongTokenError(f"not understood: {word!r}")


def tenths_of(text: str) -> int:
    """Read a time, ``@mm:ss.s``, in tenths of a second; raises WrongTokenError."""
    match = TIME.fullmatch(text)
    if match is None:
        raise WrongTokenError(f"not a time like @02:15.5: {text!r}")
    return 600 * int(match[1]) + 10 * int(match[2]) + int(match[3] or 0)


def sure_of(text: str) -> int:
    """Read how sure a reading is, ``%0.87``, in hundredths of a per cent."""
    match = SURE.fullmatch(text)
    if match is None:
        raise WrongTokenError(f"not a probability like %0.87: {text!r}")
    return 10_000 if text.startswith("%1") else int((match[1] or "").ljust(4, "0"))


def flag_of(text: str) -> Flag:
    """Read a flag, ``!CODE`` or ``!CODE?unverifiable``; raises WrongTokenError."""
    match = FLAG.fullmatch(text)
    if match is None or match[1] not in Code.__members__:
        raise WrongTokenError(f"no such flag: {text!r}")
    return Flag(Code(match[1]), Verdict(match[2] or Verdict.ILLEGAL))


def unquoted(quoted: str) -> str:
    """Return a text without its quotation marks and escapes."""
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], quoted[1:-1])
