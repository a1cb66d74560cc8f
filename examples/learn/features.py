"""Hashed features: the words near an object's names, by the remedy that is weighed for it."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence

import numpy as np
from candidates import Candidate
from looks import ALERTS, PODS, WARNINGS, Line, Scene

SIZE = 1 << 15
AROUND = (PODS, WARNINGS, ALERTS)
_AGE = re.compile(r"^\d+[smhdy](\d+[smh])?$")
_READY = re.compile(r"^(\d+)/(\d+)$")
_WORD = re.compile(r"^[a-zA-Z<>][a-zA-Z<>-]*$")


class Matrix:
    """Features of the candidates of one state, a sparse row each.

    Args:
        rows: the columns of each candidate in two parts: what is said around, and what is said of its objects. Each
            part has length 1, so that many words weigh no more than few.
        kinds: the remedy of each candidate.

    Attributes:
        prior: scores with which every remedy is as likely as any other, and every object of one as any other.
    """

    prior: np.ndarray

    def __init__(self, rows: Sequence[tuple[np.ndarray, np.ndarray]], kinds: Sequence[str]) -> None:
        counts = Counter(kinds)
        self.prior = -np.log([counts[kind] for kind in kinds])
        parts = [part for row in rows for part in row]
        sizes = np.array([len(part) for part in parts])
        self._columns = np.concatenate(parts)
        self._values = np.repeat(1 / np.sqrt(sizes), sizes)
        self._lengths = sizes.reshape(-1, 2).sum(axis=1)
        self._starts = np.concatenate(([0], np.cumsum(self._lengths)[:-1]))

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self._lengths)

    def dot(self, weights: np.ndarray) -> np.ndarray:
        """Return a score for each candidate."""
        return np.add.reduceat(weights[self._columns] * self._values, self._starts)

    def add_to(self, gradient: np.ndarray, coefficients: np.ndarray) -> None:
        """Add the rows, each times its coefficient."""
        np.add.at(gradient, self._columns, self._values * np.repeat(coefficients, self._lengths))


def features_of(scene: Scene, candidates: Sequence[Candidate]) -> Matrix:
    """Return the features of candidates: what is said around, and of what each is about."""
    general = {f"any {token}" for line in scene.lines if line.look in AROUND for token in _tokens(scene, line, "")}
    by_kind = {kind: _columns(kind, general) for kind in {candidate.kind for candidate in candidates}}
    near: dict[str, set[str]] = {}
    rows = []
    for candidate in candidates:
        tokens = {f"objects {1 + len(candidate.others)}"}
        for name in (candidate.name, *candidate.others):
            if name not in near:
                near[name] = {token for line in scene.about(name) for token in _tokens(scene, line, name)}
            tokens |= {f"{'own' if name == candidate.name else 'other'} {token}" for token in near[name]}
        rows.append((by_kind[candidate.kind], _columns(candidate.kind, tokens)))
    return Matrix(rows, [candidate.kind for candidate in candidates])


def _columns(kind: str, tokens: set[str]) -> np.ndarray:
    return np.array([_hash(f"{kind} {token}") for token in sorted(tokens)], dtype=np.int64)


def _tokens(scene: Scene, line: Line, own: str) -> set[str]:
    return {f"{line.look} {token}" for word in line.words if (token := _token(scene, word, own))}


def _token(scene: Scene, word: str, own: str) -> str:
    """Return what a word says whatever the objects are called; empty: nothing."""
    if word == own:
        return "own"
    if _AGE.match(word):
        return f"age {word.strip('0123456789')[:1]}"
    if ready := _READY.match(word):
        have, want = map(int, ready.groups())
        return "none wanted" if want == 0 else "ready" if have == want else "less"
    if word.isdigit():
        return word if int(word) < 10 else "many"
    return word if _WORD.match(word) and word not in scene.known else ""


_hashes: dict[str, int] = {}


def _hash(token: str) -> int:
    """Return a column, the same in every process."""
    if token not in _hashes:
        _hashes[token] = zlib.crc32(token.encode()) % SIZE
    return _hashes[token]
