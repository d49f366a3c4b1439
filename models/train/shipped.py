"""Go on from the networks that are shipped, when the run that made them is gone.

An exported network has its batch norms folded into its convolutions. Put back as they are, they
would be normalised away at the first training step. So each norm gets the mean and the spread that
its convolution shows on some pictures, and the scale and shift that undo both: the network says the
same as before, and goes on from there.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

Folded = tuple[str, torch.Tensor, torch.Tensor | None]
"""A layer of an exported network: its name there, its weights, its shift."""

ONE_TO_ONE = "one2one_"
"""The finder's second head, which is trained beside the first and not exported."""


def go_on_from(network: nn.Module, exported: Path, pictures: torch.Tensor) -> None:
    """Load what an exported network weighs into a network that is to be trained.

    `pictures` (count, 3, height, width, scaled to 0 to 1) are such as it will be trained on.
    Raises ValueError where a layer of the export has no place in the network.
    """
    norms = {
        id(layer): norm
        for layer, norm in pairwise(network.modules())
        if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d)
    }
    with torch.no_grad():
        for layer, (_, weight, shift) in _placed(network, exported):
            layer.weight.copy_(weight)
            if shift is None:
                continue
            norm = norms.get(id(layer))
            if norm is None:
                layer.bias.copy_(shift)
            else:
                _stand_still(norm, shift)
        _settle(network, list(norms.values()), pictures)


def _placed(network: nn.Module, exported: Path) -> list[tuple[nn.Module, Folded]]:
    """Find the layer of the network for each layer of the export: by name, or by their order."""
    layers = {n: m for n, m in network.named_modules() if isinstance(m, nn.Conv2d | nn.Linear)}
    folded = _folded(exported)
    if folded[0][0] in layers:
        named = {name: layer for layer in folded for name in (layer[0], _twin(layer[0]))}
        found = [(part, named[name]) for name, part in layers.items() if name in named]
    else:
        found = list(zip(layers.values(), folded, strict=True))
    if any(part.weight.shape != weight.shape for part, (_, weight, _) in found):
        raise ValueError(f"{exported}: exported from a network of another kind")
    return found


def _twin(name: str) -> str:
    """Name the layer of the finder's second head that stands beside one of the first."""
    before, middle, after = name.partition(".cv")
    return f"{before}.{ONE_TO_ONE}cv{after}" if middle else name


def _folded(exported: Path) -> list[Folded]:
    """Read the layers of an exported network, in the order in which they are run."""
    graph = onnx.load(str(exported)).graph
    weights = {i.name: np.array(numpy_helper.to_array(i)) for i in graph.initializer}
    found: list[Folded] = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, *shift = (torch.from_numpy(weights[name]) for name in node.input[1:])
            found.append((node.input[1].removesuffix(".weight"), weight, next(iter(shift), None)))
    return found


def _stand_still(norm: nn.BatchNorm2d, shift: torch.Tensor) -> None:
    """Make a norm only add what was folded into the convolution before it."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0)
    norm.weight.fill_((1.0 + norm.eps) ** 0.5)
    norm.bias.copy_(shift)


def _settle(network: nn.Module, norms: list[nn.BatchNorm2d], pictures: torch.Tensor) -> None:
    """Let each norm take the mean and the spread of what reaches it, and undo both."""
    met: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}

    def meet(norm: nn.BatchNorm2d, given: tuple[torch.Tensor]) -> None:
        found = given[0].float()
        met[id(norm)] = (found.mean((0, 2, 3)), found.var((0, 2, 3)))

    hooks = [norm.register_forward_pre_hook(meet) for norm in norms]
    was_training = network.training
    network.eval()(pictures)
    network.train(was_training)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        if id(norm) in met:
            mean, spread = met[id(norm)]
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)
