// The board's end of the serial protocol (docs/serial-protocol.md): hello, running numbers, window, resends.
// Belongs here: which line is taken, which is refused, which goes out next. A session begins with the
// host's hello; within it each event is taken once and in order, and each command is done once.
// Must not know pins, the UART or what a command does: the includer gives run_command().
#ifndef COMPANION_LINK_H
#define COMPANION_LINK_H

#include "line.h"
#include "mfrc522.h"

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 0
#define FIRMWARE_VERSION "1.0.0"

enum {
    EVENT_QUEUE = 12,
    EVENT_WINDOW = 4,        // events on the way without their acknowledgement
    RESEND_MS = 120,
    HELLO_MS = 1000,         // between two hellos while no host has greeted
    FIRST_HELLO_MS = 150,    // after power-up: the reader chip is set up by then
    HOST_SILENT_MS = 6000,   // the host is gone
    REPLY_MAX = 72,
};

typedef enum { EVENT_DOWN, EVENT_UP, EVENT_TURN, EVENT_TAG_ON, EVENT_TAG_OFF, EVENT_HERE, EVENT_READER, EVENT_LOST } event_kind;

typedef struct {
    uint32_t at;
    event_kind kind;
    int8_t value;  // button, clicks, count
    tag_uid uid;
} link_event;

typedef struct {
    uint16_t bad_lines, long_lines, resent, lost;
} link_counters;

typedef struct {
    line_reader in;
    bool greeted;
    uint8_t session;         // changes whenever a session begins or ends
    char nonce[5];           // the host's word for the session; "0000" in a hello nobody asked for
    uint32_t heard;          // last good line from the host
    uint32_t hello_at;       // when the next unasked hello is due
    bool hello_due;          // the host asked
    const char *complaint;   // in flash; why the last line was refused

    link_event queue[EVENT_QUEUE];
    uint8_t head, count;     // the oldest event and how many there are
    uint8_t number;          // the oldest event's running number
    uint8_t sent;            // how many of them are on the way
    uint8_t flown;           // how many of them went out at least once
    uint32_t sent_at;        // last time one was sent or acknowledged

    uint8_t command;         // the number of the next command
    bool replied;            // reply[] belongs to the command before it
    bool reply_due;
    char reply[REPLY_MAX];
    uint8_t reply_length;

    uint8_t chip, held;      // for the hello: the reader chip's version, buttons held down
    link_counters counters;
} link_state;

// Does one command and writes the reply ("ok ..." or "no ..."); called once for each command number.
static void run_command(const char *text, writer *reply);

static inline void link_start(link_state *l) {
    memset(l, 0, sizeof *l);
    memcpy(l->nonce, "0000", 5);
    l->hello_at = FIRST_HELLO_MS;
}

static inline void count_up(uint16_t *counter) {
    if (*counter < 0xFFFF) ++*counter;
}

// ---- receiving --------------------------------------------------------------------------------------

static inline void end_session(link_state *l, uint32_t now) {
    l->greeted = false;
    l->session++;
    l->count = l->sent = l->flown = 0;
    l->reply_due = false;
    memcpy(l->nonce, "0000", 5);
    l->hello_at = now;
}

static inline bool is_nonce(const char *text) {
    for (uint8_t i = 0; i < 4; i++)
        if (hex_digit(text[i]) < 0) return false;
    return text[4] == ' ';
}

// H nonce major.minor; the nonce 0000 ends the session.
static inline void take_hello(link_state *l, const char *text, uint32_t now) {
    if (!is_nonce(text)) {
        l->complaint = PSTR("hello");
        return;
    }
    if (!memcmp(text, "0000", 4)) {  // the host says good-bye
        if (l->greeted) end_session(l, now);
        return;
    }
    bool fits = text[5] == '0' + PROTOCOL_MAJOR && text[6] == '.';
    if (!fits || !l->greeted || memcmp(l->nonce, text, 4) != 0) {
        end_session(l, now);
        memcpy(l->nonce, text, 4);
        l->greeted = fits;
        l->number = l->command = 0;
        l->replied = false;
    }
    l->hello_due = true;  // a host that missed the answer asks again with the same word: nothing begins anew
    l->hello_at = now + HELLO_MS;
}

static inline void take_acknowledgement(link_state *l, uint8_t taken, uint32_t now) {
    uint8_t done = (uint8_t)(taken + 1 - l->number);  // events up to and with `taken` have arrived
    if (!done || done > l->flown) return;
    l->head = (uint8_t)((l->head + done) % EVENT_QUEUE);
    l->count = (uint8_t)(l->count - done);
    l->flown = (uint8_t)(l->flown - done);
    l->sent = (uint8_t)(l->sent > done ? l->sent - done : 0);
    l->number = (uint8_t)(l->number + done);
    l->sent_at = now;
}

static inline void take_command(link_state *l, uint8_t number, const char *text) {
    if (number == l->command) {
        writer reply = {l->reply, 0, REPLY_MAX};
        run_command(text, &reply);
        l->reply_length = reply.length;
        l->replied = true;
        l->command++;
    } else if (!l->replied || number != (uint8_t)(l->command - 1)) {
        l->complaint = PSTR("number");
        return;
    }
    l->reply_due = true;
}

static inline void take_line(link_state *l, const char *body, uint32_t now) {
    const char *text = body + 1;
    uint16_t number;
    if (body[0] == 'H' && body[1] == ' ') {
        l->heard = now;
        take_hello(l, body + 2, now);
        return;
    }
    if ((body[0] != 'A' && body[0] != 'C') || !take_number(&text, 255, &number)) {
        l->complaint = PSTR("kind");
        return;
    }
    if (!l->greeted) {
        l->complaint = PSTR("hello");
        return;
    }
    l->heard = now;
    if (body[0] == 'A') take_acknowledgement(l, (uint8_t)number, now);
    else take_command(l, (uint8_t)number, text);
}

static inline void link_receive(link_state *l, uint8_t byte, uint32_t now) {
    switch (line_feed(&l->in, byte)) {
    case LINE_GOOD: take_line(l, l->in.text, now); break;
    case LINE_SPOILED: count_up(&l->counters.bad_lines); l->complaint = PSTR("check"); break;
    case LINE_LONG: count_up(&l->counters.long_lines); l->complaint = PSTR("long"); break;
    case LINE_OPEN: break;
    }
}

// ---- sending ----------------------------------------------------------------------------------------

static inline bool link_room(const link_state *l) { return l->greeted && l->count < EVENT_QUEUE; }

// Queues an event; the caller has seen that there is room.
static inline void link_post(link_state *l, event_kind kind, int8_t value, const tag_uid *uid, uint32_t at) {
    link_event *e = &l->queue[(l->head + l->count++) % EVENT_QUEUE];
    e->kind = kind;
    e->value = value;
    e->at = at;
    if (uid) e->uid = *uid;
}

static inline void put_event(writer *w, const link_event *e, uint32_t now) {
    int32_t age = (int32_t)(now - e->at);  // an event may be younger than the time its line is written at
    put_number(w, age < 0 ? 0 : age > 60000 ? 60000 : (uint32_t)age);
    switch (e->kind) {
    case EVENT_DOWN: put_text(w, PSTR(" down ")); break;
    case EVENT_UP: put_text(w, PSTR(" up ")); break;
    case EVENT_TURN: put_text(w, e->value < 0 ? PSTR(" turn -") : PSTR(" turn +")); break;
    case EVENT_TAG_ON: put_text(w, PSTR(" tag+ ")); break;
    case EVENT_TAG_OFF: put_text(w, PSTR(" tag- ")); break;
    case EVENT_HERE: put_text(w, PSTR(" here ")); break;
    case EVENT_READER: put_text(w, PSTR(" reader ")); break;
    case EVENT_LOST: put_text(w, PSTR(" lost ")); break;
    }
    if (e->kind == EVENT_TAG_ON || e->kind == EVENT_TAG_OFF)
        for (uint8_t i = 0; i < e->uid.size; i++) put_hex(w, e->uid.bytes[i]);
    else
        put_number(w, (uint32_t)(e->value < 0 ? -e->value : e->value));
}

static inline void put_hello(const link_state *l, writer *w) {
    put_text(w, PSTR("H "));
    for (uint8_t i = 0; i < 4; i++) put_char(w, l->nonce[i]);
    put_char(w, ' ');
    put_number(w, PROTOCOL_MAJOR);
    put_char(w, '.');
    put_number(w, PROTOCOL_MINOR);
    put_text(w, PSTR(" fw=" FIRMWARE_VERSION " has=buttons8,encoder,lamps3,buzzer,tags chip="));
    put_hex(w, l->chip);
    put_text(w, PSTR(" held="));
    put_hex(w, l->held);
}

static inline void put_kind(writer *w, char kind, uint8_t number) {
    put_char(w, kind);
    put_number(w, number);
    put_char(w, ' ');
}

// Writes the next line to send, check and line end included; false if there is none now. Called only when
// the line before it is on its way, so it is also where time passes.
static inline bool link_next(link_state *l, writer *w, uint32_t now) {
    if (l->greeted && now - l->heard >= HOST_SILENT_MS) end_session(l, now);
    if (l->sent && now - l->sent_at >= RESEND_MS) {
        l->counters.resent = (uint16_t)(l->counters.resent + l->sent);
        l->sent = 0;
    }
    bool unasked = !l->greeted && (int32_t)(now - l->hello_at) >= 0;
    if (l->hello_due || unasked) {
        if (unasked && !l->hello_due) put_char(w, '\n');  // ends what a reset may have cut short
        writer body = {w->text + w->length, 0, (uint8_t)(w->size - w->length)};
        put_hello(l, &body);
        put_check(&body);
        w->length = (uint8_t)(w->length + body.length);
        l->hello_due = false;
        l->hello_at = now + HELLO_MS;
        if (!l->greeted) memcpy(l->nonce, "0000", 5);
        return true;
    }
    if (l->reply_due) {
        put_kind(w, 'R', (uint8_t)(l->command - 1));
        for (uint8_t i = 0; i < l->reply_length; i++) put_char(w, l->reply[i]);
        l->reply_due = false;
    } else if (l->complaint) {
        put_text(w, PSTR("N "));
        put_text(w, l->complaint);
        l->complaint = 0;
    } else if (l->sent < l->count && l->sent < EVENT_WINDOW) {
        put_kind(w, 'E', (uint8_t)(l->number + l->sent));
        put_event(w, &l->queue[(l->head + l->sent) % EVENT_QUEUE], now);
        if (++l->sent > l->flown) l->flown = l->sent;
        l->sent_at = now;
    } else {
        return false;
    }
    put_check(w);
    return true;
}

#endif
