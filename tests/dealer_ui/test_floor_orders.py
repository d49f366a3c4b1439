"""What the floor tells a table: signed, done once, journaled; and why something is not done."""

import json
from contextlib import closing

import pytest

from dealer_ui.commands import CommandQueue, Correct
from dealer_ui.floor.obeying import Hands, Obedience
from dealer_ui.floor.orders import (
    FloorOrder,
    Refusal,
    RefusedError,
    Signed,
    TellClip,
    TellCorrection,
    TellPromotion,
    TellRules,
    TellRuling,
    read_order,
    signed,
)
from dealer_ui.floor.rules_choice import chosen_rules
from dealer_ui.floor.signing import signing_key_at
from dealer_ui.workshop.model_shelf import NotPromotedError
from engine.cards import parse_card
from engine.faults import TableError
from journal.evidence import EvidenceStore
from journal.floor.sheaf import journal_name
from journal.place import evidence_folder
from journal.read import JournalReader, read_rows, read_texts
from journal.rulings import Decision
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.conftest import VERSIONS
from tests.journal.test_rulings import Room


class Models:
    """A shelf that promotes what was measured."""

    def __init__(self):
        self.live = []

    def promote(self, candidate, why, *, insists):
        if not insists:
            raise NotPromotedError("faces")
        self.live.append((candidate, why))
        return 2


class Told:
    """A table with a wrong beat in its journal, and the floor that it believes."""

    def __init__(self, folder):
        self.room = Room(folder / "table.journal")
        self.key = signing_key_at(folder / "floor")
        self.commands, self.models = CommandQueue(room=1), Models()
        self.hands = Hands(self.commands, self.models, "")
        self.path = self.room.path
        self.journal = journal_name(read_rows(self.path)[0])
        self.begin()

    def begin(self):
        """Begin as a program that was started anew."""
        self.obedience = Obedience("3", self.key.public, self.path, self.hands)

    def order(self, tell, **changed):
        parts = {
            "id": "order-001",
            "table": "3",
            "journal": self.journal,
            "by": "Anna",
            "at": "now",
        }
        return signed(FloorOrder(tell=tell, **{**parts, **changed}), self.key)

    def obey(self, tell, **changed):
        return self.obedience.obey(self.order(tell, **changed).written())

    @property
    def new_rows(self):
        rows = [row for row in read_rows(self.path) if row.kind.startswith(("command", "ruling"))]
        return [
            (row.kind, row.content.get("outcome", ""), row.content.get("why", "")) for row in rows
        ]


@pytest.fixture
def told(tmp_path):
    (tmp_path / "floor").mkdir()
    return Told(tmp_path)


DONE = [("command", "", ""), ("command-outcome", "done", "")]


def overturn(told):
    return TellRuling(incident=told.room.name, decision=Decision.OVERTURN)


def test_a_ruling_is_kept_between_its_two_rows(told):
    assert told.obey(overturn(told)) == "done"
    assert told.room.holds is Decision.OVERTURN
    assert told.new_rows == [DONE[0], ("ruling", "", ""), DONE[1]]
    assert verify(told.path).is_whole
    assert set(read_texts(told.path).values()) == {"Anna"}


def test_what_was_done_is_not_done_again(told):
    for _ in range(2):
        assert told.obey(overturn(told)) == "done"
        told.begin()
        assert told.obey(overturn(told)) == "done"
    assert len(told.new_rows) == 3


def test_a_correction_goes_to_the_line(told):
    said = Correct(9, cards=("Tc",))
    assert told.obey(TellCorrection(said=said)) == "done"
    (accepted,) = told.commands.take()
    assert (accepted.command.move, accepted.command.cards) == (9, (parse_card("Tc"),))
    assert told.new_rows == DONE


def test_other_rules_hold_from_the_next_start_on(told):
    assert told.obey(TellRules(profile="prostoy")) == "done"
    assert chosen_rules(told.path) == "prostoy"
    text = 'name = "x"'
    assert told.obey(TellRules(text=text), id="order-002") == "refused"
    assert chosen_rules(told.path) == "prostoy"


def test_a_file_of_rules_is_kept_beside_the_journal(told):
    from importlib.resources import files

    text = files("engine").joinpath("profiles/prostoy.toml").read_text(encoding="utf-8")
    assert told.obey(TellRules(text=text)) == "done"
    with open(chosen_rules(told.path), encoding="utf-8") as kept:  # noqa: PTH123
        assert kept.read() == text


def test_a_candidate_is_promoted_where_somebody_insists(told):
    assert told.obey(TellPromotion(candidate="c1", why="night")) == "refused"
    insisting = TellPromotion(candidate="c1", why="night", insists=True)
    assert told.obey(insisting, id="order-002") == "done"
    assert told.models.live == [("c1", "night")]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"table": "4"}, "other-table"),
        ({"journal": "0" * 16}, "other-journal"),
    ],
)
def test_what_is_for_somebody_else_is_refused(told, changed, why):
    assert told.obey(overturn(told), **changed) == why
    assert told.room.holds is None
    assert told.new_rows[-1] == ("command-outcome", "refused", why)


@pytest.mark.parametrize(
    "tell",
    [
        {"incident": "i999"},
        {"truths": ("m1x",)},
        {"truths": ("m99=A>7c",)},
    ],
)
def test_what_makes_no_sense_is_refused(told, tell):
    ruling = {"incident": told.room.name, "decision": "overturn", **tell}
    assert told.obey(TellRuling(**ruling)) == "refused"
    assert told.room.holds is None


def with_clip(told):
    """Keep a clip for the incident, as the table does."""
    kept = EvidenceStore(evidence_folder(told.path)).keep(b"a film", ".mp4")
    row = {"of": min(told.room.desk.incidents[0].names), "clip": kept.fields()}
    with closing(SqlJournal(told.path, VERSIONS, alone=False)) as journal:
        journal.record("evidence", 0.0, row)
    return kept


def test_a_clip_is_sent_after_the_row_that_says_who_sees_it(told):
    sent = []

    def send(name, path):
        assert read_rows(told.path)[-1].kind == "view"
        sent.append((name, path.read_bytes()))

    kept = with_clip(told)
    told.obedience = Obedience("3", told.key.public, told.path, told.hands, send)
    assert told.obey(TellClip(incident=told.room.name)) == "done"
    assert sent == [(kept.name, b"a film")]
    assert read_rows(told.path)[-1].content["file"] == kept.name


def test_a_clip_that_nobody_kept_or_that_does_not_arrive_is_refused(told):
    def lose(_name, _path):
        raise OSError("no link")

    told.obedience = Obedience("3", told.key.public, told.path, told.hands, lose)
    assert told.obey(TellClip(incident=told.room.name)) == "refused"
    with_clip(told)
    assert told.obey(TellClip(incident=told.room.name), id="order-002") == "refused"
    assert read_rows(told.path)[-1].content["more"] == "no link"


def test_a_line_that_does_not_listen_refuses(told):
    told.commands.accept(Correct(1))
    assert told.obey(TellCorrection(said=Correct(9))) == "refused"
    assert told.new_rows[-1] == ("command-outcome", "refused", "refused")


def test_another_floor_is_not_obeyed(told, tmp_path):
    order = told.order(overturn(told))
    (tmp_path / "other").mkdir()
    other = signing_key_at(tmp_path / "other").sign(b"kozyr-command-1\n" + order.text.encode())
    came = Signed(order.text, other).written()
    assert told.obedience.obey(came) == "forged"
    changed = Signed(order.text.replace("overturn", "uphold"), order.signature).written()
    assert told.obedience.obey(changed) == "forged"
    assert told.room.holds is None


@pytest.mark.parametrize("came", [b"", b"{}", b"[]", b"null", b'{"text": 1, "signature": "zz"}'])
def test_what_is_no_order_is_refused(told, came):
    with pytest.raises(RefusedError):
        read_order(came, told.key.public, "3")
    assert told.obedience.obey(came) in {Refusal.UNREADABLE, Refusal.FORGED}


def test_a_signed_text_that_is_no_order_is_refused(told):
    text = json.dumps({"id": "order-001"})
    came = Signed(text, told.key.sign(b"kozyr-command-1\n" + text.encode())).written()
    assert told.obedience.obey(came) == "unreadable"


def test_what_was_broken_off_is_said_and_not_begun_again(told):
    with closing(SqlJournal(told.path, VERSIONS, alone=False)) as journal:
        journal.record("command", 0.0, {"id": "order-001"})
    assert told.obey(TellCorrection(said=Correct(9))) == "done"
    assert not told.commands.take()
    assert told.new_rows[-1] == ("command-outcome", "refused", "broken-off")


def test_while_the_journal_cannot_be_written_nothing_is_done_and_it_comes_again(told, monkeypatch):
    def refuse(*_args, **_more):
        raise TableError("disk-full")

    with monkeypatch.context() as full:
        full.setattr(SqlJournal, "record_all", refuse)
        for tell in (overturn(told), TellCorrection(said=Correct(9))):
            with pytest.raises(TableError):
                told.obey(tell)
    assert not told.commands.take()
    assert told.obey(TellCorrection(said=Correct(9))) == "done"
    assert len(told.commands.take()) == 1


def test_the_note_is_in_no_row_but_its_own(told):
    told.obey(TellRuling(incident=told.room.name, decision="overturn", note="Vera saw it"))
    with closing(JournalReader(told.path)) as reader:
        assert not [row for row in reader.pages() if "Vera" in row.payload]
