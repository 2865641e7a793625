/* The sketch's headers compiled for this machine, for the shared vectors, the switch models, long runs with
 * tags and the fuzzer: the same link, commands, inputs, scanner and tag table, without an AVR. */
#include "../token_reader/commands.h"
#include "../token_reader/inputs.h"
#include "../token_reader/tags.h"
#include "mfrc522_model.h"

static link_state board;
static scanner reader;
static inputs input;

static struct mfrc522_model chip;
static tag_table tags;
static double us;

/* One register access over SPI at 4 MHz takes about 8 us with the sketch's own work. */
static uint8_t mfrc522_read(uint8_t reg) { return model_read(&chip, reg, us += 8); }
static void mfrc522_write(uint8_t reg, uint8_t value) { model_write(&chip, reg, value, us += 8); }
static void self_test(writer *reply) { put_text(reply, " chip=92 fifo=ok down=00 mv=5000 free=900"); }

void logic_start(void) {
    link_start(&board);
    scan_start(&reader, GAIN_DEFAULT);
    memset(&wishes, 0, sizeof wishes);
    wishes.counters = &board.counters;
    wishes.reader = &reader;
    board.chip = 0x92;
}
void logic_receive(const uint8_t *bytes, size_t n, uint32_t now) {
    while (n--) link_receive(&board, *bytes++, now);
}
int logic_post(int kind, int value, const uint8_t *uid, int size, uint32_t at) {
    tag_uid u = {(uint8_t)size, {0}};
    memcpy(u.bytes, uid, (size_t)size);
    if (!link_room(&board)) return 0;
    link_post(&board, (event_kind)kind, (int8_t)value, &u, at);
    return 1;
}
int logic_next(char out[LINE_MAX + 2], uint32_t now) {
    writer w = {out, 0, LINE_MAX + 2};
    return link_next(&board, &w, now) ? w.length : 0;
}
int logic_greeted(void) { return board.greeted; }
uint16_t logic_crc(const uint8_t *bytes, size_t n) {
    uint16_t crc = 0;
    while (n--) crc = crc_xmodem(crc, *bytes++);
    return crc;
}

/* One byte into a bare line reader: line_result, and for a good line its body. */
static line_reader bare;
void logic_line_start(void) { memset(&bare, 0, sizeof bare); }
int logic_line(uint8_t byte) { return (int)line_feed(&bare, byte); }
const char *logic_line_body(void) { return bare.text; }

void logic_inputs_start(void) { memset(&input, 0, sizeof input); inputs_start(&input, 0, 3); }
/* One sample; bit 7 of the result: there was an edge, bits 0-6 the button, bit 8 pressed. */
int logic_buttons(uint8_t raw, uint16_t ms) {
    button_edge edge;
    buttons_sample(&input, raw, ms);
    return inputs_take(&input, &edge) ? 0x80 | (edge.button & 0x7F) | (edge.button & 0x80 ? 0x100 : 0) : 0;
}

void logic_scan_start(void) {
    memset(&chip, 0, sizeof chip);
    memset(&tags, 0, sizeof tags);
    us = 0;
    model_power_up(&chip);
    scan_start(&reader, GAIN_DEFAULT);
}
void logic_tag(int index, const uint8_t *uid, int size) { model_tag(&chip, index, uid, size, 0); }
void logic_counts_from_answer(int yes) { chip.counts_from_answer = yes; }
void logic_garble(unsigned answers) { chip.garble = answers; }
/* Scans for so long; calls back for every tag that comes (on = 1) or goes (on = 0). */
void logic_scan(double ms, void (*told)(int on, const uint8_t *uid, int size)) {
    for (double end = us + ms * 1000; us < end; us += 50) {
        scan_result result = scan_step(&reader, (uint32_t)(us / 1000));
        if (result == SCAN_TAG) tags_see(&tags, &reader.uid);
        if (result == SCAN_ROUND_DONE && reader.chip) tags_end_round(&tags, reader.garbled);
        for (int i = 0; i < TAGS_MAX; i++) {
            tag_entry *e = &tags.entry[i];
            if (e->state != TAG_NEW && e->state != TAG_GONE) continue;
            told(e->state == TAG_NEW, e->uid.bytes, e->uid.size);
            e->state = e->state == TAG_NEW ? TAG_TOLD : TAG_FREE;
        }
    }
}
