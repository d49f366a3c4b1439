"""The documents beside a film: what may be known beforehand, and the truth for scoring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.seats import Actor
from engine.verdict import Code
from vision.scene.acts import Beat, Deal, Draw, Outcome, Return, Slip
from vision.scene.camera import Camera
from vision.scene.gathering import Done
from vision.scene.layout import EDGES, MARKER_MM, MARKERS, ZONES
from vision.scene.look import Look
from vision.scene.paint import Painter
from vision.scene.stage import HELD, Stage
from vision.scene.surface import marker_corners_mm
from vision.scene.telling import TYPES, move_of

Document = dict[str, object]

SAMPLED_EVERY = 15
"""Frames between two whose cards are listed."""

LEAST_VISIBLE = 0.02
"""Cards of which less is seen are not listed."""

RETRACTED = (
    Code.BEAT_RETRACTED,
    Code.ATTACKER_TAKES_BACK,
    Code.DRAW_DURING_BOUT,
    Code.DRAW_HAND_FULL,
)
TOLERATED: Mapping[Code, tuple[float, tuple[Code, ...]]] = {
    Code.DEAL_COUNT: (60.0, (Code.DRAW_HAND_FULL, Code.TRUMP_NOT_13TH, Code.DEAL_PACKET)),
    Code.SWEEP_UNBEATEN: (30.0, (Code.LEAD_WRONG_PLAYER,)),
    **dict.fromkeys(
        (Code.BEAT_NOT_HIGHER, Code.BEAT_WRONG_SUIT, Code.BEAT_NONTRUMP_VS_TRUMP),
        (35.0, (Code.SWEEP_UNBEATEN, Code.LEAD_WRONG_PLAYER, Code.TAKE_AFTER_FULL_BEAT)),
    ),
}
"""Flags that are no false alarms after an error that stands: for how many seconds, which."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A frame whose cards are listed."""

    number: int
    time: float
    stage: Stage


def film_card(card: Card) -> str:
    """Return the name of a card as film documents write it, with 10 for the ten."""
    return f"10{card.suit}" if card.rank is Rank.TEN else str(card)


def input_document(name: str, camera: Camera, look: Look, fps: int) -> Document:
    """Return everything that may be known of a film before it is watched."""
    return {
        "film": name,
        "fps": fps,
        "size": list(camera.size_px),
        "profile": "casino-by-2001",
        "game_no": 1,
        "seats": {str(actor): edge for actor, edge in EDGES.items()},
        "card_mm": list(look.card_mm),
        "zones_mm": {str(zone): [list(point) for point in area] for zone, area in ZONES.items()},
        "initial_state": {
            "phase": "before_deal",
            "talon": 36,
            "discard": 0,
            "hand_A": 0,
            "hand_B": 0,
        },
        "deck": {"indices": str(look.deck)},
        "calibration": _calibration(camera, look.markers),
    }


def _calibration(camera: Camera, markers: bool) -> Document:  # noqa: FBT001
    """Return what is known of the camera: with markers, the homography must be found."""
    corners = {
        str(number): [[round(v, 4) for v in point] for point in marker_corners_mm(number).tolist()]
        for number in MARKERS
    }
    return {
        "camera_matrix": camera.matrix.tolist(),
        "dist_coeffs": list(camera.distortion),
        "homography_px_to_mm": None if markers else camera.homography_px_to_mm.tolist(),
        "note": "undistort pixels with cv2.undistortPoints(pts,K,D,P=K), then apply the homography",
        "marker_positions_mm": corners if markers else None,
        "marker_dictionary": "DICT_4X4_50" if markers else None,
        "marker_size_mm": MARKER_MM if markers else None,
    }


def action_document(number: int, done: Done) -> Document:
    """Return one line of the truth's actions."""
    act, slip = done.act, done.act.slip
    document: Document = {
        "i": number,
        "t_start": round(act.at, 2),
        "t_rest": round(done.rests[-1], 2),
        "actor": str(done.actor),
        "type": TYPES[type(act)],
        **_subject(done),
        "legal": slip is None,
        "code": slip.code if slip else None,
        "clause_hint": slip.clause if slip else None,
    }
    if slip:
        document["outcome"] = slip.outcome
    if act.undoes is not None:
        document |= {"undoes": act.undoes, "correction": True}
    if move_of(done) is None:
        document["optional"] = True
    after = done.after
    document["after"] = {
        "talon": after.talon,
        "discard": after.discard,
        "hand_A": after.hands[0],
        "hand_B": after.hands[1],
        "table": [[film_card(a), film_card(d) if d else None] for a, d in after.table],
    }
    return document


def _subject(done: Done) -> Document:
    """Return which cards an act moves, where to, and when each of them lies still."""
    act = done.act
    document: Document = {}
    if done.hidden:
        document |= {"count": len(done.hidden), "hidden_cards": [film_card(c) for c in done.hidden]}
    else:
        document |= {"cards": [film_card(c) for c in done.cards], "count": len(done.cards)}
    if isinstance(act, Deal):
        document["to"] = str(act.to)
    if isinstance(act, Beat):
        document["on"] = film_card(act.attack)
    if isinstance(act, Draw | Return):
        document["by"] = str(Actor.DEALER)
    if len(done.rests) > 1 or isinstance(act, Draw):
        document["card_rest"] = [round(time, 2) for time in done.rests]
    if done.shown_at is not None:
        document["t_shown"] = round(done.shown_at, 2)
    return document


def flags_expected(done: tuple[Done, ...]) -> list[Document]:
    """Return the flags that a referee must raise."""
    return [
        {
            "t": round(one.rests[-1], 2),
            "code": slip.code,
            "actor": str(one.actor),
            "cards": [film_card(card) for card in one.cards],
            "action": number,
            "outcome": slip.outcome,
            "also_ok": list(slip.also_ok),
            "any_actor": slip.any_actor,
            "window_s": slip.window_s,
        }
        for number, one in enumerate(done)
        if (slip := one.act.slip) is not None
    ]


def flags_optional(done: tuple[Done, ...]) -> list[Document]:
    """Return the flags that are tolerated after an error."""
    found: list[Document] = []
    for one in done:
        time, slip = round(one.rests[-1], 2), one.act.slip
        if one.act.undoes is not None:
            found.append({"t": time, "window": 6.0, "codes": list(RETRACTED)})
        if slip is not None and _stands(slip) and slip.code in TOLERATED:
            window, codes = TOLERATED[slip.code]
            found.append({"t": time, "window": window, "codes": list(codes)})
    return found


def _stands(slip: Slip) -> bool:
    return slip.outcome is Outcome.STANDS


def sampled_document(sample: Sample, painter: Painter) -> Document:
    """Return the cards of one frame with their corners and how much of them is seen."""
    shares = painter.visible(sample.stage)
    cards: Iterable[Document] = (
        {
            "card": film_card(card.card) if card.face_up else "back",
            "quad_px": [[round(v, 1) for v in point] for point in painter.quad(card).tolist()],
            "visible_fraction": round(share, 3),
            "zone": "transit" if card.layer >= HELD else str(card.zone),
            "in_motion": card.moving,
        }
        for card, share in zip(sample.stage.cards, shares, strict=True)
        if share >= LEAST_VISIBLE
    )
    return {"frame": sample.number, "t": round(sample.time, 3), "cards": list(cards)}
