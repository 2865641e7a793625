"""The table on every phone: pages down, answers up, on the same network and from nowhere else.

Everything a phone may see or do goes through `companion.engine.live.Live`. Needs the extra `web`; imported
only when it is switched on. Must not know the service, any game or any device's backend.
"""
