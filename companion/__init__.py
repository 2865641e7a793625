"""Companion: a table-side companion for co-operative board games."""

__version__ = "0.1.0"
