/* A behaving MFRC522 with ISO 14443-3 type A tags in its field, for tests. Time is given in microseconds.
 * What it models: registers and their power-up values, soft reset with its start-up time, FIFO, the exchange
 * timer, air time of both frames, CRC_A, bit-oriented frames, collisions bit by bit, tag states (idle, ready,
 * active, halted), wake-up time in the field, weak tags that need gain, garbled answers, a broken wire. */
#ifndef MFRC522_MODEL_H
#define MFRC522_MODEL_H
#include <stdbool.h>
#include <stdint.h>

enum { MODEL_TAGS = 8 };
enum model_wire { WIRE_GOOD, WIRE_LOW, WIRE_HIGH }; /* what MISO reads: the chip, always 00, always FF */

struct model_tag {
    bool present;
    uint8_t size, uid[10], sak, min_gain;
    enum { TAG_IDLE, TAG_READY, TAG_ACTIVE, TAG_HALTED } state;
    uint8_t level;
};

struct mfrc522_model {
    uint8_t reg[64], fifo[64], n, version;
    enum model_wire wire;
    double busy_until, answer_at, timeout_at, field_since, field_off_since;
    bool field_on, answering;
    uint8_t answer[16], answer_n, answer_error, answer_coll;
    bool counts_from_answer; /* CollPos counts from the answer's first byte instead of the level's */
    unsigned garble; /* this many answers of tags arrive with a parity error */
    struct model_tag tag[MODEL_TAGS];
};

void model_power_up(struct mfrc522_model *m);
uint8_t model_read(struct mfrc522_model *m, uint8_t reg, double now);
void model_write(struct mfrc522_model *m, uint8_t reg, uint8_t value, double now);
void model_tag(struct mfrc522_model *m, int index, const uint8_t *uid, int size, int min_gain); /* size 0: take away */
#endif
