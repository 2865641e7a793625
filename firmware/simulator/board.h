/* A simulated Nano: ATmega328P firmware in libsimavr, an MFRC522 on SPI (SS = D10), pins, UART. Virtual time
 * only: nothing here waits for a clock, and the same calls give the same bytes. One board a process. */
#ifndef BOARD_H
#define BOARD_H
#include <stddef.h>
#include <stdint.h>

int board_open(const char *elf);                       /* 0 = good; a second call starts a new board */
int board_run(double ms);                              /* 0 = the CPU stopped or crashed */
double board_ms(void);                                 /* virtual time since the first power-up */
uint64_t board_cycles(void);
size_t board_tx(const uint8_t *bytes, size_t n);       /* to the UART, delivered at the baud rate */
size_t board_rx(uint8_t *bytes, size_t max);           /* what the UART sent */
uint64_t board_last_byte_cycle(void);                  /* when the last of them had left the wire */
void board_pin(char port, int bit, int level);         /* drive an input of port B, C or D */
int board_out(char port, int bit);                     /* level of an output */
unsigned board_edges(char port, int bit);              /* changes of an output so far (buzzer: port C, bit 5) */
void board_tag(int index, const uint8_t *uid, int size, int min_gain); /* size 0: take it away */
void board_garble(unsigned answers);                   /* so many answers of tags arrive with an error */
void board_reader_wire(int wire);                      /* 0 good, 1 MISO reads 00, 2 MISO reads FF */
void board_reader_power_cycle(void);                   /* the chip alone loses its settings */
void board_reset(void);                                /* RESET pin: what opening the port does to a Nano */
void board_brown_out(void);                            /* supply dips: CPU and chip both start anew, RAM is noise */
unsigned board_stack_used(void);                       /* deepest stack so far, bytes */
#endif
