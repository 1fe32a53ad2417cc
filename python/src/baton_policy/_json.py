"""JSON as JavaScript writes it, so that sizes and hashes equal those of the TypeScript core."""

from __future__ import annotations

import math
import re
from collections.abc import Generator
from json.encoder import encode_basestring
from typing import Any

MAX_DEPTH = 1_000
MAX_VALUES = 100_000
# Maximum pieces of JSON in a context; stops at a value that doubles at every level.
MAX_PIECES = 5_000_000

_SAFE_INTEGER = 2**53
_ARRAY_INDEX = re.compile(r"(?:0|[1-9]\d{0,9})", re.ASCII)
_SURROGATES = re.compile("[\ud800-\udfff]")


class ScopingError(Exception):
    """The reason why a context cannot be scoped by its rule. Its message never contains content."""


class ValueBudget:
    """Counts the values visited in one handoff."""

    def __init__(self, left: int = MAX_VALUES) -> None:
        self._left = left

    def spend(self, values: int) -> None:
        self._left -= values
        if self._left < 0:
            raise ScopingError(f"the context has more than {MAX_VALUES:,} values")


def too_deep() -> ScopingError:
    return ScopingError(f"the context is nested deeper than {MAX_DEPTH:,} levels")


def run_deep(task: Generator[Any, Any, Any]) -> Any:
    """Runs a recursive routine at any depth: it yields each call of itself and is sent its result."""
    stack = [task]
    result: Any = None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as end:
            stack.pop()
            result = end.value
    return result


def is_plain(value: Any) -> bool:
    """Returns True if a value itself, without its contents, is plain data as from `json.loads`."""
    kind = type(value)
    if kind is float:
        return math.isfinite(value)
    if kind is int:
        return bool(-(10**308) < value < 10**308)
    return value is None or kind is str or kind is bool or kind is dict or kind is list


def utf16_length(text: str) -> int:
    """Returns the length in UTF-16 units, as JavaScript counts."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def well_formed(text: str) -> str:
    """Returns the text with U+FFFD for lone surrogates, as in UTF-8."""
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def number_json(number: int | float) -> str:
    """Returns a number as JavaScript writes it: `1.0` is `1`, `1e-07` is `1e-7`."""
    if isinstance(number, int) and -_SAFE_INTEGER <= number <= _SAFE_INTEGER:
        return str(int(number))
    number = float(number)
    if number == int(number) and abs(number) < _SAFE_INTEGER:
        return str(int(number))
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    # The value is 0.DIGITS × 10^point.
    point = int(exponent or 0) + len(whole) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def text_json(text: str) -> str:
    """Returns a text as JSON; lone surrogates are escaped."""
    written: str = encode_basestring(text)
    if written.isascii() or not _SURROGATES.search(written):
        return written
    # Two separate surrogates in Python can be one character.
    whole = written.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _SURROGATES.sub(lambda lone: f"\\u{ord(lone[0]):04x}", whole)


def scalar_json(value: Any) -> str:
    """Returns a plain scalar as JSON; `null` for anything else."""
    kind = type(value)
    if kind is str:
        return text_json(value)
    if kind is bool:
        return "true" if value else "false"
    if kind in (int, float) and is_plain(value):
        return number_json(value)
    return "null"


def ordered_items(value: dict[str, Any]) -> list[tuple[str, Any]]:
    """Returns the items in JavaScript's order of keys: array indices first, ascending."""
    items = [(key, field) for key, field in value.items() if type(key) is str]
    if not any(key[:1] in "0123456789" and key for key, _ in items):
        return items

    def rank(item: tuple[str, Any]) -> int:
        is_index = _ARRAY_INDEX.fullmatch(item[0]) is not None and int(item[0]) < 2**32 - 1
        return int(item[0]) if is_index else 2**32

    return sorted(items, key=rank)


def compact_json(value: Any) -> str:
    """Returns the compact JSON of the plain data in a value, at any depth, without cycles.

    Raises ScopingError if it has more than 5,000,000 pieces.
    """
    pieces: list[str] = []
    open_ids: set[int] = set()
    # Pending output: a value, or finished JSON that can close the container with an id.
    pending: list[tuple[Any, str | None, int]] = [(value, None, 0)]
    while pending:
        if len(pieces) + len(pending) > MAX_PIECES:
            raise ScopingError(f"the context has more than {MAX_VALUES:,} values")
        current, json, closes = pending.pop()
        if json is not None:
            pieces.append(json)
            open_ids.discard(closes)
            continue
        kind = type(current)
        if kind not in (dict, list) or id(current) in open_ids:
            pieces.append(scalar_json(current))
            continue
        open_ids.add(id(current))
        parts: list[tuple[Any, str | None, int]] = []
        if kind is list:
            parts.append((None, "[", 0))
            for index, element in enumerate(current):
                if index > 0:
                    parts.append((None, ",", 0))
                parts.append((element, None, 0))
            parts.append((None, "]", id(current)))
        else:
            before = "{"
            for key, field in ordered_items(current):
                if is_plain(field) and id(field) not in open_ids:
                    parts.append((None, f"{before}{text_json(key)}:", 0))
                    parts.append((field, None, 0))
                    before = ","
            parts.append((None, "{}" if before == "{" else "}", id(current)))
        pending.extend(reversed(parts))
    return "".join(pieces)


def canonical_json(value: Any) -> str:
    """Returns canonical JSON (RFC 8785): keys sorted by UTF-16 units, numbers as JavaScript writes them."""
    if type(value) is dict:
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{text_json(key)}:{canonical_json(value[key])}" for key in keys) + "}"
    if type(value) is list:
        return "[" + ",".join(map(canonical_json, value)) + "]"
    return scalar_json(value)
