"""Ports to buttons, encoder, reader, display, lamps, buzzer, clock; real and mock backends. Knows no game."""
