"""The devices."""
