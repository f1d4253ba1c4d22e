"""Territories by name: what a person types, and how a name is written in the notation of orders and positions.

Case, accents, spaces, hyphens and apostrophes do not matter. A unique abbreviation is enough: the
beginning of the name, the beginnings of its words (``w aus``, ``wa``: Western Australia), or a later word (``aosta``).
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence

from hegemon.errors import MapError
from hegemon.maps.schema import MAX_NAME, fold

NUMBER = re.compile(r"-?[0-9]{1,8}")
_SPECIAL = dict.fromkeys(map(ord, '+>:!;,@=/*"'))
"""Characters with a meaning in the notation: names are written without them."""
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe"})  # these have no decomposition
_SHOWN = 8
"""Candidates that a message lists."""


class Names:
    """The names of a map's territories, made once per map."""

    def __init__(self, map: str, territories: Sequence[str]) -> None:
        self._map, self._names = map, tuple(territories)
        self._exact = {fold(name): number for number, name in enumerate(territories)}
        self._words = tuple(_plain_words(name) for name in territories)
        self._keys = tuple("".join(words) for words in self._words)
        self.written = tuple(self._written(number) for number in range(len(territories)))
        """Each name as one word that `read` finds again: without spaces and special characters, else the number."""

    def index(self, text: str) -> int:
        """The number of the territory that a text means; a MapError lists the candidates."""
        quoted = len(text) > 1 and text[0] == text[-1] == '"'
        name = text[1:-1] if quoted else text
        exact = self._exact.get(fold(name), self._exact.get(fold(name.replace("_", " "))))
        if exact is not None:
            return exact
        if not quoted and NUMBER.fullmatch(text):
            return self.number(int(text))
        found = self.matches(name)
        if len(found) != 1:
            raise MapError(self._ambiguous(name, found) if found else self._unknown(name))
        return found[0]

    def number(self, number: int) -> int:
        """The number itself, if there is such a territory."""
        if 0 <= number < len(self._names):
            return number
        raise MapError(f"map {self._map!r} has no territory {number}: use 0 to {len(self._names) - 1}")

    def read(self, word: str) -> int:
        """The territory that a word of the notation means. Digits are always a number, and any number will do, so that
        the rules can say what is wrong with it; a name of digits is written in quotes."""
        return int(word) if NUMBER.fullmatch(word) else self.index(word)

    def matches(self, text: str) -> tuple[int, ...]:
        """The territories that a text may mean: those with this name, else those that it abbreviates best."""
        key = "".join(_plain_words(text[:MAX_NAME]))
        if not key:
            return ()
        same = tuple(number for number, known in enumerate(self._keys) if known == key)
        return same or self._abbreviated(key)

    def completions(self, text: str) -> tuple[int, ...]:
        """The territories whose names a text may begin."""
        key = "".join(_plain_words(text[:MAX_NAME]))
        return self._abbreviated(key) if key else tuple(range(len(self._names))) if not text.strip('" ') else ()

    def _abbreviated(self, key: str) -> tuple[int, ...]:
        begins = tuple(number for number, known in enumerate(self._keys) if known.startswith(key))
        if begins:
            return begins
        initials = tuple(number for number, words in enumerate(self._words) if _abbreviates(key, words))
        if initials:
            return initials
        later = range(1, max(map(len, self._words)))
        return tuple(n for n, words in enumerate(self._words) if any(_abbreviates(key, words[k:]) for k in later))

    def _ambiguous(self, text: str, found: Sequence[int]) -> str:
        names = [self._names[number] for number in found[:_SHOWN]]
        if len(found) > _SHOWN:
            return f"{text!r:.40} may be {', '.join(names)}, .. ({len(found)} territories)"
        return f"{text!r:.40} may be {', '.join(names[:-1])} or {names[-1]}"

    def _unknown(self, text: str) -> str:
        near = difflib.get_close_matches(fold(text[:MAX_NAME]), self._exact, 1, 0.5)
        some = ", ".join(self._names[:_SHOWN]) + (" and others" if len(self._names) > _SHOWN else "")
        hint = f"did you mean {self._names[self._exact[near[0]]]}?" if near else f"there are {some}"
        return f"map {self._map!r} has no territory {text!r:.40}: {hint}"

    def _written(self, number: int) -> str:
        word = "_".join(self._names[number].split()).translate(_SPECIAL)
        try:
            return word if self.read(word) == number and not NUMBER.fullmatch(word) else str(number)
        except MapError:
            return str(number)


def _plain_words(name: str) -> tuple[str, ...]:
    """The words of a name as letters and digits without case and accents."""
    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold().translate(_LETTERS)
    return tuple(re.findall(r"[^\W_]+", plain))


def _abbreviates(key: str, words: Sequence[str]) -> bool:
    """Whether the key is made of beginnings of these words, one after the other from the first."""
    ends = {0}  # how much of the key the words so far may spell
    for word in words:
        longer = set()
        for end in ends:
            for length, letter in enumerate(word, 1):
                if key[end + length - 1 : end + length] != letter:
                    break
                longer.add(end + length)
        if len(key) in longer:
            return True
        ends = longer
    return False
