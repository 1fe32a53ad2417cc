"""Extractive summaries: deterministic, offline, with a token limit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

from ._json import compact_json, is_plain, ordered_items, run_deep, scalar_json, utf16_length
from ._tokens import count_tokens
from ._unicode import LETTERS, NUMBERS, character_class

_MAX_CUT_LENGTH = 500_000
_MAX_TOKEN_LENGTH = 128
_EDGE_WEIGHT = 1.5
_MIN_WORD_LENGTH = 4
_MAX_PLACE = 200
_MAX_DESCRIBED = 1_000_000

# White space as in JavaScript.
_SPACE = "\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SENTENCE_ENDS = re.compile(f"(?<=[.!?…])[{_SPACE}]+|(?<=[。！？])|\n+")
_SPACES = re.compile(f"[{_SPACE}]+")
_AROUND = re.compile(f"^[{_SPACE}]+|[{_SPACE}]+$")
_WORDS = re.compile(f"[{character_class(LETTERS)}{character_class(NUMBERS)}]+")


def summarize_output(output: Any, max_tokens: int) -> Any:
    """Shortens each string over the limit, or the whole output to one text if the rest is still over it.

    Returns the output itself if nothing exceeds the limit.
    """
    if type(output) is not str:
        rest = _map_texts(output, lambda text: "" if _is_longer(text, max_tokens) else text)
        if _is_longer(compact_json(rest), max_tokens):
            return summarize_extractively(_describe(output), max_tokens)
    return _map_texts(
        output,
        lambda text: summarize_extractively(text, max_tokens) if _is_longer(text, max_tokens) else text,
    )


def summarize_extractively(text: str, max_tokens: int) -> str:
    """Returns the sentences whose words are most frequent, in their order; the text itself if it fits.

    The first and the last sentence count 1.5 times (Luhn 1958, Nenkova and Vanderwende 2005).
    """
    if count_tokens(text) <= max_tokens:
        return text
    sentences = _split_sentences(text)
    ranked = _rank_sentences(sentences)
    chosen = set()
    tokens = 0
    for index in ranked:
        # One more for the space between sentences, which may merge with neither.
        size = count_tokens(sentences[index]) + 1
        if tokens + size <= max_tokens:
            tokens += size
            chosen.add(index)
    summary = " ".join(sentence for index, sentence in enumerate(sentences) if index in chosen)
    return cut_to_tokens(summary or (sentences[ranked[0]] if ranked else ""), max_tokens)


def cut_to_tokens(text: str, max_tokens: int) -> str:
    """Returns the longest start with at most `max_tokens` that bisection finds: whole words if one fits."""
    candidate = text[: min(max_tokens * _MAX_TOKEN_LENGTH, _MAX_CUT_LENGTH)]
    if count_tokens(candidate) <= max_tokens:
        return candidate
    words = [match.start() for match in _SPACES.finditer(candidate)]
    for lengths in (words, range(1, len(candidate) + 1)):
        low, high = -1, len(lengths)
        while high - low > 1:
            middle = (low + high) // 2
            if count_tokens(candidate[: lengths[middle]]) <= max_tokens:
                low = middle
            else:
                high = middle
        if low >= 0:
            return candidate[: lengths[low]]
    return ""


def _is_longer(text: str, max_tokens: int) -> bool:
    """A token has at least one byte, and a UTF-16 unit at most three: short texts need no counting."""
    return utf16_length(text) * 3 > max_tokens and count_tokens(text) > max_tokens


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Returns the value itself if no text in it changes."""

    def map_below(value: Any) -> Generator[Any, Any, Any]:
        if type(value) is str:
            return change(value)
        if type(value) not in (dict, list):
            return value
        is_list = type(value) is list
        items = list(enumerate(value)) if is_list else list(value.items())
        changed = []
        for key, each in items:
            changed.append((key, (yield map_below(each))))
        if all(left is right for (_, left), (_, right) in zip(items, changed)):
            return value
        return [each for _, each in changed] if is_list else dict(changed)

    return run_deep(map_below(value))


def _describe(output: Any) -> str:
    """Describes an output with one line per scalar, so that a summary can select among them."""
    lines: list[str] = []
    left = _MAX_DESCRIBED
    # In the order of the output, so the last one is next.
    pending: list[tuple[Any, str]] = [(output, "")]
    while pending and left > 0:
        value, path = pending.pop()
        if type(value) is dict:
            below = [
                (field, (key if path == "" else f"{path}.{key}")[-_MAX_PLACE:])
                for key, field in ordered_items(value)
            ]
            pending.extend(reversed(below))
        elif type(value) is list:
            pending.extend((element, path) for element in reversed(value))
        elif is_plain(value):
            line = f"{path}: {value if type(value) is str else scalar_json(value)}"
            left -= utf16_length(line) + 1
            lines.append(line)
    return "\n".join(lines)


def _split_sentences(text: str) -> list[str]:
    sentences = (_AROUND.sub("", sentence) for sentence in _SENTENCE_ENDS.split(text))
    return [sentence for sentence in sentences if sentence]


def _rank_sentences(sentences: list[str]) -> list[int]:
    """Returns the positions of the sentences, best first; equal ones by position."""
    words_of = [_long_words(sentence) for sentence in sentences]
    frequencies = Counter(word for words in words_of for word in words)
    scores = [
        sum(frequencies[word] for word in words)
        / max(len(words), 1)
        * (_EDGE_WEIGHT if index in (0, len(sentences) - 1) else 1)
        for index, words in enumerate(words_of)
    ]
    return sorted(range(len(sentences)), key=lambda index: -scores[index])


def _long_words(text: str) -> list[str]:
    return [word for word in _WORDS.findall(text.lower()) if utf16_length(word) >= _MIN_WORD_LENGTH]
