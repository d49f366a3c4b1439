"""What nobody shall read in a log, a bundle or a message: logins, passwords, keys, names."""

from __future__ import annotations

import re
from collections.abc import Iterable

STRUCK = "███"
LOGIN = re.compile(r"(?<=://)[^/\s@]+@")
BEARER = re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+")
SECRET_WORD = re.compile(
    r"""(?i)\b(\w*(?:password|passwd|secret|token|pin|key)\w*)(["']?\s*[=:]\s*["']?)[^\s"',}]+"""
)


def struck_out(text: str, names: Iterable[str]) -> str:
    """Return a text in which nobody is named and nothing opens a door.

    >>> struck_out("rtsp://kozyr:geheim@10.0.0.7/1, Anna Petrova, password=abc", ["Anna Petrova"])
    'rtsp://███@10.0.0.7/1, ███, password=███'
    """
    text = LOGIN.sub(f"{STRUCK}@", text)
    text = BEARER.sub(rf"\1{STRUCK}", text)
    text = SECRET_WORD.sub(rf"\1\2{STRUCK}", text)
    known = sorted(filter(None, names), key=len, reverse=True)
    if not known:
        return text
    return re.sub(rf"(?i)\b({'|'.join(map(re.escape, known))})\b", STRUCK, text)
