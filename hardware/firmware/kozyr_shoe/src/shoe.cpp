#include "shoe.h"

#include <string.h>

namespace kozyr {

namespace {

uint8_t wanted_length(uint8_t kind) {
  switch (kind) {
    case ALLOW: return 3;
    case LIGHT: return 2;
    case IDENTIFY: return 1;
    default: return 0;
  }
}

bool is_sound(const Frame& frame) {
  if (frame.length != wanted_length(frame.kind)) return false;
  if (frame.kind == ALLOW) {
    return frame.payload[0] < kPlaces && frame.payload[1] > 0 && frame.payload[2] <= 1;
  }
  return frame.kind != LIGHT || (frame.payload[0] < kPlaces && frame.payload[1] < kLooks);
}

}  // namespace

Shoe::Shoe(Mechanism* mechanism, uint8_t abilities, const char* name)
    : mechanism_(mechanism), abilities_(abilities), name_(name), boot_(0), session_(0),
      greeted_(false), stays_locked_(false), locked_(false), locks_after_(false), amber_(false),
      lid_open_(false), jammed_(false), empty_(false), seat_(0), allowed_(0),
      out_(0), has_last_(false), last_sequence_(0), last_result_(DONE), commands_done_(0),
      first_event_(0), event_count_(0), event_sequence_(0), event_is_due_(false), heard_at_(0),
      beat_at_(0), said_at_(0) {}

void Shoe::power_up(uint16_t boot, uint32_t now_ms) {
  boot_ = boot;
  greeted_ = has_last_ = event_is_due_ = false;
  first_event_ = event_count_ = 0;
  splitter_.clear();
  set_gate(false, 0, 0, false);
  for (uint8_t place = 0; place < kPlaces; ++place) mechanism_->lamp(place, 0);
  amber_ = false;
  set_amber(true);
  heard_at_ = now_ms;
  beat_at_ = now_ms - kBeatMs;
}

void Shoe::receive(uint8_t byte, uint32_t now_ms) {
  Frame frame;
  if (splitter_.take(byte, &frame)) hear(frame, now_ms);
}

void Shoe::hear(const Frame& frame, uint32_t now_ms) {
  if (frame.kind >= WELCOME) return;  // our own words: somebody shorted the line
  if (frame.kind == HELLO) {
    heard_at_ = now_ms;
    greet(frame);
    return;
  }
  if (!greeted_) return;
  heard_at_ = now_ms;
  if (frame.kind == ACK) {
    if (event_count_ && events_[first_event_].sequence == frame.sequence) {
      first_event_ = (first_event_ + 1) % kMaxEvents;
      --event_count_;
      event_is_due_ = true;
    }
  } else if (frame.kind != ALIVE) {
    command(frame);
  }
}

void Shoe::greet(const Frame& frame) {
  if (frame.length != 3) return;
  const uint16_t session = (uint16_t(frame.payload[0]) << 8) | frame.payload[1];
  if (!greeted_ || session != session_) has_last_ = false;
  session_ = session;
  stays_locked_ = frame.payload[2] != 0;
  greeted_ = true;
  set_amber(false);
  uint8_t about[kMaxPayload] = {
      frame.payload[0], frame.payload[1], uint8_t(boot_ >> 8), uint8_t(boot_),
      abilities_,       kPlaces - 1,
  };
  uint8_t length = 6;
  for (const char* c = name_; *c && length < kMaxPayload; ++c) about[length++] = uint8_t(*c);
  say(frame.sequence, WELCOME, about, length);
}

void Shoe::command(const Frame& frame) {
  if (!has_last_ || last_sequence_ != frame.sequence) {
    last_result_ = carry_out(frame);
    last_sequence_ = frame.sequence;
    has_last_ = true;
    if (last_result_ == DONE) ++commands_done_;
  }
  say(frame.sequence, SHOE_ACK, &last_result_, 1);
}

Result Shoe::carry_out(const Frame& frame) {
  if (frame.kind < ALLOW || frame.kind > NEW_PACK) return UNKNOWN;
  if (!is_sound(frame)) return WRONG;
  switch (frame.kind) {
    case ALLOW:
      set_gate(false, frame.payload[0], frame.payload[1], frame.payload[2] == 1);
      break;
    case LOCK:
      if (jammed_) return CANNOT;
      set_gate(true, 0, 0, false);
      break;
    case UNLOCK:
      set_gate(false, 0, 0, false);
      break;
    case LIGHT:
      mechanism_->lamp(frame.payload[0], frame.payload[1]);
      break;
    case IDENTIFY:
      mechanism_->identify(frame.payload[0]);
      break;
    case ASK_COUNT: {
      const uint8_t told[] = {out_, kUnknownLeft};
      tell(COUNT, told, sizeof told);
      break;
    }
    default:
      out_ = 0;
  }
  return DONE;
}

void Shoe::set_gate(bool locked, uint8_t seat, uint8_t allowed, bool locks_after) {
  locked_ = locked;
  seat_ = seat;
  allowed_ = allowed;
  locks_after_ = locks_after;
  mechanism_->lock(locked);
}

void Shoe::set_amber(bool on) {
  if (amber_ != on) mechanism_->amber(on);
  amber_ = on;
}

void Shoe::tick(uint32_t now_ms) {
  if (greeted_ && uint32_t(now_ms - heard_at_) >= kSilentMs) {
    greeted_ = false;
    set_gate(stays_locked_ && locked_, 0, 0, false);
    set_amber(true);
  }
  if (event_count_ && greeted_ && (event_is_due_ || uint32_t(now_ms - said_at_) >= kRepeatMs)) {
    const Event& event = events_[first_event_];
    say(event.sequence, event.kind, event.payload, event.length);
    said_at_ = now_ms;
    event_is_due_ = false;
  }
  if (uint32_t(now_ms - beat_at_) >= kBeatMs) {
    beat_at_ = now_ms;
    const uint8_t pulse[] = {uint8_t(boot_ >> 8), uint8_t(boot_), flags(), out_, allowed_};
    say(0, SHOE_ALIVE, pulse, sizeof pulse);
  }
}

uint8_t Shoe::flags() const {
  return (greeted_ ? GREETED : 0) | (locked_ ? LOCKED : 0) | (lid_open_ ? LID_OPEN : 0) |
         (jammed_ ? JAMMED : 0) | (empty_ ? IS_EMPTY : 0) | (amber_ ? AMBER : 0);
}

void Shoe::card_out(uint8_t face) {
  ++out_;
  const bool unasked = locked_ || (locks_after_ && !allowed_);
  const uint8_t told[] = {
      out_, uint8_t(allowed_ ? seat_ : 0), uint8_t((abilities_ & READS_FACES) ? face : 0),
      uint8_t(unasked ? kUnasked : 0)};
  tell(CARD_OUT, told, sizeof told);
  if (allowed_ && --allowed_ == 0 && locks_after_) {
    locked_ = true;
    mechanism_->lock(true);
  }
}

void Shoe::lid(bool open) {
  lid_open_ = open;
  const uint8_t told = open;
  tell(LID, &told, 1);
}

void Shoe::jam(bool stuck) {
  jammed_ = stuck;
  const uint8_t told = stuck;
  tell(JAM, &told, 1);
}

void Shoe::empty(bool is_empty) {
  empty_ = is_empty;
  const uint8_t told = is_empty;
  tell(EMPTY, &told, 1);
}

void Shoe::tell(uint8_t kind, const uint8_t* payload, uint8_t length) {
  if (event_count_ == kMaxEvents) return;  // the heartbeat's count tells of it all the same
  Event& event = events_[(first_event_ + event_count_) % kMaxEvents];
  event_sequence_ = event_sequence_ % 255 + 1;
  event.sequence = event_sequence_;
  event.kind = kind;
  event.length = length;
  memcpy(event.payload, payload, length);
  if (event_count_++ == 0) event_is_due_ = true;
}

void Shoe::say(uint8_t sequence, uint8_t kind, const uint8_t* payload, uint8_t length) {
  Frame frame;
  frame.sequence = sequence;
  frame.kind = kind;
  frame.length = length;
  memcpy(frame.payload, payload, length);
  uint8_t data[kMaxFrame];
  mechanism_->send(data, encode(frame, data));
}

}  // namespace kozyr
