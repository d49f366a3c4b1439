// The firmware's protocol core as a library for tests on a computer.
#include <string.h>

#include "../kozyr_shoe/src/shoe.h"

using namespace kozyr;

namespace {

struct Bench : Mechanism {
  Bench(uint8_t abilities) : shoe(this, abilities, "kozyr-shoe"), length(0) {
    memset(lamps, 0, sizeof lamps);
  }
  void lock(bool on) { is_locked = on; }
  void lamp(uint8_t place, uint8_t look) { lamps[place] = look; }
  void amber(bool on) { is_amber = on; }
  void identify(uint8_t seconds) { identified = seconds; }
  void send(const uint8_t* data, size_t count) {
    if (length + count <= sizeof out) {
      memcpy(out + length, data, count);
      length += count;
    }
  }
  Shoe shoe;
  uint8_t out[4096];
  size_t length;
  bool is_locked, is_amber;
  uint8_t identified, lamps[kPlaces];
};

Bench* of(void* shoe) { return static_cast<Bench*>(shoe); }

}  // namespace

extern "C" {

void* shoe_new(uint8_t abilities) { return new Bench(abilities); }
void shoe_delete(void* shoe) { delete of(shoe); }
void shoe_power_up(void* shoe, uint16_t boot, uint32_t now) { of(shoe)->shoe.power_up(boot, now); }
void shoe_receive(void* shoe, const uint8_t* data, size_t length, uint32_t now) {
  for (size_t i = 0; i < length; ++i) of(shoe)->shoe.receive(data[i], now);
}
void shoe_tick(void* shoe, uint32_t now) { of(shoe)->shoe.tick(now); }
void shoe_card_out(void* shoe, uint8_t face) { of(shoe)->shoe.card_out(face); }
void shoe_lid(void* shoe, int open) { of(shoe)->shoe.lid(open); }
void shoe_jam(void* shoe, int stuck) { of(shoe)->shoe.jam(stuck); }
void shoe_empty(void* shoe, int empty) { of(shoe)->shoe.empty(empty); }
int shoe_locked(void* shoe) { return of(shoe)->is_locked; }
int shoe_amber(void* shoe) { return of(shoe)->is_amber; }
int shoe_lamp(void* shoe, uint8_t place) { return of(shoe)->lamps[place]; }
uint32_t shoe_commands_done(void* shoe) { return of(shoe)->shoe.commands_done(); }

// Hands over what the shoe said since the last time; `out` has room for 4096 bytes.
size_t shoe_said(void* shoe, uint8_t* out) {
  Bench* bench = of(shoe);
  const size_t length = bench->length;
  memcpy(out, bench->out, length);
  bench->length = 0;
  return length;
}

uint16_t shoe_crc16(const uint8_t* data, size_t length) { return crc16(data, length); }

size_t shoe_encode(uint8_t sequence, uint8_t kind, const uint8_t* payload, uint8_t length,
                   uint8_t* out) {
  Frame frame = {sequence, kind, length, {0}};
  memcpy(frame.payload, payload, length);
  return encode(frame, out);
}

// Reads a piece; writes sequence, kind and payload, and returns their length, or 0.
size_t shoe_decode(const uint8_t* piece, size_t length, uint8_t* out) {
  Frame frame;
  if (!decode(piece, length, &frame)) return 0;
  out[0] = frame.sequence;
  out[1] = frame.kind;
  memcpy(out + 2, frame.payload, frame.length);
  return frame.length + 2;
}

// Damages a stream by every burst of up to `longest` bits that begins in its first bytes, in the
// order of the wire, and returns how many of them let a frame through that was not sent.
uint64_t shoe_bursts_let_through(const uint8_t* stream, size_t length, size_t begun_before,
                                 uint8_t longest, uint64_t* tried) {
  Frame sent[8], got;
  uint8_t count = 0, damaged[256];
  Splitter plain;
  for (size_t i = 0; i < length; ++i) {
    if (plain.take(stream[i], &got) && count < 8) sent[count++] = got;
  }
  uint64_t wrong = 0;
  *tried = 0;
  for (size_t start = 0; start < begun_before * 8; ++start) {
    for (uint32_t pattern = 1; pattern < (1UL << longest); pattern += 2) {
      memcpy(damaged, stream, length);
      const uint64_t burst = uint64_t(pattern) << (start % 8);
      for (uint8_t i = 0; i < 3; ++i) damaged[start / 8 + i] ^= burst >> (8 * i);
      ++*tried;
      Splitter splitter;
      for (size_t i = 0; i < length; ++i) {
        if (!splitter.take(damaged[i], &got)) continue;
        bool known = false;
        for (uint8_t k = 0; k < count && !known; ++k) {
          known = sent[k].sequence == got.sequence && sent[k].kind == got.kind &&
                  sent[k].length == got.length &&
                  memcmp(sent[k].payload, got.payload, got.length) == 0;
        }
        if (!known) ++wrong;
      }
    }
  }
  return wrong;
}
}
