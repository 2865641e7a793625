"""The durable log of answers. Knows the engine and SQLite; must not know devices, screens, or who asks."""
