// The states of a shoe: whom it knows, what it lets out, what it still has to tell.
// Times are milliseconds of whatever clock the caller has; they may wrap around.
#pragma once
#include "shoe_frame.h"

namespace kozyr {

enum Kind : uint8_t {
  HELLO = 0x01, ALIVE = 0x02, ACK = 0x03,
  ALLOW = 0x10, LOCK = 0x11, UNLOCK = 0x12, LIGHT = 0x13,
  IDENTIFY = 0x14, ASK_COUNT = 0x15, NEW_PACK = 0x16,
  WELCOME = 0x81, SHOE_ALIVE = 0x82, SHOE_ACK = 0x83,
  CARD_OUT = 0x90, LID = 0x91, JAM = 0x92, EMPTY = 0x93, COUNT = 0x94,
};

enum Result : uint8_t { DONE = 0, UNKNOWN = 1, WRONG = 2, CANNOT = 3 };

enum Ability : uint8_t {
  COUNTS = 0x01, READS_FACES = 0x02, LOCKS = 0x04, SEAT_LIGHTS = 0x08, LAMP = 0x10,
};

enum Flag : uint8_t {
  GREETED = 0x01, LOCKED = 0x02, LID_OPEN = 0x04, JAMMED = 0x08,
  IS_EMPTY = 0x10, AMBER = 0x20,
};

const uint8_t kPlaces = 7;  // the shoe's own lamp and six seats
const uint8_t kLooks = 7;
const uint8_t kMisread = 0xFE;
const uint8_t kUnknownLeft = 0xFF;
const uint8_t kUnasked = 0x01;
const uint8_t kMaxEvents = 48;
const uint8_t kMaxEventBytes = 4;
const uint16_t kBeatMs = 500;
const uint16_t kSilentMs = 2000;
const uint16_t kRepeatMs = 120;

// What the shoe does with wood and light; a sketch fills it in.
class Mechanism {
 public:
  virtual ~Mechanism() {}
  virtual void lock(bool locked) = 0;
  virtual void lamp(uint8_t place, uint8_t look) = 0;  // place 0 is the shoe's own lamp
  virtual void amber(bool on) = 0;                     // "nobody watches this table"
  virtual void identify(uint8_t seconds) = 0;
  virtual void send(const uint8_t* data, size_t length) = 0;
};

class Shoe {
 public:
  Shoe(Mechanism* mechanism, uint8_t abilities, const char* name);

  // Begins: unlocked and amber. `boot` should differ from the last start (a count in EEPROM).
  void power_up(uint16_t boot, uint32_t now_ms);
  void receive(uint8_t byte, uint32_t now_ms);
  // Call often: heartbeat, events, and amber when nobody was heard for two seconds.
  void tick(uint32_t now_ms);

  // What the sensors saw.
  void card_out(uint8_t face);  // 1 to 36, 0 unread, kMisread
  void lid(bool open);
  void jam(bool stuck);
  void empty(bool is_empty);

  bool locked() const { return locked_; }
  bool is_amber() const { return amber_; }
  uint8_t flags() const;
  uint16_t damaged() const { return splitter_.damaged(); }
  uint32_t commands_done() const { return commands_done_; }

 private:
  struct Event {
    uint8_t sequence, kind, length, payload[kMaxEventBytes];
  };

  void hear(const Frame& frame, uint32_t now_ms);
  void greet(const Frame& frame);
  void command(const Frame& frame);
  Result carry_out(const Frame& frame);
  void set_gate(bool locked, uint8_t seat, uint8_t allowed, bool locks_after);
  void set_amber(bool on);
  void tell(uint8_t kind, const uint8_t* payload, uint8_t length);
  void say(uint8_t sequence, uint8_t kind, const uint8_t* payload, uint8_t length);

  Mechanism* mechanism_;
  uint8_t abilities_;
  const char* name_;
  Splitter splitter_;
  uint16_t boot_, session_;
  bool greeted_, stays_locked_, locked_, locks_after_, amber_, lid_open_, jammed_, empty_;
  uint8_t seat_, allowed_, out_;
  bool has_last_;
  uint8_t last_sequence_, last_result_;
  uint32_t commands_done_;
  Event events_[kMaxEvents];
  uint8_t first_event_, event_count_, event_sequence_;
  bool event_is_due_;
  uint32_t heard_at_, beat_at_, said_at_;
};

}  // namespace kozyr
