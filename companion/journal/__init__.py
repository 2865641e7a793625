"""The durable log of answers. Knows the engine's entries, no game and no device."""
