// What the host may tell the board to do, as changes to plain data; the sketch carries them out.
// Belongs here: the words of docs/serial-protocol.md, "Commands", their ranges and refusals.
// Must not know pins or timers: the includer gives self_test().
#ifndef COMPANION_COMMANDS_H
#define COMPANION_COMMANDS_H

#include "link.h"
#include "pins.h"

typedef enum { LAMP_OFF, LAMP_ON, LAMP_BLINK } lamp_state;

typedef struct {
    lamp_state lamp[LAMP_COUNT];
    uint16_t buzz_hz, buzz_ms;   // a tone asked for; the sketch sets buzz_ms back to 0 when it has begun
    uint8_t gain;                // RFCfgReg value
    uint8_t edges_per_click;
    const link_counters *counters;
    const scanner *reader;
} board_wishes;

static board_wishes wishes;

// Writes chip, FIFO, lamps and so on behind "ok".
static void self_test(writer *reply);

// Antenna gain in dB and its RFCfgReg bits 6..4 (data sheet table 98; 0 and 1 repeat 2 and 3).
static const uint8_t GAIN_DB[] PROGMEM = {18, 23, 33, 38, 43, 48};
static const uint8_t GAIN_BITS[] PROGMEM = {0x20, 0x30, 0x40, 0x50, 0x60, 0x70};
enum { GAIN_DEFAULT = 0x40 };

static inline void put_lamp(writer *w, lamp_state state) {
    put_text(w, state == LAMP_OFF ? PSTR("off") : state == LAMP_ON ? PSTR("on") : PSTR("blink"));
}

static inline bool command_lamp(const char *text) {
    uint16_t n;
    if (!take_number(&text, LAMP_COUNT - 1, &n)) return false;
    lamp_state state;
    if (take_word(&text, PSTR("off"))) state = LAMP_OFF;
    else if (take_word(&text, PSTR("on"))) state = LAMP_ON;
    else if (take_word(&text, PSTR("blink"))) state = LAMP_BLINK;
    else return false;
    if (*text) return false;
    wishes.lamp[n] = state;
    return true;
}

static inline bool command_buzz(const char *text) {
    uint16_t hz, ms;
    if (!take_number(&text, 8000, &hz) || !take_number(&text, 2000, &ms) || *text || hz < 100 || !ms) return false;
    wishes.buzz_hz = hz;
    wishes.buzz_ms = ms;
    return true;
}

static inline bool command_gain(const char *text) {
    uint16_t db;
    if (!take_number(&text, 48, &db) || *text) return false;
    for (uint8_t i = 0; i < sizeof GAIN_DB; i++)
        if (pgm_read_byte(GAIN_DB + i) == db) {
            wishes.gain = pgm_read_byte(GAIN_BITS + i);
            return true;
        }
    return false;
}

static inline bool command_clicks(const char *text) {
    uint16_t edges;
    if (!take_number(&text, 4, &edges) || *text || (edges != 2 && edges != 4)) return false;
    wishes.edges_per_click = (uint8_t)edges;
    return true;
}

static inline void put_counter(writer *w, const char *flash_name, uint16_t value) {
    put_text(w, flash_name);
    put_number(w, value);
}

static void run_command(const char *text, writer *reply) {
    const char *allowed = 0;  // set when the word is known and what follows it is not
    if (take_word(&text, PSTR("ping"))) {
        if (*text) allowed = PSTR("ping");
    } else if (take_word(&text, PSTR("lamp"))) {
        if (!command_lamp(text)) allowed = PSTR("lamp 0-2 off|on|blink");
    } else if (take_word(&text, PSTR("buzz"))) {
        if (!command_buzz(text)) allowed = PSTR("buzz 100-8000 1-2000");
    } else if (take_word(&text, PSTR("gain"))) {
        if (!command_gain(text)) allowed = PSTR("gain 18|23|33|38|43|48");
    } else if (take_word(&text, PSTR("clicks"))) {
        if (!command_clicks(text)) allowed = PSTR("clicks 2|4");
    } else if (take_word(&text, PSTR("lamps?"))) {
        put_text(reply, PSTR("ok"));
        for (uint8_t i = 0; i < LAMP_COUNT; i++) {
            put_char(reply, ' ');
            put_lamp(reply, wishes.lamp[i]);
        }
        return;
    } else if (take_word(&text, PSTR("test?"))) {
        put_text(reply, PSTR("ok"));
        self_test(reply);
        return;
    } else if (take_word(&text, PSTR("counters?"))) {
        put_text(reply, PSTR("ok"));
        put_counter(reply, PSTR(" check="), wishes.counters->bad_lines);
        put_counter(reply, PSTR(" long="), wishes.counters->long_lines);
        put_counter(reply, PSTR(" resent="), wishes.counters->resent);
        put_counter(reply, PSTR(" lost="), wishes.counters->lost);
        put_counter(reply, PSTR(" restarts="), wishes.reader->restarts);
        return;
    } else {
        put_text(reply, PSTR("no ping|lamp|lamps?|buzz|gain|clicks|test?|counters?"));
        return;
    }
    put_text(reply, allowed ? PSTR("no ") : PSTR("ok"));
    if (allowed) put_text(reply, allowed);
}

#endif
