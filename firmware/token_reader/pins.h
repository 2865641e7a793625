// Which wire of the Nano goes where. Only numbers belong here; hardware/pins.yaml holds the same map, and
// tests/firmware/test_pins.py compares the two. Must not know what the parts are used for.
#ifndef COMPANION_PINS_H
#define COMPANION_PINS_H

#define PIN_ENCODER_A 2
#define PIN_ENCODER_B 3
#define PIN_ENCODER_PUSH 4
#define PIN_EVENT 5
#define PIN_MOVE 6
#define PIN_COMBAT 7
#define PIN_UP 8
#define PIN_DOWN 9
#define PIN_RC522_SS 10  // RST of the RC522 is tied to 3.3 V: the sketch resets the chip by command
#define PIN_RC522_MOSI 11
#define PIN_RC522_MISO 12
#define PIN_RC522_SCK 13
#define PIN_OK A0
#define PIN_BACK A1
#define PIN_LAMP_EVENT A2
#define PIN_LAMP_MOVE A3
#define PIN_LAMP_COMBAT A4
#define PIN_BUZZER A5

// The order is the number in the serial protocol: button 0 is EVENT, lamp 0 is the event die's.
#define BUTTON_PINS {PIN_EVENT, PIN_MOVE, PIN_COMBAT, PIN_UP, PIN_DOWN, PIN_OK, PIN_BACK, PIN_ENCODER_PUSH}
#define LAMP_PINS {PIN_LAMP_EVENT, PIN_LAMP_MOVE, PIN_LAMP_COMBAT}
#define BUTTON_COUNT 8
#define LAMP_COUNT 3

#endif
