// Companion token reader: buttons, encoder, lamps, buzzer and an MFRC522 on an Arduino Nano (ATmega328P),
// talking to the companion over USB serial at 115200 Bd. Open this file in the Arduino IDE, choose
// "Arduino Nano", press Upload; no library has to be installed.
// This file only ties pins, timer, SPI and UART to the logic in the headers beside it.
#include <SPI.h>
#include <avr/sleep.h>

#include "commands.h"
#include "inputs.h"
#include "line.h"
#include "link.h"
#include "mfrc522.h"
#include "pins.h"
#include "tags.h"

static const uint8_t buttonPins[BUTTON_COUNT] = BUTTON_PINS;
static const uint8_t lampPins[LAMP_COUNT] = LAMP_PINS;
static const SPISettings spiSettings(4000000, MSBFIRST, SPI_MODE0);

static volatile uint8_t *buttonPort[BUTTON_COUNT];
static uint8_t buttonMask[BUTTON_COUNT];
static inputs input;
static volatile uint32_t ticks;  // half milliseconds since start

static scanner reader;
static tag_table tags;
static link_state host;

static char out[LINE_MAX + 2];   // the line on its way: a line end in front, one behind
static uint8_t outLength, outSent;

static uint8_t session;          // the one the variables below belong to
static uint8_t toldDown;         // buttons that this session's host believes to be down
static bool swept, toldHere;     // a whole round is over since; the host knows
static bool toldReader;          // what the host was last told of the reader chip
static uint32_t lampTestUntil;

static uint8_t readButtons() {
  uint8_t down = 0;
  for (uint8_t i = 0; i < BUTTON_COUNT; i++)
    if (!(*buttonPort[i] & buttonMask[i])) down |= 1 << i;
  return down;
}

static uint8_t readEncoder() {
  return (PIND & _BV(PIN_ENCODER_A) ? 1 : 0) | (PIND & _BV(PIN_ENCODER_B) ? 2 : 0);
}

ISR(TIMER1_COMPA_vect) {
  ticks++;
  encoder_sample(&input, readEncoder());
  buttons_sample(&input, readButtons(), (uint16_t)(ticks / SAMPLES_PER_MS));
}

static uint32_t now() {
  noInterrupts();
  uint32_t t = ticks;
  interrupts();
  return t / SAMPLES_PER_MS;
}

static uint8_t mfrc522_read(uint8_t reg) {
  SPI.beginTransaction(spiSettings);
  digitalWrite(PIN_RC522_SS, LOW);
  SPI.transfer(0x80 | (reg << 1));
  uint8_t value = SPI.transfer(0);
  digitalWrite(PIN_RC522_SS, HIGH);
  SPI.endTransaction();
  return value;
}

static void mfrc522_write(uint8_t reg, uint8_t value) {
  SPI.beginTransaction(spiSettings);
  digitalWrite(PIN_RC522_SS, LOW);
  SPI.transfer(reg << 1);
  SPI.transfer(value);
  digitalWrite(PIN_RC522_SS, HIGH);
  SPI.endTransaction();
}

// The supply in millivolts, from the chip's own 1.1 V reference (within some 10 %).
static uint16_t supplyMillivolts() {
  ADMUX = _BV(REFS0) | 0x0E;
  delay(2);
  ADCSRA |= _BV(ADSC);
  while (ADCSRA & _BV(ADSC)) {}
  return ADC ? 1125300UL / ADC : 0;
}

static uint16_t freeMemory() {
  extern char __heap_start;
  return (uint16_t)SP - (uint16_t)&__heap_start;
}

static void self_test(writer *reply) {
  put_text(reply, PSTR(" chip="));
  put_hex(reply, reader.chip);
  put_text(reply, PSTR(" fifo="));
  put_text(reply, reader.chip && chip_fifo_works(&reader, now()) ? PSTR("ok") : PSTR("bad"));
  put_text(reply, PSTR(" down="));
  put_hex(reply, input.level);
  put_counter(reply, PSTR(" mv="), supplyMillivolts());
  put_counter(reply, PSTR(" free="), freeMemory());
  lampTestUntil = now() + 1000;
  wishes.buzz_hz = 2000;
  wishes.buzz_ms = 100;
}

static void carryOutWishes(uint32_t t) {
  bool testing = (int32_t)(lampTestUntil - t) > 0;
  bool blinkOn = t & 0x200;  // half a second on, half a second off
  for (uint8_t i = 0; i < LAMP_COUNT; i++) {
    lamp_state state = wishes.lamp[i];
    digitalWrite(lampPins[i], testing || state == LAMP_ON || (state == LAMP_BLINK && blinkOn));
  }
  if (wishes.buzz_ms) {
    tone(PIN_BUZZER, wishes.buzz_hz, wishes.buzz_ms);
    wishes.buzz_ms = 0;
  }
  if (wishes.gain != reader.gain) scan_gain(&reader, wishes.gain);
  input.edges_per_click = wishes.edges_per_click;
}

// A session began or ended: nothing that happened before it is told in it, all that lies there is.
static void beginSession() {
  session = host.session;
  noInterrupts();
  input.tail = input.head;
  input.turned = 0;
  input.lost = 0;
  toldDown = input.level;  // told as "held" in the hello: no presses
  interrupts();
  swept = toldHere = false;
  toldReader = reader.chip != 0;
  tags_forget_told(&tags);
  for (uint8_t i = 0; i < LAMP_COUNT; i++) wishes.lamp[i] = LAMP_OFF;
}

static void tellButtons(uint32_t t) {
  button_edge edge;
  while (link_room(&host) && inputs_take(&input, &edge)) {
    uint8_t button = edge.button & 0x7F, bit = 1 << button;
    bool down = edge.button & 0x80;
    if (down == bool(toldDown & bit)) continue;  // after a lost edge: the host knows already
    toldDown ^= bit;
    // Asked afresh: the interrupt may have reported an edge that is younger than t.
    uint32_t taken = now();
    link_post(&host, down ? EVENT_DOWN : EVENT_UP, button, 0, taken - (uint16_t)((uint16_t)taken - edge.ms));
  }
  if (input.lost && link_room(&host)) {
    noInterrupts();
    uint8_t lost = input.lost;
    input.lost = 0;
    interrupts();
    host.counters.lost += lost;
    link_post(&host, EVENT_LOST, lost, 0, t);
  }
}

static void tellEncoder(uint32_t t) {
  if (!input.turned || !link_room(&host)) return;
  noInterrupts();
  int8_t turned = input.turned;
  input.turned = 0;
  interrupts();
  link_post(&host, EVENT_TURN, turned, 0, t);
}

static uint8_t countTags() {
  uint8_t n = 0;
  for (uint8_t i = 0; i < TAGS_MAX; i++) n += tags.entry[i].state == TAG_TOLD;
  return n;
}

static void tellTags(uint32_t t) {
  if (toldReader != (reader.chip != 0) && link_room(&host)) {
    toldReader = reader.chip != 0;
    link_post(&host, EVENT_READER, toldReader, 0, t);
  }
  for (uint8_t i = 0; i < TAGS_MAX; i++) {
    tag_entry *e = &tags.entry[i];
    if (e->state != TAG_NEW && e->state != TAG_GONE) continue;
    if (!link_room(&host)) return;
    bool on = e->state == TAG_NEW;
    link_post(&host, on ? EVENT_TAG_ON : EVENT_TAG_OFF, 0, &e->uid, t);
    e->state = on ? TAG_TOLD : TAG_FREE;
  }
  if (swept && !toldHere && link_room(&host)) {
    toldHere = true;
    link_post(&host, EVENT_HERE, countTags(), 0, t);
  }
}

static void scanTags(uint32_t t) {
  scan_result result = scan_step(&reader, t);
  if (result == SCAN_TAG) tags_see(&tags, &reader.uid);
  if (result == SCAN_ROUND_DONE && reader.chip) {
    tags_end_round(&tags, reader.garbled);
    swept |= !reader.garbled;
  }
}

static void sendLines(uint32_t t) {
  if (outSent == outLength) {
    writer w = {out, 0, sizeof out};
    outSent = 0;
    host.chip = reader.chip;
    host.held = toldDown;
    outLength = link_next(&host, &w, t) ? w.length : 0;
  }
  // Never waits for the UART: the loop has to come round for the bytes that arrive.
  for (int room = Serial.availableForWrite(); room > 0 && outSent < outLength; room--) Serial.write(out[outSent++]);
}

void setup() {
  for (uint8_t i = 0; i < BUTTON_COUNT; i++) {
    pinMode(buttonPins[i], INPUT_PULLUP);
    buttonPort[i] = portInputRegister(digitalPinToPort(buttonPins[i]));
    buttonMask[i] = digitalPinToBitMask(buttonPins[i]);
  }
  pinMode(PIN_ENCODER_A, INPUT_PULLUP);
  pinMode(PIN_ENCODER_B, INPUT_PULLUP);
  for (uint8_t i = 0; i < LAMP_COUNT; i++) pinMode(lampPins[i], OUTPUT);
  digitalWrite(PIN_RC522_SS, HIGH);
  pinMode(PIN_RC522_SS, OUTPUT);
  SPI.begin();
  Serial.begin(115200);
  delay(5);  // the pull-ups charge the wires
  inputs_start(&input, readButtons(), readEncoder());
  link_start(&host);
  scan_start(&reader, GAIN_DEFAULT);
  wishes.gain = GAIN_DEFAULT;
  wishes.edges_per_click = 4;
  wishes.counters = &host.counters;
  wishes.reader = &reader;
  noInterrupts();
  TCCR1A = 0;
  TCCR1B = _BV(WGM12) | _BV(CS11);  // count to OCR1A at 2 MHz
  OCR1A = 2000000UL / (1000UL * SAMPLES_PER_MS) - 1;
  TIMSK1 = _BV(OCIE1A);
  interrupts();
  set_sleep_mode(SLEEP_MODE_IDLE);
}

void loop() {
  static uint32_t done;  // the millisecond whose work is done
  uint32_t t = now();
  while (Serial.available()) link_receive(&host, Serial.read(), t);
  if (session != host.session) beginSession();
  if (done != t) {
    done = t;
    tellButtons(t);
    tellEncoder(t);
    tellTags(t);
    carryOutWishes(t);
  }
  scanTags(t);
  sendLines(t);
  if (!scan_waits_for_answer(&reader)) sleep_mode();  // until the next interrupt, at most half a millisecond
}
