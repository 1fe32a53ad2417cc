"""Values in a text that a blocked label names. The same as `labelled-values.ts` of the TypeScript core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# White space as in JavaScript.
SPACE = "\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_NOT_WORD = SPACE + "\"'`*(){}<>|,;#!?/\\\\&:="
_SEPARATOR = re.compile("[:=：＝]+>?")
_AROUND = re.compile(rf"\A[{SPACE}\"'`*\\]+|[{SPACE}\"'`*\\\])]+\Z")
_AROUND_EMPHASIS = re.compile(rf"\A[{SPACE}\"'`*\\_]+|[{SPACE}\"'`*\\\])_]+\Z")
_LABEL = re.compile(rf"[^{_NOT_WORD}]+(?:(?:(?!\n)[{SPACE}])+[^{_NOT_WORD}]+){{0,3}}\Z")
_MAX_LABEL = 160
_TAG = re.compile(rf"<([^{SPACE}<>/!?]{{1,160}})(?:[{SPACE}][^<>]{{0,1000}})?>")
_HEADING = re.compile(rf"\A[{SPACE}]{{0,3}}(#{{1,6}})[ \t]+([^\n\r\u2028\u2029]{{1,160}}?)[ \t#]*\Z")
_UNDERLINE = re.compile(rf"\A[{SPACE}]{{0,3}}(?:=+|-+)[{SPACE}]*\Z")
_TABLE_RULE = re.compile(rf"\A[{SPACE}|:+-]+\Z")
_LIST_ITEM = re.compile(rf"\A[{SPACE}]*(?:[-*+•]|[0-9]{{1,9}}[.)])[{SPACE}]")
_EMPTY_VALUE = re.compile(rf"\A[{SPACE}|>+*_\"'`\\-]*\Z")
_SETTING = re.compile(rf"\A[{SPACE}]*(?:export[{SPACE}]+|set[{SPACE}]+)?[^{SPACE}?&]+\Z")
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\[^\n\r\u2028\u2029])*"?|' + r"'(?:[^'\\]|\\[^\n\r\u2028\u2029])*'?|`[^`]*`?|"
    + rf"[^{SPACE},;&)\]}}|]*"
)
_OWN_LABEL = re.compile(rf"\A[{SPACE}]*[\"'`*]*[\w.-]{{1,60}}[\"'`*]*[{SPACE}]*[:=]")
_NUMBERING = re.compile(rf"\A[{SPACE}0-9.)]+|[{SPACE}:]+\Z")
_NOT_SPACE = re.compile(f"[^{SPACE}]")
_WORD_BREAK = re.compile(f"[{SPACE}-]+")
_SPACES = re.compile(f"[{SPACE}]+")
_TRIMMED = "".join(chr(code) for code in range(0x10000) if re.fullmatch(f"[{SPACE}]", chr(code)))

Keys = list[str]


class Span(NamedTuple):
    """A value: from `start` up to, not including, `end`."""

    start: int
    end: int


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    indent: int | None


class _Cell(NamedTuple):
    start: int
    end: int
    text: str


def trim(text: str) -> str:
    """Removes white space at both ends, as JavaScript does."""
    return text.strip(_TRIMMED)


def trim_start(text: str) -> str:
    return text.lstrip(_TRIMMED)


def trim_end(text: str) -> str:
    return text.rstrip(_TRIMMED)


def find_labelled_values(text: str, is_blocked: Callable[[Keys], bool]) -> list[Span]:
    """Finds the values of blocked labels; `is_blocked` decides about a label's keys, outermost first."""

    def is_label(label: str) -> bool:
        return any(is_blocked(keys) for keys in _spellings(label))

    lines = list(_split_lines(text))
    return [
        *_find_elements(text, is_label),
        *_find_sections(lines, len(text), is_label),
        *_find_table_cells(lines, is_label),
        *_find_on_lines(lines, is_label),
    ]


_IsLabel = Callable[[str], bool]


def _split_lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.split("\n"):
        first = _NOT_SPACE.search(line)
        yield _Line(start, start + len(line), line, first and first.start())
        start += len(line) + 1


def _spellings(label: str) -> list[Keys]:
    keys = [trim(key) for key in re.sub(r"\[[^\]]*\]", "", label).split(".") if key != ""]
    if not _WORD_BREAK.search(label):
        return [keys]
    return [keys, [_WORD_BREAK.sub("_", key) for key in keys], [_WORD_BREAK.sub("", key) for key in keys]]


def _bare_labels(text: str) -> list[str]:
    """Returns a label without what is around it, with and without its outer underscores."""
    if len(text) > _MAX_LABEL:
        return []
    return list(dict.fromkeys((_AROUND.sub("", text), _AROUND_EMPHASIS.sub("", text))))


def _labels_before(text: str) -> Iterator[str]:
    """Yields the labels that end before a separator, shortest first."""
    for bare in _bare_labels(text[-_MAX_LABEL:]):
        words = _LABEL.search(bare)
        parts = _SPACES.split(words[0]) if words else []
        for count in range(1, len(parts) + 1):
            yield " ".join(parts[-count:])


def _find_on_lines(lines: list[_Line], is_label: _IsLabel) -> list[Span]:
    found: list[Span] = []
    end = 0
    for index, line in enumerate(lines):
        # A line within a value is redacted with it.
        if line.start >= end:
            found.extend(_find_on_line(lines, index, is_label))
            end = found[-1].end if found else 0
    return found


def _find_on_line(lines: list[_Line], index: int, is_label: _IsLabel) -> Iterator[Span]:
    line = lines[index]
    position = 0
    for separator in _SEPARATOR.finditer(line.text):
        before = line.text[position : separator.start()] if separator.start() >= position else ""
        start = position = separator.end()
        if not any(map(is_label, _labels_before(before))):
            continue
        is_tight = (
            separator[0][0] in "=＝"
            and trim_end(before[-1:]) == before[-1:]
            and trim_start(line.text[start : start + 1]) == line.text[start : start + 1]
        )
        if is_tight and not _is_line_start(line.text, separator.start()):
            token = _TOKEN.match(line.text, start)
            position = token.end() if token else start
            yield Span(line.start + start, line.start + position)
            continue
        yield Span(line.start + start, _end_of_block(lines, index, start))
        return


def _is_line_start(line: str, separator: int) -> bool:
    return separator <= _MAX_LABEL and _SETTING.match(line[:separator]) is not None


def _end_of_block(lines: list[_Line], index: int, start: int) -> int:
    """Returns the end of a value: its line, what is indented under it, or what follows an empty value."""
    line = lines[index]
    indent = line.indent or 0
    is_empty = _EMPTY_VALUE.match(line.text[start:]) is not None
    below = lines[index + 1] if index + 1 < len(lines) else None
    is_list = is_empty and below is not None and below.indent == indent and bool(_LIST_ITEM.match(below.text))
    is_paragraph = (
        is_empty
        and not is_list
        and below is not None
        and below.indent == indent
        and not _OWN_LABEL.match(below.text[:_MAX_LABEL])
    )
    last = line
    for at in range(index + 1, len(lines)):
        below = lines[at]
        if below.indent is None:
            if is_paragraph:
                break
            continue
        belongs = below.indent > indent or (is_list and bool(_LIST_ITEM.match(below.text))) or is_paragraph
        if not belongs or (below.indent < indent and not is_paragraph):
            break
        last = below
    return last.end


def _find_elements(text: str, is_label: _IsLabel) -> Iterator[Span]:
    end = 0
    for tag in _TAG.finditer(text):
        if tag.start() < end or tag[0].endswith("/>") or not is_label(tag[1].rpartition(":")[2]):
            continue
        close = text.find(f"</{tag[1]}", tag.end())
        end = len(text) if close == -1 else close
        yield Span(tag.end(), end)


class _Heading(NamedTuple):
    level: int
    title: str
    start: int
    end: int


def _find_sections(lines: list[_Line], length: int, is_label: _IsLabel) -> Iterator[Span]:
    headings: list[_Heading] = []
    for line, under in zip(lines, [*lines[1:], None]):
        if len(line.text) > 2 * _MAX_LABEL:
            continue
        heading = _HEADING.match(line.text)
        if heading:
            headings.append(_Heading(len(heading[1]), heading[2], line.start, line.end))
        elif under and line.indent is not None and len(line.text) <= _MAX_LABEL:
            if _UNDERLINE.match(under.text):
                headings.append(_Heading(1 if "=" in under.text else 2, line.text, line.start, under.end))
    for index, heading_ in enumerate(headings):
        if not any(map(is_label, _bare_labels(_NUMBERING.sub("", heading_.title)))):
            continue
        following = index + 1
        while following < len(headings) and headings[following].level > heading_.level:
            following += 1
        yield Span(heading_.end, headings[following].start if following < len(headings) else length)


def _find_table_cells(lines: list[_Line], is_label: _IsLabel) -> list[Span]:
    """Finds the cells under a blocked header, and beside a blocked cell that labels its row."""
    found: list[_Cell] = []
    for delimiter in "|\t,;":
        has_row_above = False
        index = -1
        while index + 1 < len(lines):
            index += 1
            cells = _cells_of(lines[index], delimiter)
            blocked = [
                column for column, cell in enumerate(cells) if any(map(is_label, _bare_labels(cell.text)))
            ]
            is_first = not has_row_above
            has_row_above = bool(cells)
            if not blocked or len(cells) < 2:
                continue
            has_rule = delimiter == "|" and index + 1 < len(lines) and _is_table_rule(lines[index + 1])
            labels_row = not has_rule if delimiter == "|" else len(cells) == 2 and blocked[0] == 0
            if labels_row:
                found.extend(cells[blocked[0] + 1 :])
                if not is_first:
                    continue
            rows = _rows_under(lines, index, delimiter, len(cells))
            for row in rows:
                for column in blocked:
                    found.extend(row[column:] if column == len(cells) - 1 else row[column : column + 1])
            if not labels_row:
                index += len(rows)
    return [Span(cell.start, cell.end) for cell in found]


def _is_table_rule(line: _Line) -> bool:
    return "-" in line.text and _TABLE_RULE.match(line.text) is not None


def _rows_under(lines: list[_Line], index: int, delimiter: str, columns: int) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = []
    for at in range(index + 1, len(lines)):
        line = lines[at]
        if line.indent is None:
            break
        cells = _cells_of(line, delimiter)
        if not cells if delimiter == "|" else len(cells) != columns:
            break
        rows.append([] if _is_table_rule(line) else cells)
    return rows


def _cells_of(line: _Line, delimiter: str) -> list[_Cell]:
    """Returns the cells of a line, without the empty ones outside of a Markdown row."""
    if delimiter not in line.text:
        return []
    cells: list[_Cell] = []
    start = 0
    is_quoted = False
    for at in range(len(line.text) + 1):
        character = line.text[at : at + 1]
        if character == '"' and delimiter != "|":
            is_quoted = not is_quoted
        if at < len(line.text) and (character != delimiter or is_quoted):
            continue
        cells.append(_Cell(line.start + start, line.start + at, trim(line.text[start:at])))
        start = at + 1
    if delimiter == "|":
        if cells and cells[0].text == "":
            cells.pop(0)
        if cells and cells[-1].text == "":
            cells.pop()
    return cells
