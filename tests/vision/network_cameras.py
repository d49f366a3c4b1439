"""Cameras on the network that can be killed, stalled and turned: RTSP and MJPEG, on loopback."""

from __future__ import annotations

import re
import socket
import struct
import time
from contextlib import suppress
from fractions import Fraction
from threading import Event, Thread

import av
import cv2
import numpy as np

CLOCK = 90_000
MTU = 1400


def scene(number, size=(320, 240), *, upside_down=False):
    """Draw a table that nobody mistakes for itself turned round, with a number that changes."""
    width, height = size
    image = np.full((height, width, 3), (50, 80, 40), np.uint8)
    cv2.rectangle(image, (0, 0), (width, height // 4), (200, 210, 220), -1)
    cv2.circle(image, (width // 4, height // 2), height // 6, (30, 30, 200), -1)
    cv2.putText(image, str(number), (width // 2, height * 3 // 4), 0, 1.0, (255, 255, 255), 2)
    return np.ascontiguousarray(image[::-1, ::-1]) if upside_down else image


def encoded(frames, rate):
    """Encode pictures as H.264, each frame a list of NAL units; every tenth can be begun from."""
    coder = av.CodecContext.create("libx264", "w")
    coder.width, coder.height = frames[0].shape[1::-1]
    coder.pix_fmt, coder.time_base, coder.framerate = "yuv420p", Fraction(1, rate), rate
    coder.options = {
        "preset": "ultrafast",
        "tune": "zerolatency",
        "x264-params": "keyint=10:repeat-headers=1:annexb=1",
    }
    units = []
    for image in frames:
        picture = av.VideoFrame.from_ndarray(image, format="bgr24")
        for packet in coder.encode(picture):
            parts = re.split(rb"\x00\x00\x00?\x01", bytes(packet))
            units += [[part for part in parts if part]]
    return units


class Loop:
    """What a camera shows, again and again."""

    def __init__(self, size=(320, 240), *, rate=15, upside_down=False, still=False):
        self.rate = rate
        count = 1 if still else 2 * rate
        self.images = [
            scene(0 if still else n, size, upside_down=upside_down) for n in range(count)
        ]
        self.units = encoded(self.images, rate)


class LoopbackCamera:
    """A server that is started, stalled and killed; its port stays the same."""

    path = ""
    scheme = ""

    def __init__(self, loop):
        self.loop = loop
        self._stalled, self._dead = Event(), Event()
        self._sockets, self._threads = [], []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.served = 0
        self._serve()

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}/{self.path}"

    def stall(self, *, stalled=True):
        (self._stalled.set if stalled else self._stalled.clear)()

    def kill(self):
        self._dead.set()
        for sock in (self._listener, *self._sockets):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()
        for thread in self._threads:
            thread.join()
        self._sockets, self._threads = [], []

    def restart(self, loop=None):
        self.loop = loop or self.loop
        self._dead.clear()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._serve()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.kill()

    def _serve(self):
        self._spawn(self._accept)

    def _spawn(self, work, *arguments):
        def quietly():
            with suppress(OSError, ValueError):
                work(*arguments)

        thread = Thread(target=quietly, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self):
        while not self._dead.is_set():
            caller, _ = self._listener.accept()
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets.append(caller)
            self.served += 1
            self._spawn(self.answer, caller)

    def paced(self):
        """Yield frame numbers at the camera's rate, until it is killed."""
        begun, number = time.monotonic(), 0
        while not self._dead.is_set():
            if not self._stalled.is_set():
                yield number
            number += 1
            self._dead.wait(max(0.0, begun + number / self.loop.rate - time.monotonic()))


class RtspCamera(LoopbackCamera):
    """RTSP 1.0 with the pictures interleaved in the same TCP connection (RFC 2326, RFC 6184)."""

    scheme, path = "rtsp", "table"

    def answer(self, caller):
        reader, playing = caller.makefile("rb"), False
        while not self._dead.is_set():
            request = self._request(reader)
            if request is None:
                return
            verb, number = request
            caller.sendall(self._reply(verb, number))
            if verb == "PLAY" and not playing:
                playing = True
                self._spawn(self._play, caller)
            if verb == "TEARDOWN":
                return

    def _request(self, reader):
        first = reader.read(1)
        if first == b"$":  # the caller's own reports, which say nothing that matters here
            reader.read(struct.unpack(">BH", reader.read(3))[1])
            return self._request(reader)
        line = first + reader.readline()
        if not line.strip():
            return None
        number = "0"
        while header := reader.readline().strip():
            if header.lower().startswith(b"cseq:"):
                number = header.split(b":")[1].strip().decode()
        return line.split()[0].decode(), number

    def _reply(self, verb, number):
        extra, body = "", ""
        if verb == "OPTIONS":
            extra = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        if verb == "DESCRIBE":
            body = (
                "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
                "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
                "a=fmtp:96 packetization-mode=1\r\na=control:track\r\n"
            )
            extra = f"Content-Base: {self.url}/\r\nContent-Type: application/sdp\r\n"
        if verb in {"SETUP", "PLAY"}:
            extra = "Session: 7\r\n"
        if verb == "SETUP":
            extra += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
        head = f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n{extra}Content-Length: {len(body)}"
        return f"{head}\r\n\r\n{body}".encode()

    def _play(self, caller):
        sequence, first = 0, None
        for number in self.paced():
            units = self.loop.units[number % len(self.loop.units)]
            if first is None and number % 10:
                continue  # begin where a picture can be begun from
            first = number if first is None else first
            moment = number * CLOCK // self.loop.rate
            packets = [p for unit in units for p in _packets(unit)]
            for index, payload in enumerate(packets):
                last = 0x80 if index == len(packets) - 1 else 0
                rtp = struct.pack(
                    ">BBHII", 0x80, last | 96, sequence & 0xFFFF, moment & 0xFFFFFFFF, 7
                )
                caller.sendall(
                    struct.pack(">cBH", b"$", 0, len(rtp) + len(payload)) + rtp + payload
                )
                sequence += 1


def _packets(unit):
    """Cut a NAL unit into RTP payloads: whole, or in FU-A pieces."""
    if len(unit) <= MTU:
        return [unit]
    head, kind = unit[0] & 0xE0 | 28, unit[0] & 0x1F
    pieces = [unit[at : at + MTU] for at in range(1, len(unit), MTU)]
    marks = [0x80 if n == 0 else 0x40 if n == len(pieces) - 1 else 0 for n in range(len(pieces))]
    return [bytes((head, mark | kind)) + piece for mark, piece in zip(marks, pieces, strict=True)]


class MjpegCamera(LoopbackCamera):
    """JPEG pictures one after the other over HTTP, as many cheap cameras send them."""

    scheme, path = "http", "video.mjpg"

    def answer(self, caller):
        caller.recv(65536)
        caller.sendall(
            b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=table\r\n\r\n"
        )
        for number in self.paced():
            image = self.loop.images[number % len(self.loop.images)]
            data = cv2.imencode(".jpg", image)[1].tobytes()
            head = f"--table\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            caller.sendall(head.encode() + data + b"\r\n")
