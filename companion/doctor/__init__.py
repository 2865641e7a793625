"""The doctor: looks at this machine and its devices, one finding a line, one fix a line.

Must work when the service does not start: it needs the settings at most, and says so if they are faulty.
Must not know how a game is played.
"""
