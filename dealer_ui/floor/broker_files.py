"""The configuration of a broker, written by us: the floor's own, and the leaf of a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from dealer_ui.floor import permissions
from dealer_ui.floor.register import Register
from dealer_ui.floor.subjects import DOMAIN
from dealer_ui.tls import Certified

ACCOUNT, LOCAL, TELLER = "FLOOR", "TABLE", "FLOOR-MQTT"
PATIENCE = {"ping_interval": "5s", "ping_max": 2, "write_deadline": "10s"}
"""A link that is dead without a word is noticed within so long."""
ON_DISK = {"sync_interval": "2s"}
"""What a power cut takes from the broker the floor notices, and asks the table for it again."""
ANY_PORT = -1
MAX_PAYLOAD = 4 * 1024 * 1024
CONFIG, PORTS, PID = "broker.conf", "ports", "broker.pid"


@dataclass(frozen=True, slots=True)
class Joining:
    """How a table reaches the floor: its name there, addresses, whom to believe, its secret."""

    table: str
    hosts: tuple[str, ...]
    leaf_port: int
    ca: Path
    seed: str


def hub_config(register: Register, folder: Path, tls: Certified, password: str) -> str:
    """Return the floor's configuration, with everybody who may speak to it.

    By the password the floor's own MQTT client is known, for as long as this broker runs.
    """
    secured = {"cert_file": str(tls.certificate), "key_file": str(tls.key)}
    known: dict[str, object] = {
        **_common(folder, DOMAIN),
        "jetstream": {"store_dir": str(folder / "streams"), "domain": DOMAIN, **ON_DISK},
        "host": register.listen,
        "port": register.port,
        "tls": secured,
        "leafnodes": {
            "host": register.listen,
            "port": register.leaf_port,
            "tls": secured,
        },
        "accounts": {ACCOUNT: {"jetstream": "enabled", "users": _users(register, password)}},
    }
    if register.mqtt_port:
        known["mqtt"] = {"host": register.listen, "port": register.mqtt_port, "tls": secured}
    return _written(known)


def leaf_config(joining: Joining, folder: Path, password: str) -> str:
    """Return the configuration of a table's leaf: this computer only, and the link to the floor."""
    addresses = [f"tls://{host}:{joining.leaf_port}" for host in joining.hosts]
    remote = {
        "urls": addresses,
        "nkey": joining.seed,
        "account": LOCAL,
        "tls": {"ca_file": str(joining.ca)},
    }
    user = {"user": LOCAL, "password": password}
    return _written(
        {
            **_common(folder, joining.table),
            "host": "127.0.0.1",
            "port": ANY_PORT,
            "leafnodes": {"remotes": [remote], "reconnect": 1},
            "accounts": {LOCAL: {"users": [user]}},
        }
    )


def _common(folder: Path, name: str) -> dict[str, object]:
    return {
        "server_name": name,
        "pid_file": str(folder / PID),
        "ports_file_dir": str(folder / PORTS),
        "max_payload": MAX_PAYLOAD,
        **PATIENCE,
    }


def _users(register: Register, password: str) -> list[dict[str, object]]:
    teller: dict[str, object] = {"user": TELLER, "password": password}
    teller["permissions"] = permissions.for_teller()
    users: list[dict[str, object]] = [{"nkey": register.floor}, teller]
    for name, key in register.tables.items():
        users.append({"nkey": key, "permissions": permissions.for_table(name)})
    for name, key in register.workers.items():
        users.append({"nkey": key, "permissions": permissions.for_worker(name)})
    users += [{"nkey": k, "permissions": permissions.for_wall()} for k in register.walls.values()]
    for name, proof in register.integrators.items():
        known = {"user": name, "password": proof}
        users.append({**known, "permissions": permissions.for_integrator()})
    return users


def _written(known: dict[str, object]) -> str:
    """Return it as JSON, which the broker reads too."""
    return json.dumps(known, indent=1, ensure_ascii=False)
