"""Every sentence with which a command ends is told in the language of whoever typed."""

from __future__ import annotations

import ast
import re
import socket
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from dealer_ui.endings import CommandError, about
from dealer_ui.prompts import Catalogue, Language
from engine.faults import Fault, TableError
from engine.house import RulesError, adjusted, load_rules
from engine.row_reading import RowError
from engine.system import REFUSALS, system_cause
from journal.store import SqlJournal
from tests.journal.played import VERSIONS
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO

ROOT = Path(__file__).resolve().parents[2]
LIKE = 'name = "own"\nversion = 1\nlike = "casino-by-2001@1"\n[rules]\n'
FILES = {
    "text.file": "hello { there",
    "empty.png": "",
    "folder/kept": "",
    "no.toml/kept": "",
    "casino.toml": 'source = "film.mp4"\nprofil = "x"\n',
    "speed.toml": "zzz = 1\n",
    "later.toml": 'format = "kozyr-settings/9"\n',
    "buggy.toml": "threads = -1\n",
    "bare.toml": "",
    "odd.toml": LIKE + "jokers = 2\n",
    "high.toml": LIKE + "max_lead = 7\n",
    "few.toml": 'name = "own"\nversion = 1\n[rules]\ncap = 6\n',
    "wrong.toml": LIKE + 'cap = "six"\n',
    "valued.toml": LIKE + 'trump_beat = "loose"\n',
    "nameless.toml": 'name = "own"\n',
    "keyed.toml": 'colour = "red"\n',
    "model.toml": 'name = "own"\nversion = 1\nlike = "casino-by-2001@9"\n[rules]\n',
    "broken.toml": "= no",
    "film.input.json": "[]",
    "truth.toml": "moves = 7\n",
    "twice.toml": '[[tables]]\nname = "7"\naddress = "http://a"\n' * 2,
    "nowhere.toml": '[[tables]]\nname = "7"\n',
    "map.toml": "",
    "sets.toml": "[calibration]\n",
}
BOUND = "127.0.0.1:{port}"
WATCH = ("watch", DEMO_VIDEO, "--table", DEMO_PROFILE)
LIGHT = ("light", "test")
TABLE = ("calibrate", "table", DEMO_VIDEO, "new.toml")
ONLINE = ("tournament", "bank")
BY = ("--by", "Vera")
MOVE = ("journal", "missed", "table.journal", "1")

WRONG = [
    (("watch",), "order-no-source", "", ""),
    (("watch", DEMO_VIDEO), "order-no-table", "", ""),
    ((*WATCH, "--match", "F"), "match-no-tournament", "", ""),
    ((*WATCH, "--rules", "poker"), "rules-none", "poker", None),
    ((*WATCH, "--rules", "gone.toml"), "system-missing", "gone.toml", ""),
    ((*WATCH, "--rules", "no.toml"), "system-folder", "no.toml", ""),
    ((*WATCH, "--serve", "here"), "address-wrong", "here", ""),
    ((*WATCH, "--serve", BOUND), "system-address-taken", BOUND, ""),
    ((*WATCH, "--serve", "192.0.2.1:80"), "account.kiosk-only", "192.0.2.1", ""),
    (("watch", "--settings", "gone.toml"), "system-missing", "gone.toml", ""),
    (("watch", "--settings", "broken.toml"), "file-no-toml", "broken.toml", None),
    (("watch", "--settings", "casino.toml"), "setting-near", "casino.toml: profil", "profile"),
    (("watch", "--settings", "speed.toml"), "setting-none", "speed.toml: zzz", ""),
    (("watch", "--settings", "later.toml"), "setting-format", "later.toml", "kozyr-settings/9"),
    (("watch", "--settings", "buggy.toml"), "setting-wrong", "buggy.toml: threads", None),
    ((*LIGHT, "wled:/dev/x?colour=red"), "light-no-option", "wled:/dev/x?colour=red", "colour"),
    ((*LIGHT, "modbus:/dev/x?map=tree"), "map-none", "tree", None),
    ((*LIGHT, "modbus:/dev/x?map=map.toml"), "map-wrong", "map.toml", None),
    ((*LIGHT, "modbus:/dev/x?parity=X"), "light-parity", "X", ""),
    ((*LIGHT, "wled:/dev/x?leds=2"), "light-strip", "", ""),
    (("rules", "show", "odd.toml"), "rules-no-parameter", "odd.toml: own", "jokers"),
    (("rules", "show", "few.toml"), "rules-lacks", "few.toml: own", "after_draw_choices"),
    (("rules", "show", "wrong.toml"), "rules-wants-number", "wrong.toml: own: cap", "'six'"),
    (("rules", "show", "valued.toml"), "rules-no-value", "valued.toml: own: trump_beat", "'loose'"),
    (("rules", "show", "high.toml"), "rules-above-cap", "high.toml: own: max_lead", "7"),
    (("rules", "show", "nameless.toml"), "rules-bare", "nameless.toml", ""),
    (("rules", "show", "keyed.toml"), "rules-no-key", "keyed.toml", "colour"),
    (("rules", "show", "model.toml"), "rules-like", "model.toml: own", None),
    (("rules", "show", "broken.toml"), "rules-no-toml", "broken.toml", None),
    (("rules", "show", "bytes.toml"), "text-not-utf8", "bytes.toml", ""),
    (("rules", "check", "text.file"), "file-no-sense", "text.file", None),
    (("game", "judge", "text.file"), "file-no-sense", "text.file", None),
    ((*MOVE, "12", "BEAT_WRONG_SUIT", *BY), "move-unread", "12", ""),
    ((*MOVE, "m12", "SNEEZE", *BY), "code-none", "SNEEZE", ""),
    (("journal", "case", "add", "table.journal", "c1", *BY), "case-nothing", "", ""),
    (
        ("journal", "rule", "table.journal", "i5", "maybe", *BY),
        "choice-none",
        "DECISION maybe",
        None,
    ),
    (("journal", "copy", "table.journal", "postgresql://x/y"), "place-unnamed", "", ""),
    (
        ("journal", "copy", "table.journal", "postgresql://x:y:z"),
        "place-wrong",
        "postgresql://x:y:z",
        "",
    ),
    (("journal", "verify", "archive.zip"), "archive-wrong", "archive.zip", None),
    (("support", "--out", "text.file"), "support-there", "text.file", ""),
    (("tournament", "draw", "cup.journal"), "lots-one-way", "", ""),
    (("tournament", "score", "cup.journal", "F", "4:2"), "score-unread", "4:2", ""),
    (("tournament", "shares", "cup.journal", "house", *BY), "choice-none", "CHOICE house", None),
    (("tournament", "rating", "Ada"), "players-wrong", "Ada", ""),
    ((*ONLINE, "ten", "Ada", "Bohdan"), "money-figures", "ten", "2"),
    ((*ONLINE, "ten", "Ada", "Bohdan", "--decimals", "0"), "money-wrong", "ten", ""),
    (("album", "check", "folder"), "album-none", "folder", ""),
    (("album", "add", "gone.mp4"), "album-beside", "--truth", "gone.truth.json"),
    (("album", "add", DEMO_VIDEO, "--truth", "truth.toml"), "file-no-sense", "truth.toml", None),
    (("audit", "run", "folder"), "audit-empty-folder", "folder", ""),
    (("audit", "run", "*.avi"), "audit-nothing", "*.avi", ""),
    (("audit", "run", DEMO_VIDEO, "--table", DEMO_PROFILE), "audit-no-out", "", ""),
    (("audit", "diff", "folder", "folder"), "audit-foreign", "folder", None),
    (("models", "harvest", "a.journal", DEMO_VIDEO, "folder"), "harvest-not-empty", "folder", ""),
    (("models", "rollback", "77"), "model-no-earlier", None, ""),
    (("models", "compare", "live", "folder"), "model-no-release", "folder", ""),
    (("models", "calibrate", "sets.toml"), "sets-no-calibration", "sets.toml", ""),
    (("models", "calibrate", "broken.toml"), "sets-foreign", "broken.toml", None),
    (("models", "evaluate", "folder"), "sets-none", "folder", ""),
    (("deck", "enrol", "folder", "--name", "a b"), "deck-name", "a b", ""),
    (("deck", "unenrol", "blue"), "deck-none", "blue", None),
    (("read", "gone.png"), "system-missing", "gone.png", ""),
    (
        ("hook", "add", "h.db", "x", "ftp://x", "--scope", "state:read"),
        "hook-address",
        "ftp://x",
        "",
    ),
    (
        ("hook", "add", "h.db", "x", "http://x", "--scope", "all"),
        "choice-none",
        "--scope all",
        None,
    ),
    (("hook", "remove", "h.db", "x"), "hook-none", "x", ""),
    (("accounts", "add", "a.db", "Ada", "--role", "king"), "choice-none", "--role king", None),
    (("accounts", "list", "text.file"), "accounts-foreign", "text.file", ""),
    (("backup", "check", "folder"), "backup-foreign", "folder", ""),
    (("rollback", "--settings", "bare.toml", "--into", "folder"), "backup-none", "folder", ""),
    (("install", "Table_3", "--source", "x", "--root", "root"), "table-name", "Table_3", ""),
    (("release", "key", "text.file"), "release-key-there", "text.file", ""),
    (("release", "sign", "folder", "--key", "text.file"), "release-key-foreign", "text.file", ""),
    (("release", "verify", "folder", "--key", "text.file"), "release-unsigned", "folder", ""),
    (("calibrate", "lens", DEMO_VIDEO, "l.toml", "--board", "x"), "choice-none", "--board x", None),
    ((*TABLE, "--card", "63"), "size-unread", "--card", "63"),
    ((*TABLE, "--felt", "1x1"), "size-absurd", "--felt", "1x1"),
    ((*TABLE, "--corners", "1,2 3"), "corners-unread", "1,2 3", ""),
    ((*TABLE, "--method", "guess"), "choice-none", "--method guess", None),
    (("calibrate", "undo", "table.toml"), "profile-first", "table.toml", ""),
    (("calibrate", "undo", "table.toml", "--to", "7"), "profile-no-version", "table.toml: 7", "–"),
    (("calibrate", "import", "text.file", "t.toml"), "file-no-json", "text.file", None),
    (("calibrate", "import", "film.input.json", "t.toml"), "film-foreign", "film.input.json", None),
    (("pit", "twice.toml"), "pit-twice", "twice.toml", "7"),
    (("pit", "nowhere.toml"), "pit-nowhere", "nowhere.toml", "7"),
    (("pit", "bare.toml"), "setting-wrong", "bare.toml: tables", None),
]


@pytest.fixture(scope="module")
def things(tmp_path_factory):
    """Return a folder with files of which each is wrong in a way of its own."""
    folder = tmp_path_factory.mktemp("things")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr("rows", "")
    (folder / "table.toml").write_text(Path(DEMO_PROFILE).read_text(encoding="utf-8"))
    SqlJournal(folder / "table.journal", VERSIONS).close()
    return folder


@pytest.fixture(scope="module")
def port():
    """Return a port of this computer that somebody listens at."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        yield taken.getsockname()[1]


def sentence(language, code, thing, more):
    """Return the sentence of a cause as a pattern; what is None may be anything."""
    texts = Catalogue.load(language).texts
    parts = {"thing": thing, "host": thing, "more": more}
    pattern = re.escape(texts.get(f"cause.{code}") or texts[code])
    return re.sub(
        r"\\\{(\w+)\\\}",
        lambda part: re.escape(known) if (known := parts.get(part[1])) is not None else ".+",
        pattern,
    )


@pytest.mark.parametrize(
    ("words", "code", "thing", "more"), WRONG, ids=lambda value: str(value)[:40]
)
def test_a_command_says_in_every_language_what_is_wrong(
    kozyr, things, port, monkeypatch, words, code, thing, more
):
    monkeypatch.chdir(things)
    thing = thing and thing.format(port=port)
    for language in Language:
        monkeypatch.setenv("KOZYR_LANG", language)
        ended = kozyr(*(str(word).replace("{port}", str(port)) for word in words))
        assert ended.code in {1, 2}
        assert re.fullmatch(f"kozyr: {sentence(language, code, thing, more)}\n", ended.err), ended


def test_a_call_that_does_not_arrive_is_told_in_every_language(kozyr, tmp_path, monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/"
    assert kozyr("hook", "add", tmp_path / "h", "x", address, "--scope", "state:read").code == 0
    for language in Language:
        monkeypatch.setenv("KOZYR_LANG", language)
        ended = kozyr("hook", "test", tmp_path / "h", "x")
        assert ended.code == 1
        assert re.fullmatch(
            f"kozyr: {sentence(language, 'hook-failed', address, None)}\n", ended.err
        )


@pytest.mark.parametrize(
    ("name", "value", "code", "more"),
    [
        ("KOZYR_TREADS", "4", "setting-near", "threads"),
        ("KOZYR_ZZZ", "4", "setting-none", ""),
        ("KOZYR_THREADS", "-1", "setting-wrong", None),
    ],
)
@pytest.mark.parametrize("language", list(Language))
def test_settings_that_are_wrong_themselves_are_told_in_the_language_that_is_set(
    kozyr, monkeypatch, language, name, value, code, more
):
    monkeypatch.setenv("KOZYR_LANG", language)
    monkeypatch.setenv(name, value)
    ended = kozyr("settings")
    assert ended.code == 2
    assert re.fullmatch(f"kozyr: {sentence(language, code, name, more)}\n", ended.err), ended


def test_a_language_that_nobody_knows_is_told_so_in_english(kozyr):
    ended = kozyr("game", "judge", "none.dkn", "--lang", "fr")
    assert (ended.code, "KOZYR_LANG: Input should be" in ended.err) == (2, True)
    ended = kozyr("rules", "show", "poker", "--lang=be")
    assert ended.err.startswith("kozyr: poker: такога профілю няма")


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("number", [*REFUSALS, 5])
def test_what_the_system_refuses_names_the_thing(language, number):
    error = OSError(number, "the system's words", "film.mp4")
    cause, words = system_cause(error)
    said = about(error).said(Catalogue.load(language))
    assert said.startswith("film.mp4: ")
    assert (words in said) is (cause.code == "system-other")
    nameless = about(OSError(number, "the system's words")).said(Catalogue.load(language))
    assert nameless == said.removeprefix("film.mp4: ")


CONTRADICTIONS = [
    ("casino-by-2001", {"max_lead": 7}, "above-cap"),
    ("casino-by-2001", {"cap_first_on_take": 6}, "no-first-cap"),
    ("casino-by-2001", {"deal_packets": [7]}, "packet"),
    ("casino-by-2001", {"players": [1]}, "players"),
    ("casino-by-2001", {"players": [2, 3]}, "one-opponent"),
    ("casino-by-2001", {"voluntary_take": False}, "hidden-hands"),
    ("casino-by-2001", {"clock": "hard", "clock_s": None}, "hard-clock"),
    ("casino-by-2001", {"teams": "2v2"}, "team-size"),
    ("casino-by-2001", {"dealer": "losing_team"}, "no-teams"),
    ("casino-by-2001", {"throw_who": "opponents_of_defender"}, "no-teams"),
    ("casino-by-2001", {"transfer_show": True}, "no-transfer"),
    ("casino-by-2001", {"result_model": "team"}, "team-result"),
    ("casino-by-2001", {"strap_queen": "s"}, "straps"),
    ("casino-by-2001", {"prize_percent": [50, 40]}, "prizes"),
    ("casino-by-2001", {"bank_percent": {"3": [80, 20]}}, "bank"),
    ("team-2v2", {"transfer": True}, "transfer-teams"),
    ("classic-ffa", {"result_model": "win_loss_draw"}, "two-result"),
    ("casino-by-2001", {"deal_packets": []}, "wants-numbers"),
    ("casino-by-2001", {"draw_allowed": "yes"}, "wants-bool"),
    ("casino-by-2001", {"no_trump_choices": []}, "wants-choices"),
    ("casino-by-2001", {"prize_percent": 100}, "wants-percents"),
    ("casino-by-2001", {"prize_percent": [-1, 101]}, "wants-share"),
    ("casino-by-2001", {"bank_percent": [80]}, "wants-table"),
]


@pytest.mark.parametrize(("profile", "overrides", "code"), CONTRADICTIONS)
def test_rules_that_cannot_be_name_their_parameter_in_every_language(profile, overrides, code):
    with pytest.raises(RulesError) as raised:
        adjusted(load_rules(profile), overrides)
    error = raised.value
    assert (error.cause.code, error.cause.thing.split(": ")[0]) == (f"rules-{code}", profile)
    told = {about(error).said(Catalogue.load(language)) for language in Language}
    assert len(told) == len(Language)
    assert all(error.cause.thing in sentence for sentence in told)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("fault", list(Fault))
def test_a_part_that_is_broken_is_told_as_the_page_tells_it(language, fault):
    words = Catalogue.load(language)
    told = words.text(f"fault.{fault}.sentence", zones="")
    assert about(TableError(fault, "camera")).said(words) == f"camera: {told}"
    assert about(TableError(fault)).said(words) == told


def test_a_row_that_says_nothing_is_told_as_one():
    told = about(RowError("row 7: no move")).said(Catalogue.load("ru"))
    assert told == "строку журнала не понять: row 7: no move"


def literals(node):
    """Yield the texts of a call that are neither a key of the catalogue nor a code of a cause."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Call):
            yield from literals(child)


def test_no_command_ends_with_a_sentence_that_is_not_in_the_catalogue():
    kinds = {"CommandError", "BadInputError", "RunFailedError"}
    made = [
        (path.relative_to(ROOT), node)
        for path in (ROOT / "dealer_ui").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds
    ]
    assert len(made) > 80
    plain = [
        f"{path}:{node.lineno}: {text}"
        for path, node in made
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
        if not isinstance(argument, ast.Call)
        for text in literals(argument)
        if re.search(r"[^\W\d_]{2}", text)
    ]
    assert plain == []


def test_an_error_of_a_command_says_its_sentence_to_the_log_in_english():
    error = about(RulesError("not a profile"))
    assert (type(error).__mro__[1], str(error)) == (CommandError, "not a profile")
