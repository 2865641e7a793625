#include "board.h"
#include "mfrc522_model.h"
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_time.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 1 << 16, SP_LOW = 0x5D, SP_HIGH = 0x5E, SPCR = 0x4C, SPSR = 0x4D, SPDR = 0x4E, UART_BITS = 10, BAUD = 115200 };

static avr_t *avr;
static avr_irq_t *uart_in, *spi_in;
static struct mfrc522_model reader;
static int xoff;
static uint8_t from_avr[RING], to_avr[RING];
static unsigned from_head, from_tail, to_head, to_tail;
static uint64_t last_byte;
static uint8_t level[3];      /* what drives ports B, C, D; avr_reset() forgets it */
static unsigned edges[3][8];
static unsigned lowest_stack;
static struct { int selected, have_address; uint8_t address; } spi;

static double now_us(void) { return (double)avr->cycle * 1e6 / avr->frequency; }
static avr_irq_t *pin(char port, int bit) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit); }

static avr_cycle_count_t stop_here(avr_t *a, avr_cycle_count_t when, void *param) { (void)a, (void)when, (void)param; return 0; }

static void uart_out(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    from_avr[from_head++ % RING] = (uint8_t)value;
    last_byte = avr->cycle + (uint64_t)UART_BITS * avr->frequency / BAUD;
}
static void feed_uart(void) { while (!xoff && to_tail != to_head) avr_raise_irq(uart_in, to_avr[to_tail++ % RING]); }
static void on_xon(struct avr_irq_t *irq, uint32_t value, void *param) { (void)irq, (void)value, (void)param; xoff = 0; feed_uart(); }
static void on_xoff(struct avr_irq_t *irq, uint32_t value, void *param) { (void)irq, (void)value, (void)param; xoff = 1; }

static void spi_out(struct avr_irq_t *irq, uint32_t value, void *param) { /* set what the master reads for this byte */
    (void)irq, (void)param;
    uint8_t answer = 0;
    if (!spi.selected) return;
    if (!spi.have_address) spi.address = (uint8_t)value, spi.have_address = 1;
    else if (spi.address & 0x80) answer = model_read(&reader, spi.address >> 1 & 63, now_us()), spi.address = (uint8_t)value | 0x80;
    else model_write(&reader, spi.address >> 1 & 63, (uint8_t)value, now_us());
    avr_raise_irq(spi_in, answer);
}
/* simavr 1.6 lets every SPI byte take 100 us, whatever the clock; this runs after its own write to SPDR and
 * moves that timer to where SPCR and SPSR put it. */
static void spi_at_its_speed(struct avr_t *a, avr_io_addr_t address, uint8_t value, void *param) {
    static const uint8_t divider[4] = {4, 16, 64, 128};
    (void)address, (void)value, (void)param;
    avr_cycle_count_t slow = a->cycle + avr_usec_to_cycles(a, 100);
    unsigned per_bit = divider[a->data[SPCR] & 3] / (a->data[SPSR] & 1 ? 2 : 1);
    for (avr_cycle_timer_slot_p t = a->cycle_timers.timer; t; t = t->next)
        if (t->when == slow && t->timer != stop_here) {
            avr_cycle_timer_t raise = t->timer;
            void *spi_module = t->param;
            avr_cycle_timer_cancel(a, raise, spi_module);
            avr_cycle_timer_register(a, 8 * per_bit, raise, spi_module);
            return;
        }
}
static void select_change(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    spi.selected = !value;
    spi.have_address = 0;
}
static void count_edge(struct avr_irq_t *irq, uint32_t value, void *param) { (void)irq, (void)value; ++*(unsigned *)param; }

static void no_sleep(avr_t *a, avr_cycle_count_t n) { (void)a, (void)n; } /* SLEEP skips cycles, takes no real time */
static void log_to_stderr(avr_t *a, const int lvl, const char *format, va_list args) {
    (void)a;
    if (lvl <= LOG_ERROR) vfprintf(stderr, format, args);
}
/* Drives the inputs of one port. simavr raises an undriven pull-up anew whenever the program writes PORTx, so
 * the level is also told as the external pull. */
static void drive(int p) {
    static const uint8_t inputs[3] = {0x03, 0x03, 0xFC}; /* D8 D9, A0 A1, D2..D7 */
    avr_ioport_external_t external = {.name = (unsigned)('B' + p), .mask = inputs[p], .value = level[p] & inputs[p]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + p), &external);
    for (int b = 0; b < 8; b++)
        if (inputs[p] >> b & 1) avr_raise_irq(pin((char)('B' + p), b), level[p] >> b & 1);
}
/* After a reset simavr has forgotten the pins, yet an IRQ whose value does not change is not told: change it. */
static void drive_all(void) {
    for (int p = 0; p < 3; p++) {
        level[p] = (uint8_t)~level[p];
        drive(p);
        level[p] = (uint8_t)~level[p];
        drive(p);
    }
}

int board_open(const char *elf) {
    elf_firmware_t f;
    if (avr) { avr_terminate(avr); free(avr); avr = NULL; }
    memset(&f, 0, sizeof f);
    avr_global_logger_set(log_to_stderr);
    if (elf_read_firmware(elf, &f)) return -1;
    if (!(avr = avr_make_mcu_by_name("atmega328p"))) return -2;
    f.frequency = 16000000;
    f.vcc = f.avcc = f.aref = 5000;
    avr_init(avr);
    avr_load_firmware(avr, &f);
    avr->frequency = f.frequency;
    avr->sleep = no_sleep;
    avr->log = LOG_ERROR;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    for (int i = 0; i < 2; i++) avr_extint_set_strict_lvl_trig(avr, (uint8_t)i, 0); /* else PD2/PD3 low make simavr 20 times slower */
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    spi_in = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_xon, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_xoff, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), spi_out, NULL);
    avr_irq_register_notify(pin('B', 2), select_change, NULL);
    avr_register_io_write(avr, SPDR, spi_at_its_speed, NULL);
    for (int p = 0; p < 3; p++)
        for (int b = 0; b < 8; b++) avr_irq_register_notify(pin((char)('B' + p), b), count_edge, &edges[p][b]);
    memset(level, 0xFF, sizeof level); /* pull-ups: nothing pressed */
    memset(edges, 0, sizeof edges);
    memset(&reader, 0, sizeof reader);
    memset(&spi, 0, sizeof spi);
    model_power_up(&reader);
    drive_all();
    from_head = from_tail = to_head = to_tail = 0;
    xoff = 0;
    last_byte = 0;
    lowest_stack = avr->ramend;
    return 0;
}

int board_run(double ms) {
    avr_cycle_count_t end = avr->cycle + (avr_cycle_count_t)(ms * avr->frequency / 1e3 + .5);
    feed_uart();
    if (end > avr->cycle) avr_cycle_timer_register(avr, end - avr->cycle, stop_here, NULL); /* else SLEEP overshoots to its next timer */
    while (avr->cycle < end) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) return 0;
        unsigned sp = avr->data[SP_LOW] | (unsigned)avr->data[SP_HIGH] << 8;
        if (sp > 0x100 && sp < lowest_stack) lowest_stack = sp;
    }
    return 1;
}

double board_ms(void) { return (double)avr->cycle * 1e3 / avr->frequency; }
uint64_t board_cycles(void) { return avr->cycle; }
uint64_t board_last_byte_cycle(void) { return last_byte; }
unsigned board_stack_used(void) { return avr->ramend - lowest_stack; }

size_t board_tx(const uint8_t *bytes, size_t n) {
    size_t i = 0;
    while (i < n && to_head - to_tail < RING) to_avr[to_head++ % RING] = bytes[i++];
    return i;
}
size_t board_rx(uint8_t *bytes, size_t max) {
    size_t i = 0;
    while (i < max && from_tail != from_head) bytes[i++] = from_avr[from_tail++ % RING];
    return i;
}
void board_pin(char port, int bit, int v) {
    uint8_t *l = &level[port - 'B'];
    *l = (uint8_t)(v ? *l | 1 << bit : *l & ~(1 << bit));
    drive(port - 'B');
}
int board_out(char port, int bit) {
    avr_ioport_state_t s;
    return avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), &s) ? -1 : (int)(s.port >> bit & 1);
}
unsigned board_edges(char port, int bit) { return edges[port - 'B'][bit]; }
void board_tag(int index, const uint8_t *uid, int size, int min_gain) { model_tag(&reader, index, uid, size, min_gain); }
void board_garble(unsigned answers) { reader.garble = answers; }
void board_reader_wire(int wire) { reader.wire = (enum model_wire)wire; }
void board_reader_power_cycle(void) { model_power_up(&reader); reader.field_off_since = now_us(); }

void board_reset(void) {
    avr_reset(avr); /* avr->cycle, the world's clock, goes on */
    to_head = to_tail = 0;
    xoff = 0;
    memset(&spi, 0, sizeof spi);
    drive_all();
}
void board_brown_out(void) {
    uint32_t noise = (uint32_t)avr->cycle | 1;
    board_reset();
    for (unsigned i = 0x100; i <= avr->ramend; i++) avr->data[i] = (uint8_t)((noise = noise * 1103515245u + 12345u) >> 16);
    board_reader_power_cycle();
}
