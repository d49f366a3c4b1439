"""Who may open which page: every route for every role, logging in, being locked out, leaving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from dealer_ui.accounts import gate
from dealer_ui.accounts.gate import CSRF_COOKIE, DOORS
from dealer_ui.accounts.house import IDLE_S, SHIFT_S, House
from dealer_ui.accounts.opening import open_house
from dealer_ui.accounts.people import Refusal, RefusedError, Role, check_password, check_pin
from dealer_ui.accounts.proofs import Prover
from dealer_ui.accounts.store import AccountStore
from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue, Correct, LetGo
from dealer_ui.inspecting import Inspection
from dealer_ui.live import Hub
from dealer_ui.managing import Management
from dealer_ui.prompts import Language, text
from dealer_ui.tournament_office import Office
from dealer_ui.tournament_shelf import TournamentShelf
from journal.read import read_rows
from journal.verify import verify
from tests.dealer_ui.benches import ToldBench
from tests.dealer_ui.conftest import PASSWORD
from tests.dealer_ui.cups import begun_cup
from tests.dealer_ui.scenes import WRONG_BEAT
from tests.dealer_ui.shifts import ToldShift
from tests.journal.played import rules
from tests.journal.test_rulings import Room

OWN = {"Origin": "http://testserver"}
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Trail:
    def __init__(self):
        self.rows = []

    def note(self, what, fields):
        self.rows.append((what, dict(fields)))


class Clock:
    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


class Floor:
    """A house with one person of every role, and a table that they may open."""

    def __init__(self, path, room_of=Room):
        self.clock, self.trail = Clock(), Trail()
        self.store = AccountStore(path)
        self.house = House(self.store, self.trail, self.clock, Prover(QUICK))
        self.first_key = self.house.first_key
        self.commands = CommandQueue()
        self.hub = Hub(clock=lambda: 0.0)
        self.hub.publish(replace(WRONG_BEAT, sequence=1))
        self.room = room_of(path.with_name("table-7.journal"))
        video = getattr(self.room, "video", None)
        self.inspection = Inspection(self.room.path, rules, "test", video)
        self.cup = begun_cup(path.with_name("cup.kozyr"))
        self.shift = ToldShift()
        self.told = ToldBench(path.with_name("workshop"), self.room.path, video=video)
        office = Office(self.cup)
        self.tournaments = TournamentShelf(path.with_name("tournaments"), office)
        self.app = create_app(
            self.hub,
            commands=self.commands,
            house=self.house,
            inspection=self.inspection,
            management=Management(rules, office, self.room.path, self.tournaments),
            shift=self.shift,
            bench=self.told.bench,
        )

    def hire(self):
        self.house.begin(self.first_key, "technician", PASSWORD)
        for role in Role:
            if role is not Role.TECHNICIAN:
                self.house.add("technician", role.value, {role}, PASSWORD)
        return self

    def close(self):
        self.inspection.close()
        self.store.close()

    def client(self):
        return Client(self.app)

    def logged_in(self, role):
        client = self.client()
        assert client.enter(role.value).status_code == 200
        return client


class Client:
    """A browser: it keeps cookies, says where it comes from, and sends its token back."""

    def __init__(self, app):
        self.http = TestClient(app, follow_redirects=False)

    def get(self, path, **headers):
        return self.http.get(path, headers=headers)

    def post(self, path, told=None, *, origin=OWN, token=True):
        csrf = self.http.cookies.get(CSRF_COOKIE) if token else None
        headers = origin | ({"X-CSRF-Token": csrf} if csrf else {})
        return self.http.post(path, json=told or {}, headers=headers)

    def enter(self, name, password=PASSWORD):
        return self.post("/login", {"name": name, "password": password})


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db")
    yield made
    made.store.close()


@pytest.fixture
def hired(floor):
    return floor.hire()


# Every route and every role


def routes_of(routes):
    """Yield method and path of every route, however deep it was included."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes_of(inner.routes)
        elif getattr(route, "methods", None):
            yield from ((method, route.path) for method in sorted(route.methods - {"HEAD"}))
        else:
            yield "GET", f"{route.path}/{{path}}"


def test_every_route_has_its_door_and_every_door_its_route(floor):
    there = sorted(set(routes_of(floor.app.routes)))
    assert sorted((method, path) for method, path, _ in DOORS) == there


NONE_SUCH = {
    "number": "999",
    "move": "1",
    "reel": "none",
    "sha256": "0" * 64,
    "case": "c9",
    "form": "json",
    "name": "casino",
}


def answered(client, method, path):
    """Return how a route answers: let in, asked who it is, or turned away."""
    real = path.replace("{path}", "kozyr.css")
    for name, value in NONE_SUCH.items():
        real = real.replace(f"{{{name}}}", value)
    answer = client.get(real) if method == "GET" else client.post(real)
    assert answer.status_code < 500 or path == "/readyz", (method, path)  # 503 says why not
    return {401: "asked", 403: "turned away"}.get(answer.status_code, "let in")


def wanted(roles, role):
    if roles is None or role in roles:
        return "let in"
    return "asked" if role is None else "turned away"


@pytest.mark.parametrize("role", [None, *Role])
def test_every_route_lets_in_its_roles_and_nobody_else(hired, role):
    hired.hub.close()  # so that streams end
    found = {}
    for method, path, _ in DOORS:
        client = hired.client() if role is None else hired.logged_in(role)
        found[method, path] = answered(client, method, path)
    assert found == {(method, path): wanted(roles, role) for method, path, roles in DOORS}


@pytest.mark.parametrize("role", Role)
def test_what_has_no_door_is_open_to_nobody(hired, role):
    assert hired.logged_in(role).get("/secret").status_code == 403
    assert hired.client().get("/secret").status_code == 401


def test_whoever_is_nobody_yet_is_asked_and_comes_back_where_they_wanted(hired):
    asked = hired.client().get("/equipment", Accept="text/html")
    assert (asked.status_code, asked.headers["location"]) == (303, "/login?next=/equipment")


# What a role may say


def test_a_stop_is_let_go_by_an_inspector_in_his_own_name(hired):
    said = {"kind": "let-go", "prompt": WRONG_BEAT.prompts[0].id, "by": "somebody else"}
    assert hired.logged_in(Role.DEALER).post("/api/v1/commands", said).status_code == 403
    assert hired.logged_in(Role.INSPECTOR).post("/api/v1/commands", said).status_code == 202
    (accepted,) = hired.commands.take()
    assert accepted.command == LetGo(said["prompt"], "inspector")
    told = {"kind": "let-go", "prompt": said["prompt"], "by": "inspector"}
    assert ("command", {"who": "inspector", "command": told}) in hired.trail.rows


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            {"kind": "correct", "move": 20, "cards": ["10d"], "on": "9♦"},
            {"cards": ["Td"], "on": "9d", "move": 20, "nothing": False, "who": "dealer"},
        ),
        (
            {"kind": "incident", "code": "TWO_CARDS_STUCK", "cards": ["Kc", "Tc"], "seat": "B"},
            {"cards": ["Kc", "Tc"], "code": "TWO_CARDS_STUCK", "seat": "B"},
        ),
        ({"kind": "count", "hands": {"A": 6}, "talon": 24}, {"hands": {"A": 6}, "talon": 24}),
        ({"kind": "shown", "seat": "A", "cards": ["6c"]}, {"seat": "A", "cards": ["6c"]}),
        (
            {"kind": "result", "winners": ["A"], "loser": "B"},
            {"winners": ["A"], "loser": "B", "straps": False, "who": "dealer"},
        ),
    ],
)
def test_what_is_told_is_kept_with_its_cards_in_the_name_of_who_said_it(hired, said, kept):
    answer = hired.logged_in(Role.DEALER).post("/api/v1/commands", said)
    assert answer.status_code == 202
    told = hired.trail.rows[-1]
    assert told == ("command", {"who": "dealer", "command": {"kind": said["kind"], **kept}})


def test_without_accounts_nobody_lets_a_stop_go():
    hub, commands = Hub(clock=lambda: 0.0), CommandQueue()
    hub.publish(replace(WRONG_BEAT, sequence=1))
    client = Client(create_app(hub, commands=commands))
    said = {"kind": "let-go", "prompt": WRONG_BEAT.prompts[0].id, "by": "me"}
    assert client.post("/api/v1/commands", said).status_code == 403
    assert client.post("/api/v1/commands", {"kind": "button", "name": "takes"}).status_code == 202


@pytest.mark.parametrize(("role", "who"), [(Role.DEALER, "dealer"), (Role.INSPECTOR, "inspector")])
def test_who_corrects_is_who_is_logged_in(hired, role, who):
    number = WRONG_BEAT.moves[-1].number
    said = {"kind": "correct", "move": number, "nothing": True, "who": "inspector"}
    assert hired.logged_in(role).post("/api/v1/commands", said).status_code == 202
    (accepted,) = hired.commands.take()
    assert accepted.command == Correct(number, nothing=True, who=who)


@pytest.mark.parametrize(
    ("origin", "token"), [({"Origin": "http://elsewhere"}, True), (OWN, False), ({}, True)]
)
def test_another_sites_page_changes_nothing(hired, origin, token):
    client = hired.logged_in(Role.DEALER)
    said = {"kind": "button", "name": "takes"}
    assert client.post("/api/v1/commands", said, origin=origin, token=token).status_code == 403
    assert hired.commands.take() == ()


# Logging in


def test_the_first_account_is_made_with_the_key_and_only_once(floor):
    client = floor.client()
    told = {"key": "guessed", "name": "Anna", "password": PASSWORD}
    assert client.get("/first").status_code == 200
    assert client.post("/first", told).status_code == 422
    assert client.post("/first", told | {"key": floor.first_key}).status_code == 200
    assert floor.house.people()[0].roles == {Role.TECHNICIAN}
    assert client.post("/first", told | {"key": floor.first_key, "name": "B"}).status_code == 422
    assert client.get("/first").status_code == 404
    assert client.enter("ANNA").json() == {"next": "/technician"}


def test_a_dealer_comes_in_by_badge_and_pin(hired):
    hired.house.add("technician", "Olga", {Role.DEALER}, badge="0417 55", pin="8301")
    client = hired.client()
    assert client.post("/login", {"badge": "0417 55", "pin": "8302"}).status_code == 422
    assert client.post("/login", {"badge": "0417 55", "pin": "8301"}).status_code == 200
    assert "Olga" in client.get("/account").text


def test_cookies_cannot_be_read_or_sent_from_elsewhere(hired):
    answer = hired.client().enter("dealer")
    session, csrf = answer.headers.get_list("set-cookie")
    assert "HttpOnly" in session
    assert all("SameSite=strict" in cookie for cookie in (session, csrf))
    secure = TestClient(hired.app, base_url="https://testserver")
    answer = secure.post(
        "/login",
        json={"name": "dealer", "password": PASSWORD},
        headers={"Origin": "https://testserver"},
    )
    assert all("Secure" in cookie for cookie in answer.headers.get_list("set-cookie"))


def test_who_fails_too_often_waits_and_longer_each_time(hired):
    client = hired.client()
    for _ in range(5):
        assert client.enter("dealer", "wrong wrong wrong").status_code == 422
    assert client.enter("dealer").status_code == 429, "the right password waits too"
    assert client.enter("inspector").status_code == 429, "so does everybody from that place"
    hired.clock.now += 31
    assert client.enter("dealer", "wrong again and so on").status_code == 422
    hired.clock.now += 31
    assert client.enter("dealer").status_code == 429
    hired.clock.now += 30
    assert client.enter("dealer").status_code == 200
    assert [row for row in hired.trail.rows if row[0] == "locked"] != []


@pytest.mark.parametrize("who", ["dealer", "nobody at all"])
def test_a_wrong_name_is_answered_like_a_wrong_password(hired, who):
    answer = hired.client().post("/login?lang=en", {"name": who, "password": "wrong"})
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        text("account.refused.unknown", "en"),
    )


@pytest.mark.parametrize(
    ("role", "idle_s", "is_in"),
    [
        (Role.INSPECTOR, IDLE_S - 1, True),
        (Role.INSPECTOR, IDLE_S, False),
        (Role.DEALER, SHIFT_S - 1, True),
        (Role.DEALER, SHIFT_S, False),
    ],
)
def test_a_session_ends_when_nobody_uses_it(hired, role, idle_s, is_in):
    client = hired.logged_in(role)
    hired.clock.now += idle_s
    assert (client.get("/api/v1/state").status_code == 200) is is_in


def test_leaving_ends_this_session_or_all_of_them(hired):
    one, two = hired.logged_in(Role.MANAGER), hired.logged_in(Role.MANAGER)
    assert one.post("/logout").status_code == 200
    assert [c.get("/").status_code for c in (one, two)] == [401, 200]
    one = hired.logged_in(Role.MANAGER)
    assert two.post("/logout", {"everywhere": True}).status_code == 200
    assert [c.get("/").status_code for c in (one, two)] == [401, 401]


@pytest.mark.parametrize(
    ("role", "page"),
    [
        (Role.DEALER, "/"),
        (Role.INSPECTOR, "/inspector"),
        (Role.PIT_BOSS, "/"),
        (Role.MANAGER, "/manager"),
        (Role.TECHNICIAN, "/technician"),
    ],
)
def test_everybody_begins_where_their_work_is(hired, role, page):
    assert hired.client().enter(role.value).json() == {"next": page}


# Changing accounts


def number_of(floor, name):
    return next(person.id for person in floor.house.people() if person.name == name)


def test_another_password_ends_the_other_sessions(hired):
    one, two = hired.logged_in(Role.DEALER), hired.logged_in(Role.DEALER)
    wanted = {"old": "wrong", "new": "nine green otters"}
    assert one.post("/account/password", wanted).status_code == 422
    assert one.post("/account/password", wanted | {"old": PASSWORD}).status_code == 200
    assert [c.get("/").status_code for c in (one, two)] == [200, 401]
    assert hired.client().enter("dealer").status_code == 422
    assert hired.client().enter("dealer", "nine green otters").status_code == 200


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("", {"roles": ["dealer"], "active": False}),
        ("", {"roles": ["inspector"]}),
        ("/proofs", {"password": "nine green otters"}),
        ("/end-sessions", {}),
    ],
)
def test_the_technician_ends_somebodys_sessions(hired, path, told):
    dealer, technician = hired.logged_in(Role.DEALER), hired.logged_in(Role.TECHNICIAN)
    number = number_of(hired, "dealer")
    assert technician.post(f"/accounts/{number}{path}", told).status_code == 200
    assert dealer.get("/").status_code == 401


def test_who_is_gone_does_not_come_in_and_the_last_technician_stays(hired):
    technician = hired.logged_in(Role.TECHNICIAN)
    gone = {"roles": ["dealer"], "active": False}
    technician.post(f"/accounts/{number_of(hired, 'dealer')}", gone)
    assert hired.client().enter("dealer").status_code == 422
    own = f"/accounts/{number_of(hired, 'technician')}"
    for told in (gone | {"roles": ["technician"]}, {"roles": ["dealer"]}):
        answer = technician.post(f"{own}?lang=en", told)
        assert answer.json()["detail"] == text("account.refused.last-technician", "en")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"name": " "}, Refusal.NAME_EMPTY),
        ({"name": "DEALER"}, Refusal.NAME_TAKEN),
        ({"roles": []}, Refusal.NO_ROLE),
        ({"password": "short"}, Refusal.PASSWORD_SHORT),
        ({"password": ""}, Refusal.PASSWORD_SHORT),
        ({"badge": "123", "pin": "8301", "password": ""}, Refusal.BADGE_SHORT),
        ({"badge": "12345", "pin": "12", "password": ""}, Refusal.PIN_WRONG),
        ({"badge": "12345", "pin": "1234", "password": ""}, Refusal.PIN_COMMON),
        (
            {"badge": "12345", "pin": "8301", "password": "", "roles": ["manager"]},
            Refusal.BADGE_NOT_DEALER,
        ),
        ({"badge": "999999", "pin": "8301", "password": ""}, Refusal.BADGE_TAKEN),
    ],
)
def test_an_account_that_will_not_do_is_refused_in_words(hired, told, why):
    hired.house.add("technician", "Olga", {Role.DEALER}, badge="999999", pin="8301")
    before = hired.house.people()
    made = {"name": "Ivan", "roles": ["dealer"], "password": PASSWORD} | told
    for language in Language:
        answer = hired.logged_in(Role.TECHNICIAN).post(f"/accounts?lang={language}", made)
        assert answer.status_code == 422
        assert answer.json()["detail"] == text(f"account.refused.{why}", language)
    assert hired.house.people() == before


@pytest.mark.parametrize(
    "password",
    ["password123", "aaaaaaaaaaaa", "1234567890", "Anna Anna Anna", "qwertyqwerty", "kozyr-2026!"],
)
def test_a_password_that_everybody_tries_is_refused(password):
    with pytest.raises(RefusedError) as caught:
        check_password(password, "Anna")
    assert caught.value.refusal is Refusal.PASSWORD_COMMON


@pytest.mark.parametrize("pin", ["0000", "4567", "9876", "11111111"])
def test_a_pin_that_everybody_tries_is_refused(pin):
    with pytest.raises(RefusedError, match="pin-common"):
        check_pin(pin)


# What is kept


def test_nothing_secret_lies_in_the_file(hired, tmp_path):
    client = hired.logged_in(Role.DEALER)
    hired.house.add("technician", "Olga", {Role.DEALER}, badge="0417556677", pin="8301")
    token = client.http.cookies.get(gate.COOKIE)
    hired.store.close()
    files = [path for path in tmp_path.iterdir() if path.name.startswith("accounts.db")]
    kept = b"".join(path.read_bytes() for path in files)
    for secret in (PASSWORD, "0417556677", token):
        assert secret.encode() not in kept
    assert b"$argon2id$" in kept
    assert all(path.stat().st_mode & 0o077 == 0 for path in files if path.suffix == ".db")


def test_what_is_done_stands_in_a_chained_journal(tmp_path, monkeypatch):
    file = tmp_path / "accounts.db"
    with open_house(file, Clock()) as house:
        house.begin(house.first_key, "Anna", PASSWORD)
        _, session = house.enter(name="Anna", password=PASSWORD, where="10.0.0.8")
        house.leave(session)
    trail = file.with_suffix(".journal")
    assert verify(trail).flaw is None
    assert [row.content["did"] for row in read_rows(trail)] == ["account-added", "login", "logout"]
    with open_house(file, Clock()) as house:
        assert not house.is_new


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("path", ["/login", "/account", "/accounts"])
def test_the_pages_speak_every_language(hired, language, path):
    hired.house.add("technician", "Olga", {Role.DEALER}, badge="0417 55", pin="8301")
    page = hired.logged_in(Role.TECHNICIAN).get(f"{path}?lang={language}")
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
