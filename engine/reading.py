"""From the settled table to the moves that explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.game import apply
from engine.moves import Draw, Lead, Move, ShowTrump
from engine.ports import Doubt, Sighting
from engine.reading_corrected import LAID_S, Rereading, Told, named, renamed_gone
from engine.reading_faces import SURE_ENOUGH, Reading, readings
from engine.reading_guesses import Guesses
from engine.reading_laid import is_found_twice, laid_move
from engine.reading_lifted import CALM_S, REST_S, Gone, false_starts, lifted_moves, who_lifted
from engine.reading_open import doubt_about, doubt_about_packet, strange_backs
from engine.reading_passages import Undue, passage_move, sureness
from engine.seats import Actor
from engine.state import Game, Phase
from engine.table import HANDS, HandSeen, Lifted, LyingCard, Passage, TableState, Zone

RELEASED_S = 0.05
"""An offence is told only so long after the hand has let go: until then it may be taken back."""

DOUBT_S = 2.5
"""How long a card may lie there undecided before people are asked."""

TRUMP_ON_ITS_WAY_S = 4.0
"""How long after leaving its place the trump card may arrive in a hand."""

TRUMP_ZONES = frozenset({Zone.TRUMP, Zone.TALON})

PEOPLE_LAY_S = 1.5
"""A card that the dealer's hand laid in the battle is let be for so long: he puts things right."""


@dataclass(slots=True)
class MoveReader:
    """Reads moves off the settled table; remembers what it has told already."""

    _known: dict[int, Card] = field(default_factory=dict)
    _void: set[int] = field(default_factory=set)
    """Cards that were told and are no move of the game: people said so, or play went past them."""
    _asked: set[int] = field(default_factory=set)
    _free_since: dict[int, float] = field(default_factory=dict)
    _guesses: Guesses = field(default_factory=Guesses)
    _rereading: Rereading = field(default_factory=Rereading)
    _gone: list[Gone] = field(default_factory=list)
    _busy_at: float = -1e9
    _trump_left_at: float = -1e9
    _undue: Undue = field(default_factory=Undue)
    _discarded: tuple[float, Actor] = (-1e9, Actor.UNKNOWN)
    _shown: list[Doubt] = field(default_factory=list)
    """Questions about faces that showed in packets."""

    def read(self, state: TableState, game: Game) -> tuple[Sighting, ...]:
        """Return the moves that lead from the game to this table, or doubts about them."""
        self._heed(state, game)
        told: list[Sighting] = []
        for step in (self._lifts, self._passages, self._cards):
            for move, probability in step(state, game):
                told.append(Sighting(move, state.taken_at, state.frame, probability))
                game = apply(game, move)
        noticed = strange_backs(state)
        told.extend(Sighting(move, state.taken_at, state.frame) for move in noticed)
        told.extend(self._doubts(state, game))
        told.extend(self._exposed(state, game))
        told.extend(self._misread(state))
        return tuple(told)

    def _misread(self, state: TableState) -> Iterator[Sighting]:
        """Yield the cards that lie there and were told by a wrong face."""
        lying = state.lying_in(Zone.BATTLE)
        for key, misread in self._rereading.misread(lying, self._known, state.taken_at):
            if misread.now is not None:
                self._known[key] = misread.now
            yield Sighting(None, state.taken_at, state.frame, misread=misread)

    def _heed(self, state: TableState, game: Game) -> None:
        """Know a card by the face that a person gave it, and which card was said to be none.

        What people told is in the game already: it is no new move.
        """
        read = {*self._known.values(), *(gone.card for gone in self._gone)}
        told = set(game.bout.cards) - read
        if told:
            self._gone, told = renamed_gone(self._gone, told, game)
        lying = state.lying_in(Zone.BATTLE)
        self._known |= named(lying, told, Told(self._known, self._void, game))
        self._guesses.forget(self._known)
        self._void = {
            card.key
            for card in lying
            if card.key in self._known and self._known[card.key] not in game.bout.cards
        }

    def _lifts(self, state: TableState, game: Game) -> Iterator[tuple[Move, float]]:
        """Yield what became of cards that went away, once the hand that took them has left."""
        for lifted in state.lifted:
            guess = self._guesses.lifted(lifted)
            if guess is not None:
                self._known[lifted.key] = guess.card
                yield guess.move, guess.probability
                game = apply(game, guess.move)
            self._note_lifted(lifted, state)
        self._note_returned(state)
        self._note_discarded(state)
        by = who_lifted(self._gone)
        if any(hand.actor is by or by is Actor.UNKNOWN for hand in _over_battle(state)):
            self._busy_at = state.taken_at
        if not self._gone or not self._is_over(state, game):
            return
        if by is Actor.UNKNOWN and state.taken_at - self._discarded[0] < REST_S:
            by = self._discarded[1]
        started = false_starts(self._gone, by, game)
        self._rereading.no_moves(started)
        moves = () if started else lifted_moves(self._gone, by, game)
        self._gone.clear()
        yield from ((move, 0.9 if by is Actor.UNKNOWN else 1.0) for move in moves)

    def _note_lifted(self, lifted: Lifted, state: TableState) -> None:
        """Remember a card that went away."""
        card = self._known.pop(lifted.key, None)
        self._asked.discard(lifted.key)
        self._free_since.pop(lifted.key, None)
        if lifted.zone is Zone.TRUMP or lifted.zone is Zone.TALON:
            self._trump_left_at = state.taken_at
        elif card is not None:
            was_held = self._rereading.was_held(lifted.key, state.taken_at)
            self._gone.append(Gone(card, lifted.by, state.taken_at, lifted.card, was_held))

    def _note_returned(self, state: TableState) -> None:
        """Forget that a card went away when it lies there again: it was pushed about."""
        for lying in state.lying_in(Zone.BATTLE) if self._gone else ():
            back = next((gone for gone in self._gone if gone.is_back_as(lying)), None)
            if back is not None and lying.key not in self._known:
                self._known[lying.key] = back.card
                self._gone.remove(back)

    def _note_discarded(self, state: TableState) -> None:
        """Remember who brought cards to the discard."""
        for passage in state.passages:
            if passage.target is Zone.DISCARD:
                self._discarded = (state.taken_at, passage.by)

    def _is_over(self, state: TableState, game: Game) -> bool:
        """Tell whether the hand that took cards has left, and nothing more will follow."""
        if state.taken_at - self._busy_at < CALM_S:
            return False
        gone = {g.card for g in self._gone}
        left = [card for card in game.bout.cards if card not in gone]
        owners = {game.bout.owner_of(card) for card in gone}
        if not left or owners == {who_lifted(self._gone)}:
            return True
        return state.taken_at - max(g.at for g in self._gone) >= REST_S

    def _passages(self, state: TableState, game: Game) -> Iterator[tuple[Move, float]]:
        """Yield the deals, draws and returns among what was carried."""
        for passage in state.passages:
            drawn = self._undue.put_back(passage, state.taken_at)
            if drawn is not None:
                yield drawn, passage.probability
                game = apply(game, drawn)
            move = passage_move(passage, game, self._faces(passage, state, game))
            if move is None:
                self._undue.note(passage, state.taken_at, game)
            else:
                if isinstance(move, Draw) and move.cards:
                    self._trump_left_at = -1e9
                if (shown := doubt_about_packet(passage, move, game)) is not None:
                    self._shown.append(shown)
                yield move, sureness(passage, move)
                game = apply(game, move)

    def _faces(self, passage: Passage, state: TableState, game: Game) -> tuple[Card, ...]:
        """Return the faces in a passage: those seen, and the trump card that has just left."""
        left = state.taken_at - self._trump_left_at < TRUMP_ON_ITS_WAY_S
        trump = game.trump_card
        if trump is None or not game.trump_lies:
            return ()
        # A hand at the talon may have moved it, and it lies there again.
        lies = any(lying.card == trump and lying.zone in TRUMP_ZONES for lying in state.cards)
        arrives = (left or trump in passage.cards) and not lies
        return (trump,) if arrives or game.talon == 1 else ()

    def _cards(self, state: TableState, game: Game) -> Iterator[tuple[Move, float]]:
        """Yield what newly laid cards mean."""
        for lying in state.cards:
            for move, probability in self._trump(lying, game):
                yield move, probability
                game = apply(game, move)
        for lying in state.lying_in(Zone.BATTLE):
            for key, reading in self._decided(lying, state, game):
                self._known[key] = reading.card
                self._rereading.note(key, reading.card)
                yield reading.move, reading.probability
                game = apply(game, reading.move)

    def _decided(
        self, lying: LyingCard, state: TableState, game: Game
    ) -> Iterator[tuple[int, Reading]]:
        """Yield what a card means, after what it makes certain of the cards that it lies over."""
        if lying.key in self._known or not self._counts(lying, state, game):
            return
        for key, guess in self._guesses.under(lying):
            yield key, guess
            game = apply(game, guess.move)
        reading = self._reading(lying, state, game)
        if reading is not None:
            yield lying.key, reading

    def _trump(self, lying: LyingCard, game: Game) -> Iterator[tuple[Move, float]]:
        """Yield the opening of the trump card: a face that the dealer shows before the first lead.

        He shows it before he lays it under the talon, where less of it is to be seen.
        """
        if lying.key in self._known or lying.card is None or game.phase is not Phase.DEALING:
            return
        shown = lying.laid_by is Actor.DEALER and lying.zone not in HANDS
        if shown or lying.zone in TRUMP_ZONES:
            self._known[lying.key] = lying.card
            yield ShowTrump(lying.card), lying.probability

    def _reading(self, lying: LyingCard, state: TableState, game: Game) -> Reading | None:
        """Return what a new card in the battle means, if it can be told already."""
        found = self._options(lying, state, game)
        if not found:
            return None
        best = found[0]
        if best.probability < SURE_ENOUGH:
            self._guesses.note(lying, best)
            return None
        if best.move == Lead(Actor.UNKNOWN, (best.card,)):
            return None  # who laid a card over it will tell who led; else people are asked
        return None if best.is_offence and not self._is_released(lying, state) else best

    def _options(self, lying: LyingCard, state: TableState, game: Game) -> tuple[Reading, ...]:
        """Return the readings of a card, the most probable first."""
        move_with: Callable[[Card], Move] = lambda card: laid_move(  # noqa: E731
            lying, card, state, game, self._known
        )
        return readings(lying, game, move_with)

    def _counts(self, lying: LyingCard, state: TableState, game: Game) -> bool:
        """Tell whether a card in the battle is a player's move at all."""
        if is_found_twice(lying, self._known):
            return False
        if game.phase in {Phase.BEFORE_DEAL, Phase.DEALING}:
            return game.is_player(lying.laid_by) and not lying.held
        if lying.laid_by is Actor.DEALER:
            return not lying.held and state.taken_at - lying.laid_at >= PEOPLE_LAY_S
        return True

    def _is_released(self, lying: LyingCard, state: TableState) -> bool:
        """Tell whether the hand has let go of a card for long enough."""
        if lying.held or lying.hidden:
            self._free_since.pop(lying.key, None)
            return state.taken_at - lying.laid_at >= LAID_S
        since = self._free_since.setdefault(lying.key, state.taken_at)
        return state.taken_at - since >= RELEASED_S

    def _doubts(self, state: TableState, game: Game) -> Iterator[Sighting]:
        """Yield one question for each card that has lain there undecided for too long."""
        for lying in state.lying_in(Zone.BATTLE):
            waited = state.taken_at - lying.laid_at
            if lying.key in self._known or lying.key in self._asked or waited < DOUBT_S:
                continue
            if lying.held or lying.hidden or not self._counts(lying, state, game):
                continue
            self._asked.add(lying.key)
            doubt = _question(self._options(lying, state, game), game)
            yield Sighting(None, state.taken_at, state.frame, lying.probability, doubt)

    def _exposed(self, state: TableState, game: Game) -> Iterator[Sighting]:
        """Yield one question for each card that lies open for long where it may not, or came so."""
        for lying in state.cards:
            if lying.key in self._asked or lying.held or lying.hidden:
                continue
            doubt = doubt_about(lying, game)
            if doubt is not None and state.taken_at - lying.laid_at >= DOUBT_S:
                self._asked.add(lying.key)
                yield Sighting(None, state.taken_at, state.frame, lying.probability, doubt)
        yield from (Sighting(None, state.taken_at, state.frame, 1.0, one) for one in self._shown)
        self._shown.clear()


def _question(options: Sequence[Reading], game: Game) -> Doubt:
    """Return what to ask about a card: what it is, or where that is sure, who led it."""
    best = options[0] if options else None
    if best is None or best.probability < SURE_ENOUGH or not isinstance(best.move, Lead):
        return Doubt("which-card", tuple(option.move for option in options[:3]))
    return Doubt("who-led", tuple(Lead(seat, best.move.cards) for seat in game.players))


def _over_battle(state: TableState) -> Iterator[HandSeen]:
    """Yield the arms that are over the battle."""
    return (hand for hand in state.hands if Zone.BATTLE in hand.over)
