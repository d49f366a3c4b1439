"""What a program tells of itself: lines for people, JSON for services, and never a secret."""

from __future__ import annotations

import json
import logging

import pytest

from dealer_ui.log_lines import last_lines, lines_kept, lines_told
from dealer_ui.striking_out import STRUCK, struck_out

SECRETS = [
    ("connecting to rtsp://kozyr:geheim7@10.0.0.7/1", "geheim7"),
    ("http://user:pa%40ss@cam.local/mjpg failed", "pa%40ss"),
    ("password=geheim7 was refused", "geheim7"),
    ('{"password": "geheim7", "name": "Anna"}', "geheim7"),
    ("PIN: 4711", "4711"),
    ("token = kz_abcdef", "kz_abcdef"),
    ("Authorization: Bearer abc.def-123", "abc.def-123"),
    ("KOZYR_SECRET_CAMERA=geheim7", "geheim7"),
    ("api_key='geheim7'", "geheim7"),
    ("postgresql://floor:geheim7@db/kozyr", "geheim7"),
]
told_by = logging.getLogger("hardware.line")


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_secret_reaches_a_line_for_people(tmp_path, text, secret):
    journal = tmp_path / "table.journal"
    with lines_kept(journal):
        told_by.info("%s", text)
        told_by.warning(text)
    lines = "\n".join(last_lines(journal, 10))
    assert lines.count(STRUCK) == 2
    assert secret not in lines


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_secret_reaches_a_line_for_programs(capsys, text, secret):
    with lines_told("json"):
        told_by.error("%s", text, exc_info=OSError(text))
    said = capsys.readouterr().err
    told = json.loads(said)
    assert secret not in said
    assert (STRUCK in told["message"], STRUCK in told["trace"]) == (True, True)


def test_a_service_tells_one_object_a_line_and_people_are_told_nothing(capsys):
    with lines_told("json"):
        told_by.info("port is\nup")
        logging.getLogger("foreign").info("chatter")
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["level"], told["part"], told["message"]) == (
        "info",
        "hardware.line",
        "port is\nup",
    )
    assert told["at"].endswith("+00:00")
    with lines_told("text"):
        told_by.info("port is up")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("text", ["the key is lost", "9 tokens of 36", "turning the knob", "a pin"])
def test_plain_words_stay(text):
    assert struck_out(text, ()) == text
