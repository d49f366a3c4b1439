"""The queue of jobs on the floor's broker: taken one at a time, given back, laid aside."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import TimeoutError as NothingCameError
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    RawStreamMsg,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from dealer_ui.fleet.letters import (
    JOB,
    PROGRESS,
    RESULT,
    JobLetter,
    Progress,
    ResultLetter,
    job_letter,
)
from dealer_ui.floor.subjects import FloorError

JOBS, RESULTS, DEAD = "AUDIT_JOBS", "AUDIT_RESULTS", "AUDIT_DEAD"
BUCKET = "AUDIT"
UNDER = "kozyr.audit"
ASK_S = 5.0
KEPT_S = 30 * 86_400.0
"""What nobody fetched within so long, and the marks of what was fetched, go by themselves."""
AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class Taken:
    """A job that somebody has taken, for the `tries`th time."""

    letter: JobLetter
    tries: int
    message: Msg


class JobQueue:
    """Jobs of one release; a job that nobody says a word of for `patience_s` is given to another.

    Every method raises nats.errors.Error where the broker cannot be asked.
    """

    def __init__(self, client: Client, release: str, patience_s: float = 30.0) -> None:
        """Speak by a client that is connected."""
        self._client, self._release, self._patience_s = client, release, patience_s
        self._js: JetStreamContext = client.jetstream()
        self._jobs: JetStreamContext.PullSubscription | None = None

    async def lay_out(self) -> None:
        """Lay out the streams; done again, it changes nothing."""
        for name, what, retention in (
            (JOBS, "jobs", RetentionPolicy.WORK_QUEUE),
            (RESULTS, "results", RetentionPolicy.LIMITS),
            (DEAD, "dead", RetentionPolicy.LIMITS),
        ):
            newest = -1 if name == JOBS else 1
            await self._js.add_stream(
                StreamConfig(
                    name,
                    subjects=[f"{UNDER}.{what}.>"],
                    retention=retention,
                    storage=StorageType.FILE,
                    max_msgs_per_subject=newest,
                )
            )
        await self._js.create_object_store(BUCKET, ttl=KEPT_S)

    async def store(self) -> ObjectStore:
        """Return where recordings and finished sittings lie on their way."""
        return await self._js.object_store(BUCKET)

    async def send(self, letter: JobLetter) -> None:
        """Put a job into the queue."""
        await self._js.publish(self._subject(letter.audit, letter.id), JOB.dump_json(letter))

    async def is_waiting(self, audit: str, job: str) -> bool:
        """Tell whether a job waits or is being run."""
        return await self._last(JOBS, self._subject(audit, job)) is not None

    async def take(self, within_s: float = ASK_S) -> Taken | None:
        """Take the next job; None where none came in time, or it was none: that is thrown away."""
        if self._jobs is None:
            self._jobs = await self._taking()
        try:
            (message,) = await self._jobs.fetch(1, timeout=within_s)
        except NothingCameError:
            return None
        try:
            letter = job_letter(message.data)
        except FloorError:
            await message.term()
            return None
        return Taken(letter, message.metadata.num_delivered, message)

    async def keep(self, taken: Taken) -> None:
        """Say that a job is still being run."""
        await taken.message.in_progress()

    async def give_back(self, taken: Taken, after_s: float) -> None:
        """Let somebody take a job again after a while."""
        await taken.message.nak(delay=after_s)

    async def conclude(self, taken: Taken, result: ResultLetter) -> None:
        """Tell what came of a job, for good; only then it leaves the queue."""
        letter = taken.letter
        told = RESULT.dump_json(result)
        if result.why:
            await self._js.publish(f"{UNDER}.dead.{letter.audit}.{letter.id}", told)
        await self._js.publish(f"{UNDER}.results.{letter.audit}.{letter.id}", told)
        await taken.message.ack_sync()

    async def result(self, audit: str, job: str) -> ResultLetter | None:
        """Return what came of a job; None while nothing has."""
        kept = await self._last(RESULTS, f"{UNDER}.results.{audit}.{job}")
        return None if kept is None else RESULT.validate_json(kept.data or b"")

    async def forget(self, audit: str, job: str) -> None:
        """Forget what came of a job."""
        for stream, what in ((RESULTS, "results"), (DEAD, "dead")):
            await self._js.purge_stream(stream, subject=f"{UNDER}.{what}.{audit}.{job}")

    async def tell(self, audit: str, progress: Progress) -> None:
        """Say how far somebody is; nobody need hear it."""
        await self._client.publish(
            f"{UNDER}.progress.{audit}.{progress.id}", PROGRESS.dump_json(progress)
        )

    async def hear(self, audit: str, on_progress: Callable[[Progress], Awaitable[None]]) -> None:
        """Hear how far workers are, and that something came of a job, as progress too."""

        async def heard(message: Msg) -> None:
            with suppress(ValueError):
                await on_progress(PROGRESS.validate_json(message.data))

        await self._client.subscribe(f"{UNDER}.progress.{audit}.*", cb=heard)

    def _subject(self, audit: str, job: str) -> str:
        return f"{UNDER}.jobs.{self._release}.{audit}.{job}"

    async def _taking(self) -> JetStreamContext.PullSubscription:
        name = f"of-{self._release}"
        config = ConsumerConfig(
            name=name,
            durable_name=name,
            filter_subject=f"{UNDER}.jobs.{self._release}.>",
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=self._patience_s,
            max_ack_pending=AT_ONCE,
        )
        await self._js.add_consumer(JOBS, config)
        return await self._js.pull_subscribe_bind(consumer=name, stream=JOBS)

    async def _last(self, stream: str, subject: str) -> RawStreamMsg | None:
        try:
            return await self._js.get_last_msg(stream, subject)
        except NotFoundError:
            return None


async def alive_while(
    work: Awaitable[object], every_s: float, say: Callable[[], Awaitable[None]]
) -> None:
    """Say something every so often, until some work is over."""
    running = asyncio.ensure_future(work)
    while not running.done():
        await say()
        await asyncio.wait({running}, timeout=every_s)
