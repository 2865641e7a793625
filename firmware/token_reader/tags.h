// Which tags lie on the reader: a list that changes only on evidence.
// Belongs here: a tag seen once is there; gone means absent from several whole rounds. A round in which
// something answered that could not be read (check sum, collision) is no evidence of absence.
// Must not know the chip or the protocol.
#ifndef COMPANION_TAGS_H
#define COMPANION_TAGS_H

#include "mfrc522.h"

enum {
    ROUNDS_UNTIL_GONE = 5,     // 5 rounds of 50 ms
    GARBLED_ROUNDS_LIMIT = 30, // after 1.5 s of nothing readable the absent are believed absent
};

typedef enum { TAG_FREE, TAG_NEW, TAG_TOLD, TAG_GONE } tag_state;  // NEW and GONE: the host does not know yet

typedef struct {
    tag_uid uid;
    tag_state state;
    uint8_t missed;
    bool seen;
} tag_entry;

typedef struct {
    tag_entry entry[TAGS_MAX];
    uint8_t garbled_rounds;
} tag_table;

static inline bool same_uid(const tag_uid *a, const tag_uid *b) {
    return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

static inline void tags_see(tag_table *t, const tag_uid *uid) {
    tag_entry *place = 0;
    for (uint8_t i = 0; i < TAGS_MAX; i++) {
        tag_entry *e = &t->entry[i];
        if (e->state != TAG_FREE && same_uid(&e->uid, uid)) {
            e->seen = true;
            if (e->state == TAG_GONE) e->state = TAG_TOLD;  // back before the host heard that it went
            return;
        }
        if (e->state == TAG_FREE && !place) place = e;
    }
    if (!place) return;
    place->uid = *uid;
    place->state = TAG_NEW;
    place->missed = 0;
    place->seen = true;
}

static inline void tags_end_round(tag_table *t, bool garbled) {
    if (!garbled) t->garbled_rounds = 0;
    else if (t->garbled_rounds < GARBLED_ROUNDS_LIMIT) t->garbled_rounds++;
    bool evidence = !garbled || t->garbled_rounds == GARBLED_ROUNDS_LIMIT;
    for (uint8_t i = 0; i < TAGS_MAX; i++) {
        tag_entry *e = &t->entry[i];
        if (e->seen) e->missed = 0;
        else if (evidence && (e->state == TAG_NEW || e->state == TAG_TOLD) && ++e->missed >= ROUNDS_UNTIL_GONE)
            e->state = e->state == TAG_TOLD ? TAG_GONE : TAG_FREE;
        e->seen = false;
    }
}

// A new host knows nothing: every tag that lies there is news to it.
static inline void tags_forget_told(tag_table *t) {
    for (uint8_t i = 0; i < TAGS_MAX; i++) {
        tag_entry *e = &t->entry[i];
        if (e->state == TAG_TOLD) e->state = TAG_NEW;
        if (e->state == TAG_GONE) e->state = TAG_FREE;
    }
}

#endif
