// The whole firmware, sketch and Arduino core and all, on an emulated ATmega328P (Uno, Nano):
// its serial port is a terminal of this machine under LINK, its sensors are typed on the keyboard.
//
// usage: board FIRMWARE.elf LINK       then: card | lid open | lid closed | quit
#include <fcntl.h>
#include <poll.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <deque>

namespace {

const uint32_t kHz = 16000000;
const uint32_t kCyclesAtOnce = kHz / 1000;
const uint32_t kByteCycles = kHz / 11520;  // start, eight bits and stop at 115200 baud
const int kCardPin = 2, kLockPin = 3, kLidPin = 4, kAmberPin = 13;
const int kCardMs = 60;
const int kLastMs = 300;  // what was said before the end is still heard

int terminal;
bool may_take = true;
std::deque<uint8_t> coming;

void on_said(avr_irq_t*, uint32_t byte, void*) {
  const uint8_t told = uint8_t(byte);
  if (write(terminal, &told, 1) < 0) return;  // nobody listens: lost, as on any cable
}
void on_may_take(avr_irq_t*, uint32_t, void*) { may_take = true; }
void on_may_not_take(avr_irq_t*, uint32_t, void*) { may_take = false; }

void on_lamp(avr_irq_t*, uint32_t lit, void* name) {
  printf("%s %s\n", static_cast<const char*>(name), lit ? "on" : "off");
  fflush(stdout);
}

avr_irq_t* pin(avr_t* avr, int number) {
  const char port = number < 8 ? 'D' : 'B';
  return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), number < 8 ? number : number - 8);
}

// Lets a sensor hold a pin high or low, whatever the board's own resistor would have it be.
void pull(avr_t* avr, int number, bool high) {
  static uint8_t held = 0;
  held = uint8_t(high ? held | 1 << number : held & ~(1 << number));
  avr_ioport_external_t sensors = {};
  sensors.name = 'D';
  sensors.mask = 1 << kCardPin | 1 << kLidPin;
  sensors.value = held;
  avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &sensors);
  avr_raise_irq(pin(avr, number), high ? 1 : 0);
}

void open_terminal(const char* link) {
  terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (terminal < 0 || grantpt(terminal) || unlockpt(terminal)) exit(2);
  const char* name = ptsname(terminal);
  const int held = open(name, O_RDWR | O_NOCTTY);  // so that no last client hangs the line up
  termios raw;
  tcgetattr(held, &raw);
  cfmakeraw(&raw);
  tcsetattr(held, TCSANOW, &raw);
  unlink(link);
  if (symlink(name, link)) exit(2);
}

bool can_be_read(int file) {
  pollfd watched = {file, POLLIN, 0};
  return poll(&watched, 1, 0) > 0 && (watched.revents & POLLIN);
}

uint64_t now_us() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1000000 + now.tv_nsec / 1000;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  elf_firmware_t firmware = {};
  if (elf_read_firmware(words[1], &firmware)) return 2;
  avr_t* avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  avr->frequency = kHz;
  avr_load_firmware(avr, &firmware);
  open_terminal(words[2]);
  setvbuf(stdin, nullptr, _IONBF, 0);  // poll() must see the next line too

  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  const uint32_t uart = AVR_IOCTL_UART_GETIRQ('0');
  avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUTPUT), on_said, nullptr);
  avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XON), on_may_take, nullptr);
  avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XOFF), on_may_not_take, nullptr);
  avr_irq_t* ear = avr_io_getirq(avr, uart, UART_IRQ_INPUT);
  static char lock[] = "lock", amber[] = "amber";
  avr_irq_register_notify(pin(avr, kLockPin), on_lamp, lock);
  avr_irq_register_notify(pin(avr, kAmberPin), on_lamp, amber);

  bool is_lid_open = false;
  int cards = 0;
  uint64_t card_until = 0;
  const uint64_t begun_us = now_us();
  avr_cycle_count_t next_byte = 0;
  uint64_t ends_at_ms = ~uint64_t(0);
  while (avr->cycle / kCyclesAtOnce < ends_at_ms) {
    const avr_cycle_count_t until = avr->cycle + kCyclesAtOnce;
    while (avr->cycle < until) {
      const int state = avr_run(avr);
      if (state == cpu_Done || state == cpu_Crashed) return 3;
      if (may_take && !coming.empty() && avr->cycle >= next_byte) {
        avr_raise_irq(ear, coming.front());
        coming.pop_front();
        next_byte = avr->cycle + kByteCycles;
      }
    }
    uint8_t heard[256];
    const ssize_t length = read(terminal, heard, sizeof heard);
    for (ssize_t i = 0; i < length; ++i) coming.push_back(heard[i]);
    char line[64];
    const uint64_t ms = avr->cycle / kCyclesAtOnce;
    if (ends_at_ms > ms + kLastMs && can_be_read(STDIN_FILENO)) {
      if (!fgets(line, sizeof line, stdin) || !strcmp(line, "quit\n")) ends_at_ms = ms + kLastMs;
      else if (!strcmp(line, "card\n")) ++cards;
      else if (!strncmp(line, "lid ", 4)) is_lid_open = !strcmp(line, "lid open\n");
    }
    if (cards && ms > card_until + kCardMs) {
      --cards;
      card_until = ms + kCardMs;
    }
    pull(avr, kCardPin, ms >= card_until);
    pull(avr, kLidPin, is_lid_open);
    const int64_t ahead_us = int64_t(ms * 1000) - int64_t(now_us() - begun_us);
    if (ahead_us > 0) usleep(useconds_t(ahead_us));
  }
  unlink(words[2]);
  return 0;
}
