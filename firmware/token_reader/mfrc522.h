// The MFRC522 reader chip and ISO 14443-3 type A: find every tag in the field, one short exchange at a time.
// Belongs here: registers, the steps of one round (field on, request, anticollision, select, halt, field
// off), the health check. Must not know pins, the SPI bus, or what a tag means: the includer gives
// mfrc522_read() and mfrc522_write(). Register numbers: MFRC522 data sheet rev. 3.9, chapter 9.
#ifndef COMPANION_MFRC522_H
#define COMPANION_MFRC522_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static uint8_t mfrc522_read(uint8_t reg);
static void mfrc522_write(uint8_t reg, uint8_t value);

enum {
    REG_COMMAND = 0x01, REG_COM_IRQ = 0x04, REG_ERROR = 0x06, REG_FIFO_DATA = 0x09, REG_FIFO_LEVEL = 0x0A,
    REG_BIT_FRAMING = 0x0D, REG_COLL = 0x0E, REG_MODE = 0x11, REG_TX_CONTROL = 0x14, REG_TX_ASK = 0x15,
    REG_RF_CFG = 0x26, REG_T_MODE = 0x2A, REG_T_PRESCALER = 0x2B, REG_T_RELOAD_H = 0x2C,
    REG_T_RELOAD_L = 0x2D, REG_VERSION = 0x37,
};
enum { CMD_IDLE = 0x00, CMD_TRANSCEIVE = 0x0C, CMD_SOFT_RESET = 0x0F };
enum { IRQ_TIMER = 0x01, IRQ_RX = 0x20 };
enum { ERR_GARBLED = 0x13, ERR_COLLISION = 0x08 };  // overflow, parity, protocol; two tags at once
enum { MODE_CRC_6363 = 0x3D, TX_BOTH_AERIALS = 0x03, ASK_FULL = 0x40, TIMER_AUTO = 0x80 };

enum {
    UID_MAX = 10,
    TAGS_MAX = 4,             // tags found in one round
    ROUND_MS = 50,            // from one round's start to the next one's
    FIELD_OFF_MS = 10,        // a tag without the field for 5 ms has forgotten that it was halted
    FIELD_SETTLE_MS = 6,      // a tag may take 5 ms to wake, and a whole millisecond may be just begun
    EXCHANGE_LIMIT_MS = 5,    // the chip's own timer ends an exchange after 1 ms
    CHIP_RETRY_MS = 250,      // between two looks for a chip that does not answer
};

typedef struct {
    uint8_t size;  // 4, 7 or 10
    uint8_t bytes[UID_MAX];
} tag_uid;

typedef enum { SCAN_RESTING, SCAN_SETTLING, SCAN_REQUEST, SCAN_ANTICOLLISION, SCAN_SELECT, SCAN_HALT } scan_phase;
typedef enum { SCAN_BUSY, SCAN_TAG, SCAN_ROUND_DONE } scan_result;

typedef struct {
    uint8_t chip;             // VersionReg of a chip that answers, else 0
    uint8_t gain;             // RFCfgReg, bits 6..4
    bool reset_sent;          // the chip was told to reset and is to be set up in the next round
    uint16_t restarts;        // times a chip that was set up had to be set up again
    scan_phase phase;
    uint32_t since;           // when the phase or the exchange began
    uint32_t round_at;        // when the round began
    uint8_t level;            // cascade level 0..2
    uint8_t known;            // bits of this level known so far, 0..32
    bool guessed;             // the last of them is a guess
    uint8_t part[5];          // this level's four bytes and their check
    tag_uid uid;
    uint8_t found;
    bool garbled;             // something answered in this round that could not be read
} scanner;

static inline uint16_t crc_a(const uint8_t *bytes, uint8_t n) {
    uint16_t crc = 0x6363;
    while (n--) {
        uint8_t x = (uint8_t)(*bytes++ ^ crc);
        x ^= (uint8_t)(x << 4);
        crc = (uint16_t)((crc >> 8) ^ ((uint16_t)x << 8) ^ ((uint16_t)x << 3) ^ (x >> 4));
    }
    return crc;
}

// ---- the chip ---------------------------------------------------------------------------------------

static inline void field(bool on) { mfrc522_write(REG_TX_CONTROL, (uint8_t)(0x80 | (on ? TX_BOTH_AERIALS : 0))); }

static inline bool chip_answers(uint8_t version) { return version != 0x00 && version != 0xFF; }

static inline void chip_set_up(scanner *s) {
    mfrc522_write(REG_T_MODE, TIMER_AUTO);
    mfrc522_write(REG_T_PRESCALER, 169);  // 13.56 MHz / (2 * 169 + 1) = 40 kHz
    mfrc522_write(REG_T_RELOAD_H, 0);
    mfrc522_write(REG_T_RELOAD_L, 40);    // no answer within 1 ms is none
    mfrc522_write(REG_TX_ASK, ASK_FULL);
    mfrc522_write(REG_MODE, MODE_CRC_6363);
    mfrc522_write(REG_RF_CFG, s->gain);
    field(false);
}

// A chip that lost its supply for a moment answers again, but with the register values of power-up.
static inline bool chip_kept_its_settings(const scanner *s) {
    return mfrc522_read(REG_T_MODE) == TIMER_AUTO && mfrc522_read(REG_TX_ASK) == ASK_FULL &&
           mfrc522_read(REG_T_RELOAD_L) == 40 && mfrc522_read(REG_RF_CFG) == s->gain;
}

static inline void scan_start(scanner *s, uint8_t gain) {
    memset(s, 0, sizeof *s);
    s->gain = gain;
    s->round_at = 0u - CHIP_RETRY_MS;
}

static inline void scan_gain(scanner *s, uint8_t gain) {
    s->gain = gain;
    if (s->chip) mfrc522_write(REG_RF_CFG, gain);
}

// True if the chip is there and set up; else does the next thing towards that. Called before every round.
static inline bool chip_healthy(scanner *s) {
    uint8_t version = mfrc522_read(REG_VERSION);
    if (!chip_answers(version)) {
        s->chip = 0;
        s->reset_sent = false;
        return false;
    }
    if (s->reset_sent) {
        s->reset_sent = false;
        chip_set_up(s);
        s->chip = chip_kept_its_settings(s) ? version : 0;
        return s->chip != 0;
    }
    if (version == s->chip && chip_kept_its_settings(s)) return true;
    if (s->chip) s->restarts++;
    mfrc522_write(REG_COMMAND, CMD_SOFT_RESET);  // its oscillator may need some milliseconds to start again
    s->reset_sent = true;
    return false;
}

// ---- one exchange -----------------------------------------------------------------------------------

typedef enum { ANSWER_WAIT, ANSWER_NONE, ANSWER_GOOD, ANSWER_COLLISION, ANSWER_GARBLED } answer;

// odd_bits: bits of the last byte to send, and where the first received bit goes (0 = whole bytes).
static inline void exchange(scanner *s, const uint8_t *bytes, uint8_t n, uint8_t odd_bits, bool align, uint32_t now) {
    mfrc522_write(REG_COMMAND, CMD_IDLE);
    mfrc522_write(REG_COM_IRQ, 0x7F);
    mfrc522_write(REG_FIFO_LEVEL, 0x80);
    mfrc522_write(REG_COLL, 0);
    while (n--) mfrc522_write(REG_FIFO_DATA, *bytes++);
    uint8_t framing = (uint8_t)(odd_bits | (align ? odd_bits << 4 : 0));
    mfrc522_write(REG_BIT_FRAMING, framing);
    mfrc522_write(REG_COMMAND, CMD_TRANSCEIVE);
    mfrc522_write(REG_BIT_FRAMING, framing | 0x80);
    s->since = now;
}

static inline answer exchange_answer(scanner *s, uint8_t *bytes, uint8_t expected, uint32_t now) {
    uint8_t irq = mfrc522_read(REG_COM_IRQ);
    if (!(irq & (IRQ_RX | IRQ_TIMER))) return now - s->since > EXCHANGE_LIMIT_MS ? ANSWER_GARBLED : ANSWER_WAIT;
    if (!(irq & IRQ_RX)) return ANSWER_NONE;
    uint8_t error = mfrc522_read(REG_ERROR), n = mfrc522_read(REG_FIFO_LEVEL);
    if ((error & ERR_GARBLED) || n > expected || (n < expected && !(error & ERR_COLLISION))) return ANSWER_GARBLED;
    for (uint8_t i = 0; i < n; i++) bytes[i] = mfrc522_read(REG_FIFO_DATA);
    return error & ERR_COLLISION ? ANSWER_COLLISION : ANSWER_GOOD;
}

// ---- one round --------------------------------------------------------------------------------------

static inline void send_request(scanner *s, uint32_t now) {
    static const uint8_t reqa = 0x26;
    s->phase = SCAN_REQUEST;
    exchange(s, &reqa, 1, 7, false, now);
}

// Asks all tags whose first `known` bits are those in part[] for the rest of theirs.
static inline void send_anticollision(scanner *s, uint32_t now) {
    uint8_t whole = s->known / 8, odd = s->known % 8;
    uint8_t frame[6] = {(uint8_t)(0x93 + 2 * s->level), (uint8_t)((2 + whole) << 4 | odd), 0, 0, 0, 0};
    memcpy(frame + 2, s->part, (size_t)(whole + (odd ? 1 : 0)));
    s->phase = SCAN_ANTICOLLISION;
    exchange(s, frame, (uint8_t)(2 + whole + (odd ? 1 : 0)), odd, true, now);
}

static inline void send_with_crc(scanner *s, uint8_t *frame, uint8_t n, uint32_t now) {
    uint16_t crc = crc_a(frame, n);
    frame[n] = (uint8_t)crc;
    frame[n + 1] = (uint8_t)(crc >> 8);
    exchange(s, frame, (uint8_t)(n + 2), 0, false, now);
}

static inline void start_level(scanner *s, uint8_t level, uint32_t now) {
    s->level = level;
    s->known = 0;
    s->guessed = false;
    memset(s->part, 0, sizeof s->part);
    send_anticollision(s, now);
}

static inline scan_result end_round(scanner *s, uint32_t now) {
    field(false);  // every tag forgets where it was: the next round finds all of them afresh
    s->phase = SCAN_RESTING;
    s->since = now;
    return SCAN_ROUND_DONE;
}

static inline scan_result end_round_garbled(scanner *s, uint32_t now) {
    s->garbled = true;
    return end_round(s, now);
}

// The answer to an anticollision frame: the missing bits, or all up to the first place where two differ.
static inline scan_result got_part(scanner *s, const uint8_t *bytes, bool collision, uint32_t now) {
    uint8_t first = s->known / 8, odd = s->known % 8;
    for (uint8_t i = first, keep = (uint8_t)((1 << odd) - 1); i < 5; i++, keep = 0)
        s->part[i] = (uint8_t)((s->part[i] & keep) | (bytes[i - first] & ~keep));
    if (collision) {
        // The chip tells the first place where two tags differ, counted from 1, with 0 for 32. Whether it counts
        // from the level's first bit or from the answer's is not certain for a second collision; so a place that
        // cannot be is read as the next one, and a guess that nobody answers to is turned round.
        uint8_t coll = mfrc522_read(REG_COLL), place = coll & 0x1F ? coll & 0x1F : 32;
        if (s->known == 32) return end_round_garbled(s, now);
        if ((coll & 0x20) || place <= s->known) place = (uint8_t)(s->known + 1);
        uint8_t at = (uint8_t)(place - 1);
        s->part[at / 8] = (uint8_t)((s->part[at / 8] & ((1 << at % 8) - 1)) | 1 << at % 8);
        memset(s->part + at / 8 + 1, 0, (size_t)(4 - at / 8));
        s->known = place;
        s->guessed = true;
        send_anticollision(s, now);
        return SCAN_BUSY;
    }
    if ((uint8_t)(s->part[0] ^ s->part[1] ^ s->part[2] ^ s->part[3]) != s->part[4]) return end_round_garbled(s, now);
    uint8_t frame[9] = {(uint8_t)(0x93 + 2 * s->level), 0x70, 0, 0, 0, 0, 0, 0, 0};
    memcpy(frame + 2, s->part, 5);
    s->phase = SCAN_SELECT;
    send_with_crc(s, frame, 7, now);
    return SCAN_BUSY;
}

// The answer to a select: does the UID go on in another level?
static inline scan_result got_sak(scanner *s, const uint8_t *sak, uint32_t now) {
    uint16_t crc = crc_a(sak, 1);
    if (sak[1] != (uint8_t)crc || sak[2] != (uint8_t)(crc >> 8)) return end_round_garbled(s, now);
    bool more = (sak[0] & 0x04) != 0;
    if (more != (s->part[0] == 0x88) || (more && s->level == 2)) return end_round_garbled(s, now);
    if (!s->level) s->uid.size = 0;
    uint8_t n = more ? 3 : 4;
    memcpy(s->uid.bytes + s->uid.size, s->part + 4 - n, n);
    s->uid.size = (uint8_t)(s->uid.size + n);
    if (more) {
        start_level(s, (uint8_t)(s->level + 1), now);
        return SCAN_BUSY;
    }
    uint8_t frame[4] = {0x50, 0x00, 0, 0};
    s->phase = SCAN_HALT;
    send_with_crc(s, frame, 2, now);
    s->found++;
    return SCAN_TAG;
}

// One small step; never waits. SCAN_TAG: s->uid is a tag in the field. SCAN_ROUND_DONE: every tag was
// found, or with s->garbled perhaps not every one. While s->chip is 0 no round tells anything.
static inline scan_result scan_step(scanner *s, uint32_t now) {
    uint8_t bytes[5];
    if (s->phase == SCAN_RESTING) {
        if (now - s->round_at < (s->chip || s->reset_sent ? ROUND_MS : CHIP_RETRY_MS)) return SCAN_BUSY;
        if (now - s->since < FIELD_OFF_MS) return SCAN_BUSY;
        s->round_at = s->since = now;
        s->found = 0;
        s->garbled = !chip_healthy(s);
        if (s->garbled) return SCAN_ROUND_DONE;
        field(true);
        s->phase = SCAN_SETTLING;
        return SCAN_BUSY;
    }
    if (s->phase == SCAN_SETTLING) {
        if (now - s->since >= FIELD_SETTLE_MS) send_request(s, now);
        return SCAN_BUSY;
    }
    uint8_t expected = 3;
    if (s->phase == SCAN_REQUEST) expected = 2;
    if (s->phase == SCAN_ANTICOLLISION) expected = (uint8_t)(5 - s->known / 8);
    answer a = exchange_answer(s, bytes, expected, now);
    if (a == ANSWER_WAIT) return SCAN_BUSY;
    switch (s->phase) {
    case SCAN_REQUEST:
        if (a == ANSWER_NONE) return end_round(s, now);
        // Tags of different kinds answer a request with different bits: a collision here is no error.
        if (a == ANSWER_GARBLED || s->found == TAGS_MAX) return end_round_garbled(s, now);
        start_level(s, 0, now);
        return SCAN_BUSY;
    case SCAN_ANTICOLLISION:
        if (a == ANSWER_NONE && s->guessed) {
            uint8_t at = (uint8_t)(s->known - 1);
            s->part[at / 8] &= (uint8_t)~(1 << at % 8);
            s->guessed = false;
            send_anticollision(s, now);
            return SCAN_BUSY;
        }
        if (a == ANSWER_NONE || a == ANSWER_GARBLED) return end_round_garbled(s, now);
        return got_part(s, bytes, a == ANSWER_COLLISION, now);
    case SCAN_SELECT:
        if (a != ANSWER_GOOD) return end_round_garbled(s, now);
        return got_sak(s, bytes, now);
    default:  // a tag says nothing when it is halted
        send_request(s, now);
        return SCAN_BUSY;
    }
}

static inline bool scan_waits_for_answer(const scanner *s) { return s->phase >= SCAN_REQUEST; }

// Writes a pattern through the chip's 64-byte FIFO and reads it back; spoils the round under way.
static inline bool chip_fifo_works(scanner *s, uint32_t now) {
    mfrc522_write(REG_COMMAND, CMD_IDLE);
    mfrc522_write(REG_FIFO_LEVEL, 0x80);
    for (uint8_t i = 0; i < 64; i++) mfrc522_write(REG_FIFO_DATA, (uint8_t)(i * 37 + 11));
    bool good = mfrc522_read(REG_FIFO_LEVEL) == 64;
    for (uint8_t i = 0; i < 64; i++) good &= mfrc522_read(REG_FIFO_DATA) == (uint8_t)(i * 37 + 11);
    field(false);
    s->phase = SCAN_RESTING;
    s->since = now;
    return good;
}

#endif
