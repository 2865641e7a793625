"""One table at work: the game, its journal, the box's devices, wired together and run.

Importing this is cheap: what is heavy (SQLite, asyncio, drawing) is imported when it is used.
"""
