"""Ids created by the client, so that every call can be repeated safely."""

from __future__ import annotations

import os
import time
import uuid


def mint_episode_id() -> str:
    """Return a new UUIDv7: unique without asking the server, and sorted by creation time."""
    millis = time.time_ns() // 1_000_000
    random_bits = int.from_bytes(os.urandom(10), "big")
    value = (
        (millis & (1 << 48) - 1) << 80
        | 0x7 << 76
        | (random_bits >> 68) << 64
        | 0b10 << 62
        | random_bits & (1 << 62) - 1
    )
    return str(uuid.UUID(int=value))
