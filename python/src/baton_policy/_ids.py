"""Event IDs: UUIDs of version 7 (RFC 9562), which sort by time."""

from __future__ import annotations

import secrets
import time
import uuid


def new_id() -> str:
    """Returns a new UUID of version 7."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 7 << 76
    value = value & ~(0x3 << 62) | 2 << 62
    return str(uuid.UUID(int=value))
