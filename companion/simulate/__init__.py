"""Play scripts: plain text that plays a whole box without hardware, on virtual time.

Must not know how a game is played: it presses keys, lays tokens and looks at the OLED.
"""
