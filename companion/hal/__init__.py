"""Ports to buttons, encoder, reader, display, lamps, buzzer and clock, with real and mock backends. Knows no game."""
