/* libFuzzer: any bytes into the board's end of the protocol. What must hold whatever arrives: no write past a
 * buffer (the sanitizers), every line sent is well formed, no event leaves before a greeting, a command number
 * is done once, and a host that greets afterwards is answered. */
#include "../simulator/logic.c"
#include <stdio.h>
#include <stdlib.h>

static uint32_t now;
static bool greeted_line;

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static void drain(void) {
    char out[LINE_MAX + 2];
    for (int lines = 0, n; (n = logic_next(out, now)) && lines < 40; lines++) {
        char *text = out;
        if (*text == '\n') text++, n--;
        must(n >= 7 && n <= LINE_MAX + 1 && text[n - 1] == '\n', "a line has its length and its end");
        must(line_check(text, (uint8_t)(n - 1)), "a line has a right check");
        must(strchr("HRNE", text[0]) != NULL, "a line is of a known kind");
        must(text[0] != 'E' || logic_greeted(), "events only in a session");
        if (text[0] == 'H') greeted_line = true;
    }
}

static void send(const char *body) {
    char line[LINE_MAX + 2];
    writer w = {line, 0, sizeof line};
    put_text(&w, body);
    put_check(&w);
    logic_receive((const uint8_t *)w.text, w.length, now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t uid[10] = {4, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    now = 0;
    logic_start();
    for (size_t i = 0; i < size; i++) {
        /* Three byte values steer instead of being sent: greet, let time pass and post, wrap as a good line. */
        if (data[i] == 0xFD) send("H 1234 1.0");
        else if (data[i] == 0xFE) {
            now += 97;
            logic_post(i % 8, (int)(i % 50) - 25, uid, i % 3 == 0 ? 4 : i % 3 == 1 ? 7 : 10, now);
            drain();
        } else if (data[i] == 0xFC && i + 1 < size) {
            char body[LINE_BODY_MAX + 1];
            size_t n = data[i + 1] % LINE_BODY_MAX, k = 0;
            for (; k < n && i + 2 + k < size && data[i + 2 + k]; k++) body[k] = (char)data[i + 2 + k];
            body[k] = 0;
            i += 1 + k;
            send(body);
        } else logic_receive(data + i, 1, now);
    }
    drain();
    logic_receive((const uint8_t *)"\n", 1, now);
    greeted_line = false;
    send("H 4321 1.0");
    drain();
    must(greeted_line && logic_greeted(), "a greeting is answered");
    uint16_t before = wishes.buzz_hz = 0;
    send("C0 buzz 440 10");
    must(wishes.buzz_hz == 440, "a command is done");
    wishes.buzz_hz = before;
    send("C0 buzz 440 10");
    must(wishes.buzz_hz == before, "a command is done once");
    drain();
    return 0;
}
