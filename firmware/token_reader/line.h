// One line of the serial protocol: BODY*CRC and a line end (docs/serial-protocol.md, "Lines").
// Belongs here: the check sum, finding lines in bytes, writing text into a fixed buffer.
// Must not know what a body means, nor any pin, clock or port.
#ifndef COMPANION_LINE_H
#define COMPANION_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PSTR(text) (text)
#define PROGMEM
#define pgm_read_byte(address) (*(const uint8_t *)(address))
#define strncmp_P strncmp
#define strlen_P strlen
#endif

enum { LINE_BODY_MAX = 90, LINE_MAX = LINE_BODY_MAX + 5 };  // characters before the line end

// CRC-16/XMODEM: polynomial 0x1021, start 0; "123456789" gives 0x31C3.
static inline uint16_t crc_xmodem(uint16_t crc, uint8_t byte) {
    crc ^= (uint16_t)byte << 8;
    for (uint8_t i = 0; i < 8; i++) crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    return crc;
}

// ---- writing ----------------------------------------------------------------------------------------

// Text growing in somebody else's buffer; what does not fit is dropped, never written past the end.
typedef struct {
    char *text;
    uint8_t length, size;
} writer;

static inline void put_char(writer *w, char c) {
    if (w->length < w->size) w->text[w->length++] = c;
}

static inline void put_text(writer *w, const char *flash_text) {
    for (char c; (c = (char)pgm_read_byte(flash_text)); flash_text++) put_char(w, c);
}

static inline void put_number(writer *w, uint32_t value) {
    char digits[10];
    uint8_t n = 0;
    do digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n) put_char(w, digits[--n]);
}

static inline void put_hex(writer *w, uint8_t byte) {
    for (uint8_t shift = 4;; shift = 0) {
        uint8_t nibble = (byte >> shift) & 15;
        put_char(w, (char)(nibble < 10 ? '0' + nibble : 'A' + nibble - 10));
        if (!shift) return;
    }
}

// Closes the body with its check and LF. The buffer must hold LINE_MAX + 1.
static inline void put_check(writer *w) {
    uint16_t crc = 0;
    for (uint8_t i = 0; i < w->length; i++) crc = crc_xmodem(crc, (uint8_t)w->text[i]);
    put_char(w, '*');
    put_hex(w, (uint8_t)(crc >> 8));
    put_hex(w, (uint8_t)crc);
    put_char(w, '\n');
}

// ---- reading ----------------------------------------------------------------------------------------

typedef enum { LINE_OPEN, LINE_GOOD, LINE_SPOILED, LINE_LONG } line_result;

typedef struct {
    char text[LINE_MAX + 1];  // after LINE_GOOD: the body, ended by NUL, until the next byte is fed
    uint8_t length;
    bool spoiled, too_long;
} line_reader;

static inline int8_t hex_digit(char c) {
    if (c >= '0' && c <= '9') return (int8_t)(c - '0');
    if (c >= 'A' && c <= 'F') return (int8_t)(c - 'A' + 10);
    return -1;
}

// Whether text[0..length) is a body with a right check; if so ends the body with NUL.
static inline bool line_check(char *text, uint8_t length) {
    if (length < 6 || text[length - 5] != '*') return false;
    uint16_t crc = 0, told = 0;
    for (uint8_t i = 0; i < length - 5; i++) {
        if (text[i] == '*') return false;
        crc = crc_xmodem(crc, (uint8_t)text[i]);
    }
    for (uint8_t i = length - 4; i < length; i++) {
        int8_t digit = hex_digit(text[i]);
        if (digit < 0) return false;
        told = (uint16_t)(told << 4) | (uint8_t)digit;
    }
    text[length - 5] = 0;
    return crc == told;
}

// Takes one byte. CR and LF both end a line, an empty line is nothing; any other byte outside ' '..'~'
// spoils the line it stands in; a line of more than LINE_MAX characters is dropped up to its end.
static inline line_result line_feed(line_reader *r, uint8_t byte) {
    if (byte != '\r' && byte != '\n') {
        if (byte < ' ' || byte > '~') r->spoiled = true;
        if (r->length < LINE_MAX) r->text[r->length++] = (char)byte;
        else r->too_long = true;
        return LINE_OPEN;
    }
    line_result result = LINE_OPEN;
    if (r->too_long) result = LINE_LONG;
    else if (r->spoiled) result = LINE_SPOILED;
    else if (r->length) result = line_check(r->text, r->length) ? LINE_GOOD : LINE_SPOILED;
    r->length = 0;
    r->spoiled = r->too_long = false;
    return result;
}

// ---- words of a body --------------------------------------------------------------------------------

// Takes the word off the front of *text if it stands there as a whole word.
static inline bool take_word(const char **text, const char *flash_word) {
    size_t n = strlen_P(flash_word);
    if (strncmp_P(*text, flash_word, n) != 0 || ((*text)[n] != 0 && (*text)[n] != ' ')) return false;
    *text += n;
    if (**text == ' ') ++*text;
    return true;
}

// Takes a decimal number of at most five digits off the front of *text; false if none is there or it is
// over the limit.
static inline bool take_number(const char **text, uint16_t limit, uint16_t *value) {
    uint32_t v = 0;
    uint8_t n = 0;
    for (; n < 5 && (*text)[n] >= '0' && (*text)[n] <= '9'; n++) v = v * 10 + (uint8_t)((*text)[n] - '0');
    if (!n || ((*text)[n] != 0 && (*text)[n] != ' ') || v > limit) return false;
    *text += n;
    if (**text == ' ') ++*text;
    *value = (uint16_t)v;
    return true;
}

#endif
