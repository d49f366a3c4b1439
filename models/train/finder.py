"""Train the finder: one small YOLO with oriented boxes for faces, backs and hands.

``python -m models.train.finder --minutes 70 --name finder``. On a CPU ultralytics turns mixed
precision off; here the forward pass runs in bfloat16 all the same where the processor has it, and
the loss in float32. A run that was stopped goes on with ``--resume``; ``--shipped`` starts from the
finder that is live, whose run may be gone.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false")

import cv2
import numpy as np
import torch
import ultralytics.engine.trainer as engine_trainer
from ultralytics import settings
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

from models.draw.decks import WORK
from models.draw.write import SET
from models.train.precision import autocast
from models.train.shipped import go_on_from
from vision.registry import checked, read_registry

SETTLED_ON = 32
"""So many pictures tell the batch norms of a shipped network what reaches them."""

settings.update({"sync": False})


def bfloat16_on_cpu(_enabled: object, **_device: object) -> torch.autocast:
    """Stand in for ultralytics' autocast, which refuses bfloat16 without a CUDA device."""
    return autocast()


def as_float32(predictions: object) -> object:
    """Bring predictions back to float32, so that boxes are compared at full precision."""
    if isinstance(predictions, torch.Tensor):
        return predictions.float() if predictions.is_floating_point() else predictions
    if isinstance(predictions, dict):
        return {key: as_float32(value) for key, value in predictions.items()}
    if isinstance(predictions, (list, tuple)):
        return type(predictions)(as_float32(value) for value in predictions)
    return predictions


class _Float32Loss:
    """Calls a loss outside autocast; everything else is the loss's own."""

    def __init__(self, criterion: object) -> None:
        self._criterion = criterion

    def __call__(self, predictions, batch):
        with torch.autocast("cpu", enabled=False):
            return self._criterion(as_float32(predictions), batch)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") or name == "_criterion":
            raise AttributeError(name)
        return getattr(self._criterion, name)


class FinderModel(OBBModel):
    """The network of ultralytics with its loss in float32."""

    def init_criterion(self):
        """Build the loss."""
        return _Float32Loss(super().init_criterion())


class FinderTrainer(OBBTrainer):
    """The trainer of ultralytics with bfloat16 forward passes on a CPU."""

    shipped = False
    """Whether to start from the finder that is live."""

    def get_model(self, cfg=None, weights=None, verbose=True):
        """Build the network, channels last."""
        model = FinderModel(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose)
        if weights:
            model.load(weights)
        elif self.shipped:
            live = checked(read_registry()["finder"])
            go_on_from(model, live, some_pictures(self.args.imgsz))
        return model.to(memory_format=torch.channels_last)

    def preprocess_batch(self, batch):
        """Bring pictures to channels-last floats."""
        batch = super().preprocess_batch(batch)
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch


def some_pictures(side: int) -> torch.Tensor:
    """Load a few pictures of the training set, scaled to 0 to 1."""
    paths = sorted((SET / "finder/images/train").glob("*.jpg"))
    chosen = paths[:: max(1, len(paths) // SETTLED_ON)][:SETTLED_ON]
    loaded = [cv2.resize(cv2.imread(str(path)), (side, side))[..., ::-1] for path in chosen]
    return torch.from_numpy(np.stack(loaded).transpose(0, 3, 1, 2) / np.float32(255))


def main() -> None:
    """Train for so many minutes, or go on with a run."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=70)
    words.add_argument("--epochs", type=int, default=0)
    words.add_argument("--name", default="finder")
    words.add_argument("--px", type=int, default=384)
    words.add_argument("--batch", type=int, default=16)
    words.add_argument(
        "--start", default="yolo26n-obb.yaml", help="architecture or weights to start from"
    )
    words.add_argument("--lr", type=float, default=0.002)
    words.add_argument("--fraction", type=float, default=1.0)
    words.add_argument("--threads", type=int, default=2)
    words.add_argument(
        "--validate", action="store_true", help="validate after every epoch, not only the last"
    )
    words.add_argument(
        "--freeze", type=int, default=0, help="leave so many of the first layers as they are"
    )
    words.add_argument("--resume", action="store_true")
    words.add_argument("--shipped", action="store_true", help="start from the live finder")
    asked = words.parse_args()
    torch.set_num_threads(asked.threads)
    torch.set_flush_denormal(True)
    engine_trainer.autocast = bfloat16_on_cpu
    FinderTrainer.shipped = asked.shipped
    run = WORK / "runs" / asked.name
    plan = {
        "model": str(run / "weights" / "last.pt") if asked.resume else asked.start,
        "data": str(SET / "finder.yaml"),
        "imgsz": asked.px,
        "batch": asked.batch,
        "nbs": asked.batch,
        "optimizer": "AdamW",
        "lr0": asked.lr,
        "lrf": 0.02,
        "cos_lr": True,
        "weight_decay": 0.0005,
        "warmup_epochs": 0.2,
        "mosaic": 0.0,
        "close_mosaic": 0,
        "scale": 0.35,
        "translate": 0.05,
        "fliplr": 0.5,
        "flipud": 0.5,
        "hsv_h": 0.02,
        "hsv_s": 0.4,
        "hsv_v": 0.35,
        "erasing": 0.0,
        "workers": 1,
        "device": "cpu",
        "amp": False,
        "plots": False,
        "val": asked.validate,
        "seed": 1,
        "fraction": asked.fraction,
        "project": str(WORK / "runs"),
        "name": asked.name,
        "exist_ok": True,
        "patience": 1000,
        "save_period": -1,
        "freeze": asked.freeze,
        "resume": asked.resume,
    }
    plan |= (
        {"epochs": asked.epochs} if asked.epochs else {"epochs": 100, "time": asked.minutes / 60}
    )
    FinderTrainer(overrides=plan).train()
    print(Path(run / "weights" / "best.pt"))


if __name__ == "__main__":
    # checkpoints name the module of the network: it has to be found again, so never "__main__"
    import_module("models.train.finder").main()
