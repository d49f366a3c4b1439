"""Judging the deal and the trump card (125.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import DECK
from engine.clauses import finding
from engine.integrity import judge_faces
from engine.matches import judge_begun
from engine.moves import Deal, ShowTrump
from engine.parameters import FirstPacket, TrumpReveal
from engine.seats import Actor
from engine.state import HAND_SIZE, Game, Phase
from engine.verdict import Code, Violation


def judge_deal(game: Game, move: Deal) -> Iterable[Violation]:
    """Judge a packet; the finding is about the player who got it, the hand is the dealer's."""
    phase = game.phase
    if phase is Phase.OVER:
        return (finding(Code.GAME_ALREADY_OVER, move.to),)
    if phase in {Phase.BOUT, Phase.DRAWING, Phase.NEXT_LEAD} or not game.is_player(move.to):
        return (finding(Code.MOVE_OUT_OF_PLACE, move.to, count=move.count),)
    held = game.hand(move.to).count
    if held + move.count > HAND_SIZE:
        # Too many cards in the hand is the offence; how the packet came about is its cause only.
        return (finding(Code.DEAL_COUNT, move.to, limit=HAND_SIZE, count=held + move.count),)
    # What was short when the trump was opened is being made good.
    return () if phase is Phase.FIRST_LEAD else [*_begun(game), *_judge_packet(game, move, held)]


def _begun(game: Game) -> Iterator[Violation]:
    """Judge with the first packet whether this game may be played at all."""
    if game.setting.match is not None and game.memory.dealt_to is None:
        yield from judge_begun(game.setting.match)


def _judge_packet(game: Game, move: Deal, held: int) -> list[Violation]:
    found: list[Violation] = []
    if wrong := _wrong_order(game, move.to, held):
        found.append(wrong)
    if move.cards:
        found += judge_faces(game, move.to, move.cards)
    if move.count not in game.rules.deal_packets:
        packet = max(game.rules.deal_packets)
        found.append(finding(Code.DEAL_PACKET, move.to, limit=packet, count=move.count))
    return found


def _wrong_order(game: Game, to: Actor, held: int) -> Violation | None:
    """Judge whose packet this is; whoever is behind the others may be caught up."""
    if game.memory.dealt_to is None:
        first = (
            game.players[0]
            if game.setting.dealer is None
            else game.clockwise(game.setting.dealer)[1]
        )
        right = game.rules.first_packet is FirstPacket.ANYBODY or to == first
        return None if right else finding(Code.DEAL_WRONG_FIRST, to)
    expected = game.clockwise(game.memory.dealt_to)[1]
    right = to == expected or held < game.hand(expected).count
    return None if right else finding(Code.DEAL_ORDER, to)


def judge_trump(game: Game, move: ShowTrump) -> Iterator[Violation]:
    """Judge the opening of the trump card."""
    old = game.trump_card
    if old == move.card:
        return
    if old is not None:
        yield finding(Code.TRUMP_PEEKED_REPLACED, Actor.DEALER, (old, move.card))
        return
    yield from judge_faces(game, Actor.DEALER, (move.card,))
    if game.last is not None or game.bout.runs:
        # The opening was not seen in its time; what the hands hold now says nothing about it.
        return
    if game.rules.trump_reveal is TrumpReveal.BEFORE_DEAL:
        return
    dealt = sum(hand.count for hand in game.hands)
    whole = HAND_SIZE * len(game.players)
    # Where the whole pack is dealt the last card is the trump, shown as it is dealt (R027).
    early = dealt < whole - max(game.rules.deal_packets) if whole == len(DECK) else dealt < whole
    if early and _is_unfinished_deal(game):
        place = min(whole + 1, len(DECK))
        yield finding(Code.TRUMP_NOT_13TH, Actor.DEALER, (move.card,), limit=place, count=dealt + 1)
        return
    if whole == len(DECK) and dealt < whole:
        return
    for player, hand in zip(game.players, game.hands, strict=True):
        if hand.count < HAND_SIZE:
            yield finding(Code.DEAL_COUNT, player, limit=HAND_SIZE, count=hand.count)


def _is_unfinished_deal(game: Game) -> bool:
    """Tell whether the packets so far were right and merely not all of them were given."""
    packets = game.rules.deal_packets
    counts = [hand.count for hand in game.hands]
    even = len(packets) > 1 or all(n % packets[0] == 0 for n in counts)
    return even and max(counts) - min(counts) <= max(packets)
