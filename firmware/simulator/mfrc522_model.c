#include "mfrc522_model.h"
#include <string.h>

enum { COMMAND = 0x01, COM_IRQ = 0x04, ERROR_REG = 0x06, FIFO_DATA = 0x09, FIFO_LEVEL = 0x0A, BIT_FRAMING = 0x0D, COLL = 0x0E,
       TX_CONTROL = 0x14, RF_CFG = 0x26, T_MODE = 0x2A, T_PRESCALER = 0x2B, T_RELOAD_H = 0x2C, T_RELOAD_L = 0x2D, VERSION = 0x37 };

static const double BIT_US = 128 / 13.56, FRAME_DELAY_US = 1236 / 13.56, RESET_US = 5000, WAKE_US = 4500, FORGET_US = 5000;

static void registers_at_power_up(struct mfrc522_model *m) {
    memset(m->reg, 0, sizeof m->reg);
    m->reg[COMMAND] = 0x20;
    m->reg[COLL] = 0xA0;
    m->reg[0x11] = 0x3F;
    m->reg[TX_CONTROL] = 0x80;
    m->reg[RF_CFG] = 0x48;
    m->n = 0;
    m->answering = false;
    m->field_on = false;
}

void model_power_up(struct mfrc522_model *m) {
    registers_at_power_up(m);
    m->busy_until = m->field_since = m->field_off_since = 0;
    if (!m->version) m->version = 0x92;
}

void model_tag(struct mfrc522_model *m, int index, const uint8_t *uid, int size, int min_gain) {
    struct model_tag *t = &m->tag[index];
    memset(t, 0, sizeof *t);
    if (!size) return;
    t->present = true;
    t->size = (uint8_t)size;
    t->min_gain = (uint8_t)min_gain;
    memcpy(t->uid, uid, (size_t)size);
}

static uint16_t crc_a(const uint8_t *b, int n) {
    uint16_t crc = 0x6363;
    for (int i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            int x = (crc ^ b[i] >> bit) & 1;
            crc = (uint16_t)(crc >> 1 ^ (x ? 0x8408 : 0));
        }
    return crc;
}

/* The five bytes of one cascade level: cascade tag or UID bytes, and their check. */
static void level_bytes(const struct model_tag *t, int level, uint8_t out[5]) {
    int left = t->size - 3 * level;
    if (left > 4) { out[0] = 0x88; memcpy(out + 1, t->uid + 3 * level, 3); }
    else memcpy(out, t->uid + 3 * level, 4);
    out[4] = out[0] ^ out[1] ^ out[2] ^ out[3];
}
static int bit(const uint8_t *b, int i) { return b[i / 8] >> i % 8 & 1; }

/* One tag's answer as bits, or 0 if it says nothing. */
static int tag_answer(struct model_tag *t, const uint8_t *f, int n, int last_bits, uint8_t *out) {
    if (n == 1 && last_bits == 7) {
        bool wake = f[0] == 0x52 || (f[0] == 0x26 && t->state != TAG_HALTED);
        if (!wake || (f[0] != 0x26 && f[0] != 0x52)) return 0;
        t->state = TAG_READY;
        t->level = 0;
        out[0] = t->size == 4 ? 0x04 : t->size == 7 ? 0x44 : 0x84;
        out[1] = 0;
        return 16;
    }
    if (n >= 2 && t->state == TAG_READY && f[0] == 0x93 + 2 * t->level) {
        uint8_t mine[5];
        level_bytes(t, t->level, mine);
        int known = (f[1] >> 4) * 8 + (f[1] & 7) - 16;
        if (f[1] == 0x70) {
            uint16_t crc = n == 9 ? crc_a(f, 7) : 0;
            if (n != 9 || memcmp(f + 2, mine, 5) || f[7] != (crc & 255) || f[8] != crc >> 8) { t->state = TAG_IDLE; return 0; }
            bool more = t->size - 3 * t->level > 4;
            out[0] = more ? 0x04 : 0x08;
            crc = crc_a(out, 1);
            out[1] = crc & 255;
            out[2] = (uint8_t)(crc >> 8);
            if (more) t->level++;
            else t->state = TAG_ACTIVE;
            return 24;
        }
        if (known < 0 || known > 32 || last_bits != (f[1] & 7) || n != 2 + (known + 7) / 8) return 0;
        for (int i = 0; i < known; i++)
            if (bit(f + 2, i) != bit(mine, i)) return 0;
        memset(out, 0, 5);
        for (int i = known; i < 40; i++) out[(i - known) / 8] |= (uint8_t)(bit(mine, i) << (i - known) % 8);
        return 40 - known;
    }
    if (n == 4 && f[0] == 0x50 && f[1] == 0x00) {
        uint16_t crc = crc_a(f, 2);
        if (t->state == TAG_ACTIVE && f[2] == (crc & 255) && f[3] == crc >> 8) t->state = TAG_HALTED;
        return 0;
    }
    if (t->state == TAG_READY || t->state == TAG_ACTIVE) t->state = TAG_IDLE;
    return 0;
}

static void transceive(struct mfrc522_model *m, double now) {
    int last_bits = m->reg[BIT_FRAMING] & 7, align = m->reg[BIT_FRAMING] >> 4 & 7, heard = 0, bits = 0, collision = -1;
    int sent_bits = m->n * 9 - (last_bits ? 9 - last_bits : 0) + 2, gain = m->reg[RF_CFG] >> 4 & 7;
    double sent_at = now + sent_bits * BIT_US;
    uint8_t air[8] = {0};
    bool powered = m->field_on && now - m->field_since >= WAKE_US;
    for (int i = 0; i < MODEL_TAGS && powered; i++) {
        uint8_t one[8] = {0};
        struct model_tag *t = &m->tag[i];
        if (!t->present || t->min_gain > gain) continue;
        int k = tag_answer(t, m->fifo, m->n, last_bits, one);
        if (!k) continue;
        for (int b = 0; b < k; b++)
            if (heard && (collision < 0 || b < collision) && bit(air, b) != bit(one, b)) collision = b;
        if (heard) for (int b = 0; b < 8; b++) air[b] |= one[b];
        else memcpy(air, one, 8);
        heard++;
        bits = k > bits ? k : bits;
    }
    m->reg[COMMAND] = (uint8_t)((m->reg[COMMAND] & 0xF0) | 0x0C);
    m->n = 0;
    m->answering = heard > 0;
    m->timeout_at = 0;
    if (!heard) {
        double tick = (2.0 * ((m->reg[T_MODE] & 15) << 8 | m->reg[T_PRESCALER]) + 1) / 13.56;
        if (m->reg[T_MODE] & 0x80) m->timeout_at = sent_at + tick * ((m->reg[T_RELOAD_H] << 8 | m->reg[T_RELOAD_L]) + 1);
        return;
    }
    m->answer_error = 0;
    m->answer_coll = 0x20;
    if (collision >= 0) {
        int known = m->fifo[0] >= 0x93 && m->fifo[0] <= 0x97 ? (m->fifo[1] >> 4) * 8 + (m->fifo[1] & 7) - 16 : 0;
        int place = (m->counts_from_answer ? known % 8 : known) + collision + 1;
        m->answer_error |= 0x08;
        m->answer_coll = place > 32 ? 0x20 : (uint8_t)(place & 0x1F);
        for (int b = collision; b < 64; b++) air[b / 8] &= (uint8_t)~(1 << b % 8); /* ValuesAfterColl = 0 */
    }
    if (m->garble) {
        m->garble--;
        m->answer_error |= 0x02;
        air[0] ^= 0x10;
    }
    memset(m->answer, 0, sizeof m->answer);
    for (int b = 0; b < bits; b++) m->answer[(b + align) / 8] |= (uint8_t)(bit(air, b) << (b + align) % 8);
    m->answer_n = (uint8_t)((bits + align + 7) / 8);
    m->answer_at = sent_at + FRAME_DELAY_US + (bits / 8 * 9 + 2) * BIT_US;
}

static void settle(struct mfrc522_model *m, double now) {
    if (m->answering && now >= m->answer_at) {
        m->answering = false;
        memcpy(m->fifo, m->answer, m->answer_n);
        m->n = m->answer_n;
        m->reg[ERROR_REG] = m->answer_error;
        m->reg[COLL] = (uint8_t)((m->reg[COLL] & 0x80) | m->answer_coll);
        m->reg[COM_IRQ] |= 0x30;
    } else if (!m->answering && m->timeout_at > 0 && now >= m->timeout_at) {
        m->timeout_at = 0;
        m->reg[COM_IRQ] |= 0x01;
    }
}

static void switch_field(struct mfrc522_model *m, bool on, double now) {
    if (on == m->field_on) return;
    m->field_on = on;
    if (!on) { m->field_off_since = now; return; }
    m->field_since = now;
    if (now - m->field_off_since >= FORGET_US)
        for (int i = 0; i < MODEL_TAGS; i++) m->tag[i].state = TAG_IDLE;
}

uint8_t model_read(struct mfrc522_model *m, uint8_t reg, double now) {
    if (m->wire != WIRE_GOOD) return m->wire == WIRE_LOW ? 0x00 : 0xFF;
    settle(m, now);
    if (reg == VERSION) return m->version;
    if (now < m->busy_until) return reg == COMMAND ? 0x30 : m->reg[reg];
    if (reg == FIFO_LEVEL) return m->n;
    if (reg == FIFO_DATA) {
        uint8_t v = m->fifo[0];
        if (m->n) memmove(m->fifo, m->fifo + 1, --m->n);
        return v;
    }
    return m->reg[reg];
}

void model_write(struct mfrc522_model *m, uint8_t reg, uint8_t value, double now) {
    if (m->wire != WIRE_GOOD || now < m->busy_until) return;
    settle(m, now);
    switch (reg) {
    case COMMAND:
        m->reg[COMMAND] = value & 0x3F;
        if ((value & 15) == 0x0F) {
            switch_field(m, false, now);
            registers_at_power_up(m);
            m->busy_until = now + RESET_US;
        } else if ((value & 15) == 0) {
            m->answering = false;
            m->timeout_at = 0;
        }
        break;
    case COM_IRQ: m->reg[reg] = value & 0x80 ? m->reg[reg] | (value & 0x7F) : m->reg[reg] & (uint8_t)~value; break;
    case FIFO_DATA: if (m->n < 64) m->fifo[m->n++] = value; break;
    case FIFO_LEVEL: if (value & 0x80) { m->n = 0; m->reg[ERROR_REG] = 0; } break;
    case BIT_FRAMING:
        m->reg[reg] = value & 0x7F;
        if ((value & 0x80) && (m->reg[COMMAND] & 15) == 0x0C) transceive(m, now);
        break;
    case COLL: m->reg[reg] = (uint8_t)((m->reg[reg] & 0x7F) | (value & 0x80)); break;
    case TX_CONTROL: m->reg[reg] = value; switch_field(m, value & 3, now); break;
    case VERSION: case ERROR_REG: break;
    default: m->reg[reg] = value;
    }
}
