"""What is sent: a job with all that it depends on, its outcome, and how far somebody is with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from calibration.profile import profile_document, profile_from
from dealer_ui.auditing.line import Job
from dealer_ui.auditing.recordings import Booking
from dealer_ui.auditing.sittings import label_of
from dealer_ui.floor.subjects import FloorError
from dealer_ui.settings import Settings
from engine.faults import Cause
from engine.house import load_rules, parse_rules
from vision.sitting import Reel


@dataclass(frozen=True, slots=True)
class ReelLetter:
    """One recording: below the shared folder, or else an object in the broker's store."""

    name: str
    begins_s: float
    shared: str = ""
    stored: str = ""


@dataclass(frozen=True, slots=True)
class JobLetter:
    """A sitting that is to be run; `label` names everything that its outcome depends on."""

    id: str
    audit: str
    label: str
    name: str
    profile: dict[str, object]
    reels: tuple[ReelLetter, ...]
    begun: datetime | None
    rules: str
    rules_text: str
    dealer: str
    backend: str
    deck: str
    frames: int
    format: Literal["kozyr-audit-job/1"] = "kozyr-audit-job/1"


@dataclass(frozen=True, slots=True)
class ResultLetter:
    """What came of a job: what the sitting was, or why it could not be run."""

    id: str
    worker: str
    took_s: float
    worked_s: float
    """Of it on a processor: what a job costs, however busy the computer was."""
    name: str = ""
    frames: int = 0
    seconds: float = 0.0
    troubles: tuple[tuple[str, str], ...] = ()
    why: str = ""
    """Why it could not be run; nothing where it was."""
    format: Literal["kozyr-audit-result/1"] = "kozyr-audit-result/1"


@unique
class State(StrEnum):
    """How a job stands; the value is translated."""

    WAITING = "waiting"
    RUNNING = "running"
    AGAIN = "again"
    """It did not come off, and is tried again."""
    DONE = "done"
    DEAD = "dead"
    """It did not come off as often as it was tried: it is laid aside."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a worker is with a job."""

    id: str
    state: State
    worker: str = ""
    frames: int = 0
    tries: int = 0
    why: str = ""


JOB, RESULT, PROGRESS = TypeAdapter(JobLetter), TypeAdapter(ResultLetter), TypeAdapter(Progress)


def job_letter(data: bytes) -> JobLetter:
    """Read a job; raises FloorError for what is none."""
    try:
        return JOB.validate_json(data)
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        raise FloorError(f"not a job of an audit: {why}", Cause("letter-wrong", ""), why) from None


def letter_of(job: Job, audit: str, rules: tuple[str, str], frames: int) -> JobLetter:
    """Return the letter of a job, its recordings not addressed yet; `rules` are name and text."""
    label = label_of(job)
    booking, settings = job.booking, job.settings
    return JobLetter(
        label[:16],
        audit,
        label,
        booking.name,
        profile_document(booking.profile),
        tuple(ReelLetter(reel.path.name, reel.begins_s) for reel in booking.reels),
        booking.begun,
        *rules,
        job.dealer,
        str(settings.backend),
        settings.deck,
        frames,
    )


def job_of(letter: JobLetter, paths: Sequence[Path], settings: Settings) -> Job:
    """Return the job of a letter, with its recordings where they lie here.

    Raises ProfileError and RulesError for what this release does not know, and FloorError where
    the outcome would be another one: another recording, another deck, other weights.
    """
    profile = profile_from(letter.profile, letter.name)
    reels = tuple(Reel(path, reel.begins_s) for path, reel in zip(paths, letter.reels, strict=True))
    booking = Booking(letter.name, profile, reels, letter.begun)
    rules = parse_rules(letter.rules_text) if letter.rules_text else load_rules(letter.rules)
    chosen = settings.model_copy(update={"backend": letter.backend, "deck": letter.deck})
    job = Job(booking, rules, chosen, letter.dealer)
    if label_of(job) != letter.label:
        told = f"{letter.name}: here it would not be what was sent"
        raise FloorError(told, Cause("letter-changed", letter.name))
    return job
