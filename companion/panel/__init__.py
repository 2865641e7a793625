"""OLED screens and button handling: shows a prompt, produces an answer. Names no game."""
