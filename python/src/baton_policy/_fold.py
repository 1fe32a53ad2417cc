"""Comparison of keys: NFC for allowing, folded and by appearance for blocking."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal

from ._lookalikes import LATIN_LOOKALIKES
from ._unicode import DEFAULT_IGNORABLE, WHITE_SPACE, expand

_LATIN_PROTOTYPES = {
    character: prototype for prototype, characters in LATIN_LOOKALIKES.items() for character in characters
}
_WHITE_SPACE = expand(WHITE_SPACE)
_BRAILLE_BLANK = 0x2800
# More than any word has (UAX 15, stream-safe text); sorting marks takes quadratic time.
_MAX_MARKS = 30


def normalize_key(key: str) -> str:
    """Returns the form in which keys are compared for allowing."""
    return key if key.isascii() else _normalize(key, "NFC")


@lru_cache(maxsize=20_000)
def fold_key(key: str) -> str:
    """Folds a key for comparison with a blocked name.

    NFKC, upper case, lower case with `ς` as `σ`, without invisible characters, NFKC.
    """
    if key.isascii():
        return _drop_unseen(key).lower()
    # Long runs of marks are truncated after removing invisible characters, which could fill a run.
    seen = _drop_unseen(key)
    shortened = _shorten_runs(seen)
    folded = unicodedata.normalize("NFKC", key if shortened == seen else shortened)
    folded = folded.upper().lower().replace("ς", "σ")
    return unicodedata.normalize("NFKC", _drop_unseen(folded))


@lru_cache(maxsize=20_000)
def fold_forms(key: str) -> tuple[str, ...]:
    """Returns the forms of a key for blocking; two keys match if they share one.

    They are its folded form, and for a key that is not ASCII its skeletons (UTS 39), with letters of other
    scripts replaced by similar ASCII letters; a character that looks like both `l` and `i` gives two.
    """
    folded = fold_key(key)
    if key.isascii():
        return (folded,)
    skeletons = (
        fold_key(skeleton)
        for letter in ("l", "i")
        # Some letters only look Latin as capitals, so the key itself is replaced too.
        for skeleton in (_to_latin(folded, letter), _to_latin(fold_key(_to_latin(key, letter)), letter))
    )
    return tuple(dict.fromkeys((folded, *skeletons)))


def _to_latin(key: str, letter: str) -> str:
    # NFKC turns the lunate sigma, which looks like an ASCII letter, into another sigma.
    lunate = key.replace("ϲ", "c").replace("Ϲ", "C")
    latin = []
    for character in _normalize(lunate, "NFKC"):
        prototype = _LATIN_PROTOTYPES.get(character, character)
        # UTS 39 writes `m` as `rn`.
        latin.append(
            letter if prototype == "l" and character != "l" else "m" if prototype == "rn" else prototype
        )
    return "".join(latin)


def _normalize(text: str, form: Literal["NFC", "NFKC"]) -> str:
    return unicodedata.normalize(form, _shorten_runs(text))


def _shorten_runs(text: str) -> str:
    kept = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(character)
    return text if len(kept) == len(text) else "".join(kept)


def _drop_unseen(text: str) -> str:
    return "".join(character for character in text if not _is_unseen(character))


def _is_unseen(character: str) -> bool:
    code_point = ord(character)
    if code_point < 0x80:
        return code_point <= 0x20 or code_point == 0x7F
    return (
        code_point in _WHITE_SPACE
        or code_point in DEFAULT_IGNORABLE
        or code_point == _BRAILLE_BLANK
        or unicodedata.category(character) in ("Cc", "Cf")
    )
