"""How a floor is set up, and what a table or a worker is given to join it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import bcrypt

from dealer_ui.floor.broker_files import Joining
from dealer_ui.floor.connection import Reached
from dealer_ui.floor.credentials import fresh_pair, write_secret
from dealer_ui.floor.passes import Pass
from dealer_ui.floor.register import FILE, Register, read_register, write_register
from dealer_ui.floor.signing import signing_key_at
from dealer_ui.floor.subjects import DOMAIN, FloorError
from dealer_ui.tls import Certified, made_tls
from engine.faults import Cause

SEED, TLS = "floor.seed", "tls"
LOCAL = ("localhost", "127.0.0.1")
ROUNDS, PREFIX = 8, b"2a"
"""The password is 192 random bits: nobody guesses it, and the broker should not be slowed down."""


def set_up(folder: Path, register: Mapping[str, object], now: datetime) -> Register:
    """Make a floor's folder: its file, its keys, its authority; raises FloorError and OSError."""
    if (folder / FILE).exists():
        told = f"{folder / FILE}: there is a floor already"
        raise FloorError(told, Cause("floor-there", str(folder / FILE)))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    pair = fresh_pair()
    write_secret(folder / SEED, pair.seed)
    signing_key_at(folder)
    made = Register.model_validate({**register, "floor": pair.public})
    made_tls(folder / TLS, (*made.hosts, *LOCAL), now)
    write_register(folder, made)
    return made


def tls_of(folder: Path) -> Certified:
    """Return by what a floor proves that it is the house's."""
    return Certified(folder / TLS / "server.pem", folder / TLS / "server.key")


def ca_of(folder: Path) -> str:
    """Return the certificate of the house's authority (PEM); raises OSError."""
    return (folder / TLS / "ca.pem").read_text(encoding="utf-8")


def floor_itself(folder: Path, register: Register) -> Reached:
    """Return how the floor's own program reaches the broker beside it; raises OSError."""
    seed = (folder / SEED).read_text(encoding="utf-8")
    return Reached(f"tls://localhost:{register.port}", DOMAIN, seed=seed, ca=ca_of(folder))


def reached_by(given: Pass) -> Reached:
    """Return how a worker reaches the broker with what it was given."""
    address = f"tls://{given.hosts[0]}:{given.port}"
    return Reached(address, given.name, seed=given.seed, ca=given.ca)


def admit(folder: Path, kind: str, name: str) -> Pass:
    """Let somebody join: of `tables`, `workers` or `walls`; raises FloorError and OSError."""
    register, pair = read_register(folder), fresh_pair()
    write_register(folder, register.with_one(kind, name, pair.public))
    return Pass(
        kind,
        name,
        register.hosts,
        register.port,
        register.leaf_port,
        pair.seed,
        ca_of(folder),
        signing_key_at(folder).public,
    )


def admit_integrator(folder: Path, name: str) -> str:
    """Let a program listen by MQTT, and return its password; raises FloorError and OSError."""
    password = secrets.token_urlsafe(24)
    proof = bcrypt.hashpw(password.encode(), bcrypt.gensalt(ROUNDS, PREFIX)).decode()
    write_register(folder, read_register(folder).with_one("integrators", name, proof))
    return password


def unpacked(given: Pass, folder: Path) -> Joining:
    """Lay down what a leaf reads from a file of its own; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    ca = folder / "ca.pem"
    write_secret(ca, given.ca)
    return Joining(given.name, given.hosts, given.leaf_port, ca, given.seed)
