"""`make mutation`: wrong programs on purpose, a sample of them, and which ones no test notices.

    python -m tests.mutation 120 2001

takes that many mutants of the rules by that seed, in a copy of the last commit, and prints what
survives; stopped by Ctrl+C, it prints what it knows so far. `docs/mutation.md` says what survived
and why.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    *("engine", "journal", "docs"),
    *("tests/engine", "tests/journal", "tests/golden", "tests/conftest.py"),
)
NOT_RULES = (
    *("reading*", "table", "shoe*", "seat_signs", "steady_signal", "watch", "correcting"),
    *("truths", "standing", "entries", "unseen"),
)
"""What reads the table and runs the line: its tests are films and drawn tables, and slow."""
FIRST = ("rule_cases", "cases_more", "125_*", "127_*", "r[0-9]*", "h20_*", "a*", "b*")
"""Quick tests that notice most: they come before the rest."""
SLOW = (
    *("full_games", "random_play", "watch", "reading*", "filmed_games", "metamorphic"),
    *("two_referees", "perft", "correction*", "steady_signal", "truths", "shoe"),
)
"""Left out: they are slow, or their business is what reads the table; chance finds other things."""
ANNOTATIONS = "core/ReplaceBinaryOperator_BitOr_%"
"""Mutants of `|`: nearly all stand in annotations, which nothing evaluates."""


def config(folder):
    """Write the tool's settings; the tests run from the copy."""
    skipped = " ".join(f"--ignore-glob=tests/engine/test_{name}.py" for name in SLOW)
    first = sorted(
        str(path.relative_to(ROOT))
        for name in FIRST
        for path in ROOT.glob(f"tests/engine/test_{name}.py")
    )
    run = f"{sys.executable} -m pytest -q -x -p no:randomly -p no:cacheprovider {skipped}"
    tests = f"{run} {' '.join(first)}"
    outside = ", ".join(f'"engine/{name}.py"' for name in NOT_RULES)
    path = folder / "mutation.toml"
    path.write_text(
        f'[cosmic-ray]\nmodule-path = ["engine"]\ntimeout = 900.0\nexcluded-modules = [{outside}]\n'
        f'test-command = "{tests} tests/engine"\n[cosmic-ray.distributor]\nname = "local"\n',
        encoding="utf-8",
    )
    return path


def sampled(session, wanted, seed):
    """Keep so many mutants of a session by chance; return how many there were."""
    with sqlite3.connect(session) as store:
        every = sorted(
            store.execute(
                "SELECT module_path, start_pos_row, start_pos_col, operator_name, occurrence, "
                "job_id FROM mutation_specs WHERE operator_name NOT LIKE ?",
                (ANNOTATIONS,),
            )
        )
        kept = {row[-1] for row in random.Random(seed).sample(every, min(wanted, len(every)))}
        for table in ("mutation_specs", "work_items"):
            for (job,) in store.execute(f"SELECT job_id FROM {table}").fetchall():  # noqa: S608
                if job not in kept:
                    store.execute(f"DELETE FROM {table} WHERE job_id = ?", (job,))  # noqa: S608
    return len(every)


def told(session):
    """Print how many were noticed, and every one that was not."""
    with sqlite3.connect(session) as store:
        for outcome, count in store.execute(
            "SELECT test_outcome, count(*) FROM work_results GROUP BY test_outcome"
        ):
            print(f"{outcome.lower()}: {count}")  # noqa: T201
        for (diff,) in store.execute(
            "SELECT diff FROM work_results WHERE test_outcome = 'SURVIVED'"
        ):
            print(diff)  # noqa: T201


def main(wanted, seed):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = [part for part in PARTS if (ROOT / part).exists()]
        packed = subprocess.run(
            ["git", "archive", "HEAD", "pyproject.toml", *parts],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        subprocess.run(["tar", "-x", "-C", name], input=packed.stdout, check=True)
        tool, session = Path(sys.executable).with_name("cosmic-ray"), folder / "session.sqlite"
        settings = config(folder)
        # Tests that fail anyway would notice every mutant, and prove nothing.
        subprocess.run([tool, "baseline", settings], cwd=folder, check=True)
        subprocess.run([tool, "init", settings, session], cwd=folder, check=True)
        print(f"{sampled(session, wanted, seed)} mutants, {wanted} of them by seed {seed}")  # noqa: T201
        # Stopped or killed, what is known so far is told all the same.
        with suppress(KeyboardInterrupt, subprocess.CalledProcessError):
            subprocess.run([tool, "exec", settings, session], cwd=folder, check=True)
        told(session)


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] or ["120", "2001"])))
