"""Webhooks: signed, in order, until they arrive; checked by a receiver that knows the standard."""

from __future__ import annotations

import base64
import getpass
import json
import os
import threading
import time
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from dealer_ui.accounts.tokens import Scope
from dealer_ui.hooks.courier import LONGEST_WAIT_S, Courier, Table, post
from dealer_ui.hooks.events import events_of
from dealer_ui.hooks.opening import carry_to_hooks
from dealer_ui.hooks.signing import fresh_secret, signed
from dealer_ui.hooks.store import Hook, HookError, HookStore
from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.personal import Personal, told
from journal.read import read_rows, read_texts
from journal.rows import Versions
from journal.store import SqlJournal

PATIENT = 60.0

EVERYTHING = frozenset({Scope.STATE, Scope.EQUIPMENT})
LEAD = {"id": "m1", "type": "lead", "actor": "A", "cards": ["7h"], "frame": 3, "probability": 1.0}
DRAW = {"id": "m2", "type": "draw", "actor": "B", "count": 1, "cards": ["Ah"], "frame": 4}
FLAG = {"id": "f1", "action": "m1", "actor": "A", "severity": 2, "verdict": "illegal"}
FLAG |= {"cards": ["7h", "Qh"], "clause": "125.6"}


class Server(ThreadingHTTPServer):
    block_on_close = False


class Receiver:
    """A program that is called: it checks what it gets as the standard says, and keeps it."""

    def __init__(self):
        self.calls, self.answer, self.came = [], 200, threading.Event()
        self.answers = threading.Event()
        self.answers.set()
        receiver = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.calls.append((headers, body))
                receiver.came.set()
                receiver.answers.wait(PATIENT)
                self.send_response(receiver.answer)
                self.end_headers()

            def log_message(self, *_about):
                pass

        self.server = Server(("127.0.0.1", 0), Answering)
        self.address = f"http://127.0.0.1:{self.server.server_port}/kozyr"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def told(self):
        """Return what was told, by the calls since the last time."""
        told = [json.loads(body) for _, body in self.calls]
        self.calls.clear()
        return told

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.close()


def nothing(_hook):
    """Keep no row of it."""


class Hooked:
    """A journal, its hooks, and a courier whose clock is put forward."""

    def __init__(self, folder):
        self.now = 1_800_000_000.0
        self.file, self.path = folder / "hooks.db", folder / "table.journal"
        self.journal = SqlJournal(self.path, Versions("1", "2", "3"))
        self.store = HookStore(self.file)
        self.start_anew()

    def start_anew(self):
        self.courier = Courier(self.store, Table("7", self.path), lambda: self.now)

    def add(self, address, scopes=EVERYTHING, events=None, name="board"):
        hook = Hook(name, address, fresh_secret(), scopes, events or events_of(scopes))
        self.store.add(hook, nothing)
        self.round()  # it begins with what happens from now on
        return hook

    def round(self):
        for name in self.courier.hooks():
            self.courier.carry_to(name)

    def happens(self, *rows):
        self.journal.record_all([Entry(kind, 0.0, row) for kind, row in rows])

    def progress(self):
        (progress,) = self.store.progress("board")
        return progress

    def close(self):
        self.store.close()
        self.journal.close()


@pytest.fixture
def hooked(tmp_path):
    made = Hooked(tmp_path)
    yield made
    made.close()


def results(*words):
    return [("result", {"result": word}) for word in words]


def test_rows_are_told_in_order_and_only_those_that_happen_from_now_on(hooked, receiver):
    hooked.happens(*results("before"))
    hooked.add(receiver.address)
    hooked.happens(*results("A", "B"), ("evidence", {"of": "f1"}), *results("draw"))
    hooked.round()
    told = receiver.told()
    assert [one["data"]["result"] for one in told] == ["A", "B", "draw"]
    assert {(one["type"], one["table"]) for one in told} == {("result", "7")}
    hooked.round()
    assert receiver.told() == []


def test_a_call_is_checked_by_an_independent_library(hooked, receiver):
    hook = hooked.add(receiver.address)
    hooked.happens(*results("A"))
    hooked.courier = Courier(hooked.store, Table("7", hooked.path), time.time)
    hooked.round()
    ((headers, body),) = receiver.calls
    assert Webhook(hook.secret).verify(body, headers)["type"] == "result"
    with pytest.raises(WebhookVerificationError):
        Webhook(fresh_secret()).verify(body, headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(hook.secret).verify(body.replace(b'"A"', b'"B"'), headers)


def test_a_call_that_is_replayed_later_is_refused_and_one_tried_again_keeps_its_name():
    secret, body = fresh_secret(), b'{"type":"result"}'
    old = signed(secret, "row-1", 1_000_000_000, body)
    with pytest.raises(WebhookVerificationError, match="too old"):
        Webhook(secret).verify(body, old)
    again = signed(secret, "row-1", 1_000_000_600, body)
    assert again["webhook-id"] == old["webhook-id"]
    assert again["webhook-signature"] != old["webhook-signature"]


def test_what_did_not_arrive_is_tried_again_later_each_time_and_in_order(hooked, receiver):
    hooked.add(receiver.address)
    receiver.answer = 503
    hooked.happens(*results("A", "B"))
    hooked.round()
    hooked.round()  # not due yet
    assert [one["data"]["result"] for one in receiver.told()] == ["A"]
    assert (hooked.progress().why, hooked.progress().tries) == ("HTTP 503", 1)
    waits = []
    for _ in range(12):
        waits.append(hooked.progress().next_at - hooked.now)
        hooked.now = hooked.progress().next_at
        hooked.round()
    assert waits[:4] == [2.0, 4.0, 8.0, 16.0]
    assert waits[-1] == LONGEST_WAIT_S
    receiver.told()
    receiver.answer = 204
    hooked.now = hooked.progress().next_at
    hooked.round()
    assert [one["data"]["result"] for one in receiver.told()] == ["A", "B"]
    assert hooked.progress().tries == 0
    assert hooked.progress().why == "HTTP 503", "the last failure stays to be read"


def test_after_a_restart_what_was_not_delivered_is_tried_again(hooked, receiver):
    hooked.add(receiver.address)
    receiver.answer = 500
    hooked.happens(*results("A"))
    hooked.round()
    (first, _) = receiver.calls[0]
    receiver.told()
    hooked.store.close()
    hooked.store = HookStore(hooked.file)
    hooked.start_anew()
    hooked.happens(*results("B"))
    receiver.answer = 200
    hooked.now += 60
    hooked.round()
    assert receiver.calls[0][0]["webhook-id"] == first["webhook-id"]
    assert [one["data"]["result"] for one in receiver.told()] == ["A", "B"]


def test_a_receiver_that_never_answers_holds_up_no_other(hooked, receiver):
    slow = Receiver()
    hooked.add(slow.address, name="a-slow-one")
    hooked.add(receiver.address, name="there")
    slow.answers.clear()
    with ExitStack() as stack:
        carry_to_hooks(hooked.file, "7", hooked.path, stack)
        hooked.happens(*results("A"))
        assert slow.came.wait(PATIENT)
        assert receiver.came.wait(PATIENT)
        receiver.came.clear()
        hooked.happens(*results("B"))
        assert receiver.came.wait(PATIENT)
        assert len(slow.calls) == 1, "it has not answered yet"
        slow.answers.set()
    assert [one["data"]["result"] for one in receiver.told()] == ["A", "B"]
    assert [one["data"]["result"] for one in slow.told()] == ["A", "B"]
    slow.close()


def test_a_receiver_that_is_not_there_holds_up_no_other(hooked, receiver):
    hooked.add("http://127.0.0.1:1/", name="gone")
    hooked.add(receiver.address, name="there")
    hooked.happens(*results("A"))
    hooked.round()
    assert len(receiver.told()) == 1
    (gone,) = hooked.store.progress("gone")
    assert gone.why.startswith("ConnectError")


def test_a_redirection_is_not_followed(hooked, receiver):
    receiver.answer = 307
    hook = hooked.add(receiver.address)
    assert post(hook, b"{}", {}) == "HTTP 307"


@pytest.mark.parametrize(
    ("scopes", "wanted"),
    [
        ({Scope.STATE}, ["result"]),
        ({Scope.EQUIPMENT}, ["fault", "mended"]),
        (EVERYTHING, ["fault", "mended", "result"]),
    ],
)
def test_a_scope_opens_its_events_and_no_other(hooked, receiver, scopes, wanted):
    hooked.add(receiver.address, frozenset(scopes))
    broken = {"fault": "camera-lost", "detail": "rtsp://10.0.0.7"}
    hooked.happens(("fault", broken), ("mended", {"fault": "camera-lost"}), *results("A"))
    hooked.round()
    told = receiver.told()
    assert sorted(one["type"] for one in told) == wanted
    assert "10.0.0.7" not in str(told)


def test_a_hook_hears_only_the_events_that_it_wants(hooked, receiver):
    hooked.add(receiver.address, events=frozenset({"flag"}))
    hooked.happens(*results("A"), ("flag", {**FLAG, "code": "BEAT_WRONG_SUIT"}))
    hooked.round()
    assert [one["type"] for one in receiver.told()] == ["flag"]


def test_nothing_is_told_that_a_player_may_not_see_and_no_name(hooked, receiver):
    hooked.add(receiver.address)
    hooked.happens(
        ("start", {"table": "7", "source": "film.mp4", "dealer": Personal("Olga")}),
        ("action", LEAD),
        ("action", DRAW),
        ("flag", {**FLAG, "code": "BEAT_WRONG_SUIT"}),
        ("flag", {**FLAG, "code": "TRUMP_WHILE_SUIT_AVAILABLE"}),
        ("flag", {**FLAG, "code": "DRAW_EXPOSED"}),
    )
    hooked.round()
    start, lead, draw, *flags = [one["data"] for one in receiver.told()]
    assert start == {"row": start["row"], "table": "7"}
    assert lead["move"]["cards"] == ["7h"]
    assert (draw["move"]["cards"], draw["move"]["count"]) == ([], 1)
    assert [flag.get("cards") for flag in flags] == [["7h", "Qh"], ["7h"], None]


def test_a_running_table_carries_its_rows_to_their_end(hooked, receiver):
    hooked.add(receiver.address)
    with ExitStack() as stack:
        carry_to_hooks(hooked.file, "7", hooked.path, stack)
        hooked.happens(*results("A"))
        assert receiver.came.wait(PATIENT)
        hooked.happens(("end", {"how": "over"}))
    assert [one["type"] for one in receiver.told()] == ["result", "end"]


@pytest.mark.parametrize(
    ("address", "events", "told"),
    [
        ("ftp://there", {"flag"}, "begins with https"),
        ("https://there", {"fault"}, "fault: no event"),
        ("https://there", {"ruling"}, "ruling: no event"),
    ],
)
def test_a_hook_that_will_not_do_is_refused(hooked, address, events, told):
    hook = Hook("b", address, fresh_secret(), frozenset({Scope.STATE}), frozenset(events))
    with pytest.raises(HookError, match=told):
        hooked.store.add(hook, nothing)
    assert hooked.store.all() == ()


def test_secrets_lie_in_a_file_of_their_owner_and_are_long(hooked):
    assert os.stat(hooked.file).st_mode & 0o077 == 0  # noqa: PTH116 - as the system says
    assert len(base64.b64decode(fresh_secret().removeprefix("whsec_"))) == 32


def test_hooks_are_made_listed_tested_and_removed_on_the_command_line(tmp_path, kozyr, receiver):
    file = tmp_path / "hooks.db"
    to = (file, "board", receiver.address)
    made = kozyr("hook", "add", *to, "--scope", "state:read", "--event", "flag")
    assert (made.code, made.out[:6]) == (0, "whsec_")
    assert kozyr("hook", "add", *to, "--scope", "state:read").code == 2
    assert kozyr("hook", "add", file, "x", "nowhere", "--scope", "state:read").code == 2
    assert kozyr("hook", "test", file, "board").code == 0
    ((headers, body),) = receiver.calls
    assert Webhook(made.out.strip()).verify(body, headers)["type"] == "test"
    receiver.answer = 401
    assert (refused := kozyr("hook", "test", file, "board")).code == 1
    assert "HTTP 401" in refused.err
    listed = kozyr("hook", "list", file).out
    assert listed == f"board  {receiver.address}  flag\n"
    assert kozyr("hook", "remove", file, "board").code == 0
    assert kozyr("hook", "remove", file, "board").code == 2
    assert kozyr("hook", "list", file).out == ""


def test_who_makes_and_takes_away_hooks_stands_in_a_chained_journal(tmp_path, kozyr):
    file = tmp_path / "hooks.db"
    address = "https://us:secret@board.local:8443/kozyr?key=secret"
    assert kozyr("hook", "add", file, "board", address, "--scope", "equipment:read").code == 0
    assert kozyr("hook", "add", file, "board", address, "--scope", "state:read").code == 2
    assert kozyr("hook", "remove", file, "board").code == 0
    assert kozyr("hook", "remove", file, "board").code == 2
    journal = file.with_suffix(".journal")
    rows = told(read_rows(journal), read_texts(journal))
    board = {"who": getpass.getuser(), "hook": "board", "to": "https://board.local:8443"}
    events = {"scopes": ["equipment:read"], "events": ["fault", "mended"]}
    assert [(row.kind, row.content) for row in rows] == [
        ("hook", {"did": "hook-added", **board, **events}),
        ("hook", {"did": "hook-removed", **board}),
    ]
    assert kozyr("journal", "verify", journal).code == 0


def test_a_hook_of_which_no_row_can_be_kept_is_not_made(hooked):
    def full(_hook):
        raise TableError(Fault.DISK_FULL, "full")

    hook = Hook("b", "https://there", fresh_secret(), EVERYTHING, frozenset({"flag"}))
    with pytest.raises(TableError):
        hooked.store.add(hook, full)
    assert hooked.store.all() == ()
    hooked.store.add(hook, nothing)
    with pytest.raises(TableError):
        hooked.store.remove("b", full)
    assert hooked.store.all() == (hook,)


def test_the_list_tells_how_far_a_hook_has_come_and_its_last_failure(hooked, receiver, kozyr):
    hooked.add(receiver.address)
    receiver.answer = 500
    hooked.happens(*results("A"))
    hooked.round()
    listed = kozyr("hook", "list", hooked.file).out
    assert f"{hooked.path}: 0" in listed
    assert "2027-01-15 08:00:00 UTC: HTTP 500; 1 ×, 2027-01-15 08:00:02 UTC" in listed
