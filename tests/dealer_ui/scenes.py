"""Moments of a table, as the watching thread would publish them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from dealer_ui.snapshot import (
    Condition,
    DrawStep,
    Feed,
    HandShown,
    Health,
    MatchShown,
    MoveLine,
    OpenDoubt,
    OpenFault,
    OpenNotice,
    PairShown,
    Phase,
    Prompt,
    Result,
    Snapshot,
    TableShown,
    ThinkingShown,
    Told,
)
from engine.cards import Suit, parse_card
from engine.deeds import Deed
from engine.faults import Fault, Notice
from engine.seats import Actor
from engine.signals import Signal
from engine.table import Zone
from engine.verdict import Code, Severity

A, B = Actor.A, Actor.B


def cards(names: str):
    return tuple(parse_card(name) for name in names.split())


def pairs(names: str):
    """Read pairs as ``7s/9s 7d``: attack, and the defence over it."""
    shown = []
    for name in names.split():
        attack, _, defence = name.partition("/")
        shown.append(PairShown(parse_card(attack), parse_card(defence) if defence else None))
    return tuple(shown)


def told(number, deed, actor, names="", *, count=0):
    """Tell a move; a beat names its cards as ``10s/Qs``."""
    under, _, over = names.partition("/")
    laid = cards(over or under)
    on = parse_card(under) if over else None
    return MoveLine(number, number * 3.5, Told(deed, actor, laid, on, count or len(laid)))


MOVES = (
    told(13, Deed.SWEEP, Actor.DEALER, count=4),
    told(14, Deed.DRAW, A, count=2),
    told(15, Deed.DRAW, B, count=2),
    told(16, Deed.LEAD, B, "10s"),
    told(17, Deed.BEAT, A, "10s/Qs"),
    told(18, Deed.THROW, B, "10d"),
    told(19, Deed.BEAT, A, "10d/6h"),
    told(20, Deed.THROW, B, "Qc"),
)

TABLE = TableShown(
    pairs=pairs("10s/Qs 10d/6h Qc"),
    trump=Suit.HEARTS,
    trump_card=parse_card("9h"),
    talon=14,
    discard=8,
    hands=(HandShown(A, 4), HandShown(B, 3)),
    attacker=B,
    defender=A,
    turn=A,
    cap_left=3,
)

BEATING = Snapshot(
    sequence=1,
    taken_at=71.2,
    wall_time=datetime(2026, 11, 29, 21, 14, 5, tzinfo=UTC),
    table_id="3",
    rules="casino-by-2001@1",
    signal=Signal.CLEAR,
    phase=Phase.BEAT,
    table=TABLE,
    moves=MOVES,
    health=Health(
        camera=Condition.WORKING,
        light=Condition.WORKING,
        journal=Condition.WORKING,
        model=Condition.WORKING,
        frames_per_second=15.0,
        latency_ms=142.0,
    ),
)

THINKING = replace(
    BEATING,
    dealer="Ольга",
    table=replace(
        TABLE,
        thinking=ThinkingShown(A, 34, 60),
        match=MatchShown("SF2", ("Ада", "Богдан"), (2, 1), 0, 3),
    ),
)

WRONG_BEAT = replace(
    BEATING,
    signal=Signal.STOP,
    prompts=(
        Prompt(
            1,
            Code.BEAT_WRONG_SUIT,
            A,
            Severity.STOP,
            cards=cards("Kd"),
            on=parse_card("Qc"),
            clause="125.6",
        ),
    ),
    table=replace(TABLE, pairs=pairs("10s/Qs 10d/6h Qc/Kd")),
    moves=(*MOVES, replace(told(21, Deed.BEAT, A, "Qc/Kd"), flag=Code.BEAT_WRONG_SUIT)),
)

SEEN = replace(
    WRONG_BEAT,
    signal=Signal.CLEAR,
    prompts=(replace(WRONG_BEAT.prompts[0], acknowledged=True),),
)

CORRECTED = replace(
    BEATING,
    moves=(
        *MOVES[:-2],
        replace(MOVES[-2], withdrawn=(Code.BEAT_WRONG_SUIT,), is_corrected=True),
        replace(MOVES[-1], withdrawn=(Code.THROW_RANK_NOT_ON_TABLE,), is_void=True),
    ),
    moves_from=1,
)

DOUBT = replace(
    BEATING,
    signal=Signal.DOUBT,
    doubt=OpenDoubt(
        7,
        "what-happened",
        (
            Told(Deed.BEAT, A, cards("Kc"), parse_card("Qc"), 1),
            Told(Deed.SAY_TAKES, A),
        ),
    ),
)

FAULT = replace(
    BEATING,
    signal=Signal.FAULT,
    faults=(OpenFault(Fault.CAMERA_LOST, "rtsp camera, no picture for 2 s"),),
    health=replace(BEATING.health, camera=Condition.FAULTY, frames_per_second=0.0),
)

MOVED = replace(
    FAULT,
    faults=(OpenFault(Fault.CAMERA_MOVED, "table 3", figures=(("mm", 71.2), ("degrees", 2.3))),),
)

GLARE = replace(
    BEATING,
    signal=Signal.FAULT,
    faults=(OpenFault(Fault.CAMERA_GLARE, zones=(Zone.BATTLE, Zone.DISCARD)),),
    health=replace(BEATING.health, camera=Condition.FAULTY, age_s=0.21),
)

GLARE_AND_STOP = replace(
    WRONG_BEAT,
    faults=(OpenFault(Fault.CAMERA_GLARE, zones=(Zone.DISCARD,)),),
    health=GLARE.health,
)

BLURRED = replace(FAULT, faults=(OpenFault(Fault.CAMERA_BLURRED), OpenFault(Fault.LIGHT_LOST)))
DARK = replace(FAULT, faults=(OpenFault(Fault.CAMERA_DARK),))
REPEATS = replace(FAULT, faults=(OpenFault(Fault.CAMERA_REPEATS, "rtsp://10.0.0.7:554/stream1"),))
SLOW = replace(FAULT, faults=(OpenFault(Fault.CAMERA_SLOW, figures=(("rate", 2.94),)),))

LATE = replace(
    BEATING,
    signal=Signal.FAULT,
    faults=(OpenFault(Fault.JUDGING_LATE, figures=(("seconds", 2.4),)),),
    health=replace(BEATING.health, latency_ms=2612.0, age_s=3.1),
)

BEHIND = replace(
    BEATING, health=replace(BEATING.health, latency_ms=55_031.0, age_s=55.2, progress=0.4)
)

NUDGED = replace(
    BEATING,
    notices=(
        OpenNotice(Notice.CLOCK_STEPPED, 69.0, (("seconds", -3600.0),)),
        OpenNotice(Notice.CAMERA_ADJUSTED, 70.0, (("mm", 4.02), ("degrees", 0.11))),
    ),
    health=replace(BEATING.health, age_s=0.08),
)

CLOCK = replace(NUDGED, notices=NUDGED.notices[:1])

DRAWING = replace(
    BEATING,
    signal=Signal.WAITING,
    phase=Phase.DRAW,
    table=replace(
        TABLE,
        pairs=(),
        attacker=None,
        defender=None,
        turn=B,
        cap_left=None,
        draws=(DrawStep(A, 2, done=True), DrawStep(B, 3)),
    ),
)

HOUSE_RULE = replace(
    DRAWING,
    signal=Signal.STOP,
    prompts=(Prompt(2, Code.DRAW_ORDER, B, Severity.STOP, clause="H4"),),
)

SIX_PAIRS = replace(
    WRONG_BEAT,
    table=replace(TABLE, pairs=pairs("10s/Qs 10d/6h Qc/Kd 6c/6d 10c/Jc Jd")),
)

OVER = replace(
    DRAWING,
    signal=Signal.CLEAR,
    phase=Phase.OVER,
    feed=Feed.ENDED,
    result=Result((A,)),
    table=replace(TABLE, pairs=(), trump_card=None, talon=0, turn=None, cap_left=None),
    health=replace(BEATING.health, progress=1.0),
)

SCENES = {
    "beating": BEATING,
    "wrong-beat": WRONG_BEAT,
    "seen": SEEN,
    "corrected": CORRECTED,
    "doubt": DOUBT,
    "fault": FAULT,
    "moved": MOVED,
    "glare": GLARE,
    "glare-and-stop": GLARE_AND_STOP,
    "blurred": BLURRED,
    "dark": DARK,
    "repeats": REPEATS,
    "slow": SLOW,
    "late": LATE,
    "behind": BEHIND,
    "nudged": NUDGED,
    "clock": CLOCK,
    "drawing": DRAWING,
    "house-rule": HOUSE_RULE,
    "six-pairs": SIX_PAIRS,
    "over": OVER,
}
