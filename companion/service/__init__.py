"""One table at work: the game, its journal, the box's devices, wired together and run.

Libraries for hardware, asyncio and the games are imported when they are used.
"""

from .companion import Companion, Extras, playable
from .settings import Settings

__all__ = ["Companion", "Extras", "Settings", "playable"]
