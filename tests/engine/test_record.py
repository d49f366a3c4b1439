"""The game record (DKN/1): read, printed back, judged; what is wrong is named by its place."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from engine.house import RulesError, adjusted, load_rules
from engine.moves import (
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.record import (
    Entry,
    Flag,
    GameRecord,
    Obscured,
    Outcome,
    Part,
    Ruling,
    Undo,
    print_record,
)
from engine.record_judge import judge_record, rules_of
from engine.record_parse import RecordError, parse_record
from engine.seats import PLAYERS, Actor
from engine.verdict import Code, Verdict
from tests.engine.builders import CASINO

GAMES = Path(__file__).parents[1] / "golden" / "games"
FILES = sorted(GAMES.glob("*.dkn"))
HEAD = '[Format "DKN/1"]\n[Profile "casino-by-2001@1"]\n[A "Ada"]\n[B "Bohdan"]\n\n'
DEAL = "deal A2 B2 A2 B2 A2 B2 ^9h\n"
SAMPLE = """\
[Format "DKN/1"]   [Profile "casino-by-2001@1"]
[Stage "semifinal"] [Target "9"] [Game "7"] [Score "3-2"]
[A "Ada"] [B "Bohdan"] [FirstLead "A"] [FirstLeadBy "winner_prev"]
deal A?? B?? A?? B?? A?? B?? ^9h
1. A>6c @00:40.5 B:8c/6c %0.87 A+8d B:10d/8d A. = d A2[7c??] B2      {talon 20}
2. A>?? B^ =B[6d??]
* unfinished
"""


def text_of(moves, end="* unfinished"):
    return f"{HEAD}{DEAL}{moves}\n{end}\n"


def judged(moves, end="* unfinished", rules=None):
    return judge_record(parse_record(text_of(moves, end)), rules)


def codes(one):
    return [str(violation.code) for violation in one.found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_read_printed_back_and_judged_as_it_says(path):
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    verdict = judge_record(record)

    assert print_record(record) == text
    assert verdict.agrees, [
        (one.entry.what, one.unflagged, one.unfounded) for one in verdict.entries
    ]


def test_there_are_golden_games_with_a_win_a_draw_and_offences():
    records = [parse_record(path.read_text(encoding="utf-8")) for path in FILES]
    ends = {(len(r.outcome.winners), r.outcome.is_finished) for r in records}
    flags = {f.code for r in records for p in r.parts for e in p.entries for f in e.flags}

    assert ends == {(1, True), (0, True), (0, False)}
    assert len(flags) >= 6


def test_a_record_is_read_with_all_that_is_noted():
    record = parse_record(SAMPLE)
    deal, first, second = record.parts

    assert record.header("Target") == "9"
    assert [e.what for e in deal.entries[:2]] == [Deal(Actor.A, 2), Deal(Actor.B, 2)]
    assert (first.entries[0].tenths, first.entries[1].sure) == (405, 8700)
    assert first.entries[-1].remarks == ("talon 20",)
    drawn = first.entries[-2].what
    assert (drawn.count, [str(card) for card in drawn.cards]) == (2, ["7c"])
    assert second.entries[0].what == Obscured("A>??")
    assert second.entries[2].what == Take(Actor.B, ())


def test_a_record_is_printed_as_one_reads_it():
    printed = print_record(parse_record(SAMPLE))

    assert "deal A2 B2 A2 B2 A2 B2 ^9h\n1. A>6c @00:40.5 B:8c/6c %0.87 A+8d B:Td/8d" in printed
    assert "d A2[7c] B2 {talon 20}\n2. A>?? B^ =B\n* unfinished\n" in printed


CARD = st.sampled_from(sorted(DECK))
CARDS = st.lists(CARD, max_size=4).map(tuple)
SOME = st.lists(CARD, min_size=1, max_size=4).map(tuple)
SEAT = st.sampled_from([*PLAYERS, Actor.DEALER, Actor.INSPECTOR, Actor.UNKNOWN])
PLAIN = st.one_of(
    st.builds(ShowTrump, CARD),
    st.builds(Lead, SEAT, SOME),
    st.builds(ThrowIn, SEAT, SOME),
    st.builds(Beat, SEAT, CARD, CARD),
    st.builds(SayBeaten, SEAT),
    st.builds(SayTakes, SEAT),
    st.builds(Take, SEAT, CARDS),
    st.builds(Sweep, SEAT, CARDS),
    st.builds(Withdraw, SEAT, CARD),
    st.builds(Transfer, SEAT, SOME, st.booleans(), st.none() | SEAT),
    st.builds(Declare, SEAT, st.none() | CARD),
    st.builds(Appoint, SEAT),
    st.builds(Expose, SEAT, SOME),
    st.builds(Hang, SEAT, SEAT, SOME),
)
GIVEN = st.one_of(
    st.builds(Deal, SEAT, st.integers(0, 2), CARDS),
    st.builds(Draw, SEAT, st.integers(0, 2), CARDS),
    st.builds(Return, SEAT, st.integers(0, 2)),
)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
NAME = st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True)
NOTES = {
    "tenths": st.none() | st.integers(0, 599_999),
    "sure": st.none() | st.integers(0, 10_000),
    "flags": st.lists(
        st.builds(
            Flag,
            st.sampled_from(Code),
            st.sampled_from([Verdict.ILLEGAL, Verdict.UNVERIFIABLE, Verdict.UNDEFINED]),
        ),
        max_size=2,
    ).map(tuple),
    "rulings": st.lists(
        st.builds(Ruling, st.sampled_from(["inspector", "Д-14"]), TEXT), max_size=1
    ).map(tuple),
    "remarks": st.lists(TEXT, max_size=1).map(tuple),
}


@st.composite
def records(draw):
    """Return any record that can be written: at most 36 cards given out, undone what was done."""
    given, made, parts = 0, [], []
    for number in range(draw(st.integers(1, 4))):
        entries = []
        for _ in range(draw(st.integers(1, 6))):
            what = draw(PLAIN | GIVEN if given < 34 else PLAIN)
            if made and draw(st.integers(0, 5)) == 0:
                what = Undo(made.pop())
            elif isinstance(what, Deal | Draw):
                given += what.count
            elif not isinstance(what, Return):
                made.append(what)
            entries.append(Entry(what, **{k: draw(v) for k, v in NOTES.items()}))
        parts.append(Part(number, tuple(entries)))
    names = draw(st.lists(NAME.filter(lambda n: n != "Format"), max_size=3, unique=True))
    headers = (("Format", "DKN/1"), *((name, draw(TEXT)) for name in names))
    score = draw(st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99)))
    outcome = draw(
        st.just(Outcome(is_finished=False))
        | st.lists(st.sampled_from(PLAYERS), max_size=3).map(
            lambda w: Outcome(tuple(w), None, score)
        )
        | st.sampled_from(PLAYERS).map(lambda fool: Outcome((), fool, score))
    )
    return GameRecord(headers, draw(st.lists(TEXT, max_size=2).map(tuple)), tuple(parts), outcome)


@settings(max_examples=150, deadline=None)
@given(records())
def test_whatever_is_printed_is_read_back(record):
    text = print_record(record)

    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_refused_by_its_place_or_still_judged(data):
    text = data.draw(st.sampled_from([SAMPLE, *(p.read_text(encoding="utf-8") for p in FILES)]))
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 8))
    junk = data.draw(st.text(max_size=4) | st.sampled_from(["5h", "A>", "~", '"', "{", "d ", "9."]))
    damaged = text[:at] + junk + text[at + cut :]
    record, line, column = read_as_far_as_can_be(damaged)

    assert 1 <= line <= damaged.count("\n") + 1
    assert 1 <= column <= len(damaged) + 1
    judge_record(record, CASINO)


def read_as_far_as_can_be(text):
    try:
        return parse_record(text), 1, 1
    except RecordError as error:
        return error.partial, error.line, error.column


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_record_or_an_error_with_a_place(text):
    with pytest.raises(RecordError, match=r"line \d+, column \d+: "):
        parse_record(text)


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("A>6c", "A>5c", (6, 6), "not a card of the 36-card deck: '5c'"),
        ("B:9c/6c", "B:9c/6x", (6, 14), "not a card of the 36-card deck: '6x'"),
        ("d A1 B1", "d A1 B24", (6, 27), "37 cards were given out, and the pack has 36"),
        ("d A1 B1", "d A1 wat", (6, 27), "not understood: 'wat'"),
        ("d A1 B1", "wat d A1", (6, 22), "not understood: 'wat'"),
        ("d A1 B1", "d 4", (6, 24), "not understood: '4'"),
        ("= d", "= wat A>6d d", (6, 22), "not understood: 'wat'"),
        ("A. =", "A! =", (6, 17), "not understood: 'A!'"),
        ("2. B", "3. B", (7, 1), "bout 2 is next, not 3"),
        ("B>7s", "~B>7s", (7, 4), "there is no such move to take back"),
        ("B>7s", "B>7s !NO_RULE", (7, 9), "no such flag: '!NO_RULE'"),
        ("B>7s", "B>7s @1:75", (7, 9), "not a time"),
        ("B>7s", "B>7s %1.5", (7, 9), "not a probability"),
        ("B>7s", 'B>7s #inspector:"', (7, 9), "not understood: '#inspector:'"),
        ("B>7s", "B>7s {", (7, 9), "this never ends"),
        ("B>7s", "B>7s [so]", (7, 9), 'not [Name "value"]'),
        ('[B "Bohdan"]', "[B", (4, 1), 'not [Name "value"]'),
        ("deal", "@00:01.0 deal", (5, 1), "no move before this note"),
        ('[B "Bohdan"]', '[A "Bohdan"]', (4, 1), "the header A stands here twice"),
        ("DKN/1", "DKN/2", (1, 1), "a record begins with"),
        ("2. B", '[C "Chip"] 2. B', (7, 1), "headers stand before the game"),
        ("* unfinished", "* result G", (8, 1), "not a result"),
        ("* unfinished", "* unfinished A>6c", (8, 1), "not a result"),
        ("* unfinished", "* unfinished\nA>6c", (9, 1), "after the result"),
        ("* unfinished", "d", (8, 1), "not understood: 'd'"),
        ("* unfinished", "", (9, 1), "the record ends before its result"),
    ],
)
def test_an_error_names_line_and_column_and_keeps_what_was_understood(old, new, place, reason):
    text = text_of("1. A>6c B:9c/6c A. = d A1 B1\n2. B>7s").replace("\n\n", "\n", 1)
    assert old in text
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace(old, new, 1))

    assert (caught.value.line, caught.value.column) == place
    assert reason in str(caught.value)
    begun_before = {1: 0, 4: 0, 5: 0, 6: 2, 7: 2, 8: 3, 9: 3}[place[0]]
    assert len(caught.value.partial.parts) in {begun_before, begun_before + 1}


def test_a_truncated_file_keeps_the_bouts_before_the_cut():
    text = text_of("1. A>6c B:9c/6c A. = d A1 B1\n2. B>7s A:8s/")
    with pytest.raises(RecordError) as caught:
        parse_record(text[: text.index("8s/") + 2])

    assert [part.number for part in caught.value.partial.parts] == [0, 1, 2]
    assert judge_record(caught.value.partial).game.bout_no == 2


def test_a_correction_takes_a_move_back_and_what_follows_is_judged_anew():
    # The camera misread the lead: with 6c, 6d could not have been thrown in.
    one = judged("1. A>7c A+6d ~A>7c")
    assert [codes(e) for e in one.entries[7:9]] == [[], []]
    assert one.entries[7].is_undone


def test_a_flag_that_the_referee_does_not_find_is_a_difference():
    entry = judged("1. A>6c !LEAD_MIXED_RANKS").entries[-1]

    assert [flag.code for flag in entry.unfounded] == ["LEAD_MIXED_RANKS"]


def test_an_offence_that_the_record_does_not_flag_is_a_difference():
    verdict = judged("1. A>6c7d")

    assert [v.code for v in verdict.entries[-1].unflagged] == ["LEAD_MIXED_RANKS"]
    assert not verdict.agrees


def test_what_cannot_be_verified_needs_no_flag_but_may_have_one():
    quiet, noted = (
        judged(f"1. A>6c B:6h/6c{flag}")
        for flag in ("", " !TRUMP_WHILE_SUIT_AVAILABLE?unverifiable")
    )

    assert quiet.agrees
    assert noted.agrees
    assert not judged("1. A>6c B:6h/6c !TRUMP_WHILE_SUIT_AVAILABLE").agrees


def test_a_move_that_makes_no_sense_is_recorded_flagged_and_survived():
    verdict = judged("1. B:9c/6c = A>6d")

    assert verdict.entries[7].found
    assert verdict.game.bout.attacker is Actor.A


@pytest.mark.parametrize(
    ("headers", "end", "wanted"),
    [
        ('[Stage "semifinal"]\n[Target "9"]\n', "* unfinished", []),
        ('[Stage "semifinal"]\n[Target "7"]\n', "* unfinished", ["STAGE_WRONG"]),
        ('[Stage "prelim"]\n[Target "5"]\n', "* unfinished", []),
        ('[Score "3-2"]\n', "* result A [4-2]", []),
        ('[Score "3-2"]\n', "* result A [3-2]", ["SCORE_WRONG"]),
        ('[Score "3-2"]\n', "* result draw [3-2]", []),
        ('[Score "3-2"]\n', "* result draw [4-3]", ["SCORE_DRAW_COUNTED"]),
        ('[Score "three"]\n', "* result draw [4-3]", []),
    ],
)
def test_124_stage_and_score_of_a_record(headers, end, wanted):
    text = text_of("", end).replace("\n\n", f"\n{headers}\n", 1)

    assert [v.code for v in judge_record(parse_record(text)).frame] == wanted


def test_the_result_must_be_the_one_that_the_moves_lead_to():
    text = (GAMES / "whole-game.dkn").read_text(encoding="utf-8")
    other = text.replace("* result A [5-6]", "* result B [4-7]")

    assert not judge_record(parse_record(other)).outcome_agrees
    assert not judged("", "* result A").outcome_agrees
    assert not judge_record(
        parse_record(text.replace("* result A [5-6]", "* unfinished"))
    ).outcome_agrees


@pytest.mark.parametrize("label", ["casino-by-2001", "casino-by-2001@1"])
def test_a_record_is_judged_by_the_rules_that_it_names(label):
    assert rules_of(GameRecord((("Profile", label),))) == CASINO


@pytest.mark.parametrize(
    ("headers", "part"),
    [
        ((), "no header Profile"),
        ((("Profile", "casino-by-2001@99"),), "@99"),
        ((("Profile", "whist"),), "whist"),
    ],
)
def test_a_record_of_unknown_rules_is_not_judged_by_others(headers, part):
    with pytest.raises(RulesError, match=part):
        rules_of(GameRecord(headers))


def test_a_record_may_be_judged_by_other_rules():
    free = adjusted(CASINO, {"trump_beat": "free"})

    assert judged("1. A>6c B:6h/6c").entries[-1].found
    assert not judged("1. A>6c B:6h/6c", rules=free).entries[-1].found


def test_the_record_in_the_manual_is_one():
    manual = (GAMES.parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    text = manual[manual.index("[Format") : manual.index("```\n\nThe first header")]

    assert print_record(parse_record(text)) == text
    assert judge_record(parse_record(text)).agrees


def test_what_was_understood_can_be_printed_and_judged():
    record = parse_record(SAMPLE)
    partial = GameRecord(record.headers, (), record.parts)

    assert print_record(partial).endswith("=B\n")
    assert judge_record(partial).outcome_agrees


def test_a_deal_that_is_taken_back_leaves_its_cards_in_the_pack():
    record = parse_record(HEAD + "deal A2 ~deal A2 deal B2 A2\n* unfinished\n")

    assert [entry.what for entry in record.parts[0].entries[:2]] == [
        Deal(Actor.A, 2),
        Undo(Deal(Actor.A, 2)),
    ]


def test_a_correction_of_what_was_never_done_changes_nothing():
    entries = (Entry(Deal(Actor.A, 2)), Entry(Undo(Deal(Actor.B, 2))))
    verdict = judge_record(GameRecord(parts=(Part(0, entries),)), CASINO)

    assert verdict.game.hand(Actor.A).count == 2


@pytest.mark.parametrize(("fool", "agrees"), [("B", True), ("A", False)])
def test_a_record_may_name_who_lost(fool, agrees):
    text = (GAMES / "whole-game.dkn").read_text(encoding="utf-8")
    told = text.replace("* result A [5-6]", f"* result fool {fool}")

    assert judge_record(parse_record(told)).outcome_agrees is agrees


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("* result A [5-6]", []),
        ("* result B [4-7]", ["RESULT_WRONG_WINNER"]),
        ("* result fool A", ["RESULT_WRONG_WINNER"]),
        ("* result draw", ["RESULT_WRONG_WINNER"]),
        # A game that is over and is said to be unfinished: they differ, but nobody broke a rule.
        ("* unfinished", []),
    ],
)
def test_125_5_a_result_that_the_moves_do_not_lead_to_is_named_by_its_rule(end, found):
    text = (GAMES / "whole-game.dkn").read_text(encoding="utf-8")
    verdict = judge_record(parse_record(text.replace("* result A [5-6]", end)))

    assert [violation.code for violation in verdict.ending] == found


@pytest.mark.parametrize(
    ("profile", "outcome"),
    [("casino-by-2001", Outcome((Actor.A,))), ("team-2v2", Outcome((Actor.A, Actor.C)))],
)
def test_125_5_no_result_is_declared_while_cards_are_to_be_drawn(profile, outcome):
    verdict = judge_record(GameRecord(outcome=outcome), load_rules(profile))

    assert [violation.code for violation in verdict.ending] == ["RESULT_TALON_NOT_EMPTY"]
