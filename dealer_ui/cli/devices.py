"""`kozyr devices`: what is plugged in, whether it works, what goes over its line, stand-ins."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from dealer_ui.endings import RunFailedError, bad_input

if TYPE_CHECKING:
    from hardware.line import Way
    from hardware.simulators.peer import Device, Peer

app = typer.Typer(help="List, test, trace and simulate lights and shoes.", no_args_is_help=True)

Words = Annotated[
    str, typer.Argument(help="The device as after --light, or shoe:PORT.", metavar="DEVICE")
]
Lang = Annotated[str | None, typer.Option("--lang", help="Language: ru, be or en.", metavar="LANG")]


class _Closed(Protocol):
    def close(self) -> None: ...


@unique
class Kind(StrEnum):
    """A device that can be simulated."""

    TOWER_LIGHT = "tower-light"
    STACK_LIGHT = "sl60"
    WLED = "wled"
    MODBUS = "modbus"
    SHOE = "shoe"
    COUNTING_SHOE = "counting-shoe"


@app.command("simulate")
def simulate(
    kind: Annotated[Kind, typer.Argument(help="What to stand in for.")],
    link: Annotated[Path, typer.Option("--link", help="Path under which the port will be found.")],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="Stop after so long; 0 goes on.")
    ] = 0.0,
) -> None:
    """Be a device on a real terminal; faults are typed on the keyboard, such as `garble 3`."""
    from hardware.simulators.screen import SYNTAX, run

    with bad_input():
        peer = peer_of(kind, link)
        peer.start()
    typer.echo(f"A simulated {kind} is plugged in at {link}; Ctrl-C pulls it.")
    typer.echo(SYNTAX)
    run(peer, seconds=seconds)
    typer.echo("Pulled.")


def peer_of(kind: Kind, link: Path) -> Peer[Device]:
    """Return a simulated device of a kind."""
    from hardware.modbus_maps import load_map
    from hardware.shoe_words import Ability
    from hardware.simulators.modbus_light import ModbusLightDevice
    from hardware.simulators.peer import Peer
    from hardware.simulators.shoe import ShoeDevice
    from hardware.simulators.stack_light import StackLightDevice
    from hardware.simulators.tower_light import TowerLightDevice
    from hardware.simulators.wled import WledDevice

    made: dict[Kind, Callable[[], Device]] = {
        Kind.TOWER_LIGHT: TowerLightDevice,
        Kind.STACK_LIGHT: StackLightDevice,
        Kind.WLED: WledDevice,
        Kind.MODBUS: lambda: ModbusLightDevice(load_map("relays")),
        Kind.SHOE: ShoeDevice,
        Kind.COUNTING_SHOE: lambda: ShoeDevice(abilities=Ability.COUNTS | Ability.LAMP),
    }
    return Peer(link, made[kind]())


@app.command("list")
def list_devices(lang: Lang = None) -> None:
    """List the serial ports and busy lights of this machine, and what may hang on them."""
    from dealer_ui.device_words import catalogue_of
    from hardware.finding import found_ports, likely

    words = catalogue_of(lang)
    ports = found_ports()
    for port in ports:
        number = port.serial_number or "-"
        guess = words.text(f"devices.likely.{likely(port)}")
        typer.echo(f"{port.name}  {port.described}  {number}  {guess}")
    if not ports:
        typer.echo(words.text("devices.none"))


@app.command("test")
def try_device(
    device: Annotated[
        str | None,
        typer.Argument(help="The device; all of the table's if unset.", metavar="DEVICE"),
    ] = None,
    *,
    settings: Annotated[
        Path | None, typer.Option("--settings", help="The table's file, SETTINGS.toml.")
    ] = None,
    ask: Annotated[
        bool | None,
        typer.Option("--ask/--no-ask", help="Ask what is seen of a light that cannot say it."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="How long each signal stays.")
    ] = 1.5,
    lang: Lang = None,
) -> None:
    """Go through the devices at the beginning of a shift, and tick off what works.

    Of a light that cannot say what it shows, whoever sits at the keyboard is asked.
    """
    from dealer_ui.device_words import catalogue_of
    from dealer_ui.ticking import TickList, devices_of, ticks_of

    with bad_input():
        devices = [device] if device else devices_of(settings, lang)
        ticked = TickList(catalogue_of(lang), typer.echo, _asker(ask=ask))
        for words in devices:
            ticked.go_through(words, ticks_of(words, seconds))
    if ticked.failed:
        raise RunFailedError(ticked.words.text("devices.failed", count=ticked.failed))


def _asker(*, ask: bool | None) -> Callable[[str], bool] | None:
    """Return who is asked: whoever sits at the keyboard, or nobody."""
    if ask is False or (ask is None and not sys.stdin.isatty()):
        return None
    return lambda question: typer.confirm(question, default=True)


@app.command("trace")
def trace(
    device: Words,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="Stop after so long; 0 goes on.")
    ] = 0.0,
) -> None:
    """Drive a device and print every byte of its line, with time and way, until Ctrl-C."""
    from engine.signals import Signal
    from hardware.choosing import Wishes, light_place, open_light
    from hardware.line import Listeners
    from hardware.shoes import SCHEME, ShoeWishes, open_shoe

    begun = time.monotonic()

    def show(way: Way, data: bytes, at: float) -> None:
        typer.echo(f"{at - begun:9.3f} {'->' if way == 'sent' else '<-'} {data.hex(' ')}")

    listeners = Listeners(
        on_health=lambda health: typer.echo(f"{health.state} {health.detail}"), on_bytes=show
    )
    with bad_input():
        if device.startswith(SCHEME):
            opened: _Closed = open_shoe(device, ShoeWishes(listeners=listeners))
        else:
            light = open_light(light_place(device), Wishes(listeners=listeners, has_will=False))
            light.show(Signal.WAITING)
            opened = light
    with suppress(KeyboardInterrupt):
        _wait(seconds)
    opened.close()


def _wait(seconds: float) -> None:
    ends_at = time.monotonic() + seconds if seconds else float("inf")
    while (left := ends_at - time.monotonic()) > 0:
        time.sleep(min(left, 1.0))
