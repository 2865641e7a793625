"""The set-up assistant away from the box: `companion setup`, a list to tick and a picture of the map.

What is to be done is what the game itself says at the table. Must not know a game by name.
"""
