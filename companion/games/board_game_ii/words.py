"""Names of things that many rules and screens say: Slimes, packs, Bases, places, kinds of cards.

Must not know the table.
"""

from __future__ import annotations

from companion.engine.text import Text, say

SLIME_NAMES: dict[str, Text] = {
    "hit": say("Hit Slime"),
    "sight": say("Sight Slime"),
    "movement": say("Movement Slime"),
    "maneuver": say("Maneuver Slime"),
    "action": say("Action Slime"),
    "caustic": say("Caustic Slime"),
    "containment": say("Containment Slime"),
}
SLIME_KINDS = ("hit", "sight", "movement", "maneuver", "action", "caustic")
"""The six kinds there are tokens for; Containment is of the PvP rules."""
PACK_NAMES: dict[str, Text] = {"proton": say("Proton Pack"), "slime": say("Slime Blower")}
OTHER_PACK = {"proton": "slime", "slime": "proton"}
BASE_NAMES: dict[str, Text] = {
    "hive": say("Hive"),
    "caustic": say("Caustic Base"),
    "amplify": say("Amplify"),
    "shadow": say("Shadow"),
    "marked": say("Marked"),
}
PLACE_NAMES: dict[str, Text] = {
    "map": say("on the map"),
    "ecto_1a": say("in the Ecto-1a"),
    "lady_liberty": say("aboard Lady Liberty"),
    "ecto_2": say("in the Ecto-2"),
    "off": say("off the map"),
}
GOO_CARD_NAMES: dict[str, Text] = {
    "equipment": say("Equipment"),
    "event": say("Event"),
    "key_item": say("Key Item"),
}
GATE = say("Gate")
"""What Gates are called where the Scenario has no other name for them."""
SYMBOL_NAMES: dict[str, Text] = {
    "star": say("Star"),
    "symbol_2": say("Symbol 2"),
    "symbol_3": say("Symbol 3"),
    "symbol_4": say("Symbol 4"),
    "symbol_5": say("Symbol 5"),
}
"""Signs on the Event Die; only the Star is publicly known, the owner names the others."""
BACK = say("Back")
