"""Reading files of worked cases strictly: what is wrong is named with its line and its field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.cards import DECK, Card, Suit, parse_card
from engine.cases_fields import CasesError, Field
from engine.documents import json_of
from engine.house import HouseRules, RulesError, adjusted, load_rules
from engine.seats import PLAYERS, Actor
from engine.verdict import Verdict

SCHEMA = "durak-cases/1"


@dataclass(frozen=True, slots=True)
class Lying:
    """An attack card of a case and what lies over it."""

    attack: Card
    by: Actor
    defence: Card | None


@dataclass(frozen=True, slots=True)
class Case:
    """One worked case: a position, something that happened, and what the rules say of it."""

    id: str
    line: int
    rules: HouseRules
    seats: tuple[Actor, ...]
    hands: Mapping[Actor, tuple[Card | None, ...]]
    attacker: Actor
    defender: Actor
    trump: Suit | None
    trump_card: Card | None
    table: tuple[Lying, ...]
    talon: int
    discard: int
    taking: bool
    start: int | None
    action: Field
    expected: Verdict
    camera: Verdict
    codes: frozenset[str]
    whole: Field
    named: frozenset[Card] = field(default=frozenset())
    """Every card that the case names anywhere."""


def read_cases(text: str) -> tuple[Case, ...]:
    """Return the cases of a file; raises CasesError naming the line and the field."""
    cases: list[Case] = []
    for case in split_cases(text):
        if isinstance(case, CasesError):
            raise case
        cases.append(case)
    return tuple(cases)


def split_cases(text: str) -> tuple[Case | CasesError, ...]:
    """Return the cases of a file, and the error of each that cannot be read in its place.

    Raises CasesError for a text that is no file of cases at all.
    """
    book = Field(_decoded(text), "", 1)
    schema = book.get("schema")
    if schema.text() != SCHEMA:
        raise schema.refuse(f"{SCHEMA} is wanted, not {schema.value!r}")
    profiles = dict(book.get("profiles").items())
    found: list[Case | CasesError] = []
    seen: set[str] = set()
    for one in book.get("cases").list():
        try:
            case = _case(one, profiles, text)
        except CasesError as error:
            found.append(error)
            continue
        twice = case.id in seen
        seen.add(case.id)
        found.append(
            CasesError(case.line, "id", f"{case.id} stands there twice") if twice else case
        )
    return tuple(found)


def _decoded(text: str) -> object:
    try:
        return json_of(text, _without_doubles)
    except json.JSONDecodeError as error:
        raise CasesError(error.lineno, f"column {error.colno}", error.msg) from None


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise CasesError(1, name, "it stands twice in one table")
    return dict(pairs)


def _case(one: Field, profiles: Mapping[str, Field], text: str) -> Case:
    name = one.get("id").text()
    found = re.search(rf'"id"\s*:\s*{re.escape(json.dumps(name))}', text)
    line = text.count("\n", 0, found.start()) + 1 if found else 1
    whole = Field(one.value, f"case {name}", line)
    seats = tuple(seat.seat() for seat in whole.get("seats").list())
    trump_card = whole.get("trump_card").card_or_none()
    if seats != PLAYERS[: len(seats)] or not 2 <= len(seats) <= len(PLAYERS):
        raise whole.get("seats").refuse("players sit clockwise from A, two to six of them")
    return Case(
        name,
        line,
        _rules(whole, profiles),
        seats,
        _hands(whole, seats),
        whole.get("attacker").seat(),
        whole.get("defender").seat(),
        _trump(whole) or (trump_card.suit if trump_card is not None else None),
        trump_card,
        tuple(_lying(pair) for pair in whole.get("table").list()),
        _pile(whole.get("talon_count")),
        _pile(whole.get("discard_count")),
        whole.get("taking").flag(),
        None if whole.get("defender_start").value is None else whole.get("defender_start").number(),
        whole.get("action"),
        _verdict(whole.get("expected")),
        _verdict(whole.get("camera_expected")),
        _codes(whole),
        whole,
        _named(whole),
    )


def _rules(whole: Field, profiles: Mapping[str, Field]) -> HouseRules:
    """Return our profile with the parameters of the file and of the case."""
    profile = whole.get("profile")
    told = profiles.get(profile.text())
    try:
        rules = load_rules(profile.text())
        rules = adjusted(rules, dict(_plain(told)) if told is not None else {})
        return adjusted(rules, dict(_plain(whole.get("overrides"))))
    except RulesError as error:
        raise profile.refuse(str(error)) from None


def _plain(table: Field) -> Iterator[tuple[str, object]]:
    return ((name, member.value) for name, member in table.items())


def _hands(whole: Field, seats: tuple[Actor, ...]) -> Mapping[Actor, tuple[Card | None, ...]]:
    hands = whole.get("hands")
    return {seat: tuple(card.card_or_none() for card in hands.get(seat).list()) for seat in seats}


def _pile(pile: Field) -> int:
    """Return the count of a pile; it need not fit the hands, but no pile exceeds the pack."""
    count = pile.number(0)
    if count > len(DECK):
        raise pile.refuse(f"the pack has {len(DECK)} cards, not {count}")
    return count


def _trump(whole: Field) -> Suit | None:
    suit = whole.get("trump")
    if suit.value is None:
        return None
    try:
        return Suit(suit.text())
    except ValueError:
        raise suit.refuse(f"a suit is wanted, not {suit.value!r}") from None


def _lying(pair: Field) -> Lying:
    defence = pair.get("defence").card_or_none()
    return Lying(pair.get("attack").card(), pair.get("by").seat(), defence)


def _verdict(verdict: Field) -> Verdict:
    try:
        return Verdict(verdict.text())
    except ValueError:
        raise verdict.refuse(f"a verdict is wanted, not {verdict.value!r}") from None


def _codes(whole: Field) -> frozenset[str]:
    also = {code.text() for code in whole.get("also_ok").list()}
    return frozenset({whole.get("reason_code").text(), *also})


def _named(whole: Field) -> frozenset[Card]:
    names = re.findall(r'"((?:10|[6-9TJQKA])[cdhs])"', json.dumps(whole.value))
    return frozenset(parse_card(name) for name in names)
