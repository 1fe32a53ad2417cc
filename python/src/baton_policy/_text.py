"""Blocked fields within texts. The same as `scoping/text` of the TypeScript core."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from ._json import text_json
from ._labels import find_labelled_values, trim_end, trim_start
from ._patterns import Blocked, Positions, is_at_end, step_to_element
from ._removed import Step, Trail

REDACTED = "[redacted: blocked_in_text]"
# Text in text in text …: what is deeper is redacted unread.
_MAX_LAYERS = 8
# Neither a letter nor a separator, so that no label is found in it or across it.
_FILLER = "\u0001"
_OPENING = re.compile(r"[{\[]")
_JSON_SPACE = re.compile(r"[ \t\r\n]*")
_BARE = re.compile(r"[-+.A-Za-z0-9_]+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SURROGATES = re.compile("[\ud800-\udfff]")


class _Edit(NamedTuple):
    start: int
    end: int
    replacement: str


class _Place(NamedTuple):
    """A position in the blocked paths, and the step that leads there from the place above."""

    positions: Positions
    step: Step
    above: _Place | None


def redact_blocked_text(text: str, blocked: Blocked, positions: Positions, trail: Trail) -> str:
    """Redacts blocked fields in JSON at any depth and the values of labels; names them as removed."""
    if not blocked.may_be_in(text):
        return text
    return _TextFilter(blocked, trail).redact(text, _Place(positions, None, None), 0)


class _TextFilter:
    def __init__(self, blocked: Blocked, trail: Trail) -> None:
        self._blocked = blocked
        self._trail = trail

    def redact_inner(self, text: str, place: _Place, layer: int) -> str:
        """Redacts a text that another text carries."""
        if not self._blocked.may_be_in(text):
            return text
        return REDACTED if layer + 1 == _MAX_LAYERS else self.redact(text, place, layer + 1)

    def redact(self, text: str, place: _Place, layer: int) -> str:
        carried = _read_carried(text)
        if carried is not None:
            filtered = self.redact_inner(carried, place, layer)
            return text if filtered == carried else text_json(filtered)
        edits: list[_Edit] = []
        masked = self._filter_json(text, place, layer, edits)
        for value in find_labelled_values(masked, lambda keys: self._is_blocked(place, keys)):
            source = text[value.start : value.end]
            start = value.end - len(trim_start(source))
            end = value.start + len(trim_end(source))
            if start < end:
                edits.append(_Edit(start, end, REDACTED))
        return _apply(text, edits) if edits else text

    def _filter_json(self, text: str, place: _Place, layer: int, edits: list[_Edit]) -> str:
        """Adds the edits of all JSON in the text; returns the text with filler in place of JSON."""
        masked = ""
        end = 0
        match = _OPENING.search(text)
        while match:
            walk = _JsonWalk(self, text, layer)
            is_json = walk.run(match.start(), place)
            stop = walk.position
            if is_json:
                edits.extend(walk.edits)
                masked += text[end : match.start()] + _FILLER * (stop - match.start())
                end = stop
            match = _OPENING.search(text, max(stop, match.start() + 1))
        return masked + text[end:]

    def enter_key(self, above: _Place, key: str) -> _Place | None:
        """Returns the place under a key; names the key as removed and returns None if it is blocked."""
        positions = self._blocked.enter(above.positions, key)
        if not self._blocked.blocks_name(key) and not is_at_end(positions):
            return _Place(positions, key, above)
        self._trail_to(above).remove_as(self._blocked.name_of(above.positions, key))
        return None

    def enter_element(self, above: _Place) -> _Place | None:
        positions = step_to_element(above.positions)
        if not is_at_end(positions):
            return _Place(positions, None, above)
        self._trail_to(above).remove_as(None)
        return None

    def _is_blocked(self, place: _Place, keys: Iterable[str]) -> bool:
        here: _Place | None = place
        for key in keys:
            here = here and self.enter_key(here, key)
        return here is None

    def _trail_to(self, place: _Place) -> Trail:
        steps: list[Step] = []
        here = place
        while here.above is not None:
            steps.append(here.step)
            here = here.above
        trail = self._trail
        for step in reversed(steps):
            trail = trail.under(step)
        return trail


class _JsonWalk:
    """Reads one JSON object or array in a text, tolerantly, without recursion; collects its edits."""

    def __init__(self, owner: _TextFilter, text: str, layer: int) -> None:
        self._owner = owner
        self._text = text
        self._layer = layer
        self.position = 0
        self.edits: list[_Edit] = []

    def run(self, start: int, top: _Place) -> bool:
        """Returns False if it is not JSON; `position` is its end, or what is not JSON."""
        text = self._text
        # Open containers: place, whether it is an object, and the start of the blocked value that it is.
        frames = [(top, text[start] == "{", -1)]
        blocked_from = -1
        self.position = start + 1
        while frames:
            self._skip_space()
            place, is_object, blocked_start = frames[-1]
            if self.position >= len(text):
                if blocked_from >= 0:
                    self._redact(blocked_from)
                return True
            character = text[self.position]
            if character == ("}" if is_object else "]"):
                self.position += 1
                frames.pop()
                if blocked_start >= 0:
                    self._redact(blocked_start)
                    blocked_from = -1
                continue
            if character == ",":
                self.position += 1
                continue
            if is_object:
                key = self._read_scalar()
                if key is None:
                    return False
                self._skip_space()
                if text[self.position : self.position + 1] != ":":
                    return self.position >= len(text)
                self.position += 1
                self._skip_space()
            if blocked_from < 0:
                below = self._owner.enter_key(place, key[0]) if is_object else self._owner.enter_element(place)
                if below is None:
                    blocked_from = self.position
                else:
                    place = below
            value_start = self.position
            if text[value_start : value_start + 1] in ("{", "["):
                is_blocked = blocked_from == value_start
                frames.append((place, text[value_start] == "{", value_start if is_blocked else -1))
                self.position += 1
                continue
            if value_start >= len(text):
                continue
            scalar = self._read_scalar()
            if scalar is None:
                return False
            if blocked_from == value_start:
                self._redact(value_start)
                blocked_from = -1
            elif blocked_from < 0 and scalar[1]:
                filtered = self._owner.redact_inner(scalar[0], place, self._layer)
                if filtered != scalar[0]:
                    self.edits.append(_Edit(value_start, self.position, text_json(filtered)))
        return True

    def _redact(self, start: int) -> None:
        self.edits.append(_Edit(start, self.position, f'"{REDACTED}"'))

    def _skip_space(self) -> None:
        space = _JSON_SPACE.match(self._text, self.position)
        self.position = space.end() if space else self.position

    def _read_scalar(self) -> tuple[str, bool] | None:
        """Reads a string in quotes, possibly cut off, or a bare word; tells whether it is a string."""
        text = self._text
        quote = text[self.position : self.position + 1]
        if quote not in ('"', "'") or quote == "":
            word = _BARE.match(text, self.position)
            if word is None:
                return None
            self.position = word.end()
            return word[0], False
        start = end = self.position + 1
        while end < len(text) and text[end] != quote:
            end += 2 if text[end] == "\\" else 1
        self.position = min(end + 1, len(text))
        inner = text[start : min(end, len(text))]
        return (_decode(inner) if "\\" in inner else inner), True


def _decode(inner: str) -> str:
    def character(escape: re.Match[str]) -> str:
        code = escape[1] or escape[2]
        return chr(int(code, 16)) if code else _ESCAPES.get(escape[3], escape[3])

    decoded = _ESCAPE.sub(character, inner)
    if not _SURROGATES.search(decoded):
        return decoded
    return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _read_carried(text: str) -> str | None:
    """Returns the text that a JSON string carries; None if the whole text is not one JSON string."""
    if not text.lstrip(" \t\r\n").startswith('"'):
        return None
    try:
        carried = json.loads(text)
    except ValueError:
        return None
    return carried if isinstance(carried, str) else None


def _apply(text: str, edits: list[_Edit]) -> str:
    """Applies edits. Of two that overlap, the one that starts first wins and covers both."""
    result = ""
    end = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if edit.start >= end:
            result += text[end : edit.start] + edit.replacement
        end = max(end, edit.end)
    return result + text[end:]
