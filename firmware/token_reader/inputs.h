// Buttons and encoder: raw pin levels in, presses, releases and clicks out.
// Debounce: a change must last 1 ms, is reported, then the button is deaf for 20 ms and read again.
// Belongs here: pure logic on one sample; the clock is the number of samples. Must not know pins or ports.
#ifndef COMPANION_INPUTS_H
#define COMPANION_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SAMPLES_PER_MS = 2,
    CONFIRM_SAMPLES = 1 * SAMPLES_PER_MS,  // equal samples after the first one that differs
    DEAF_SAMPLES = 20 * SAMPLES_PER_MS,
    INPUT_RING = 16,
};

typedef struct {
    uint16_t ms;     // low 16 bits of the board's clock
    uint8_t button;  // number, bit 7 set when pressed
} button_edge;

typedef struct {
    uint8_t level;                    // debounced, bit n = button n is down
    uint8_t busy;                     // bit n = button n confirms or is deaf
    uint8_t confirm[8], deaf[8];
    button_edge ring[INPUT_RING];     // written by the interrupt, read by the main loop
    volatile uint8_t head, tail;
    volatile uint8_t lost;            // edges that found the ring full
    // encoder
    uint8_t encoder_pins;             // last sample: bit 0 = A, bit 1 = B
    int8_t quarters;
    uint8_t edges_per_click;          // 2 or 4
    volatile int8_t turned;           // clicks not yet taken
} inputs;

// What lies on the pins at power-up is the rest position: a button held then is no press.
static inline void inputs_start(inputs *in, uint8_t buttons, uint8_t encoder_pins) {
    in->level = buttons;
    in->encoder_pins = encoder_pins;
    in->edges_per_click = 4;
}

static inline void button_report(inputs *in, uint8_t button, uint16_t ms) {
    uint8_t next = (uint8_t)(in->head + 1) % INPUT_RING;
    if (next == in->tail) {
        if (in->lost < 255) in->lost++;
        return;
    }
    in->ring[in->head].ms = ms;
    in->ring[in->head].button = (uint8_t)(button | (in->level & (1 << button) ? 0x80 : 0));
    in->head = next;
}

static inline void buttons_sample(inputs *in, uint8_t raw, uint16_t ms) {
    uint8_t differ = raw ^ in->level;
    if (!(differ | in->busy)) return;
    for (uint8_t i = 0, bit = 1; i < 8; i++, bit = (uint8_t)(bit << 1)) {
        if (in->deaf[i]) {
            if (--in->deaf[i]) continue;  // on the last deaf sample the button is read again
        }
        if (!(differ & bit)) {
            in->confirm[i] = 0;
            in->busy &= (uint8_t)~bit;
        } else if (in->confirm[i]++ == CONFIRM_SAMPLES) {
            in->confirm[i] = 0;
            in->deaf[i] = DEAF_SAMPLES;
            in->level ^= bit;
            button_report(in, i, ms);
            in->busy |= bit;
        } else {
            in->busy |= bit;
        }
    }
}

// Quadrature, clockwise is A before B: bounce on one contact goes back and forth and adds up to nothing. A
// click counts in the rest position (both high, and for two-edge encoders both low too) when at least half
// of it was seen.
static inline void encoder_sample(inputs *in, uint8_t pins) {
    static const int8_t step[16] = {0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0};
    if (pins == in->encoder_pins) return;
    in->quarters = (int8_t)(in->quarters + step[in->encoder_pins << 2 | pins]);
    in->encoder_pins = pins;
    if (pins == 3 || (pins == 0 && in->edges_per_click == 2)) {
        if (2 * in->quarters >= in->edges_per_click && in->turned < 100) in->turned++;
        if (-2 * in->quarters >= in->edges_per_click && in->turned > -100) in->turned--;
        in->quarters = 0;
    }
}

static inline bool inputs_take(inputs *in, button_edge *edge) {
    if (in->tail == in->head) return false;
    *edge = in->ring[in->tail];
    in->tail = (uint8_t)(in->tail + 1) % INPUT_RING;
    return true;
}

#endif
