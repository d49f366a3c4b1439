"""Times plain ultralytics with torch on pictures; run by the bench in the training environment.

Usage: python plain_ultralytics.py WEIGHTS.pt FOLDER
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", YOLO_VERBOSE="false")

import cv2
import torch
from ultralytics import YOLO

torch.set_num_threads(os.cpu_count() or 1)
model = YOLO(sys.argv[1])
pictures = [cv2.imread(str(path)) for path in sorted(Path(sys.argv[2]).glob("*.png"))]
# The long side at which the product looks, so that both do the same work.
size = int(os.environ.get("BENCH_SIZE", "768"))
for picture in pictures[:3]:
    model.predict(picture, imgsz=size, device="cpu", verbose=False)
seconds = []
for picture in pictures:
    begun = time.perf_counter()
    model.predict(picture, imgsz=size, device="cpu", verbose=False)
    seconds.append(time.perf_counter() - begun)
print(json.dumps(seconds))
