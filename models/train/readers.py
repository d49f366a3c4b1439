"""Train the aligner and the two readers together, from the same patches.

``python -m models.train.readers --minutes 30``. Each decoded patch gives a crop for the
aligner, one for the whole-card reader and both index corners, jittered as the aligner errs. Stops
by the clock and can go on (``--resume``), or from the networks that are live (``--shipped``).
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader

from models.draw.decks import WORK
from models.train.networks import Small, aligner, index_reader, whole_reader
from models.train.patches import SKIP, Patches
from models.train.precision import autocast
from models.train.shipped import go_on_from
from vision.registry import checked, read_registry


def corner_loss(said: torch.Tensor, true: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Compare corners; a card turned by half a turn is the same card."""
    turned = true.reshape(-1, 4, 2).roll(2, 1).reshape(-1, 8)
    loss = nn.functional.smooth_l1_loss
    one = loss(said[:, :8], true, reduction="none", beta=0.02).mean(1)
    two = loss(said[:, :8], turned, reduction="none", beta=0.02).mean(1)
    presence = nn.functional.binary_cross_entropy_with_logits(said[:, 8], there)
    return (torch.minimum(one, two) * there).sum() / there.sum().clamp(min=1) * 20 + presence * 0.3


@dataclass
class Trained:
    """The three networks with their averaged twins and optimizers."""

    networks: dict[str, Small]
    averages: dict[str, torch.optim.swa_utils.AveragedModel]
    optimizer: torch.optim.Optimizer


def averaged(kept: torch.Tensor, new: torch.Tensor, count: torch.Tensor | int) -> torch.Tensor:
    """Average weights over the last steps; at first over few, to forget the beginning."""
    decay = min(0.998, (1 + int(count)) / (10 + int(count)))
    return kept * decay + new * (1 - decay) if kept.is_floating_point() else new


def start(resume: Path | None, shown: list[torch.Tensor] | None = None) -> Trained:
    """Make the networks, or load a run's; with a batch to show them, those that are live."""
    networks = {"aligner": aligner(), "whole": whole_reader(), "index": index_reader()}
    if shown:
        crops = {"aligner": shown[0], "whole": shown[3], "index": shown[5]}
        for name, network in networks.items():
            go_on_from(network, checked(read_registry()[name]), channels_last(crops[name]))
    if resume:
        kept = torch.load(resume, weights_only=True)
        for name, network in networks.items():
            network.load_state_dict(kept[name])
    for network in networks.values():
        network.to(memory_format=torch.channels_last)
    averages = {
        n: torch.optim.swa_utils.AveragedModel(m, avg_fn=averaged, use_buffers=True)
        for n, m in networks.items()
    }
    weights = [p for m in networks.values() for p in m.parameters()]
    return Trained(networks, averages, torch.optim.AdamW(weights, lr=2e-3, weight_decay=0.02))


def channels_last(batch: torch.Tensor) -> torch.Tensor:
    """Flatten samples and lay pictures out for the convolutions."""
    return batch.reshape(-1, *batch.shape[-3:]).contiguous(memory_format=torch.channels_last)


def losses(networks: dict, batch: list[torch.Tensor], wanted: list[str]) -> dict[str, torch.Tensor]:
    """Compute the loss of each wanted network on one batch."""
    loose, corners, there, wholes, label, indices, marks = batch
    parts = {"aligner": loose, "whole": wholes, "index": indices}
    with autocast():
        said = {n: networks[n](channels_last(parts[n])).float() for n in wanted}
    entropy = partial(nn.functional.cross_entropy, ignore_index=SKIP, label_smoothing=0.02)
    ways = {
        "aligner": lambda x: corner_loss(x, corners, there),
        "whole": lambda x: entropy(x, label),
        "index": lambda x: entropy(x, marks.reshape(-1)),
    }
    return {name: ways[name](answer) for name, answer in said.items()}


@torch.inference_mode()
def evaluate(networks: dict, loader: DataLoader) -> dict[str, float]:
    """Measure on decks held out: corner error in parts of the crop, accuracy of both readers."""
    sums: dict[str, list[float]] = {k: [] for k in ("corner", "whole", "whole_numbers", "index")}
    for batch in loader:
        loose, corners, there, wholes, label, indices, marks = batch
        said = networks["aligner"](channels_last(loose))[:, :8].reshape(-1, 4, 2)
        true = corners.reshape(-1, 4, 2)
        error = torch.minimum(
            (said - true).norm(dim=2).mean(1), (said - true.roll(2, 1)).norm(dim=2).mean(1)
        )
        sums["corner"] += error[there > 0].tolist()
        right = networks["whole"](channels_last(wholes)).argmax(1) == label
        known = label
        sums["whole"] += right[(known >= 0) & (known < 52)].float().tolist()
        sums["whole_numbers"] += right[(known >= 0) & (known < 40)].float().tolist()
        flat = marks.reshape(-1)
        right = networks["index"](channels_last(indices)).argmax(1) == flat
        sums["index"] += right[(flat >= 0) & (flat < 52)].float().tolist()
    return {
        k: round(float(np.median(v) if k == "corner" else np.mean(v)), 4) for k, v in sums.items()
    }


def save(trained: Trained, path: Path, figures: dict) -> None:
    """Keep the averaged networks, to export, and the plain ones, to go on from."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({n: a.module.state_dict() for n, a in trained.averages.items()}, path)
    torch.save({n: m.state_dict() for n, m in trained.networks.items()}, path.with_name("plain.pt"))
    path.with_suffix(".json").write_text(json.dumps(figures, indent=1))


def main() -> None:
    """Train until the time is up."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=30)
    words.add_argument("--batch", type=int, default=64)
    words.add_argument("--name", default="readers")
    words.add_argument("--lr", type=float, default=2e-3)
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--threads", type=int, default=1)
    words.add_argument(
        "--only", nargs="+", default=["aligner", "whole", "index"], help="which to train"
    )
    words.add_argument("--resume", type=Path)
    words.add_argument("--shipped", action="store_true", help="start from the live networks")
    asked = words.parse_args()
    torch.set_num_threads(asked.threads)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    loader = DataLoader(
        Patches("train", 1),
        asked.batch,
        shuffle=True,
        drop_last=True,
        num_workers=asked.workers,
        persistent_workers=asked.workers > 0,
    )
    check = DataLoader(Patches("val", 1), 64)
    trained = start(asked.resume, next(iter(loader)) if asked.shipped else None)
    began, last_said, seen, step = time.monotonic(), 0.0, 0, 0
    while (part := (time.monotonic() - began) / 60 / asked.minutes) < 1:
        for batch in loader:
            part = (time.monotonic() - began) / 60 / asked.minutes
            rate = (
                asked.lr
                * min(1, step / 100)
                * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * min(part, 1))))
            )
            for group in trained.optimizer.param_groups:
                group["lr"] = rate
            found = losses(trained.networks, batch, asked.only)
            trained.optimizer.zero_grad()
            sum(found.values()).backward()
            nn.utils.clip_grad_norm_(
                [p for g in trained.optimizer.param_groups for p in g["params"]], 5.0
            )
            trained.optimizer.step()
            for name, average in trained.averages.items():
                average.update_parameters(trained.networks[name])
            seen, step = seen + len(batch[0]), step + 1
            if step % 100 == 0:
                print(
                    f"{part:.3f} {seen} "
                    + " ".join(f"{k} {v.item():.4f}" for k, v in found.items()),
                    flush=True,
                )
            if part >= 1 or part - last_said > 0.12:
                last_said = part
                for average in trained.averages.values():
                    average.eval()
                figures = evaluate(trained.averages, check) | {
                    "patches": seen,
                    "minutes": round(part * asked.minutes, 1),
                }
                print(figures, flush=True)
                save(trained, WORK / "runs" / asked.name / "readers.pt", figures)
            if part >= 1:
                break


if __name__ == "__main__":
    main()
