"""Companion: a table-side companion for co-operative board games."""
