"""The floor's broker, a real one: who may say and hear what, and what its death leaves behind."""

import asyncio
import stat
from contextlib import suppress
from datetime import UTC, datetime

import nats.errors
import pytest
from nats.js.errors import NoStreamResponseError, ServiceUnavailableError

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.connection import Reached, connected
from dealer_ui.floor.credentials import fresh_pair, pair_from
from dealer_ui.floor.passes import read_pass, write_pass
from dealer_ui.floor.register import read_register
from dealer_ui.floor.setting_up import admit, reached_by, set_up
from dealer_ui.floor.signing import is_signed_by, signing_key_at
from dealer_ui.floor.streams import ask, lay_out
from dealer_ui.floor.subjects import FloorError, checked_name
from tests.dealer_ui.floors import Floor, Leaf, here, until

DAYS = 7


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    floor = Floor(tmp_path_factory.mktemp("floor"))
    yield floor
    floor.close()


@pytest.fixture(scope="module")
def leaf(floor, tmp_path_factory):
    leaf = Leaf(tmp_path_factory.mktemp("table"), floor.admit("tables", "3"))
    floor.admit("tables", "4")

    async def lay_all_out():
        async with connected(floor.reached()) as there:
            await lay_out(there, ["3", "4"], DAYS)

    asyncio.run(lay_all_out())
    yield leaf
    leaf.close()


@pytest.fixture(scope="module")
def worker(floor):
    return reached_by(floor.admit("workers", "night"))


async def sum_of(client):
    return (await ask(client, "$JS.API.STREAM.INFO.ROWS"))["state"]["messages"]


async def row(table, text, name):
    subject = f"kozyr.{table.name}.rows.j"
    async with connected(table.reached()) as client:
        while True:  # the link to the floor takes a moment
            with suppress(NoStreamResponseError):
                sent = {"Nats-Msg-Id": name}
                return await client.jetstream().publish(subject, text, headers=sent)


def test_a_row_goes_from_a_table_to_the_floor_once(floor, leaf):
    async def play():
        async with connected(floor.reached()) as there:
            before = await sum_of(there)
            await row(leaf, b"one", "3:j:1")
            assert (await row(leaf, b"one", "3:j:1")).duplicate
            await until(lambda: sum_of(there), before + 1)

    asyncio.run(play())


@pytest.mark.parametrize(
    "subject", ["kozyr.4.rows.j", "kozyr.4.presence", "kozyr.4.commands", "kozyr.3.commands"]
)
def test_a_table_speaks_for_nobody_else(floor, leaf, subject):
    async def play():
        async with connected(floor.reached()) as there, connected(leaf.reached()) as here:
            heard = await there.subscribe("kozyr.*.*")
            said = set()
            while b"here" not in said:
                await here.publish(subject, b"for another")
                await here.publish("kozyr.3.presence", b"here")
                with suppress(nats.errors.TimeoutError):
                    said.add((await heard.next_msg(timeout=0.2)).data)
            assert said == {b"here"}

    asyncio.run(play())


def test_a_table_fetches_no_commands_of_another(floor, leaf):
    async def play():
        async with connected(floor.reached()) as there, connected(leaf.reached()) as here:
            js = here.jetstream(domain="floor")
            mine = await js.pull_subscribe_bind("3", stream="COMMANDS")
            foreign = await js.pull_subscribe_bind("4", stream="COMMANDS")
            for table in "3", "4":
                await there.jetstream().publish(f"kozyr.{table}.commands", b"do")
            (told,) = await mine.fetch(1, timeout=5)
            await told.ack_sync()
            with pytest.raises((nats.errors.TimeoutError, ServiceUnavailableError)):
                await foreign.fetch(1, timeout=0.5)

    asyncio.run(play())


def test_a_worker_has_the_streams_of_audits(worker):
    async def play():
        async with connected(worker) as client:
            js = client.jetstream()
            await js.add_stream(name="AUDIT_JOBS", subjects=["kozyr.audit.jobs"])
            await js.publish("kozyr.audit.jobs", b"d01")
            fetching = await js.pull_subscribe("kozyr.audit.jobs", "workers", "AUDIT_JOBS")
            (job,) = await fetching.fetch(1, timeout=5)
            await job.ack_sync()
            shelf = await js.create_object_store("AUDIT")
            await shelf.put("d01.mp4", b"film")
            assert (await shelf.get("d01.mp4")).data == b"film"

    asyncio.run(play())


@pytest.mark.parametrize("question", ["STREAM.INFO.ROWS", "STREAM.PURGE.ROWS"])
def test_a_worker_reads_no_rows(worker, question):
    async def play():
        async with connected(worker) as client:
            with pytest.raises(nats.errors.TimeoutError):
                await client.request(f"$JS.API.{question}", b"", timeout=0.5)

    asyncio.run(play())


def test_whoever_is_nobody_here_is_refused(floor):
    stranger = Reached(floor.reached().address, "3", seed=fresh_pair().seed, ca=floor.reached().ca)

    async def play():
        with pytest.raises((nats.errors.Error, OSError)):
            async with asyncio.timeout(2), connected(stranger):
                raise AssertionError

    asyncio.run(play())


def test_what_was_said_stands_after_a_kill(floor, leaf):
    async def play(text, name, wanted):
        async with connected(floor.reached()) as there:
            before = await sum_of(there)
            await row(leaf, text, name)
            await until(lambda: sum_of(there), before + wanted)

    asyncio.run(play(b"two", "3:j:2", 1))
    for side in leaf, floor:
        side.broker._process.kill()
        side.broker._process.wait()
        assert not side.broker.is_running
        side.broker.begin_again()
    asyncio.run(play(b"two", "3:j:2", 0))
    asyncio.run(play(b"three", "3:j:3", 1))


def test_a_broker_that_its_program_left_behind_is_ended(tmp_path):
    set_up(tmp_path / "floor", here(), datetime.now(UTC))
    left = Leaf(tmp_path / "table", admit(tmp_path / "floor", "tables", "9"))
    before = left.broker
    left.begin()
    assert not before.is_running
    assert left.broker.is_running
    left.close()


def test_a_broker_that_cannot_begin_says_why(tmp_path):
    with pytest.raises(FloorError, match=r"nats-server: .*nonsense"):
        Broker(tmp_path, '{"nonsense": 1}')


@pytest.mark.parametrize("name", ["", "a.b", "стол", "a b", "*", ">", "floor", "audit", "x" * 33])
def test_a_name_that_would_mean_something_else_is_refused(name):
    with pytest.raises(FloorError):
        checked_name(name)


def test_a_name_is_given_once(floor, leaf):
    with pytest.raises(FloorError, match="knows this name already"):
        admit(floor.folder, "workers", leaf.name)


def test_who_is_let_go_is_forgotten(tmp_path):
    set_up(tmp_path, here(), datetime.now(UTC))
    admit(tmp_path, "tables", "9")
    kept = read_register(tmp_path).without("9")
    assert not kept.tables
    with pytest.raises(FloorError, match="knows nobody"):
        kept.without("9")


def test_a_pass_is_read_as_it_was_written_and_by_its_owner_only(tmp_path):
    set_up(tmp_path / "floor", here(), datetime.now(UTC))
    given = admit(tmp_path / "floor", "tables", "9")
    write_pass(tmp_path / "9.pass", given)
    assert read_pass(tmp_path / "9.pass") == given
    assert stat.S_IMODE((tmp_path / "9.pass").stat().st_mode) == 0o600
    assert pair_from(given.seed).public == read_register(tmp_path / "floor").tables["9"]


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "not what"), ('format = "kozyr-floor-pass/1"', "lacks ca"), ("=", "Invalid")],
)
def test_another_file_is_no_pass(tmp_path, text, told):
    (tmp_path / "9.pass").write_text(text)
    with pytest.raises(FloorError, match=told):
        read_pass(tmp_path / "9.pass")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [("port = ", "porto = ", "porto"), ("kozyr-floor/1", "x", "format"), ("=", "", "TOML")],
)
def test_a_floors_file_that_is_wrong_is_named(tmp_path, old, new, told):
    set_up(tmp_path, here(), datetime.now(UTC))
    file = tmp_path / "floor.toml"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(FloorError, match=told):
        read_register(tmp_path)


def test_a_floor_is_set_up_once(tmp_path):
    set_up(tmp_path, here(), datetime.now(UTC))
    with pytest.raises(FloorError, match="there is a floor already"):
        set_up(tmp_path, here(), datetime.now(UTC))


def test_a_command_is_the_floors_or_it_is_not(tmp_path):
    key = signing_key_at(tmp_path)
    signature = key.sign(b"stop")
    assert is_signed_by(signing_key_at(tmp_path).public, signature, b"stop")
    assert not is_signed_by(key.public, signature, b"go")
    assert not is_signed_by(key.public, "00", b"stop")
