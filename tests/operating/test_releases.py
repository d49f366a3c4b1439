"""A release is checked before it is installed: every change is found, by others' tools too."""

from __future__ import annotations

import shutil
import stat
import subprocess

import pytest

from dealer_ui.endings import BadInputError
from dealer_ui.operating.releases import SIGNATURE, SUMS, make_key, sign, verify


@pytest.fixture
def released(tmp_path):
    """Return a signed folder, its private key and its public one."""
    folder, key = tmp_path / "dist", tmp_path / "release.key"
    folder.mkdir()
    (folder / "kozyr-0.1.0.whl").write_bytes(b"wheel")
    (folder / "kozyr.cdx.json").write_bytes(b"{}")
    public = make_key(key)
    assert sign(folder, key) == ("kozyr-0.1.0.whl", "kozyr.cdx.json")
    return folder, key, public


def test_a_release_as_it_was_signed_is_taken(released):
    folder, _, public = released
    assert verify(folder, public) == ("kozyr-0.1.0.whl", "kozyr.cdx.json")


HARM = {
    "a file changed": lambda folder: (folder / "kozyr-0.1.0.whl").write_bytes(b"whee1"),
    "a file missing": lambda folder: (folder / "kozyr.cdx.json").unlink(),
    "a file added": lambda folder: (folder / "evil.whl").write_bytes(b"x"),
    "sums changed": lambda folder: (folder / SUMS).write_bytes(b"0" * 64 + b"  kozyr-0.1.0.whl\n"),
    "no signature": lambda folder: (folder / SIGNATURE).unlink(),
    "half a signature": lambda folder: (folder / SIGNATURE).write_bytes(b"x" * 32),
}


@pytest.mark.parametrize("harm", HARM)
def test_every_change_is_found(released, harm):
    folder, _, public = released
    HARM[harm](folder)
    with pytest.raises(BadInputError):
        verify(folder, public)


def test_another_key_is_not_ours(released, tmp_path):
    folder, _, _ = released
    with pytest.raises(BadInputError, match="not signed with"):
        verify(folder, make_key(tmp_path / "other.key"))


def test_the_key_is_private_and_never_replaced(released):
    _, key, _ = released
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    with pytest.raises(BadInputError):
        make_key(key)


@pytest.mark.parametrize("text", [b"", b"not a key", b"-----BEGIN PUBLIC KEY-----\n"])
def test_what_is_no_key_is_said_to_be_none(released, text):
    folder, key, public = released
    public.write_bytes(text)
    key.write_bytes(text)
    with pytest.raises(BadInputError):
        verify(folder, public)
    with pytest.raises(BadInputError):
        sign(folder, key)


def test_everybodys_tools_agree(released):
    folder, _, public = released
    if shutil.which("openssl") is None or shutil.which("sha256sum") is None:
        pytest.skip("openssl or sha256sum is not installed here")
    checked = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", public]
    checked += ["-sigfile", folder / SIGNATURE, "-in", folder / SUMS]
    subprocess.run(checked, check=True, capture_output=True)
    subprocess.run(["sha256sum", "--check", SUMS], cwd=folder, check=True, capture_output=True)


def test_on_the_command_line(tmp_path, kozyr):
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "a.whl").write_bytes(b"a")
    public = kozyr("release", "key", tmp_path / "k").out.strip()
    assert kozyr("release", "sign", folder, "--key", tmp_path / "k").out == "a.whl\n"
    assert kozyr("release", "verify", folder, "--key", public).code == 0
    (folder / "a.whl").write_bytes(b"b")
    assert kozyr("release", "verify", folder, "--key", public).code == 2
