"""Weights are the ones that the registry names, or nothing runs."""

from __future__ import annotations

import hashlib

import pytest

from engine.faults import Fault
from vision.registry import WeightsError, checked, models_folder, read_registry

ENTRY = '[finder]\nfile = "finder.onnx"\nsha256 = "{sha}"\nversion = "3"\nclasses = ["face"]\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "finder.onnx").write_bytes(b"weights")
    sha = hashlib.sha256(b"weights").hexdigest()
    (tmp_path / "registry.toml").write_text(ENTRY.format(sha=sha), encoding="utf-8")
    return tmp_path


def test_weights_with_the_right_checksum_are_opened(folder):
    weights = read_registry(folder)["finder"]
    assert (weights.version, weights.classes) == ("3", ("face",))
    assert checked(weights) == folder / "finder.onnx"


def test_changed_weights_are_refused_by_name(folder):
    (folder / "finder.onnx").write_bytes(b"weightz")
    with pytest.raises(
        WeightsError, match=r"finder\.onnx are not the ones in the registry"
    ) as caught:
        checked(read_registry(folder)["finder"])
    assert caught.value.fault is Fault.MODEL_BROKEN


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[finder]\nfile = "x"\n', "no field 'sha256'"),
        ('[finder]\nfile = "x"\nsha256 = ""\nprice = 3\n', "unknown field 'price'"),
        ('[finder]\nfile = "x"\nsha256 = ""\nclasses = 3\n', "classes is a list"),
        ("[finder\n", "registry.toml"),
    ],
)
def test_a_wrong_registry_is_refused_with_the_reason(tmp_path, text, said):
    (tmp_path / "registry.toml").write_text(text, encoding="utf-8")
    with pytest.raises(WeightsError, match=said):
        read_registry(tmp_path)


def test_missing_files_are_named(folder, tmp_path):
    (folder / "finder.onnx").unlink()
    with pytest.raises(WeightsError, match=r"finder\.onnx"):
        checked(read_registry(folder)["finder"])
    with pytest.raises(WeightsError, match="no model registry"):
        read_registry(tmp_path / "nowhere")


def test_the_shipped_weights_are_the_registered_ones():
    registry = read_registry(models_folder())
    assert set(registry) == {"finder", "aligner", "whole", "index"}
    for weights in registry.values():
        checked(weights)
