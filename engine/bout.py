"""The bout: attack cards on the table, what lies over them, and who laid it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from engine.cards import Card, Rank
from engine.changing import copier, derived, value
from engine.seats import Actor

if TYPE_CHECKING:  # it takes what `replace` takes
    from dataclasses import replace as bout_with


__all__ = ["BEGUN", "NO_BOUT", "Bout", "Due", "Loose", "Pair", "bout_with", "in_order"]


@value(frozen=True, slots=True)
class Pair:
    """An attack card and the card that was laid over it, if any."""

    attack: Card
    by: Actor
    defence: Card | None = None
    beaten_by: Actor | None = None

    @property
    def opened(self) -> Pair:
        """The pair without its defence."""
        return Pair(self.attack, self.by)

    @property
    def loosened(self) -> tuple[Loose, ...]:
        """What is left lying when the attack card goes away."""
        if self.defence is None or self.beaten_by is None:
            return ()
        return (Loose(self.defence, self.beaten_by),)


@value(frozen=True, slots=True)
class Loose:
    """A card of the bout that neither attacks nor beats: one too many, or laid beside."""

    card: Card
    by: Actor


@value(frozen=True, slots=True)
class Due:
    """A player who must draw, and how many cards."""

    seat: Actor
    count: int


@value(frozen=True)  # no slots: it has what is found once
class Bout:
    """What lies on the table and how it came about; nobody attacks while no bout runs."""

    attacker: Actor = Actor.UNKNOWN
    defender: Actor = Actor.UNKNOWN
    start: int = 0
    """The defender's cards at the lead (R064)."""
    pairs: tuple[Pair, ...] = ()
    loose: tuple[Loose, ...] = ()
    taking: bool = False
    """The defender has said that he takes, or has begun to."""
    passed: int = 0
    """How many attack cards lay when the attacker said «бито»; 0 while he has not."""
    skipped: tuple[Due, ...] = ()
    """Who should have drawn before the lead and has not drawn yet."""
    seat: Actor | None = None
    """The seat in whose turn the defender defends, where it is a partner's (R102)."""
    done: tuple[Actor, ...] = ()
    """Who else has said that he throws in nothing more."""
    shown: tuple[Card, ...] = ()
    """Trumps that were shown to transfer the attack (R114)."""
    touched: bool = False
    """The defender has begun to pick the cards up."""
    order: tuple[tuple[Card, ...], ...] = field(default=(), compare=False)
    """Which cards came after which: those of the lead, and of each move after it."""
    early: bool = field(default=False, compare=False)
    """It was led while the bout before it still lay there."""
    taking_back: Actor | None = field(default=None, compare=False)
    """Who took a card back with the last move."""
    runs: bool = field(init=False, repr=False, compare=False)
    """Whether cards of a bout lie on the table."""

    def __post_init__(self) -> None:
        """Lay at hand what every judgement asks for; an attacker stays while a bout runs."""
        object.__setattr__(self, "runs", self.attacker is not Actor.UNKNOWN)

    @derived
    def cards(self) -> tuple[Card, ...]:
        """Every card of the bout, in the order of the pairs."""
        lying: list[Card] = []
        for pair in self.pairs:
            lying.append(pair.attack)
            if pair.defence is not None:
                lying.append(pair.defence)
        if self.loose:
            lying.extend(x.card for x in self.loose)
        return tuple(lying)

    @derived
    def faces(self) -> frozenset[Card]:
        """Every card of the bout as a set, for to be among them is asked with every move."""
        return frozenset(self.cards)

    @property
    def ranks(self) -> frozenset[Rank]:
        """Ranks that lie on the table (R060)."""
        return frozenset(card.rank for card in self.cards)

    @property
    def unbeaten(self) -> tuple[Card, ...]:
        """Attack cards that nothing lies over."""
        return tuple([p.attack for p in self.pairs if p.defence is None])

    @property
    def has_passed(self) -> bool:
        """Whether the attacker has said «бито» and thrown in nothing since."""
        return self.passed > 0 and self.passed == len(self.pairs)

    def pair_of(self, attack: Card) -> Pair | None:
        """Return the pair of an attack card, if it lies there."""
        for pair in self.pairs:
            if pair.attack is attack:
                return pair
        return None

    def owner_of(self, card: Card) -> Actor | None:
        """Return who laid a card, if it lies there."""
        for pair in self.pairs:
            if pair.attack == card:
                return pair.by
            if pair.defence == card:
                return pair.beaten_by
        return next((x.by for x in self.loose if x.card == card), None)

    def turn_of(self, card: Card) -> int:
        """Return the number of the move in this bout that laid a card; 0 is the lead."""
        return max((turn for turn, cards in enumerate(self.order) if card in cards), default=0)

    def named(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of the bout that are meant; where none are named, all are."""
        if not cards or cards == self.cards:
            return self.cards
        return tuple([card for card in self.cards if card in cards])

    def attacked(self, seat: Actor, cards: tuple[Card, ...]) -> Bout:
        """Return the bout with further attack cards."""
        pairs = (*self.pairs, *[Pair(card, seat) for card in cards])
        done = tuple([player for player in self.done if player != seat])
        return bout_with(self, pairs=pairs, done=done, order=(*self.order, cards), taking_back=None)

    def beaten(self, seat: Actor, card: Card, attack: Card) -> Bout:
        """Return the bout with a card over an attack card; where that cannot be, it lies loose."""
        order = (*self.order, (card,))
        for place, pair in enumerate(self.pairs):
            if pair.attack is attack and pair.defence is None:
                pairs = list(self.pairs)
                pairs[place] = Pair(attack, pair.by, card, seat)
                return bout_with(self, pairs=tuple(pairs), order=order, taking_back=None)
        return bout_with(
            self, loose=(*self.loose, Loose(card, seat)), order=order, taking_back=None
        )

    def transferred(self, by: Actor, to: Actor, seat: Actor | None, start: int) -> Bout:
        """Return the bout with the attack passed on: whoever passes it on leads it now (A21)."""
        return bout_with(self, attacker=by, defender=to, seat=seat, start=start, passed=0, done=())

    def has_finished(self, player: Actor) -> bool:
        """Tell whether a player has said that he throws in nothing more, and has not since."""
        if player != self.attacker:
            return player in self.done
        return self.passed > 0 and all(p.by != player for p in self.pairs[self.passed :])

    def without(self, cards: tuple[Card, ...]) -> Bout:
        """Return the bout without some of its cards; a defence without its attack lies loose."""
        if cards == self.cards or set(cards).issuperset(self.cards):
            return NO_BOUT
        pairs: list[Pair] = []
        loose = [x for x in self.loose if x.card not in cards]
        for pair in self.pairs:
            left = pair.opened if pair.defence in cards else pair
            if pair.attack in cards:
                loose.extend(left.loosened)
            else:
                pairs.append(left)
        return bout_with(self, pairs=tuple(pairs), loose=tuple(loose))

    def caught_up(self, seat: Actor, count: int) -> Bout:
        """Return the bout after a player drew late what was due before the lead."""
        late = sum(min(count, due.count) for due in self.skipped if due.seat == seat)
        skipped = tuple(
            Due(due.seat, due.count - late) if due.seat == seat else due
            for due in self.skipped
            if due.seat != seat or due.count > late
        )
        start = self.start + late if seat == self.defender else self.start
        return bout_with(self, skipped=skipped, start=start)

    def before(self, turn: int) -> Bout:
        """Return the bout as it lay before a turn."""
        earlier = {card for card in self.cards if self.turn_of(card) < turn}
        pairs = tuple(
            pair if pair.defence in earlier else pair.opened
            for pair in self.pairs
            if pair.attack in earlier
        )
        loose = tuple(x for x in self.loose if x.card in earlier)
        return bout_with(self, pairs=pairs, loose=loose) if pairs or loose else NO_BOUT


def in_order(pairs: Iterable[Pair], loose: Iterable[Loose] = ()) -> tuple[tuple[Card, ...], ...]:
    """Return the order of cards that nobody saw laid: pair after pair, then what lies loose."""
    laid = [card for p in pairs for card in (p.attack, p.defence) if card is not None]
    return (*((card,) for card in laid), tuple(x.card for x in loose))


NO_BOUT = Bout()
"""An empty table."""
BEGUN = Bout(Actor.A, Actor.B)
"""What a bout that a lead opens is changed from."""

if not TYPE_CHECKING:
    bout_with = copier(Bout)
