#include "shoe_frame.h"

namespace kozyr {

namespace {

// Every byte of the CRC has its highest bit set, so that none is the zero that ends a frame.
void spread(uint16_t crc, uint8_t* out) {
  out[0] = 0x80 | (crc & 0x3F);
  out[1] = 0x80 | ((crc >> 6) & 0x1F);
  out[2] = 0x80 | (crc >> 11);
}

size_t stuff(const uint8_t* body, size_t length, uint8_t* out) {
  size_t count_at = 0, written = 1;
  uint8_t count = 1;  // a body is shorter than 254 bytes, so no count overflows
  for (size_t i = 0; i < length; ++i) {
    if (body[i] != 0) {
      out[written++] = body[i];
      ++count;
    } else {
      out[count_at] = count;
      count_at = written++;
      count = 1;
    }
  }
  out[count_at] = count;
  return written;
}

// Returns the length of the body, or 0 where the block is none.
size_t unstuff(const uint8_t* block, size_t length, uint8_t* body) {
  size_t read = 0, written = 0;
  while (read < length) {
    const uint8_t count = block[read++];
    if (count == 0 || read + count - 1 > length) return 0;
    for (uint8_t i = 1; i < count; ++i) {
      if (written == kMaxBody) return 0;
      body[written++] = block[read++];
    }
    if (read < length) {
      if (written == kMaxBody) return 0;
      body[written++] = 0;
    }
  }
  return written;
}

}  // namespace

uint16_t crc16(const uint8_t* data, size_t length) {
  uint16_t crc = 0xFFFF;
  for (size_t i = 0; i < length; ++i) {
    crc ^= data[i];
    for (uint8_t bit = 0; bit < 8; ++bit) crc = (crc & 1) ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

size_t encode(const Frame& frame, uint8_t* out) {
  uint8_t body[kMaxBody];
  body[0] = kVersion;
  body[1] = kHeaderBytes + frame.length;
  body[2] = frame.sequence;
  body[3] = frame.kind;
  for (uint8_t i = 0; i < frame.length; ++i) body[kHeaderBytes + i] = frame.payload[i];
  out[0] = 0;
  const size_t block = stuff(body, body[1], out + 1);
  spread(crc16(out + 1, block), out + 1 + block);
  out[1 + block + kCrcBytes] = 0;
  return block + kCrcBytes + 2;
}

bool decode(const uint8_t* piece, size_t length, Frame* frame) {
  if (length < size_t(kHeaderBytes + 1 + kCrcBytes) || length > kMaxPiece) return false;
  const size_t block = length - kCrcBytes;
  uint8_t check[kCrcBytes], body[kMaxBody];
  spread(crc16(piece, block), check);
  for (uint8_t i = 0; i < kCrcBytes; ++i) {
    if (piece[block + i] != check[i]) return false;
  }
  const size_t size = unstuff(piece, block, body);
  if (size < kHeaderBytes || body[1] != size || body[0] != kVersion) return false;
  frame->sequence = body[2];
  frame->kind = body[3];
  frame->length = size - kHeaderBytes;
  for (uint8_t i = 0; i < frame->length; ++i) frame->payload[i] = body[kHeaderBytes + i];
  return true;
}

bool Splitter::take(uint8_t byte, Frame* frame) {
  if (byte != 0) {
    if (length_ <= kMaxPiece) piece_[length_++] = byte;
    return false;
  }
  const uint8_t length = length_;
  length_ = 0;
  if (length == 0) return false;
  if (decode(piece_, length, frame)) return true;
  ++damaged_;
  return false;
}

}  // namespace kozyr
