// Reference firmware of a Kozyr card shoe for Arduino-framework boards (Nano Every, ESP32, ...).
//
// Wiring: a servo or solenoid that holds the cards back on LOCK_PIN (high: locked); a light barrier
// at the mouth on CARD_PIN (low while a card passes); a lid switch on LID_PIN (low: closed); an
// amber lamp on AMBER_PIN; seat lamps on SEAT_PINS. A reader of faces, where there is one, gives
// the face through read_face(): 1 to 36, 0 where nothing was read.
#include <Arduino.h>
#include <EEPROM.h>

#include "src/shoe.h"

const uint8_t LOCK_PIN = 3, CARD_PIN = 2, LID_PIN = 4, AMBER_PIN = 13;
const uint8_t SEAT_PINS[kozyr::kPlaces - 1] = {5, 6, 7, 8, 9, 10};
const uint32_t BAUD = 115200;
const uint16_t CARD_MS = 30;  // shorter shadows are no card
const uint16_t LID_MS = 50;   // a switch bounces

class Pins : public kozyr::Mechanism {
 public:
  void lock(bool locked) override { digitalWrite(LOCK_PIN, locked ? HIGH : LOW); }
  void amber(bool on) override { digitalWrite(AMBER_PIN, on ? HIGH : LOW); }
  void lamp(uint8_t place, uint8_t look) override {
    if (place > 0) looks_[place - 1] = look;
  }
  void identify(uint8_t seconds) override { identify_until_ = millis() + 1000UL * seconds; }
  void send(const uint8_t* data, size_t length) override { Serial.write(data, length); }

  // Lets the seat lamps keep their rhythm: 1 is steady, 2 flashes 3 times a second.
  void keep_rhythm() {
    const uint32_t now = millis();
    const bool flash = now / 150 % 2;
    const bool identifies = int32_t(identify_until_ - now) > 0;
    for (uint8_t seat = 0; seat < kozyr::kPlaces - 1; ++seat) {
      const bool lit = identifies ? flash : looks_[seat] == 1 || (looks_[seat] == 2 && flash);
      digitalWrite(SEAT_PINS[seat], lit ? HIGH : LOW);
    }
  }

 private:
  uint8_t looks_[kozyr::kPlaces - 1] = {0};
  uint32_t identify_until_ = 0;
};

Pins pins;
kozyr::Shoe shoe(&pins, kozyr::COUNTS | kozyr::LOCKS | kozyr::SEAT_LIGHTS | kozyr::LAMP,
                 "kozyr-nano");
bool card_was_there = false, lid_was_open = false, lid_is_open = false;
uint32_t card_since = 0, lid_since = 0;

uint8_t read_face() { return 0; }

uint16_t next_boot() {
#if defined(ESP32) || defined(ESP8266)
  EEPROM.begin(2);
#endif
  uint16_t boot = EEPROM.read(0) | uint16_t(EEPROM.read(1)) << 8;
  ++boot;
  EEPROM.write(0, boot & 0xFF);
  EEPROM.write(1, boot >> 8);
#if defined(ESP32) || defined(ESP8266)
  EEPROM.commit();
#endif
  return boot;
}

void setup() {
  pinMode(LOCK_PIN, OUTPUT);
  pinMode(AMBER_PIN, OUTPUT);
  pinMode(CARD_PIN, INPUT_PULLUP);
  pinMode(LID_PIN, INPUT_PULLUP);
  for (uint8_t pin : SEAT_PINS) pinMode(pin, OUTPUT);
  Serial.begin(BAUD);
  shoe.power_up(next_boot(), millis());
}

void watch_mouth(uint32_t now) {
  const bool there = digitalRead(CARD_PIN) == LOW;
  if (there && !card_was_there) card_since = now;
  if (!there && card_was_there && now - card_since >= CARD_MS) shoe.card_out(read_face());
  card_was_there = there;
}

void watch_lid(uint32_t now) {
  const bool open = digitalRead(LID_PIN) == HIGH;
  if (open != lid_was_open) lid_since = now;
  lid_was_open = open;
  if (open == lid_is_open || now - lid_since < LID_MS) return;
  lid_is_open = open;
  shoe.lid(open);
}

void loop() {
  const uint32_t now = millis();
  while (Serial.available() > 0) shoe.receive(Serial.read(), now);
  watch_mouth(now);
  watch_lid(now);
  shoe.tick(now);
  pins.keep_rhythm();
}
