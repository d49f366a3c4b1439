"""A table camera as a program of its own: MJPEG of the bundled film, again and again.

python -m tests.chaos.camera PORT
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import av
import cv2

from vision.scene.bundled import DEMO_VIDEO

FPS = 15
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 85]


def pictures() -> Iterator[bytes]:
    """Yield the film's frames as JPEG, for ever."""
    while True:
        with av.open(str(DEMO_VIDEO)) as film:
            for frame in film.decode(video=0):
                yield cv2.imencode(".jpg", frame.to_ndarray(format="bgr24"), QUALITY)[1].tobytes()


class Showing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        due = time.monotonic()
        for picture in pictures():
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            self.wfile.write(head.encode() + picture + b"\r\n")
            due += 1 / FPS
            time.sleep(max(0.0, due - time.monotonic()))

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Showing) as server:
        server.serve_forever()
