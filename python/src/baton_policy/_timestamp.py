"""Times: milliseconds since 1970, and ISO 8601 in UTC."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta, timezone

_ISO_8601 = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2}))?(\.\d{1,9})?([Zz]|[+-]\d{2}:?\d{2})?", re.ASCII
)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_EARLIEST = datetime(2000, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)


def now_milliseconds() -> int:
    """Returns the current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def to_iso(milliseconds: int) -> str:
    """Returns a time as `2026-01-31T12:00:00.000Z`."""
    moment = _EPOCH + milliseconds * _MILLISECOND
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1_000:03d}Z"


def parse_iso(text: str) -> int:
    """Returns milliseconds since 1970; UTC without a zone, ignoring finer fractions.

    Raises ValueError if the text is not an ISO 8601 date and time, or before the year 2000.
    """
    match = _ISO_8601.fullmatch(text)
    if match is None:
        raise ValueError("an ISO 8601 date and time is needed")
    date, hour, minute, second, fraction, zone = match.groups()
    day = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=timezone.utc)
    # 24:00 is the start of the next day.
    is_end_of_day = (
        hour == "24" and minute == "00" and int(second or 0) == 0 and not (fraction or "").strip(".0")
    )
    if int(minute) > 59 or int(second or 0) > 59 or (int(hour) > 23 and not is_end_of_day):
        raise ValueError("an ISO 8601 date and time is needed")
    parsed = day + timedelta(
        hours=int(hour),
        minutes=int(minute),
        seconds=int(second or 0),
        milliseconds=int((fraction or ".0")[1:4].ljust(3, "0")),
    )
    if zone and zone not in "Zz":
        offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
        parsed += -offset if zone[0] == "+" else offset
    if parsed < _EARLIEST:
        raise ValueError("a time after the year 2000 is needed")
    return (parsed - _EPOCH) // _MILLISECOND
