"""Frames of the shoe protocol: byte by byte, damaged in every way, and the same in the firmware."""

import ctypes
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.seats import Actor
from hardware.shoe_frames import (
    END,
    MAX_PAYLOAD,
    Frame,
    FrameError,
    Splitter,
    crc16,
    decode,
    encode,
)
from hardware.shoe_words import Kind, allow, face_byte, face_of, hello
from tests.hardware.firmware import compiled

FRAMES = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
PROTOCOL = Path(__file__).parents[2] / "hardware" / "PROTOCOL.md"
SHORT = [
    Frame(1, Kind.LOCK),
    Frame(7, Kind.SHOE_ACK, b"\x00"),
    Frame(3, Kind.ALLOW, allow(Actor.B, 2, locks_after=True).payload),
]


@pytest.fixture(scope="module")
def core():
    return compiled()


# hardware/PROTOCOL.md, "A frame, byte by byte"
@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        (Frame(0, Kind.ALIVE), "00 03 01 04 02 02 bc 88 88 00"),
        (Frame(1, Kind.LOCK), "00 05 01 04 01 11 96 87 8e 00"),
        (Frame(2, Kind.ALLOW, bytes((2, 2, 1))), "00 08 01 07 02 10 02 02 01 9c 82 92 00"),
        (hello(0, 0x1234, stays_locked=False), "00 03 01 07 04 01 12 34 01 95 92 96 00"),
        (
            Frame(5, Kind.CARD_OUT, bytes((7, 2, 20, 0))),
            "00 08 01 08 05 90 07 02 14 01 b2 97 88 00",
        ),
        (Frame(5, Kind.ACK), "00 05 01 04 05 03 a5 94 84 00"),
        (Frame(2, Kind.SHOE_ACK, b"\x00"), "00 05 01 05 02 83 01 b1 8d 8f 00"),
    ],
)
def test_a_frame_is_as_the_protocol_draws_it(frame, wanted):
    sent = encode(frame)

    assert sent.hex(" ") == wanted
    assert f"`{wanted}`" in PROTOCOL.read_text(encoding="utf-8")
    assert sent[0] == sent[-1] == 0
    assert 0 not in sent[1:-1]
    assert decode(sent[1:-1]) == frame


def test_the_crc_is_the_one_of_the_catalogues():
    assert crc16(b"123456789") == 0x6F91  # CRC-16/MCRF4XX, check value of the CRC catalogue


@given(FRAMES)
def test_every_frame_comes_back(frame):
    assert list(Splitter().split(encode(frame))) == [frame]


@given(st.lists(FRAMES, max_size=4), st.binary(max_size=40).map(lambda b: b.replace(END, b"x")))
def test_rubbish_before_frames_costs_none_of_them(frames, rubbish):
    stream = rubbish + b"".join(map(encode, frames))

    assert list(Splitter().split(stream)) == frames


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data):
    splitter = Splitter()
    for _ in splitter.split(data):
        pass


@pytest.mark.parametrize("frame", SHORT, ids=lambda frame: f"{frame.kind:02x}")
def test_every_damage_of_one_or_two_bits_is_found(frame):
    sent = encode(frame)
    bits = range(8, 8 * (len(sent) - 1))
    for places in (*combinations(bits, 1), *combinations(bits, 2)):
        damaged = bytearray(sent)
        for place in places:
            damaged[place // 8] ^= 1 << place % 8
        assert [f for f in Splitter().split(bytes(damaged)) if f != frame] == [], places


@pytest.mark.parametrize("frame", SHORT, ids=lambda frame: f"{frame.kind:02x}")
def test_every_burst_of_up_to_eight_bits_is_found(frame):
    stream = encode(frame) + encode(Frame(9, Kind.UNLOCK))
    known = {frame, Frame(9, Kind.UNLOCK)}
    for start in range(8 * len(stream) - 8):
        for pattern in range(1, 256, 2):
            damaged = int.from_bytes(stream, "little") ^ (pattern << start)
            arrived = Splitter().split(damaged.to_bytes(len(stream), "little"))
            assert set(arrived) <= known, (start, pattern)


@pytest.mark.parametrize("frame", SHORT, ids=lambda frame: f"{frame.kind:02x}")
def test_every_burst_of_up_to_sixteen_bits_is_found(core, frame):
    stream = encode(frame) + encode(Frame(9, Kind.UNLOCK))
    tried = ctypes.c_uint64()

    let_through = core.shoe_bursts_let_through(
        *(stream, ctypes.c_size_t(len(stream)), ctypes.c_size_t(len(encode(frame)))),
        *(ctypes.c_uint8(16), ctypes.byref(tried)),
    )

    assert let_through == 0
    assert tried.value == 2**15 * 8 * len(encode(frame))


@given(FRAMES)
def test_the_firmware_writes_the_same_bytes(core, frame):
    out = ctypes.create_string_buffer(64)
    length = core.shoe_encode(
        *(ctypes.c_uint8(frame.sequence), ctypes.c_uint8(frame.kind)),
        *(frame.payload, ctypes.c_uint8(len(frame.payload)), out),
    )

    assert out.raw[:length] == encode(frame)


@given(FRAMES, st.data())
def test_the_firmware_reads_the_same_frames_and_refuses_the_same_rubbish(core, frame, data):
    piece = bytearray(encode(frame)[1:-1])
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(piece) - 1))
        piece[place] = data.draw(st.integers(1, 255))
    out = ctypes.create_string_buffer(64)
    length = core.shoe_decode(bytes(piece), ctypes.c_size_t(len(piece)), out)

    try:
        told = decode(bytes(piece))
    except FrameError:
        assert length == 0
    else:
        assert out.raw[:length] == bytes((told.sequence, told.kind)) + told.payload


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (b"\x05\x01\x04", "too short"),
        (b"\x05\x01\x04\x01\x11\x96\x87\x8f", "wrong CRC"),
        (encode(Frame(1, 2, b"abc"))[1:-4] + b"\x80\x80\x80", "wrong CRC"),
    ],
)
def test_what_is_no_frame_is_told_apart(piece, why):
    with pytest.raises(FrameError, match=why):
        decode(piece)


def test_every_face_has_a_byte_of_its_own():
    told = {face_byte(card) for card in DECK}

    assert told == set(range(1, 37))
    assert all(face_of(face_byte(card)) == card for card in DECK)
    with pytest.raises(ValueError, match="is no face"):
        face_of(37)
