/* The line reader alone in an ATmega328P: every byte that comes over the UART goes through line.h, and each
 * finished line is answered with "good BODY", "spoiled" or "long". For the shared vectors. */
#include <avr/io.h>
#include "../token_reader/line.h"

static line_reader in;

static void put(char c) {
    while (!(UCSR0A & (1 << UDRE0))) {}
    UDR0 = (uint8_t)c;
}
static void say(const char *text) { while (*text) put(*text++); }

int main(void) {
    UCSR0A = 1 << U2X0;
    UBRR0 = 16; /* 115200 Bd */
    UCSR0B = 1 << RXEN0 | 1 << TXEN0;
    for (;;) {
        while (!(UCSR0A & (1 << RXC0))) {}
        line_result result = line_feed(&in, UDR0);
        if (result == LINE_OPEN) continue;
        say(result == LINE_GOOD ? "good " : result == LINE_LONG ? "long" : "spoiled");
        if (result == LINE_GOOD) say(in.text);
        put('\n');
    }
}
