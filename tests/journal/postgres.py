"""A PostgreSQL server of our own for the tests, in a folder that goes away with them."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOMES = ("/usr/lib/postgresql", "/opt/homebrew/opt/postgresql")


def program(name: str) -> Path | None:
    """Return where a program of the server lies; distributions keep them off the path."""
    if found := shutil.which(name):
        return Path(found).resolve()
    newest = sorted(path for home in HOMES for path in Path(home).glob(f"*/bin/{name}"))
    return newest[-1] if newest else None


@contextmanager
def running_server() -> Iterator[str]:
    """Run a server that only this machine reaches; give its address without a journal's name."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    assert initdb is not None
    assert pg_ctl is not None
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="kozyr-pg-"))  # a socket's path has to be short
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)

    def run(*command: object) -> None:
        subprocess.run(
            [str(part) for part in command], user=user, check=True, stdout=subprocess.DEVNULL
        )

    data = folder / "data"
    try:
        run(initdb, "-D", data, "-U", "floor", "-A", "trust", "-E", "UTF8", "--no-sync")
        only_here = f"-k {folder} -c listen_addresses='' -c synchronous_commit=on"
        run(pg_ctl, "-D", data, "-w", "-l", folder / "log", "-o", only_here, "start")
        try:
            yield f"postgresql://floor@/postgres?host={folder}"
        finally:
            run(pg_ctl, "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
