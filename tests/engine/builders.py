"""Words for the rule tests: positions and moves in notation, findings as codes."""

from __future__ import annotations

from engine.game import apply
from engine.house import load_rules
from engine.notation import parse_move, parse_position
from engine.referee import judge
from engine.verdict import Severity, Verdict

CASINO = load_rules("casino-by-2001")

DEALT = "A6/B6|9h|t24|d0|-|-|bout 1"
AFTER_DEAL = ("deal A2", "deal B2", "deal A2", "deal B2", "deal A2", "deal B2")


def position(line, rules=CASINO):
    """Return the game of a position line; a line without its last field is in bout 3."""
    return parse_position(line if line.count("|") == 6 else f"{line}|bout 3", rules)


def findings(game, word):
    """Return the codes that a move earns; a code with ? is unverifiable, with ~ undefined."""
    marks = {Verdict.UNVERIFIABLE: "?", Verdict.UNDEFINED: "~"}
    return [f"{v.code}{marks.get(v.verdict, '')}" for v in judge(game, parse_move(word))]


def only(game, word):
    """Return the one finding that a move earns."""
    (violation,) = judge(game, parse_move(word))
    return violation


def played(game, *words):
    """Return the game after some moves, lawful or not."""
    for word in words:
        game = apply(game, parse_move(word))
    return game


def flags(game, *words):
    """Return what a row of moves earns in all, without what is merely noted."""
    found = []
    for word in words:
        move = parse_move(word)
        found += [f"{word} {v.code}" for v in judge(game, move) if v.severity > Severity.LOG]
        game = apply(game, move)
    return found
