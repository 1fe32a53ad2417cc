"""A quick test whether a text can label a blocked name. The same as `name-hint.ts` of the TypeScript core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ._fold import fold_key

_SPACE = "\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# More names would make the expression slower than reading the text.
_MAX_NAMES = 200
_GAP = r"[\0- \x7f]*"
_WORD_GAP = r"[\0- \x7f_\u2010-\u2013-]*"
_AFTER_LABEL = rf"[{_SPACE}\"'`*_\\\])#-]{{0,16}}(?:[.:=|,;\[>\t\n]|\Z)"
# Visible characters outside of ASCII that fold to no ASCII character; all others can hide a name.
_HARMLESS = (
    "\xa1-\xa9\xab\xac\xae-\xb1\xb4-\xb8\xbb\xbf-\xc5\xc7-\xd6\xd8-\xde\xe0-\xe5\xe7-\xff"
    "\u2010-\u2015\u2017-\u2023\u2030-\u203b\u20a0-\u20a7\u20a9-\u20b5\u20b7-\u20bf\u2190-\u21ff\u2500-\u2572"
    "\u2574-\u257f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
)
_MAY_HIDE_NAME = re.compile(rf"[^\0-\x7f{_HARMLESS}]|\\[ux]")


def create_name_hint(names: Iterable[str]) -> Callable[[str], bool]:
    """Returns a quick test: False only if no label in a text can be one of the names."""
    folded = list(dict.fromkeys(map(fold_key, names)))
    if not folded:
        return lambda text: False
    if len(folded) > _MAX_NAMES or any(not re.fullmatch(r"[\x21-\x7e]+", name) for name in folded):
        return lambda text: True
    words = "|".join(
        _WORD_GAP.join(_GAP.join(map(re.escape, word)) for word in re.split("[_-]+", name)) for name in folded
    )
    pattern = re.compile(rf"(?:{words}){_AFTER_LABEL}|[<:](?:{words})", re.IGNORECASE)
    return lambda text: bool(pattern.search(text) or _MAY_HIDE_NAME.search(text))
