"""The words that people see: one catalogue for each language, read from `locales/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files

from dealer_ui.snapshot import Phase, Result, Told
from dealer_ui.speakable import Broken, Chosen, Judged
from engine.cards import Card, Suit
from engine.faults import Cause, Figures, Notice
from engine.seats import Actor
from engine.verdict import Severity, Verdict

SUIT_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


@unique
class Language(StrEnum):
    """A language of the pages and of the command line."""

    RU = "ru"
    BE = "be"
    EN = "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """What is wrong in one sentence, what to do about it, and the rule that says so."""

    sentence: str
    remedy: str
    clause: str = ""


class _Name(str):
    """Somebody's name with its cases, for `{who}`, `{who.of}` and `{who.to}`."""

    __slots__ = ("of", "to")
    of: str
    to: str


class _Figure(float):
    """A measured value: written with its language's mark, and no more digits than matter."""

    __slots__ = ("mark",)
    mark: str

    def __format__(self, how: str) -> str:
        told = super().__format__(how or f".{0 if abs(self) >= 10 else 1}f")
        return told.replace("-", "−").replace(".", self.mark)


def plural_form(language: Language, count: int) -> str:
    """Name the form that a noun takes after a number.

    >>> [plural_form(Language.RU, n) for n in (1, 2, 5, 11, 21, 112)]
    ['one', 'few', 'many', 'many', 'one', 'many']
    >>> [plural_form(Language.EN, n) for n in (1, 2)]
    ['one', 'many']
    """
    if language is Language.EN:
        return "one" if count == 1 else "many"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else "many"


class Catalogue:
    """Every text in one language."""

    def __init__(self, language: Language, texts: Mapping[str, str]) -> None:
        """Take the texts by their dotted keys, such as ``signal.stop``."""
        self.language = language
        self.texts = texts

    @staticmethod
    def load(language: Language | str) -> Catalogue:
        """Return the catalogue of a language."""
        return _loaded(Language(language))

    def text(self, key: str, /, **parts: object) -> str:
        """Return a text with its parts filled in; `count` chooses the plural form.

        What was measured (a float) is written with no more digits than matter.

        Raises KeyError for a key that the catalogue lacks.
        """
        if key not in self.texts and isinstance(count := parts.get("count"), int):
            key = f"{key}.{plural_form(self.language, count)}"
        written = {name: self._written(part) for name, part in parts.items()}
        return self.texts[key].format(**written)

    def number(self, value: float, digits: int | None = None) -> str:
        """Write a number as people do in this language; without digits, with as many as it has.

        >>> [Catalogue.load(language).number(-4.018, 1) for language in Language]
        ['−4,0', '−4,0', '−4.0']
        >>> Catalogue.load("en").number(90.0)
        '90'
        """
        return format(self._written(float(value)), "g" if digits is None else f".{digits}f")

    def decimal(self, told: str) -> str:
        """Give the mark of this language to a number that is written with a point."""
        return told.replace(".", self._mark)

    @property
    def _mark(self) -> str:
        return "." if self.language is Language.EN else ","

    def _written(self, part: object) -> object:
        if not isinstance(part, float):
            return part
        figure = _Figure(part)
        figure.mark = self._mark
        return figure

    def rank(self, card: Card) -> str:
        """Return the index of a card: 10, and В Д К Т where that is the custom."""
        return self.texts[f"rank.{int(card.rank)}"]

    def card(self, card: Card) -> str:
        """Return a card as people write it, such as 10♦ or В♠."""
        return self.rank(card) + SUIT_SIGNS[card.suit]

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Return several cards as people write them."""
        return " ".join(self.card(card) for card in cards)

    def who(self, actor: Actor) -> str:
        """Return the name of a player or of the staff."""
        name = _Name(self.texts[f"actor.{actor}.name"])
        name.of, name.to = self.texts[f"actor.{actor}.of"], self.texts[f"actor.{actor}.to"]
        return name

    def severity(self, severity: Severity) -> str:
        """Return the name of a severity."""
        return self.texts[f"severity.{severity.name.lower()}"]

    def phase(self, phase: Phase, actor: Actor | None) -> str:
        """Say what the table waits for, and from whom."""
        return _upper(self.text(f"phase.{phase}", who=self.who(actor or Actor.UNKNOWN)))

    def result(self, result: Result) -> str:
        """Say how the game ended."""
        if not result.winners:
            fool = result.loser
            key = "result.drawn" if fool is None else "result.lost"
            return _upper(self.text(key, who="" if fool is None else self.who(fool)))
        return _upper(self.text("result.won", who=", ".join(map(self.who, result.winners))))

    def told(self, told: Told) -> str:
        """Tell a move in words."""
        claim = told.claim
        if claim is not None:
            about = self.who(claim.seat or Actor.UNKNOWN)
            title = "" if claim.code is None else self.texts[f"code.{claim.code}.title"]
            said = self.text(f"announce.{claim.telling}", who=about, title=title)
            if told.actor is Actor.UNKNOWN:  # nobody said it: a clock ran out
                return _upper(said)
            return _upper(self.text(f"deed.{told.deed}", who=self.who(told.actor), said=said))
        return _upper(
            self.text(
                f"deed.{told.deed}",
                who=self.who(told.actor),
                cards=self.cards(told.cards),
                card=self.cards(told.cards[:1]),
                on="" if told.on is None else self.card(told.on),
                count=told.count,
            )
        )

    def question(self, key: str) -> str:
        """Return the question of a doubt; one without its own words asks what happened."""
        return self.texts.get(f"question.{key}", self.texts["question.what-happened"])

    def fault(self, thing: Broken) -> Wording:
        """Say what is broken, where, and what to do."""
        key = f"fault.{thing.fault}"
        zones = ", ".join(self.texts[f"zone.{zone}"] for zone in thing.zones)
        return Wording(self.text(f"{key}.sentence", zones=zones), self.texts[f"{key}.remedy"])

    def particulars(self, thing: Broken) -> str:
        """Say by how much, and which thing; empty where nothing more is known."""
        key = f"fault.{thing.fault}.measure"
        is_measured = bool(thing.figures) and key in self.texts
        measure = self.text(key, **dict(thing.figures)) if is_measured else ""
        why = self.cause(thing.cause, thing.figures) if thing.cause else thing.detail
        return " · ".join(filter(None, (measure, why)))

    def cause(self, cause: Cause, figures: Figures = (), more: str = "") -> str:
        """Say why something is broken, and which thing; `more` is what of it."""
        return self.text(f"cause.{cause.code}", thing=cause.thing, more=more, **dict(figures))

    def notice(self, notice: Notice, figures: Figures) -> str:
        """Say what people may want to know."""
        return self.text(f"notice.{notice}", **dict(figures))

    def clause(self, finding: Judged) -> str:
        """Name the rule; a house rule is never shown as a clause of the regulation."""
        if finding.verdict is Verdict.UNDEFINED:
            is_for_inspector = finding.severity >= Severity.CALL_INSPECTOR
            return self.text("clause.silent") if is_for_inspector else ""
        if finding.clause[:1].isdigit():
            return self.text("clause.regulation", clause=finding.clause)
        return self.text("clause.house") if finding.clause else ""

    def choices(self, choices: Iterable[Chosen]) -> str:
        """Say what the inspector may choose; empty where the rules leave nothing open."""
        texts = []
        for one in choices:
            name = self.texts[f"choice.{one.choice}"]
            texts.append(f"{name} ({self.who(one.seats[0])})" if len(one.seats) == 1 else name)
        return self.text("choice.heading", choices="; ".join(texts)) if texts else ""

    def wording(self, finding: Judged) -> Wording:
        """Say what is wrong and what to do; the title stands in where a part is not known."""
        parts: dict[str, object] = {"who": self.who(finding.actor)}
        if finding.cards:
            parts |= {"card": self.card(finding.cards[0]), "cards": self.cards(finding.cards)}
        if finding.on is not None:
            parts["on"] = self.card(finding.on)
        numbers = {"limit": finding.limit, "count": finding.count}
        parts |= {name: number for name, number in numbers.items() if number is not None}
        key = f"code.{finding.code}"
        try:
            sentence = self.text(f"{key}.sentence", **parts)
        except KeyError:
            sentence = self.texts[f"{key}.title"]
        return Wording(_upper(sentence), self.texts[f"{key}.remedy"], self.clause(finding))


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    texts: dict[str, str] = {}
    for name, value in tree.items():
        key = f"{prefix}{name}"
        texts |= _flat(value, f"{key}.") if isinstance(value, dict) else {key: str(value)}
    return texts


@cache
def _loaded(language: Language) -> Catalogue:
    texts: dict[str, str] = {}
    for file in sorted((files("dealer_ui") / "locales" / language).iterdir(), key=str):
        if file.name.endswith(".toml"):
            texts |= _flat(tomllib.loads(file.read_text(encoding="utf-8")))
    return Catalogue(language, texts)


def text(key: str, language: Language | str, /, **parts: object) -> str:
    """Return one text in a language, its parts filled in.

    >>> text("signal.stop", "en")
    'Stop'
    """
    return Catalogue.load(language).text(key, **parts)


def sentence(finding: Judged, language: Language | str) -> Wording:
    """Say in one sentence what is wrong, and in another what to do."""
    return Catalogue.load(language).wording(finding)
