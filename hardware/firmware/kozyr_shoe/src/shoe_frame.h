// Frames of the Kozyr shoe protocol: COBS between zeros, CRC over the bytes as they are sent.
// hardware/PROTOCOL.md gives every byte with its reason. No Arduino header, no heap, no clock.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace kozyr {

const uint8_t kVersion = 1;
const uint8_t kHeaderBytes = 4;
const uint8_t kMaxPayload = 24;
const uint8_t kMaxBody = kHeaderBytes + kMaxPayload;
const uint8_t kCrcBytes = 3;
const uint8_t kMaxPiece = kMaxBody + 1 + kCrcBytes;
const uint8_t kMaxFrame = kMaxPiece + 2;

struct Frame {
  uint8_t sequence;
  uint8_t kind;
  uint8_t length;
  uint8_t payload[kMaxPayload];
};

// CRC-16/MCRF4XX: polynomial 0x1021, lowest bit first, as UARTs send.
uint16_t crc16(const uint8_t* data, size_t length);

// Writes a frame with the zeros before and behind it; returns how many bytes that are.
size_t encode(const Frame& frame, uint8_t* out);

// Reads what stands between two zeros; returns false when that is no frame.
bool decode(const uint8_t* piece, size_t length, Frame* frame);

// Cuts what comes in at its zeros.
class Splitter {
 public:
  Splitter() : length_(0), damaged_(0) {}
  // Takes a byte; returns true when a frame is whole now.
  bool take(uint8_t byte, Frame* frame);
  void clear() { length_ = 0; }
  uint16_t damaged() const { return damaged_; }

 private:
  uint8_t piece_[kMaxPiece + 1];
  uint8_t length_;
  uint16_t damaged_;
};

}  // namespace kozyr
