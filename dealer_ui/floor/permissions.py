"""What each may say and hear on the broker, and nothing more."""

from __future__ import annotations

from dealer_ui.floor.subjects import API, AUDIT_STREAMS, COMMANDS, bucket_of, inbox_of, own

Permissions = dict[str, dict[str, list[str]]]


def for_table(name: str) -> Permissions:
    """Return a table's: its own rows, its own commands, its own clips."""
    mine = own(name)
    says = [
        f"{mine}.rows.>",
        f"{mine}.texts.>",
        f"{mine}.presence",
        f"{mine}.snapshot",
        f"{API}.CONSUMER.MSG.NEXT.{COMMANDS}.{name}",
        f"$JS.ACK.{COMMANDS}.{name}.>",
        *_object_puts(name),
    ]
    return _allowing(says, [f"{inbox_of(name)}.>"])


def for_worker(name: str) -> Permissions:
    """Return an audit worker's: the streams of audits, and no table's."""
    says = ["kozyr.audit.>", f"{inbox_of(name)}.>"]
    for stream in AUDIT_STREAMS:
        says += [
            f"$JS.API.STREAM.*.{stream}",
            f"$JS.API.STREAM.MSG.*.{stream}",
            f"$JS.API.DIRECT.GET.{stream}",
            f"$JS.API.DIRECT.GET.{stream}.>",
            f"$JS.API.CONSUMER.*.{stream}",
            f"$JS.API.CONSUMER.*.{stream}.>",
            f"$JS.API.CONSUMER.MSG.NEXT.{stream}.>",
            f"$JS.ACK.{stream}.>",
            f"$JS.FC.{stream}.>",
        ]
    says += ["$JS.API.INFO", "$JS.API.STREAM.NAMES", "$O.AUDIT.>", "$KV.AUDIT.>"]
    return _allowing(says, ["kozyr.audit.>", f"{inbox_of(name)}.>"])


def for_wall() -> Permissions:
    """Return a wall's: how tables stand, as their own pages show it; it says nothing."""
    return _allowing([], ["kozyr.*.snapshot"])


def for_integrator() -> Permissions:
    """Return an integrator's: what webhooks tell too, and how tables stand; says nothing."""
    return _allowing([], ["kozyr.*.told", "kozyr.*.told.>", "kozyr.*.state", "$MQTT.sub.>"])


def for_teller() -> Permissions:
    """Return that of the floor's own MQTT client: it tells integrators, and hears nothing."""
    return {"publish": {"allow": ["kozyr.*.told.>", "kozyr.*.state"]}, "subscribe": {"deny": [">"]}}


def _object_puts(name: str) -> list[str]:
    bucket = bucket_of(name)
    return [f"$O.{bucket}.>", *(f"{API}.{ask}" for ask in _asks(f"OBJ_{bucket}"))]


def _asks(stream: str) -> tuple[str, ...]:
    return (
        f"STREAM.INFO.{stream}",
        f"STREAM.PURGE.{stream}",
        f"DIRECT.GET.{stream}.>",
        f"STREAM.MSG.GET.{stream}",
    )


def _allowing(says: list[str], hears: list[str]) -> Permissions:
    told = {"allow": says} if says else {"deny": [">"]}
    return {"publish": told, "subscribe": {"allow": hears}}
